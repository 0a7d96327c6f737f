public import GNSS

/// Decides which fixes may move a vehicle along a route.
///
/// Purpose: one bad fix must not make a vehicle arrive. Refused are fixes without position, of a bad mode, of bad
/// accuracy, repeated or old ones, jumps that no vehicle can drive, and leaps of the clock, which would make any jump look
/// drivable. A jump or leap that is confirmed by the following fixes is believed; nothing between the old and the new
/// place counts as driven then, unless it can have been driven in a hole of at most an hour.
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

        /// Seconds without an accepted fix after which the clock is not trusted by itself: fixes must agree first.
        public var hole = 180.0

        /// How many fixes in a row must agree before a jump, or a leap of the clock, is believed.
        public var confirmations = 3

        /// A step back in time of at most this many seconds is an old fix; a longer one may be a new start of the source.
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

    /// Seconds that are taken to lie between fixes that do not tell.
    private static let untimed = 3.0

    /// Seconds of the longest hole in reception across which the vehicle still counts as having driven.
    private static let longestHole = 3600.0

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
        if let elapsed, -limits.reordering...0 ~= elapsed { return .refused(.stale) }
        guard isUsual(elapsed), isDrivable(from: last, to: anchor, elapsed: elapsed) else {
            return weigh(anchor, after: last)
        }
        return accept(anchor, as: .connected)
    }

    /// Believes a fix without judging it: what comes after is measured from there.
    mutating func trust(_ fix: Fix, at position: EarthCentredPosition) {
        _ = accept(Anchor(position: position, time: fix.time, timeOfDay: fix.timeOfDay), as: .connected)
    }

    private mutating func accept(_ anchor: Anchor, as verdict: Verdict) -> Verdict {
        accepted = anchor
        candidate = nil
        agreeing = 0
        return verdict
    }

    /// Counts jumps that agree with each other.
    private mutating func weigh(_ anchor: Anchor, after last: Anchor) -> Verdict {
        agreeing = candidate.map { isAgreeing(anchor, with: $0) } == true ? agreeing + 1 : 1
        candidate = anchor
        guard agreeing >= limits.confirmations else { return .refused(.jump) }
        let elapsed = seconds(from: last, to: anchor)
        // A clock that was set ahead, rather than a hole, tells nothing of how far the vehicle can have driven.
        let credible = elapsed.flatMap { $0 <= FixGate.longestHole ? $0 : nil }
        let isForward = elapsed.map { $0 > 0 } ?? true
        let isHole = isForward && isDrivable(from: last, to: anchor, elapsed: credible)
        return accept(anchor, as: isHole ? .connected : .separate)
    }

    private func isAgreeing(_ anchor: Anchor, with candidate: Anchor) -> Bool {
        let elapsed = seconds(from: candidate, to: anchor)
        return isUsual(elapsed) && isDrivable(from: candidate, to: anchor, elapsed: elapsed)
    }

    /// Whether so many seconds from one fix to the next are nothing out of the ordinary.
    private func isUsual(_ elapsed: Double?) -> Bool {
        elapsed.map { $0 > 0 && $0 <= limits.hole } ?? true
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
        let reach = limits.speed * (elapsed ?? FixGate.untimed) + limits.slack
        return first.position.squaredChord(to: second.position) <= reach * reach
    }
}
