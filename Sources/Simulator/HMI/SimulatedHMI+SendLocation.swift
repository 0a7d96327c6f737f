internal import Formats
internal import GNSS
internal import HeadUnit
internal import Navigation
internal import SDLRPC

// SendLocation (RPC spec, since 3.0): places that apps send become destinations.
extension SimulatedHMI {
    /// A place without coordinates cannot be found: this navigation has no map to look an address up in.
    func sendLocationAnswer(to request: HMIRequest) -> HMIAnswer {
        Self.waypoint(in: request) == nil
            ? .error(code: 4, message: "This navigation looks up no addresses: it needs coordinates") : .success()
    }

    /// Makes the place the destination; `QUEUE` puts it behind the destination there is, which becomes a stop.
    ///
    /// The driver, whom `PROMPT` would ask, agrees.
    func takeLocation(_ request: HMIRequest) {
        guard let place = Self.waypoint(in: request) else { return }
        var stops: [Waypoint] = []
        if request.parameters?["deliveryMode"] == "QUEUE", let progress {
            stops = Array(progress.route.waypoints.dropFirst(progress.nextIndex))
        }
        setRoute(Route(waypoints: stops + [place]))
        observer?(.locationSent(name: place.name))
    }

    private static func waypoint(in request: HMIRequest) -> Waypoint? {
        guard let parameters = request.parameters, let latitude = parameters["latitudeDegrees"]?.doubleValue,
            let longitude = parameters["longitudeDegrees"]?.doubleValue,
            let coordinate = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        var waypoint = Waypoint(
            coordinate: coordinate, name: parameters["locationName"]?.stringValue,
            details: parameters["locationDescription"]?.stringValue,
            addressLines: parameters["addressLines"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            phoneNumber: parameters["phoneNumber"]?.stringValue)
        if let image = parameters["locationImage"], let value = image["value"]?.stringValue,
            let kind = image["imageType"]?.stringValue.flatMap(Waypoint.Image.Kind.init)
        {
            waypoint.image = Waypoint.Image(value: value, kind: kind, isTemplate: image["isTemplate"]?.boolValue)
        }
        if let address = parameters["address"] { waypoint.searchAddress = Waypoint.SearchAddress(oasis: address) }
        return waypoint
    }
}

extension Waypoint.SearchAddress {
    fileprivate init?(oasis json: JSONValue) {
        func text(_ key: String) -> String? { json[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            countryName: text("countryName"), countryCode: text("countryCode"), postalCode: text("postalCode"),
            administrativeArea: text("administrativeArea"), subAdministrativeArea: text("subAdministrativeArea"),
            locality: text("locality"), subLocality: text("subLocality"), thoroughfare: text("thoroughfare"),
            subThoroughfare: text("subThoroughfare"))
        if isEmpty { return nil }
    }
}
