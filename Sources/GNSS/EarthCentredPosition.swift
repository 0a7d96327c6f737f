internal import Glibc

/// A place on the surface of the ellipsoid in metres from the centre of the Earth (WGS 84 axes).
///
/// Costs two sines and two cosines to make; distances between two of them cost a square root. There is no
/// antimeridian and no pole in these coordinates.
public struct EarthCentredPosition: Hashable, Sendable {
    /// Towards latitude 0, longitude 0.
    public let x: Double

    /// Towards latitude 0, longitude 90 east.
    public let y: Double

    /// Towards the north pole.
    public let z: Double

    /// Creates a position from its parts in metres.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The place of a coordinate on the ellipsoid, height zero.
    public init(_ coordinate: GeodeticCoordinate) {
        self.init(
            latitude: UnitVector(degrees: coordinate.latitude), longitude: UnitVector(degrees: coordinate.longitude))
    }

    init(latitude: UnitVector, longitude: UnitVector) {
        let scale = (1 - Geodesy.squaredEccentricity * latitude.sine * latitude.sine).squareRoot()
        let normal = Geodesy.equatorialRadius / scale
        x = normal * latitude.cosine * longitude.cosine
        y = normal * latitude.cosine * longitude.sine
        z = normal * (1 - Geodesy.squaredEccentricity) * latitude.sine
    }

    /// Length of the straight line through the Earth to another position, in metres.
    public func chord(to other: EarthCentredPosition) -> Double {
        squaredChord(to: other).squareRoot()
    }

    /// Square of the length of the straight line to another position.
    public func squaredChord(to other: EarthCentredPosition) -> Double {
        let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
        return dx * dx + dy * dy + dz * dz
    }

    /// Distance along the ellipsoid to another position in metres, estimated from the chord c.
    ///
    /// Let R be `Geodesy.smallestRadiusOfCurvature`. A geodesic curves nowhere more than a circle of radius R, so by
    /// Schur's theorem its length is at most 2R asin(c/2R); and it is at least c. Both lie within c³/(20R²) of each
    /// other for c up to 2000 km, and so does this estimate, which takes the mean curvature: the error is below
    /// 2 mm at 10 km, in fact below 0.02 mm, and below 1.3 µm at 1 km.
    public func distance(to other: EarthCentredPosition) -> Double {
        let squared = squaredChord(to: other)
        let chord = squared.squareRoot()
        return chord * (1 + squared / (24 * Geodesy.meanRadius * Geodesy.meanRadius))
    }
}
