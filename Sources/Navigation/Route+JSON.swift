public import Formats
internal import GNSS

// The form in which mock modules and the control socket hold routes.
extension Route {
    /// Reads a route from JSON: `name`, `description`, `links`, `stops`, `destination`, `shape`.
    ///
    /// `stops` lists the stops before the destination in driving order. A stop and the destination have the members of
    /// the SDL struct LocationDetails, `links` and `comment` besides. `shape` is a list of [longitude, latitude]. All but
    /// `destination` may be missing.
    public init(json: JSONValue) throws(RouteError) {
        guard json.objectValue != nil else {
            throw RouteError(.wrongKind(expected: "an object", found: "another value"))
        }
        guard let destination = json["destination"] else { throw RouteError(.empty) }
        let reader = MemberReader(object: json, place: "route")
        self.init(
            name: try reader.text("name"), details: try reader.text("description"), links: try reader.links("links"))
        let stops = json["stops"] ?? []
        guard let stops = stops.arrayValue else { throw RouteError(.value("stops: no list")) }
        var points = PointCounter()
        for (index, stop) in stops.enumerated() {
            try points.countStop()
            waypoints.append(try Waypoint(locationDetails: stop, at: "stops[\(index)]"))
        }
        waypoints.append(try Waypoint(locationDetails: destination, at: "destination"))
        if let shape = json["shape"] {
            self.shape = try GeoJSONReader.positions(shape, at: "shape", counting: &points)
        }
    }

    /// Reads a route from the text of such JSON.
    public init(json text: [UInt8]) throws(RouteError) {
        try self.init(json: try JSONValue(routeText: text))
    }

    /// The route as JSON; nil for a route without waypoints.
    public var json: JSONValue? {
        guard let destination else { return nil }
        var members: [String: JSONValue] = ["destination": destination.locationDetails]
        members["name"] = name.map { .string($0) }
        members["description"] = details.map { .string($0) }
        if !links.isEmpty { members["links"] = .array(links.map(\.json)) }
        if waypoints.count > 1 { members["stops"] = .array(waypoints.dropLast().map(\.locationDetails)) }
        if !shape.isEmpty { members["shape"] = .array(shape.map(\.geoJSON)) }
        return .object(members)
    }
}

extension JSONValue {
    init(routeText text: [UInt8]) throws(RouteError) {
        do throws(JSONError) {
            try self.init(parsing: text, options: JSONOptions(maximumBytes: 16 << 20, maximumValues: 500_000))
        } catch {
            throw RouteError(.json(error))
        }
    }
}
