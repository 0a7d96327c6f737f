/// Length and longitude along one geodesic as functions of the arc σ on the auxiliary sphere.
///
/// All coefficients are the polynomials of Karney 2013: lengths (equations 17, 18), their reversion (21), longitudes
/// (24, 25), cut after the sixth order of the flattening.
struct GeodesicSeries: Sendable {
    private let lengthScale: Double
    private let length: SIMD8<Double>
    private let reversion: SIMD8<Double>
    private let longitudeScale: Double
    private let longitude: SIMD8<Double>

    /// Makes the series of the geodesic that crosses the equator at an azimuth.
    ///
    /// - Parameter equatorAzimuth: Azimuth α₀ at the northward crossing of the equator.
    init(equatorAzimuth: UnitVector) {
        let squaredModulus =
            Geodesy.squaredSecondEccentricity * equatorAzimuth.cosine * equatorAzimuth.cosine
        let e = squaredModulus / (2 * (1 + (1 + squaredModulus).squareRoot()) + squaredModulus)
        let e2 = e * e

        lengthScale = (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - e)
        length = SIMD8(
            e * (-1 / 2 + e2 * (3 / 16 - e2 / 32)),
            e2 * (-1 / 16 + e2 * (1 / 32 - e2 * 9 / 2048)),
            e2 * e * (-1 / 48 + e2 * 3 / 256),
            e2 * e2 * (-5 / 512 + e2 * 3 / 512),
            e2 * e2 * e * (-7 / 1280),
            e2 * e2 * e2 * (-7 / 2048),
            0, 0)
        reversion = SIMD8(
            e * (1 / 2 + e2 * (-9 / 32 + e2 * 205 / 1536)),
            e2 * (5 / 16 + e2 * (-37 / 96 + e2 * 1335 / 4096)),
            e2 * e * (29 / 96 - e2 * 75 / 128),
            e2 * e2 * (539 / 1536 - e2 * 2391 / 2560),
            e2 * e2 * e * (3467 / 7680),
            e2 * e2 * e2 * (38_081 / 61_440),
            0, 0)

        let n = GeodesicSeries.thirdFlattening
        let n2 = n * n
        let scale3 = -(1 / 16 + n * 3 / 16 + n2 / 16)
        let scale4 = -(3 / 64 + n / 32)
        longitudeScale =
            1 - e * (1 / 2 - n / 2) - e2 * (1 / 4 + n / 8 - n2 * 3 / 8)
            + e2 * e * (scale3 + e * (scale4 - e * 3 / 128))
        let first = (1 / 4 - n / 4) + e * (1 / 8 - n2 / 8) + e2 * (3 / 64 + n * 3 / 64 - n2 / 64)
        let second = (1 / 16 - n * 3 / 32 + n2 / 32) + e * (3 / 64 - n / 32 - n2 * 3 / 64)
        let third = 5 / 192 - n * 3 / 64 + n2 * 5 / 192
        longitude = SIMD8(
            e * (first + e2 * e * (5 / 128 + n / 64 + e * 3 / 128)),
            e2 * (second + e2 * (3 / 128 + n / 128 + e * 5 / 256)),
            e2 * e * (third + e * (3 / 128 - n * 5 / 192 + e * 7 / 512)),
            e2 * e2 * (7 / 512 - n * 7 / 256 + e * 7 / 512),
            e2 * e2 * e * (21 / 2560),
            0, 0, 0)
    }

    /// Length in metres of the arc from σ₁ to σ₂.
    ///
    /// - Parameters:
    ///   - arc: σ₂ - σ₁ as sine, cosine and radians, so that short arcs lose no digits.
    ///   - sum: σ₁ + σ₂.
    func distance(arc: UnitVector, radians: Double, sum: UnitVector) -> Double {
        let waves = GeodesicSeries.difference(length, arc: arc, sum: sum)
        return Geodesy.polarRadius * lengthScale * (radians + waves)
    }

    /// The integral that takes a longitude on the sphere to the ellipsoid: λ = ω - f sin α₀ · result.
    func longitudeIntegral(arc: UnitVector, radians: Double, sum: UnitVector) -> Double {
        longitudeScale * (radians + GeodesicSeries.difference(longitude, arc: arc, sum: sum))
    }

    /// σ₂ for a line that begins at σ₁ and has a length in metres.
    func arc(from start: Double, distance: Double) -> Double {
        let rectifying = start + GeodesicSeries.sum(length, at: UnitVector(radians: start))
        let end = rectifying + distance / (Geodesy.polarRadius * lengthScale)
        return end + GeodesicSeries.sum(reversion, at: UnitVector(radians: end))
    }

    private static let thirdFlattening = Geodesy.flattening / (2 - Geodesy.flattening)

    /// Σ cₗ sin 2lσ.
    private static func sum(_ coefficients: SIMD8<Double>, at angle: UnitVector) -> Double {
        let step = angle.doubled
        var wave = step
        var result = 0.0
        for index in 0..<6 {
            result += coefficients[index] * wave.sine
            wave = wave.rotated(by: step)
        }
        return result
    }

    /// Σ cₗ (sin 2lσ₂ - sin 2lσ₁), written as products so that near angles lose no digits.
    private static func difference(_ coefficients: SIMD8<Double>, arc: UnitVector, sum: UnitVector) -> Double {
        var waveOfArc = arc
        var waveOfSum = sum
        var result = 0.0
        for index in 0..<6 {
            result += coefficients[index] * waveOfSum.cosine * waveOfArc.sine
            waveOfArc = waveOfArc.rotated(by: arc)
            waveOfSum = waveOfSum.rotated(by: sum)
        }
        return 2 * result
    }
}

extension UnitVector {
    /// The sum of two angles.
    func rotated(by other: UnitVector) -> UnitVector {
        UnitVector(
            sine: sine * other.cosine + cosine * other.sine,
            cosine: cosine * other.cosine - sine * other.sine)
    }

    /// The difference of two angles, this one minus the other.
    func rotated(backBy other: UnitVector) -> UnitVector {
        rotated(by: UnitVector(sine: -other.sine, cosine: other.cosine))
    }

    /// Twice the angle.
    var doubled: UnitVector { rotated(by: self) }
}
