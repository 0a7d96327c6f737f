public import GNSS

/// The way that was driven, for export.
///
/// It is bounded: when it is full, every second point is dropped and from then on only every second one is taken, and
/// so on, so that a track of any duration keeps its shape.
public struct Track: Hashable, Sendable {
    /// A place on the way.
    public struct Point: Hashable, Sendable {
        /// Where.
        public var coordinate: GeodeticCoordinate

        /// When.
        public var time: UTCTime?

        /// Metres above mean sea level.
        public var altitude: Double?

        /// Creates a point.
        public init(coordinate: GeodeticCoordinate, time: UTCTime? = nil, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.time = time
            self.altitude = altitude
        }
    }

    /// The most points that are kept.
    public let capacity: Int

    /// The points in the order in which they came.
    public private(set) var points: [Point] = []

    private var stride = 1
    private var skipped = 0

    /// Creates an empty track.
    ///
    /// - Parameter capacity: The most points that are kept, at least 2.
    public init(capacity: Int = 100_000) {
        self.capacity = max(2, capacity)
    }

    /// Takes a fix; one without position is left out.
    public mutating func append(_ fix: Fix) {
        guard let coordinate = fix.coordinate, fix.quality.isFix, !fix.isStale else { return }
        append(Point(coordinate: coordinate, time: fix.time, altitude: fix.altitude))
    }

    /// Takes a point.
    public mutating func append(_ point: Point) {
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        if points.count >= capacity {
            points = points.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            stride *= 2
        }
        points.append(point)
    }
}
