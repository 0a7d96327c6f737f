/// Calculations with geodesics, the shortest lines on the WGS 84 ellipsoid.
///
/// Distances are metres along the ellipsoid (height zero), azimuths are degrees clockwise from true north.
/// The mathematics is that of the auxiliary sphere (Bessel 1825) with the series in the third flattening to the
/// sixth order that C. Karney published ("Algorithms for geodesics", Journal of Geodesy 87, 2013, equations 15 to 25);
/// it is right to some nanometres for every pair of points, near-antipodal ones and the poles included.
///
/// For many distances around one place `LocalFrame` is cheaper.
public enum Geodesy: Sendable {
    /// Equatorial radius of the ellipsoid in metres.
    public static let equatorialRadius = 6_378_137.0

    /// Flattening of the ellipsoid.
    public static let flattening = 1 / 298.257223563

    /// Polar radius of the ellipsoid in metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)

    /// Smallest radius of curvature on the ellipsoid in metres: that of the meridian at the equator.
    public static let smallestRadiusOfCurvature = polarRadius * (1 - flattening)

    /// Half the circumference through the poles in metres: no two points are farther apart.
    public static let longestDistance = 20_003_931.458_625_4

    static let squaredEccentricity = flattening * (2 - flattening)
    static let squaredSecondEccentricity = squaredEccentricity / ((1 - flattening) * (1 - flattening))

    /// The shortest line between two points: its length and its directions at both ends.
    public struct Inverse: Hashable, Sendable {
        /// Length in metres, 0 to `longestDistance`.
        public let distance: Double

        /// Direction of the line at its start, degrees 0..<360; 0 when the points coincide.
        public let initialAzimuth: Double

        /// Direction of the line at its end, going on in the same sense, degrees 0..<360; 0 when the points coincide.
        public let finalAzimuth: Double

        /// Direction from the end back to the start, degrees 0..<360.
        public var backAzimuth: Double {
            finalAzimuth >= 180 ? finalAzimuth - 180 : finalAzimuth + 180
        }
    }

    /// The end of a line.
    public struct Direct: Hashable, Sendable {
        /// Where the line ends.
        public let coordinate: GeodeticCoordinate

        /// Direction of the line at its end, going on in the same sense, degrees 0..<360.
        public let finalAzimuth: Double
    }

    /// Where a point lies beside a line.
    public struct Offset: Hashable, Sendable {
        /// Distance from the line in metres, positive to the right of its direction.
        public let crossTrack: Double

        /// Distance from the start of the line to the foot of the perpendicular in metres, negative before the start.
        public let alongTrack: Double

        /// The foot of the perpendicular: the point of the line that is nearest.
        public let foot: GeodeticCoordinate
    }
}

extension GeodeticCoordinate {
    /// Distance to another place in metres along the ellipsoid.
    public func distance(to other: GeodeticCoordinate) -> Double {
        Geodesy.inverse(from: self, to: other).distance
    }

    /// Direction in which the shortest line to another place begins, degrees from true north, 0..<360.
    public func azimuth(to other: GeodeticCoordinate) -> Double {
        Geodesy.inverse(from: self, to: other).initialAzimuth
    }

    /// The place at a distance in metres along the line that begins in a direction.
    ///
    /// - Parameters:
    ///   - distance: Metres; a negative distance goes the other way.
    ///   - azimuth: Degrees from true north.
    public func moved(by distance: Double, azimuth: Double) -> GeodeticCoordinate {
        Geodesy.direct(from: self, azimuth: azimuth, distance: distance).coordinate
    }
}
