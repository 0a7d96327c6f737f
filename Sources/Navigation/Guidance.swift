internal import GNSS

/// Where the vehicle is on its route, in numbers for a driver.
public struct Guidance: Hashable, Sendable {
    /// Index of the waypoint that comes next.
    public var nextIndex: Int

    /// Metres beside the route, positive when the vehicle is to its right.
    ///
    /// Without a shape the route is the geodesic from the waypoint before to the next one.
    public var crossTrack: Double

    /// Metres driven along the route: from the start of its shape, else from the waypoint before.
    public var alongTrack: Double

    /// Metres to the next waypoint, along the shape when the vehicle is on it, else straight.
    public var distanceToNext: Double

    /// Metres to the destination by way of the remaining stops.
    public var distanceToDestination: Double

    /// Direction of the next waypoint, degrees from true north.
    public var bearingToNext: Double

    /// Usual speed in metres a second, smoothed over half a minute.
    public var speed: Double?

    /// Time to the next waypoint at that speed; nil when the vehicle stands.
    public var timeToNext: Duration?

    /// Time to the destination at that speed; nil when the vehicle stands.
    public var timeToDestination: Duration?

    /// Whether the vehicle is on the shape; nil when there is none.
    public var isOnRoute: Bool?
}

extension RouteProgress {
    /// Below this speed in metres a second no time is estimated.
    private static let standing = 0.5

    /// Where the vehicle is; nil before the first fix and after arrival.
    ///
    /// Computed when asked for: it costs some geodesic calculations.
    public var guidance: Guidance? {
        guard let coordinate, nextIndex < stops.count else { return nil }
        let line = Geodesy.inverse(from: coordinate, to: route.waypoints[nextIndex].coordinate)
        var guidance = Guidance(
            nextIndex: nextIndex, crossTrack: 0, alongTrack: 0, distanceToNext: line.distance,
            distanceToDestination: 0, bearingToNext: line.initialAzimuth, speed: pace.speed, isOnRoute: isOnRoute)
        if let matcher {
            let place = EarthCentredPosition(coordinate)
            let foot = matcher.foot ?? matcher.shape.nearestFoot(of: place)
            guidance.crossTrack = matcher.shape.signedDistance(of: place, at: foot)
            guidance.alongTrack = foot.along
            if matcher.isOnRoad, let next = stops[nextIndex].along, next >= foot.along {
                guidance.distanceToNext = next - foot.along
            }
        } else if let from = nextIndex > 0 ? route.waypoints[nextIndex - 1].coordinate : start {
            let offset = Geodesy.offset(of: coordinate, from: from, towards: route.waypoints[nextIndex].coordinate)
            guidance.crossTrack = offset.crossTrack
            guidance.alongTrack = offset.alongTrack
        }
        guidance.distanceToDestination = guidance.distanceToNext + remainingLengths[nextIndex]
        if let speed = pace.speed, speed >= RouteProgress.standing {
            guidance.timeToNext = .seconds(guidance.distanceToNext / speed)
            guidance.timeToDestination = .seconds(guidance.distanceToDestination / speed)
        }
        return guidance
    }
}
