internal import Glibc

extension Geodesy {
    /// Where a point lies beside the geodesic from one place through another.
    ///
    /// The foot is found by repetition: from an estimate on the line, a right-angled spherical triangle tells how far
    /// on the foot lies. The error shrinks by some orders of magnitude at each step for points within a quarter of the
    /// globe of the line; farther away the result is the best of the steps made.
    /// With coinciding places the line runs north.
    ///
    /// - Parameters:
    ///   - point: The point beside the line.
    ///   - start: Where the line begins.
    ///   - end: A place the line goes through.
    public static func offset(
        of point: GeodeticCoordinate, from start: GeodeticCoordinate, towards end: GeodeticCoordinate
    ) -> Offset {
        let azimuth = inverse(from: start, to: end).initialAzimuth
        var along = 0.0
        var foot = Direct(coordinate: start, finalAzimuth: azimuth)
        var across = inverse(from: start, to: point)
        for _ in 0..<12 {
            let angle = UnitVector(degrees: across.initialAzimuth - foot.finalAzimuth)
            let arc = across.distance / meanRadius
            // Napier: tan(adjacent) = tan(hypotenuse) cos(angle). The quadrant follows the hypotenuse.
            let step = meanRadius * atan2(sin(arc) * angle.cosine, cos(arc))
            along += step
            foot = direct(from: start, azimuth: azimuth, distance: along)
            across = inverse(from: foot.coordinate, to: point)
            if abs(step) < 1e-9 { break }
        }
        let angle = UnitVector(degrees: across.initialAzimuth - foot.finalAzimuth)
        let side: Double = angle.sine < 0 ? -1 : 1
        return Offset(crossTrack: side * across.distance, alongTrack: along, foot: foot.coordinate)
    }

    /// Radius in metres of the sphere whose surface is that of the ellipsoid.
    static let meanRadius = 6_371_007.180_9
}
