internal import GNSS

/// A stop with the flat map around it and its place on the road of the route.
struct Stop: Sendable {
    let frame: LocalFrame
    /// Metres along the road to where the stop is; nil without a road, or when the road does not come near.
    let along: Double?
    /// How far the stop lies from the road in metres.
    let offset: Double

    /// Farther from the road than this, a stop has no place on it.
    static let farthestOffset = 250.0

    /// Whether a place is not farther away than a radius.
    func reaches(_ place: EarthCentredPosition, radius: Double) -> Bool {
        // The chord guards against the far side of the Earth, which falls on the same flat map.
        frame.origin.squaredChord(to: place) <= radius * radius
    }

    /// The stops of a route, each placed on the road behind the one before.
    static func stops(of route: Route, on shape: RouteShape?) -> [Stop] {
        var low = 0.0
        return route.waypoints.enumerated().map { index, waypoint in
            let frame = LocalFrame(at: waypoint.coordinate)
            guard let shape, let end = shape.points.last else { return Stop(frame: frame, along: nil, offset: 0) }
            let isDestination = index == route.waypoints.count - 1
            if isDestination, end.chord(to: frame.origin) <= 100 {
                return Stop(frame: frame, along: shape.length, offset: end.chord(to: frame.origin))
            }
            let foot = shape.placed(frame.origin, from: low)
            guard foot.distance <= farthestOffset else { return Stop(frame: frame, along: nil, offset: 0) }
            low = foot.along
            return Stop(frame: frame, along: foot.along, offset: foot.distance)
        }
    }

    /// Metres from each waypoint to the destination: along the road where it is known, else straight from stop to stop.
    static func remainingLengths(of route: Route, stops: [Stop]) -> [Double] {
        var lengths = [Double](repeating: 0, count: stops.count)
        for index in stride(from: stops.count - 2, through: 0, by: -1) {
            let leg: Double
            if let from = stops[index].along, let to = stops[index + 1].along {
                leg = max(0, to - from)
            } else {
                leg = route.waypoints[index].coordinate.distance(to: route.waypoints[index + 1].coordinate)
            }
            lengths[index] = lengths[index + 1] + leg
        }
        return lengths
    }
}

extension RouteShape {
    /// Where a stop belongs: the first part of the road that comes near, else the nearest part.
    func placed(_ stop: EarthCentredPosition, from low: Double) -> Foot {
        firstFoot(of: stop, within: 30, from: low, heading: .any)
            ?? firstFoot(of: stop, within: 100, from: low, heading: .any)
            ?? nearestFoot(of: stop, from: low)
    }
}
