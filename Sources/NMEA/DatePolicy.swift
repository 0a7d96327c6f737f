public import GNSS

/// How dates are completed and corrected; values, so that the caller decides what the clock of the host is worth.
public struct DatePolicy: Hashable, Sendable {
    /// What to do about receivers whose date is one or more periods of 1024 weeks early.
    public enum Rollover: Hashable, Sendable {
        /// Take dates as sent.
        case off
        /// Take dates as sent and say how many periods they are early.
        case report
        /// Correct them and say so.
        case repair
    }

    /// Days of 1024 weeks.
    public static let rolloverDays = 7168

    /// An instant near which the stream was recorded (the host's clock, never before the program's build date).
    ///
    /// It gives a date to a stream that never sends one, and is what rollovers are measured against.
    public var reference: UTCTime?

    /// What to do about week rollovers; needs `reference`.
    public var rollover: Rollover

    /// Whether a stream without any date takes the date from `reference`.
    public var infersDate: Bool

    /// Creates a policy: dates as sent when nothing is given (right for files).
    public init(reference: UTCTime? = nil, rollover: Rollover = .off, infersDate: Bool = false) {
        self.reference = reference
        self.rollover = rollover
        self.infersDate = infersDate
    }

    /// The policy for live streams: repair and complete by the host's clock.
    ///
    /// - Parameters:
    ///   - clock: the host's clock.
    ///   - buildDate: when the program was built; a clock before it is wrong.
    public static func live(clock: UTCTime, buildDate: UTCTime) -> DatePolicy {
        DatePolicy(reference: max(clock, buildDate), rollover: .repair, infersDate: true)
    }

    /// The date to use for one that was sent, and by how many periods it was early.
    func corrected(_ date: CalendarDate) -> (date: CalendarDate, rollovers: Int) {
        guard rollover != .off, let reference else { return (date, 0) }
        let distance = reference.date.daysSince1970 - date.daysSince1970
        let half = DatePolicy.rolloverDays / 2
        guard distance >= half else { return (date, 0) }
        let periods = (distance + half) / DatePolicy.rolloverDays
        guard rollover == .repair, let repaired = date.adding(days: periods * DatePolicy.rolloverDays) else {
            return (date, periods)
        }
        return (repaired, periods)
    }

    /// The instant with a time of day that lies nearest to another instant.
    static func nearest(_ time: TimeOfDay, to reference: UTCTime) -> UTCTime? {
        let difference = time.nanoseconds(since: reference.timeOfDay)
        // The shorter way round the clock may lead over midnight.
        let day = TimeOfDay.nanosecondsPerDay
        let sameDay = time.nanoseconds - reference.timeOfDay.nanoseconds
        let days = (difference - sameDay) / day
        guard let date = reference.date.adding(days: Int(days)) else { return nil }
        return UTCTime(date: date, time: time)
    }
}
