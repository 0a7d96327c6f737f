internal import Glibc

extension Geodesy {
    /// Follows a geodesic from a point.
    ///
    /// - Parameters:
    ///   - start: Where the line begins.
    ///   - azimuth: Direction of the line there, degrees from true north.
    ///   - distance: Length in metres; a negative length goes backwards along the same line. Not finite counts as zero.
    public static func direct(from start: GeodeticCoordinate, azimuth: Double, distance: Double) -> Direct {
        let distance = distance.isFinite ? distance : 0
        let azimuth = UnitVector(degrees: azimuth.isFinite ? remainder(azimuth, 360) : 0)
        let latitude = UnitVector.reducedLatitude(start.latitude)

        let equator = UnitVector(
            sine: azimuth.sine * latitude.cosine,
            cosine: hypot(azimuth.cosine, azimuth.sine * latitude.sine))
        let series = GeodesicSeries(equatorAzimuth: equator)
        let from = UnitVector(sine: latitude.sine, cosine: azimuth.cosine * latitude.cosine).normalized
        let arcStart = from.radians
        let arcEnd = series.arc(from: arcStart, distance: distance)
        let end = UnitVector(radians: arcEnd)

        let sphereStart = UnitVector(sine: equator.sine * from.sine, cosine: from.cosine)
        let sphereEnd = UnitVector(sine: equator.sine * end.sine, cosine: end.cosine)
        let sphereLongitude = sphereEnd.rotated(backBy: sphereStart).radians
        let arc = arcEnd - arcStart
        let integral = series.longitudeIntegral(
            arc: UnitVector(radians: arc), radians: arc, sum: UnitVector(radians: arcStart + arcEnd))
        let longitude = sphereLongitude - flattening * equator.sine * integral

        let sineOfLatitude = equator.cosine * end.sine
        let cosineOfLatitude = hypot(equator.sine, equator.cosine * end.cosine)
        let endLatitude = atan2(sineOfLatitude, (1 - flattening) * cosineOfLatitude)
        return Direct(
            coordinate: coordinate(
                latitude: endLatitude * (180 / .pi), longitude: start.longitude + longitude * (180 / .pi)),
            finalAzimuth: UnitVector(sine: equator.sine, cosine: equator.cosine * end.cosine).bearing)
    }
}
