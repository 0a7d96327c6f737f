internal import GNSS

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
        guard mayReach(stop, radius: radius) else { return nil }
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

    /// Smallest distance of the piece from a stop in metres; infinite when it is not below a limit.
    func distance(from stop: Stop, below limit: Double) -> Double {
        guard mayReach(stop, radius: limit) else { return .infinity }
        let from = stop.frame.vector(to: start)
        let to = stop.frame.vector(to: end)
        let (east, north) = (to.east - from.east, to.north - from.north)
        let squaredLength = east * east + north * north
        let share =
            squaredLength > 0 ? min(1, max(0, -(from.east * east + from.north * north) / squaredLength)) : 0
        let nearest = LocalFrame.Vector(east: from.east + share * east, north: from.north + share * north)
        let distance = nearest.length
        return distance < limit ? distance : .infinity
    }

    private func mayReach(_ stop: Stop, radius: Double) -> Bool {
        let reach = length + radius
        return stop.frame.origin.squaredChord(to: start) <= reach * reach
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
