internal import Glibc

/// A flat map around one place: metres east and north in the plane that touches the ellipsoid there.
///
/// Points are projected straight down on the plane. For a point at distance d (along the ellipsoid) the length of its
/// map vector is at most d and at least d - d³/(5R²) for d up to 500 km, R being `Geodesy.smallestRadiusOfCurvature`:
/// the chord is at least d - d³/(24R²) by Schur's theorem, and a surface that curves nowhere more than 1/R falls below
/// the plane by at most c²/2R at a chord c, which shortens the map vector by about c³/(8R²). So distances are right
/// within 1 nm at 30 m, 5 µm at 1 km and 5 mm at 10 km. Geodesics through the place are straight lines on the map.
public struct LocalFrame: Hashable, Sendable {
    /// A vector on the map.
    public struct Vector: Hashable, Sendable {
        /// Metres east.
        public var east: Double

        /// Metres north.
        public var north: Double

        /// Creates a vector.
        public init(east: Double, north: Double) {
            self.east = east
            self.north = north
        }

        /// Length in metres.
        public var length: Double { squaredLength.squareRoot() }

        /// Square of the length.
        public var squaredLength: Double { east * east + north * north }
    }

    /// The place where plane and ellipsoid touch.
    public let origin: EarthCentredPosition

    // The unit vectors of east and north; east has no part along the axis of the Earth.
    private let eastX: Double
    private let eastY: Double
    private let northX: Double
    private let northY: Double
    private let northZ: Double

    /// Creates the map around a place.
    public init(at coordinate: GeodeticCoordinate) {
        let latitude = UnitVector(degrees: coordinate.latitude)
        let longitude = UnitVector(degrees: coordinate.longitude)
        origin = EarthCentredPosition(latitude: latitude, longitude: longitude)
        eastX = -longitude.sine
        eastY = longitude.cosine
        northX = -latitude.sine * longitude.cosine
        northY = -latitude.sine * longitude.sine
        northZ = latitude.cosine
    }

    /// The map vector of a position.
    public func vector(to position: EarthCentredPosition) -> Vector {
        let (dx, dy, dz) = (position.x - origin.x, position.y - origin.y, position.z - origin.z)
        return Vector(east: eastX * dx + eastY * dy, north: northX * dx + northY * dy + northZ * dz)
    }

    /// The map vector of a coordinate.
    public func vector(to coordinate: GeodeticCoordinate) -> Vector {
        vector(to: EarthCentredPosition(coordinate))
    }
}
