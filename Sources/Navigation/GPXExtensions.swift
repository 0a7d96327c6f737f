internal import Formats

/// What GPX itself has no place for: the contact data of Garmin's waypoint extension, and our own elements.
struct GPXExtensions {
    /// Namespace of Garmin's extension, version 3: Address and PhoneNumber of a place.
    static let garmin = "http://www.garmin.com/xmlschemas/GpxExtensions/v3"

    /// Namespace of our own elements: addressLine, image, searchAddress.
    static let own = "urn:sdl-waypoints:gpx:1"

    let element: XMLElement

    /// Adds what is found to a waypoint.
    ///
    /// Our own elements count more than Garmin's.
    func apply(to waypoint: inout Waypoint) {
        for block in element.children where block.name == "WaypointExtension" || block.name == "RoutePointExtension" {
            if let number = text(block.first("PhoneNumber")) { waypoint.phoneNumber = number }
            if let address = block.first("Address") { apply(address: address, to: &waypoint) }
        }
        let own = element.children.filter { $0.namespace == GPXExtensions.own }
        let lines = own.filter { $0.name == "addressLine" }.compactMap { text($0) }
        if !lines.isEmpty { waypoint.addressLines = lines }
        if let number = text(own.first { $0.name == "phoneNumber" }) { waypoint.phoneNumber = number }
        if let image = own.first(where: { $0.name == "image" }), let value = text(image) {
            waypoint.image = Waypoint.Image(
                value: value, kind: image["type"].flatMap(Waypoint.Image.Kind.init(rawValue:)) ?? .dynamic,
                isTemplate: image["isTemplate"].flatMap(Bool.init))
        }
        if let address = own.first(where: { $0.name == "searchAddress" }) {
            var parts = Waypoint.SearchAddress()
            for part in Waypoint.SearchAddress.parts { parts[keyPath: part.path] = text(address.first(part.name)) }
            if !parts.isEmpty { waypoint.searchAddress = parts }
        }
    }

    private func apply(address: XMLElement, to waypoint: inout Waypoint) {
        let streets = address.all("StreetAddress").compactMap { text($0) }
        let city = text(address.first("City"))
        let code = text(address.first("PostalCode"))
        let state = text(address.first("State"))
        let country = text(address.first("Country"))
        let town = [code, city].compactMap(\.self).joined(separator: " ")
        waypoint.addressLines = streets + (town.isEmpty ? [] : [town]) + [state, country].compactMap(\.self)
        var parts = Waypoint.SearchAddress()
        parts.thoroughfare = streets.first
        parts.locality = city
        parts.postalCode = code
        parts.administrativeArea = state
        parts.countryName = country
        if !parts.isEmpty { waypoint.searchAddress = parts }
    }

    private func text(_ element: XMLElement?) -> String? {
        guard let text = element?.collapsedText, !text.isEmpty else { return nil }
        return text
    }
}

extension Waypoint.SearchAddress {
    /// A part of an address with its name in the SDL struct `OASISAddress`.
    struct Part {
        let name: String
        let path: WritableKeyPath<Waypoint.SearchAddress, String?>
    }

    /// All parts, from the country to the house.
    static var parts: [Part] {
        [
            Part(name: "countryName", path: \.countryName),
            Part(name: "countryCode", path: \.countryCode),
            Part(name: "postalCode", path: \.postalCode),
            Part(name: "administrativeArea", path: \.administrativeArea),
            Part(name: "subAdministrativeArea", path: \.subAdministrativeArea),
            Part(name: "locality", path: \.locality),
            Part(name: "subLocality", path: \.subLocality),
            Part(name: "thoroughfare", path: \.thoroughfare),
            Part(name: "subThoroughfare", path: \.subThoroughfare),
        ]
    }
}
