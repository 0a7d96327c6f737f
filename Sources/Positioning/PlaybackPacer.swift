public import GNSS

/// How fast a recording is played.
public enum PlaybackSpeed: Hashable, Sendable {
    /// A multiple of the speed at which it was recorded; 1 is as recorded.
    case factor(Double)
    /// As fast as it can be read.
    case maximum

    /// Reads `max`, or a number above 0 and up to 100 000.
    public init?(_ text: String) {
        if text == "max" {
            self = .maximum
            return
        }
        guard let factor = Double(text), factor > 0, factor <= 100_000 else { return nil }
        self = .factor(factor)
    }
}

/// Tells when each epoch of a recording is due, from the epochs' own times.
///
/// Epochs without a time, and those that are not later than the one before (joined recordings, repeated epochs), are due
/// at once, and the clock goes on from there.
public struct PlaybackPacer: Sendable {
    /// The speed; a change holds from the next epoch on.
    public var speed: PlaybackSpeed
    /// Where the last epoch stood: its own time, and when it was due.
    private var last: (time: UTCTime, due: Duration)?

    /// Makes a pacer.
    public init(speed: PlaybackSpeed) {
        self.speed = speed
    }

    /// When an epoch is due.
    ///
    /// - Parameters:
    ///   - time: The epoch's own time, if it has one.
    ///   - now: The time of playing.
    /// - Returns: A moment not before `now`.
    public mutating func due(_ time: UTCTime?, now: Duration) -> Duration {
        guard let time else { return now }
        guard case .factor(let factor) = speed, let last, time > last.time else {
            last = (time, now)
            return now
        }
        let gap = Double(time.nanosecondsSince1970 - last.time.nanosecondsSince1970) / 1e9
        // A delay of the machine is not carried on: the next epoch is due one gap after the last one was.
        let due = max(last.due + .seconds(gap / factor), now)
        self.last = (time, due)
        return due
    }
}
