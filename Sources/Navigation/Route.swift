public import GNSS

/// A journey: the stops in the order in which they are to be driven, the destination last.
public struct Route: Hashable, Sendable {
    /// What the route is called.
    public var name: String?

    /// A longer text.
    public var details: String?

    /// Pages about the route.
    public var links: [Link]

    /// The stops in driving order; the last one is the destination.
    public var waypoints: [Waypoint]

    /// The road to follow, from the first point to the destination.
    ///
    /// Empty when only the stops are known. Without it, nothing can be said about leaving the route.
    public var shape: [GeodeticCoordinate]

    /// Creates a route.
    public init(
        name: String? = nil, details: String? = nil, waypoints: [Waypoint] = [], shape: [GeodeticCoordinate] = [],
        links: [Link] = []
    ) {
        self.name = name
        self.details = details
        self.waypoints = waypoints
        self.shape = shape
        self.links = links
    }

    /// Where the journey ends.
    public var destination: Waypoint? { waypoints.last }
}
