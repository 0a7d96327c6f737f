public import GNSS

/// Where the receiver was at one instant, and where this is known from.
public struct Location: Hashable, Sendable {
    /// Position, motion and quality of one epoch.
    public var fix: Fix
    /// The satellites in view, a row a signal.
    public var satellites: [Satellite]
    /// What delivered it.
    public var origin: LocationOrigin

    /// Makes a location.
    public init(fix: Fix, satellites: [Satellite] = [], origin: LocationOrigin = LocationOrigin()) {
        self.fix = fix
        self.satellites = satellites
        self.origin = origin
    }
}

/// What a location source reports.
public enum LocationEvent: Sendable {
    /// A new epoch, with or without a position.
    case location(Location)
    /// The source has come to its end; nothing follows.
    case ended
    /// The source broke; nothing follows.
    case failed(LocationSourceError)
}

/// Why a source cannot deliver, or no longer.
public struct LocationSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source as it was named.
    public let source: String
    /// What is wrong with it.
    public let reason: String

    /// Makes an error.
    public init(source: String, reason: String) {
        self.source = source
        self.reason = reason
    }

    /// The source and the reason.
    public var description: String { "\(source): \(reason)" }
}
