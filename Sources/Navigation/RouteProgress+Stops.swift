internal import GNSS

/// A stop with the flat map around it.
struct Stop: Sendable {
    let frame: LocalFrame

    /// Whether a place is not farther away than a radius.
    func reaches(_ place: EarthCentredPosition, radius: Double) -> Bool {
        // The chord guards against the far side of the Earth, which falls on the same flat map.
        frame.origin.squaredChord(to: place) <= radius * radius
    }
}

extension RouteProgress {
    /// Tests the straight piece from one place to another against the armed stop, then the one after it, and so on.
    mutating func advance(from start: EarthCentredPosition, to end: EarthCentredPosition) -> [RouteEvent] {
        position = end
        var events: [RouteEvent] = []
        let piece = Piece(start: start, end: end)
        var reached = 0.0
        while nextIndex < stops.count {
            if let unleft = unleftIndex {
                guard let left = leaving(unleft, along: piece, after: reached) else { break }
                reached = left
                unleftIndex = nil
            }
            guard
                let entered = piece.circle(of: stops[nextIndex], radius: configuration.arrivalRadius)?
                    .entry(after: reached)
            else { break }
            reached = entered
            unleftIndex = nextIndex
            nextIndex += 1
            events.append(
                nextIndex == stops.count ? .arrived(by: .radius) : .waypointPassed(index: nextIndex - 1, by: .radius))
        }
        return events
    }

    /// Where on the piece the circle of a passed stop is left, seen from the stop that comes next.
    ///
    /// Normally that circle has the arrival radius. Two stops at one place need more, or noise at the border would pass
    /// both. A next stop inside the circle would never be armed for a vehicle that halts there: it is armed when the
    /// vehicle is clearly nearer to it.
    private func leaving(_ index: Int, along piece: Piece, after start: Double) -> Double? {
        let radius = configuration.arrivalRadius
        let passed = stops[index]
        let next = stops[nextIndex]
        let spacing = passed.frame.origin.chord(to: next.frame.origin)
        let isSamePlace = spacing < radius / 3
        let leavingRadius = isSamePlace ? radius * configuration.leavingFactor : radius
        guard let circle = piece.circle(of: passed, radius: leavingRadius) else { return start }
        let left = circle.exit(after: start)
        guard !isSamePlace, spacing <= radius else { return left }
        let nearer = piece.circle(of: next, radius: spacing / 2)?.entry(after: start)
        return switch (left, nearer) {
        case (let left?, let nearer?): min(left, nearer)
        case (let left, nil): left
        case (nil, let nearer): nearer
        }
    }
}

/// A straight piece of the way between two fixes, measured by a parameter from 0 to 1.
struct Piece {
    let start: EarthCentredPosition
    let end: EarthCentredPosition
    let length: Double

    init(start: EarthCentredPosition, end: EarthCentredPosition) {
        self.start = start
        self.end = end
        length = start.chord(to: end)
    }

    /// How the piece runs through the circle around a stop; nil when it stays outside.
    func circle(of stop: Stop, radius: Double) -> Circle? {
        let reach = length + radius
        guard stop.frame.origin.squaredChord(to: start) <= reach * reach else { return nil }
        let from = stop.frame.vector(to: start)
        let to = stop.frame.vector(to: end)
        let (east, north) = (to.east - from.east, to.north - from.north)
        // |from + t (to - from)|² = radius²
        let squaredLength = east * east + north * north
        let half = from.east * east + from.north * north
        let constant = from.squaredLength - radius * radius
        guard squaredLength > 1e-12 else {
            return constant <= 0 ? Circle(enters: -.infinity, leaves: .infinity) : nil
        }
        let discriminant = half * half - squaredLength * constant
        guard discriminant >= 0 else { return nil }
        let root = discriminant.squareRoot()
        return Circle(enters: (-half - root) / squaredLength, leaves: (-half + root) / squaredLength)
    }

    /// The parameters at which the straight line enters and leaves a circle.
    struct Circle {
        /// Where it enters.
        let enters: Double
        /// Where it leaves.
        let leaves: Double

        /// Where the piece is first inside, not before a parameter.
        func entry(after start: Double) -> Double? {
            let first = max(start, enters)
            return first <= 1 && first <= leaves ? first : nil
        }

        /// Where the piece is first outside, not before a parameter.
        func exit(after start: Double) -> Double? {
            if start < enters || start > leaves { return start }
            return leaves < 1 ? leaves : nil
        }
    }
}
