public import GNSS

/// One epoch of a generated drive: what the receiver says, and what is true.
public struct DriveEpoch: Hashable, Sendable {
    /// Where the vehicle really is.
    public struct Truth: Hashable, Sendable {
        /// The place.
        public var coordinate: GeodeticCoordinate

        /// Metres a second.
        public var speed: Double

        /// Direction of travel in degrees from true north, 0..<360.
        public var course: Double

        /// Metres from the beginning of the way.
        public var along: Double
    }

    /// Time since the drive began.
    public var offset: Duration

    /// What the receiver says.
    public var fix: Fix

    /// The satellites in view.
    public var satellites: [Satellite]

    /// Whether the list of satellites is due in this epoch.
    public var hasSatelliteList: Bool

    /// Where the vehicle really is.
    public var truth: Truth
}
