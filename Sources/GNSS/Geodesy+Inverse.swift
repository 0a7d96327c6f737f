internal import Glibc

extension Geodesy {
    /// The shortest line between two points.
    ///
    /// Two methods share the work. Away from the antipode the longitude on the auxiliary sphere is found by iteration,
    /// which shrinks the error by the flattening at each step. Near the antipode, where that iteration does not settle,
    /// the azimuth is found by halving an interval in which the longitude grows with it.
    public static func inverse(from start: GeodeticCoordinate, to end: GeodeticCoordinate) -> Inverse {
        let difference = remainder(end.longitude - start.longitude, 360)
        let problem = InverseProblem(
            start: .reducedLatitude(start.latitude),
            end: .reducedLatitude(end.latitude),
            longitude: abs(difference))
        let line = problem.iterated() ?? problem.bisected()
        // Westward lines are the mirror image of eastward ones.
        let sign: Double = difference < 0 ? -1 : 1
        // Below a nanometre the direction is rounding noise.
        guard line.distance > 1e-9 else { return Inverse(distance: 0, initialAzimuth: 0, finalAzimuth: 0) }
        return Inverse(
            distance: line.distance,
            initialAzimuth: UnitVector(sine: sign * line.initial.sine, cosine: line.initial.cosine).bearing,
            finalAzimuth: UnitVector(sine: sign * line.final.sine, cosine: line.final.cosine).bearing)
    }
}

/// Two reduced latitudes and the eastward difference of longitude between them.
private struct InverseProblem {
    struct Line {
        var distance: Double
        var initial: UnitVector
        var final: UnitVector
    }

    let start: UnitVector
    let end: UnitVector
    /// Radians, 0...π.
    let longitude: Double
    let turn: UnitVector

    init(start: UnitVector, end: UnitVector, longitude degrees: Double) {
        self.start = start
        self.end = end
        longitude = degrees * (.pi / 180)
        turn = UnitVector(degrees: degrees)
    }

    // MARK: Iteration on the longitude of the auxiliary sphere

    /// The line, or nil when the iteration does not settle (points nearly opposite each other).
    func iterated() -> Line? {
        var sphereLongitude = longitude
        var step = turn
        for _ in 0..<24 {
            let circle = GreatCircle(start: start, end: end, longitude: step)
            let series = GeodesicSeries(equatorAzimuth: circle.equatorAzimuth)
            let integral = series.longitudeIntegral(arc: circle.arc, radians: circle.radians, sum: circle.sum)
            let next = longitude + Geodesy.flattening * circle.equatorAzimuth.sine * integral
            guard next <= .pi else { return nil }
            if abs(next - sphereLongitude) <= 4 * next.ulp {
                return Line(
                    distance: series.distance(arc: circle.arc, radians: circle.radians, sum: circle.sum),
                    initial: circle.initial, final: circle.final)
            }
            sphereLongitude = next
            step = UnitVector(radians: next)
        }
        return nil
    }

    // MARK: Halving an interval of azimuths

    /// The line, by a method that always ends; made for points nearly opposite each other.
    func bisected() -> Line {
        // The problem is turned until the start is the point farther from the equator, and in the south: then
        // the longitude at which a line first reaches the end's latitude northwards grows with its azimuth.
        let isSwapped = abs(start.sine) < abs(end.sine)
        var south = isSwapped ? end : start
        var north = isSwapped ? start : end
        let isReflected = south.sine > 0
        if isReflected {
            south.sine.negate()
            north.sine.negate()
        }
        south.sine = min(south.sine, -UnitVector.tiny)

        // Angles from due east, so that azimuths close to it keep their digits.
        var low = -Double.pi / 2
        var high = Double.pi / 2
        for _ in 0..<200 {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            let path = NorthwardPath(south: south, north: north, fromEast: middle)
            if path.longitude < longitude { low = middle } else { high = middle }
        }
        let path = NorthwardPath(south: south, north: north, fromEast: low + (high - low) / 2)
        var line = Line(distance: path.distance, initial: path.initial, final: path.final)
        if isReflected {
            line.initial.cosine.negate()
            line.final.cosine.negate()
        }
        if isSwapped {
            // Backwards and mirrored: the line still goes east.
            let initial = line.initial
            line.initial = UnitVector(sine: line.final.sine, cosine: -line.final.cosine)
            line.final = UnitVector(sine: initial.sine, cosine: -initial.cosine)
        }
        return line
    }
}

/// The great circle on the auxiliary sphere through two latitudes, a longitude apart.
private struct GreatCircle {
    var initial: UnitVector
    var final: UnitVector
    var equatorAzimuth: UnitVector
    var arc: UnitVector
    var radians: Double
    var sum: UnitVector

    init(start: UnitVector, end: UnitVector, longitude: UnitVector) {
        // 1 - cos ω without loss of digits, so that short lines keep their azimuth.
        let versine =
            longitude.cosine > 0
            ? longitude.sine * longitude.sine / (1 + longitude.cosine) : 1 - longitude.cosine
        let climb = end.rotated(backBy: start).sine
        initial = UnitVector(sine: end.cosine * longitude.sine, cosine: climb + start.sine * end.cosine * versine)
        final = UnitVector(sine: start.cosine * longitude.sine, cosine: climb - start.cosine * end.sine * versine)
        arc =
            UnitVector(
                sine: hypot(initial.sine, initial.cosine),
                cosine: start.sine * end.sine + start.cosine * end.cosine * longitude.cosine
            ).normalized
        initial = initial.normalized
        final = final.normalized
        radians = arc.radians
        equatorAzimuth = UnitVector(
            sine: initial.sine * start.cosine,
            cosine: hypot(initial.cosine, initial.sine * start.sine))
        let from = UnitVector(sine: start.sine, cosine: initial.cosine * start.cosine).normalized
        sum = from.doubled.rotated(by: arc)
    }
}

/// A geodesic from a southern latitude at an azimuth up to where it first crosses another latitude northwards.
private struct NorthwardPath {
    var initial: UnitVector
    var final: UnitVector
    var longitude: Double
    var distance: Double

    init(south: UnitVector, north: UnitVector, fromEast angle: Double) {
        let east = UnitVector(radians: angle)
        initial = UnitVector(sine: east.cosine, cosine: -east.sine)
        let equator = UnitVector(
            sine: initial.sine * south.cosine, cosine: hypot(initial.cosine, initial.sine * south.sine))
        // cos² α₂ cos² β₂ = cos² α₁ cos² β₁ + cos² β₂ - cos² β₁, the difference written as a product.
        let climb = (south.sine - north.sine) * (south.sine + north.sine)
        let squared = initial.cosine * initial.cosine * south.cosine * south.cosine + climb
        let northing = max(0, squared).squareRoot()
        final = UnitVector(sine: equator.sine, cosine: northing).normalized

        let from = UnitVector(sine: south.sine, cosine: initial.cosine * south.cosine).normalized
        let to = UnitVector(sine: north.sine, cosine: northing).normalized
        let radians = max(0, to.radians - from.radians)
        let arc = UnitVector(radians: radians)
        let sum = from.doubled.rotated(by: arc)
        let sphereFrom = UnitVector(sine: equator.sine * from.sine, cosine: from.cosine)
        let sphereTo = UnitVector(sine: equator.sine * to.sine, cosine: to.cosine)
        let series = GeodesicSeries(equatorAzimuth: equator)
        let integral = series.longitudeIntegral(arc: arc, radians: radians, sum: sum)
        longitude = sphereTo.radians - sphereFrom.radians - Geodesy.flattening * equator.sine * integral
        distance = series.distance(arc: arc, radians: radians, sum: sum)
    }
}
