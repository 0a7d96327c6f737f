public import GNSS

/// One epoch of a receiver: what it knew at one instant, put together from all sentences of that instant.
public struct Epoch: Hashable, Sendable {
    /// What ended an epoch.
    public enum Closing: Hashable, Sendable {
        /// The sentence that was the last one in the epochs before.
        case lastSentence
        /// A sentence of another time (or the next round, where there is no time).
        case newTime
        /// Nothing came for a while.
        case silence
        /// The end of the input.
        case end
    }

    /// Position, motion, quality.
    public var fix: Fix

    /// Satellites in view, a row a signal; from the last complete set of each group of GSV.
    public var satellites: [Satellite]

    /// Whether a set of satellites was completed in this epoch; otherwise the list is that of an earlier one.
    public var hasNewSatellites: Bool

    /// 0 when published first; counted up when sentences of the same instant came later and changed it.
    public var revision: Int

    /// What ended it.
    public var closing: Closing

    /// Sentences that went into it.
    public var sentenceCount: Int

    /// How many periods of 1024 weeks the receiver's date was early; 0 when right or not checked.
    public var weekRollovers: Int

    /// Creates an epoch.
    public init(
        fix: Fix,
        satellites: [Satellite] = [],
        hasNewSatellites: Bool = false,
        revision: Int = 0,
        closing: Closing = .end,
        sentenceCount: Int = 0,
        weekRollovers: Int = 0
    ) {
        self.fix = fix
        self.satellites = satellites
        self.hasNewSatellites = hasNewSatellites
        self.revision = revision
        self.closing = closing
        self.sentenceCount = sentenceCount
        self.weekRollovers = weekRollovers
    }
}
