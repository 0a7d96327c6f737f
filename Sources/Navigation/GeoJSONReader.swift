public import Formats
internal import GNSS

extension Route {
    /// Reads a route from GeoJSON (RFC 7946).
    ///
    /// Points are stops, lines are the shape, several of them joined. With a shape the stops are put in the order in
    /// which it passes them and its end is the destination; without one they keep the order of the file. Names are taken
    /// from the properties `name` or `title`, `description` or `desc`, `phoneNumber`, `phone` or `tel`, `addressLines` or
    /// `address`, `links` or `url`; `locationImage` and `searchAddress` are as in the SDL struct LocationDetails; a value
    /// of another type is left out, but a number is taken as text. Points whose property `role` is `stop` or `destination`
    /// say all stops: they keep their order, the destination comes last, and the end of the shape is none. A line
    /// whose property `role` is `track` is a way that was driven and no part of the route, unless there is no other.
    public init(geoJSON text: [UInt8]) throws(RouteError) {
        try self.init(geoJSON: try JSONValue(routeText: text))
    }

    /// Reads a route from parsed GeoJSON.
    public init(geoJSON json: JSONValue) throws(RouteError) {
        var reader = GeoJSONReader()
        try reader.read(json, properties: nil, at: "$", depth: 0)
        self = try reader.route(of: json)
    }
}

/// Collects points and lines from the objects of a GeoJSON text.
struct GeoJSONReader {
    private var stops: [Waypoint] = []
    private var line: [GeodeticCoordinate] = []
    private var track: [GeodeticCoordinate] = []
    private var lineProperties: JSONValue?
    /// Whether points say themselves which stops they are, as ours do.
    private var hasRoles = false
    private var destination: Waypoint?
    private var points = PointCounter()

    /// The route of what was collected.
    func route(of json: JSONValue) throws(RouteError) -> Route {
        let source = ForeignMembers(lineProperties ?? json)
        var route = Route(
            name: source.text(["name"]), details: source.text(["description"]),
            waypoints: stops + [destination].compactMap(\.self), shape: line.isEmpty ? track : line,
            links: source.links(["links"]))
        if !route.shape.isEmpty, !hasRoles { route.arrangeStopsAlongShape() }
        guard !route.waypoints.isEmpty else { throw RouteError(.empty) }
        return route
    }

    mutating func read(_ json: JSONValue, properties: JSONValue?, at place: String, depth: Int) throws(RouteError) {
        guard depth < 8 else { throw RouteError(.value(place + ": nested too deep")) }
        guard let type = json["type"]?.stringValue else {
            throw RouteError(.wrongKind(expected: "a GeoJSON type", found: place))
        }
        switch type {
        case "FeatureCollection":
            try readAll(json, "features", properties: nil, at: place, depth: depth)
        case "GeometryCollection":
            try readAll(json, "geometries", properties: properties, at: place, depth: depth)
        case "Feature":
            guard let geometry = json["geometry"], !geometry.isNull else { return }
            try read(geometry, properties: json["properties"], at: place + ".geometry", depth: depth + 1)
        default:
            try readGeometry(type, json["coordinates"] ?? .null, properties: properties, at: place + ".coordinates")
        }
    }

    private mutating func readAll(
        _ json: JSONValue, _ key: String, properties: JSONValue?, at place: String, depth: Int
    ) throws(RouteError) {
        guard let list = json[key]?.arrayValue else { throw RouteError(.value("\(place).\(key): no list")) }
        for (index, element) in list.enumerated() {
            try read(element, properties: properties, at: "\(place).\(key)[\(index)]", depth: depth + 1)
        }
    }

    private mutating func readGeometry(
        _ type: String, _ coordinates: JSONValue, properties: JSONValue?, at place: String
    ) throws(RouteError) {
        switch type {
        case "Point":
            try append(coordinates, properties, at: place)
        case "MultiPoint":
            for (index, position) in try Self.list(coordinates, at: place).enumerated() {
                try append(position, properties, at: "\(place)[\(index)]")
            }
        case "LineString":
            append(try Self.positions(coordinates, at: place, counting: &points), properties)
        case "MultiLineString":
            for (index, positions) in try Self.list(coordinates, at: place).enumerated() {
                append(try Self.positions(positions, at: "\(place)[\(index)]", counting: &points), properties)
            }
        case "Polygon", "MultiPolygon":
            break  // Areas are no part of a route.
        default:
            throw RouteError(.wrongKind(expected: "a GeoJSON type", found: type))
        }
    }

    private mutating func append(
        _ position: JSONValue, _ properties: JSONValue?, at place: String
    ) throws(RouteError) {
        try points.countStop()
        let coordinate = try Self.position(position, at: place)
        let waypoint = ForeignMembers(properties ?? .null).waypoint(at: coordinate)
        let role = properties?["role"]?.stringValue
        hasRoles = hasRoles || role == "stop" || role == "destination"
        if role == "destination", destination == nil { destination = waypoint } else { stops.append(waypoint) }
    }

    private mutating func append(_ positions: [GeodeticCoordinate], _ properties: JSONValue?) {
        if properties?["role"]?.stringValue == "track" {
            track += positions
            return
        }
        if line.isEmpty { lineProperties = properties }
        let isJoined = line.last == positions.first
        line += isJoined ? positions.dropFirst() : positions[...]
    }

    private static func list(_ json: JSONValue, at place: String) throws(RouteError) -> [JSONValue] {
        guard let list = json.arrayValue else { throw RouteError(.value(place + ": no list")) }
        return list
    }

    private static func position(_ json: JSONValue, at place: String) throws(RouteError) -> GeodeticCoordinate {
        guard let longitude = json[0]?.doubleValue, let latitude = json[1]?.doubleValue,
            let coordinate = GeodeticCoordinate(latitude: latitude, longitude: longitude)
        else { throw RouteError(.coordinate(place)) }
        return coordinate
    }

    /// A list of [longitude, latitude], without repetitions.
    static func positions(
        _ json: JSONValue, at place: String, counting points: inout PointCounter
    ) throws(RouteError) -> [GeodeticCoordinate] {
        var result: [GeodeticCoordinate] = []
        for (index, element) in try list(json, at: place).enumerated() {
            try points.count()
            let position = try position(element, at: "\(place)[\(index)]")
            if position != result.last { result.append(position) }
        }
        return result
    }
}

extension GeodeticCoordinate {
    /// A GeoJSON position.
    var geoJSON: JSONValue { [.double(longitude), .double(latitude)] }
}
