internal import GNSS
internal import Glibc

extension EarthCentredPosition {
    /// Latitude, longitude and height above the ellipsoid, by iteration over the latitude.
    ///
    /// Near the surface of the Earth each turn makes the error some 300 times smaller, so eight turns leave nothing that
    /// a Double could hold. At the centre there is no direction: nil.
    var geodetic: (coordinate: GeodeticCoordinate, height: Double)? {
        let squaredEccentricity = Geodesy.flattening * (2 - Geodesy.flattening)
        let radius = (x * x + y * y).squareRoot()
        guard radius > 0 || z != 0 else { return nil }
        var latitude = atan2(z, radius * (1 - squaredEccentricity))
        var normal = 0.0
        for _ in 0..<8 {
            let sine = sin(latitude)
            normal = Geodesy.equatorialRadius / (1 - squaredEccentricity * sine * sine).squareRoot()
            latitude = atan2(z + squaredEccentricity * normal * sine, radius)
        }
        let (sine, cosine) = (sin(latitude), cos(latitude))
        // The form that stays exact at the poles, where the radius vanishes.
        let height = radius * cosine + z * sine - Geodesy.equatorialRadius * Geodesy.equatorialRadius / normal
        let degrees = 180 / Double.pi
        return GeodeticCoordinate(latitude: latitude * degrees, longitude: atan2(y, x) * degrees)
            .map { ($0, height) }
    }
}
