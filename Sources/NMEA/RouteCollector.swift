public import GNSS

/// A route put together from RTE and WPL sentences.
public struct NMEARoute: Hashable, Sendable {
    /// A point of the route.
    public struct Waypoint: Hashable, Sendable {
        /// The name in the sentences.
        public var name: String
        /// The position; nil when no WPL told it.
        public var coordinate: GeodeticCoordinate?
    }

    /// The name or number of the route; may be empty.
    public var identifier: String
    /// Whether this is only the working part: first the waypoint just left, then the one headed for.
    public var isWorkingRoute: Bool
    /// The waypoints in order.
    public var waypoints: [Waypoint]

    /// Whether every waypoint has a position.
    public var isLocated: Bool { waypoints.allSatisfy { $0.coordinate != nil } }
}

/// Collects the sentences of a route.
///
/// A route may take several RTE; it is given up when the number of sentences or its name changes, a sentence is missing,
/// or 30 s pass. Positions come by WPL before or after, also in later cycles.
public struct RouteCollector: Sendable {
    /// Most positions and names that are remembered.
    public static let maximumWaypoints = 1000

    private var positions: [String: GeodeticCoordinate] = [:]
    private var parts: [RTE] = []
    private var began: Duration?

    /// Creates an empty collector.
    public init() {}

    /// Takes the position of a waypoint.
    public mutating func add(_ waypoint: WPL) {
        guard let coordinate = waypoint.position?.coordinate, !waypoint.name.isEmpty else { return }
        guard positions[waypoint.name] != nil || positions.count < RouteCollector.maximumWaypoints else { return }
        positions[waypoint.name] = coordinate
    }

    /// Takes a part of a route; gives the route when it is complete.
    ///
    /// - Parameters:
    ///   - part: the sentence.
    ///   - now: when it came, since an arbitrary start; nil for files, where nothing expires.
    public mutating func add(_ part: RTE, now: Duration? = nil) -> NMEARoute? {
        if let now, let began, now - began > .seconds(30) { parts = [] }
        if let first = parts.first,
            first.total != part.total || first.identifier != part.identifier || first.talker != part.talker
                || part.number != parts.count + 1
        {
            parts = []
        }
        guard part.number == parts.count + 1, part.number <= part.total else { return nil }
        if parts.isEmpty { began = now }
        let names = parts.reduce(0) { $0 + $1.names.count } + part.names.count
        guard names <= RouteCollector.maximumWaypoints else {
            parts = []
            return nil
        }
        parts.append(part)
        guard part.number == part.total else { return nil }
        let route = NMEARoute(
            identifier: part.identifier, isWorkingRoute: part.isWorkingRoute,
            waypoints: parts.flatMap(\.names).map { NMEARoute.Waypoint(name: $0, coordinate: positions[$0]) })
        parts = []
        return route
    }

    /// A route with the positions that are known by now.
    public func located(_ route: NMEARoute) -> NMEARoute {
        var located = route
        for index in located.waypoints.indices where located.waypoints[index].coordinate == nil {
            located.waypoints[index].coordinate = positions[located.waypoints[index].name]
        }
        return located
    }
}
