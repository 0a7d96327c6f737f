/// A place on the WGS 84 ellipsoid, in degrees.
///
/// Latitude runs from -90 (south) to 90, longitude from -180 (west) to 180; both ends are allowed, so 180 and -180
/// are two spellings of one meridian and are kept as given. A value always holds finite numbers in these ranges.
public struct GeodeticCoordinate: Hashable, Sendable {
    /// Latitude in degrees, -90...90, north positive.
    public let latitude: Double

    /// Longitude in degrees, -180...180, east positive.
    public let longitude: Double

    /// Creates a coordinate, or nil when a number is out of range or not finite.
    @inlinable
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
