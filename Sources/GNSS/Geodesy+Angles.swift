internal import Glibc

/// A direction in the plane as sine and cosine, so that right angles are exact.
struct UnitVector: Sendable {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// Sine and cosine of an angle in degrees, exact at multiples of 90.
    init(degrees: Double) {
        let quarter = (degrees / 90).rounded()
        let rest = (degrees - quarter * 90) * (.pi / 180)
        let sine = sin(rest)
        let cosine = cos(rest)
        switch Int(quarter.truncatingRemainder(dividingBy: 4)) {
        case 1, -3: self.init(sine: cosine, cosine: -sine)
        case 2, -2: self.init(sine: -sine, cosine: -cosine)
        case 3, -1: self.init(sine: -cosine, cosine: sine)
        default: self.init(sine: sine, cosine: cosine)
        }
    }

    /// Sine and cosine of an angle in radians.
    init(radians: Double) {
        self.init(sine: sin(radians), cosine: cos(radians))
    }

    /// The angle in radians, -π...π.
    var radians: Double { atan2(sine, cosine) }

    /// The angle in degrees, 0..<360.
    var bearing: Double {
        let degrees = atan2(sine, cosine) * (180 / .pi)
        guard degrees < 0 else { return degrees + 0.0 }  // turns -0 into 0
        return degrees + 360 < 360 ? degrees + 360 : 0
    }

    /// Both parts divided by their length; the zero vector becomes the angle zero.
    var normalized: UnitVector {
        let length = hypot(sine, cosine)
        return length > 0 ? UnitVector(sine: sine / length, cosine: cosine / length) : UnitVector(sine: 0, cosine: 1)
    }

    /// The angle of the sphere's parametric ("reduced") latitude that belongs to a geodetic latitude in degrees.
    ///
    /// The cosine never becomes zero, so that a longitude keeps its meaning at the poles.
    static func reducedLatitude(_ degrees: Double) -> UnitVector {
        let latitude = UnitVector(degrees: degrees)
        var reduced = UnitVector(sine: (1 - Geodesy.flattening) * latitude.sine, cosine: latitude.cosine).normalized
        reduced.cosine = max(reduced.cosine, UnitVector.tiny)
        return reduced
    }

    /// Small enough to change no result, large enough that its square is a normal number.
    static let tiny = 0x1p-500
}

extension Geodesy {
    /// A longitude in degrees brought into -180...180.
    static func normalizedLongitude(_ degrees: Double) -> Double {
        let rest = remainder(degrees, 360)
        return rest.isFinite ? rest : 0
    }

    /// A coordinate from numbers that rounding may have brought a little out of range.
    static func coordinate(latitude: Double, longitude: Double) -> GeodeticCoordinate {
        let latitude = latitude.isFinite ? min(90, max(-90, latitude)) : 0
        return GeodeticCoordinate(uncheckedLatitude: latitude, longitude: normalizedLongitude(longitude))
    }
}
