public import GNSS

extension ObservationEpoch {
    /// How long before an instant the observations were made, by the shorter way round the week or day.
    ///
    /// Negative when they would come from the future. Nil when the time is out of range.
    ///
    /// - Parameters:
    ///   - instant: When they came, in UTC.
    ///   - leapSeconds: GPS time minus UTC; 18 since 2017.
    public func delay(at instant: UTCTime, leapSeconds: Int) -> Duration? {
        let day = 86_400_000
        // GPS time began on Sunday 1980-01-06, 3657 days after 1970-01-01.
        let utc = Int(instant.nanosecondsSince1970 / 1_000_000) - 3657 * day
        let (now, then, period): (Int, Int, Int)
        switch self {
        case .gpsWeek(let milliseconds):
            (now, then, period) = (utc + leapSeconds * 1000, milliseconds, 7 * day)
        case .beidouWeek(let milliseconds):
            (now, then, period) = (utc + (leapSeconds - 14) * 1000, milliseconds, 7 * day)
        case .glonassDay(let number, let milliseconds):
            // Moscow time follows UTC. The day is not always told, and 7 means unknown.
            let moscow = utc + 10_800_000
            if let number, 0...6 ~= number {
                (now, then, period) = (moscow, number * day + milliseconds, 7 * day)
            } else {
                (now, then, period) = (moscow, milliseconds, day)
            }
        }
        guard then < period + 1000 else { return nil }
        let difference = (now - then) % period
        if difference > period / 2 { return .milliseconds(difference - period) }
        if difference < -period / 2 { return .milliseconds(difference + period) }
        return .milliseconds(difference)
    }
}
