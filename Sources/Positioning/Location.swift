public import GNSS

/// Where the receiver was at one instant, and where this is known from.
public struct Location: Hashable, Sendable {
    /// Position, motion and quality of one epoch; `fix.isStale` marks an old position that stands in for a missing one.
    public var fix: Fix
    /// The satellites in view, a row a signal.
    public var satellites: [Satellite]
    /// What delivered it: which accessory or another way, simulated or not, corrected or not.
    public var origin: LocationOrigin
    /// Whether the list of satellites is of this epoch; otherwise it is that of an earlier one.
    public var hasNewSatellites: Bool
    /// 0 when told first; counted up when the receiver told more of the same instant afterwards.
    public var revision: Int

    /// Makes a location.
    public init(
        fix: Fix, satellites: [Satellite] = [], origin: LocationOrigin = LocationOrigin(),
        hasNewSatellites: Bool = false, revision: Int = 0
    ) {
        self.fix = fix
        self.satellites = satellites
        self.origin = origin
        self.hasNewSatellites = hasNewSatellites
        self.revision = revision
    }

    /// Whether the coordinates rest on satellites: the parameter `actual` of SDL's GPSData.
    ///
    /// False for dead reckoning, positions typed in, and whatever is simulated.
    public var isActual: Bool { fix.quality.isMeasured && !origin.isSimulated }

    /// The same location as one that is no longer new.
    public var stale: Location {
        var copy = self
        copy.fix.isStale = true
        return copy
    }
}
