extension Route {
    /// The most points, stops and shape together, that a file may hold.
    public static let mostPoints = 100_000

    /// The most stops, the destination among them, that a file may hold.
    ///
    /// Each is looked for on the road; more than some thousands nobody drives, and a file could make that take hours.
    public static let mostStops = 5000
}

/// Counts the points of a file against the limits.
struct PointCounter {
    private var points = 0
    private var stops = 0

    mutating func count() throws(RouteError) {
        points += 1
        guard points <= Route.mostPoints else { throw RouteError(.tooManyPoints(limit: Route.mostPoints)) }
    }

    mutating func countStop() throws(RouteError) {
        stops += 1
        guard stops <= Route.mostStops else { throw RouteError(.tooManyStops(limit: Route.mostStops)) }
        try count()
    }
}
