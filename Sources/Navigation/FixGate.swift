public import GNSS

/// Decides which fixes may move a vehicle along a route.
///
/// Purpose: one bad fix must not make a vehicle arrive. Refused are fixes without position, of a bad mode, of bad
/// accuracy, repeated or old ones, and jumps that no vehicle can drive. A jump that is confirmed by the following fixes
/// is believed, but nothing between the old and the new place counts as driven.
/// It does not smooth: an accepted position is passed on as it is.
public struct FixGate: Sendable {
    /// Limits of what is believed.
    public struct Limits: Hashable, Sendable {
        /// The largest horizontal error in metres (one standard deviation) that is accepted.
        public var accuracy = 50.0

        /// The largest horizontal dilution of precision, used when no accuracy is known.
        public var dilution = 20.0

        /// The largest speed in metres a second from one accepted fix to the next.
        public var speed = 100.0

        /// Metres that two fixes may differ beyond that speed.
        public var slack = 50.0

        /// How many fixes in a row must agree before a jump is believed.
        public var confirmations = 3

        /// A step back in time of at most this many seconds is an old fix; a longer one is a new start of the source.
        public var reordering = 10.0

        /// Kinds of fixes that are accepted.
        public var qualities: Set<FixQuality> = [
            .autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .deadReckoning, .simulated,
        ]

        /// Creates the usual limits.
        public init() {}
    }

    /// Why a fix was refused.
    public enum Refusal: Hashable, Sendable, CaseIterable {
        /// There is no position.
        case noPosition

        /// The quality is not among the accepted ones.
        case mode

        /// The position is too uncertain.
        case accuracy

        /// The receiver repeats itself, or the fix is older than the one before.
        case stale

        /// The position is farther away than a vehicle can have driven.
        case jump
    }

    /// What to do with a fix.
    public enum Verdict: Hashable, Sendable {
        /// Accept it as the end of a straight piece that began at the accepted fix before.
        case connected

        /// Accept it as a new beginning.
        case separate

        /// Leave it out.
        case refused(Refusal)
    }

    private struct Anchor {
        var position: EarthCentredPosition
        var time: UTCTime?
        var timeOfDay: TimeOfDay?
    }

    private let limits: Limits
    private var accepted: Anchor?
    private var candidate: Anchor?
    private var agreeing = 0

    /// Creates a gate that has seen nothing.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Judges a fix.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - position: The place of the fix's coordinate; made by the caller, who needs it too.
    public mutating func judge(_ fix: Fix, at position: EarthCentredPosition?) -> Verdict {
        guard let position, fix.quality.isFix, fix.dimension != .noFix else { return .refused(.noPosition) }
        guard limits.qualities.contains(fix.quality) else { return .refused(.mode) }
        guard !fix.isStale else { return .refused(.stale) }
        guard isAccurate(fix) else { return .refused(.accuracy) }

        let anchor = Anchor(position: position, time: fix.time, timeOfDay: fix.timeOfDay)
        guard let last = accepted else { return accept(anchor, as: .separate) }
        let elapsed = seconds(from: last, to: anchor)
        if let elapsed, elapsed <= 0 {
            guard elapsed < -limits.reordering else { return .refused(.stale) }
            return accept(anchor, as: .separate)
        }
        guard isDrivable(from: last, to: anchor, elapsed: elapsed) else { return weigh(anchor) }
        return accept(anchor, as: .connected)
    }

    private mutating func accept(_ anchor: Anchor, as verdict: Verdict) -> Verdict {
        accepted = anchor
        candidate = nil
        agreeing = 0
        return verdict
    }

    /// Counts jumps that agree with each other.
    private mutating func weigh(_ anchor: Anchor) -> Verdict {
        if let candidate, let elapsed = seconds(from: candidate, to: anchor), elapsed > 0,
            isDrivable(from: candidate, to: anchor, elapsed: elapsed)
        {
            agreeing += 1
        } else {
            agreeing = 1
        }
        candidate = anchor
        guard agreeing >= limits.confirmations else { return .refused(.jump) }
        return accept(anchor, as: .separate)
    }

    private func isAccurate(_ fix: Fix) -> Bool {
        if let accuracy = fix.accuracy, let horizontal = accuracy.converted(to: .standardDeviation).horizontal {
            return horizontal <= limits.accuracy
        }
        guard let dilution = fix.dilution.horizontal else { return true }
        return dilution <= limits.dilution
    }

    /// Nil when the times do not tell.
    private func seconds(from first: Anchor, to second: Anchor) -> Double? {
        if let start = first.time, let end = second.time { return end.seconds(since: start) }
        guard let start = first.timeOfDay, let end = second.timeOfDay else { return nil }
        return Double(end.nanoseconds(since: start)) / 1e9
    }

    private func isDrivable(from first: Anchor, to second: Anchor, elapsed: Double?) -> Bool {
        let reach = limits.speed * (elapsed ?? 60) + limits.slack
        return first.position.squaredChord(to: second.position) <= reach * reach
    }
}
