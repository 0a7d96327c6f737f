public import GNSS

/// How fast a recording is played.
public enum PlaybackSpeed: Hashable, Sendable {
    /// A multiple of the speed at which it was recorded; 1 is as recorded.
    case factor(Double)
    /// As fast as it can be read.
    case maximum

    /// Reads `max`, or a number from 0.001 to 100 000.
    public init?(_ text: String) {
        if text == "max" {
            self = .maximum
            return
        }
        guard let factor = Double(text), (0.001...100_000).contains(factor) else { return nil }
        self = .factor(factor)
    }
}

/// Tells when each epoch of a recording is due, from the epochs' own times.
///
/// Without a date the time of day serves, over midnight too. Epochs without any time, those that are not later than the
/// one before, and those more than an hour later (joined recordings, repeated epochs) are due at once, and the clock goes
/// on from there.
public struct PlaybackPacer: Sendable {
    /// The speed; a change holds from the next epoch on.
    public var speed: PlaybackSpeed
    /// An hour in nanoseconds: what is longer is no gap in reception but another recording.
    private static let longestGap: Int64 = 3_600_000_000_000
    private var last: (time: UTCTime?, timeOfDay: TimeOfDay, due: Duration)?

    /// Makes a pacer.
    public init(speed: PlaybackSpeed) {
        self.speed = speed
    }

    /// When an epoch is due.
    ///
    /// - Parameters:
    ///   - fix: The epoch.
    ///   - now: The time of playing.
    /// - Returns: A moment not before `now`.
    public mutating func due(_ fix: Fix, now: Duration) -> Duration {
        guard let timeOfDay = fix.timeOfDay else { return now }
        var due = now
        if case .factor(let factor) = speed, let last {
            let gap = Self.gap(from: last.time, last.timeOfDay, to: fix.time, timeOfDay)
            // A delay of the machine is not carried on: the next epoch is due one gap after the last one was.
            if (1...Self.longestGap).contains(gap), factor > 0 {
                due = max(last.due + .seconds(min(Double(gap) / 1e9 / factor, 1e9)), now)
            }
        }
        last = (fix.time, timeOfDay, due)
        return due
    }

    /// Nanoseconds between two epochs; 0 or less when the second is not later.
    private static func gap(
        from first: UTCTime?, _ firstOfDay: TimeOfDay, to second: UTCTime?, _ secondOfDay: TimeOfDay
    ) -> Int64 {
        if let first, let second { return second.nanoseconds(since: first) }
        return secondOfDay.nanoseconds(since: firstOfDay)  // by the shorter way round the clock
    }
}
