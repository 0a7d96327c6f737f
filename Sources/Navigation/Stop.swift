internal import GNSS

/// A stop with the flat map around it and its place on the road of the route.
struct Stop: Sendable {
    let frame: LocalFrame
    /// Metres along the road to where the stop is; nil without a road, or when the road does not come near.
    let along: Double?
    /// How far the stop lies from the road in metres.
    let offset: Double
    /// Whether the road comes by more than once, so that being near the stop does not tell where on the road one is.
    var isAmbiguous = false
    /// Whether the road ends near the stop, which is the destination.
    var isRoadEnd = false

    /// Farther from the road than this, a stop has no place on it.
    static let farthestOffset = 250.0

    /// Parts of the road nearer together than this count as one.
    static let stretch = 240.0

    /// Farther from where the stop is on the road than this, the vehicle is at another part of it.
    static let farthestPlace = stretch / 2

    /// Whether a place is not farther away than a radius.
    func reaches(_ place: EarthCentredPosition, radius: Double) -> Bool {
        // The chord guards against the far side of the Earth, which falls on the same flat map.
        frame.origin.squaredChord(to: place) <= radius * radius
    }

    /// The stops of a route, each placed on the road behind the one before.
    static func stops(of route: Route, on shape: RouteShape?, near distance: Double) -> [Stop] {
        var stops: [Stop] = []
        var low = 0.0
        for (index, waypoint) in route.waypoints.enumerated() {
            let frame = LocalFrame(at: waypoint.coordinate)
            var stop = Stop(frame: frame, along: nil, offset: 0)
            defer { stops.append(stop) }
            guard let shape, let end = shape.points.last else { continue }
            if index == route.waypoints.count - 1, end.chord(to: frame.origin) <= 100 {
                stop = Stop(frame: frame, along: shape.length, offset: end.chord(to: frame.origin), isRoadEnd: true)
            } else {
                let foot = shape.placed(frame.origin, from: low, after: stops.last)
                guard foot.distance <= farthestOffset else { continue }
                low = foot.along
                stop = Stop(frame: frame, along: foot.along, offset: foot.distance)
            }
            stop.isAmbiguous = shape.comesBy(stop, within: distance)
        }
        return stops
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
    /// Where a stop belongs that comes after another one.
    func placed(_ stop: EarthCentredPosition, from low: Double, after last: Stop?) -> Foot {
        // A second stop at one place is meant for the second time the road comes by, if it does.
        if let last, let place = last.along, last.frame.origin.chord(to: stop) < 10,
            let again = firstFoot(of: stop, within: 30, from: place + 100, heading: .any)
        {
            return again
        }
        return placed(stop, from: low)
    }

    /// Whether another part of the road than the one where a stop lies comes near the stop.
    func comesBy(_ stop: Stop, within radius: Double) -> Bool {
        guard let place = stop.along else { return false }
        let centre = stop.frame.origin
        if let first = firstFoot(of: centre, within: radius, from: 0, heading: .any),
            first.along < place - Stop.stretch
        {
            return true
        }
        return firstFoot(of: centre, within: radius, from: place + Stop.stretch, heading: .any) != nil
    }

    /// Where a stop belongs: the first part of the road that comes near, else the nearest part.
    func placed(_ stop: EarthCentredPosition, from low: Double) -> Foot {
        firstFoot(of: stop, within: 30, from: low, heading: .any)
            ?? firstFoot(of: stop, within: 100, from: low, heading: .any)
            ?? nearestFoot(of: stop, from: low)
    }
}
