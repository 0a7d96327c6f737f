/// What happened on a route when a fix came in.
///
/// Indices count in `Route.waypoints`.
public enum RouteEvent: Hashable, Sendable {
    /// How a waypoint was recognised as passed.
    public enum Passing: Hashable, Sendable {
        /// The vehicle came within the arrival radius.
        case radius

        /// The vehicle drove by beside it.
        case abeam
    }

    /// A stop was passed and is no longer among the remaining waypoints.
    case waypointPassed(index: Int, by: Passing)

    /// A stop was left out by the driver and is no longer among the remaining waypoints.
    case waypointSkipped(index: Int)

    /// The vehicle left the road of the route; `distance` is how far it is away in metres.
    case offRoute(distance: Double)

    /// The vehicle is on the road of the route again.
    case backOnRoute

    /// The destination was reached; no waypoint remains.
    case arrived(by: Passing)

    /// The waypoint that left the list of stops by this event.
    ///
    /// An app is told about each of these and about nothing else: arrival empties the list, which no message can say.
    public var removedStop: Int? {
        switch self {
        case .waypointPassed(let index, _), .waypointSkipped(let index): index
        case .offRoute, .backOnRoute, .arrived: nil
        }
    }
}
