internal import SDLProtocol

/// Counts the requests of a session in a sliding window; a request too many is not counted itself.
struct RequestMeter: Sendable {
    private struct Window: Sendable {
        var times: [Duration] = []
        var oldest = 0

        mutating func isTooMuch(at now: Duration, _ limit: FrequencyLimit) -> Bool {
            guard limit.count > 0, limit.window > .zero else { return false }
            if times.count < limit.count {
                times.append(now)
                return false
            }
            if now - times[oldest] < limit.window { return true }
            times[oldest] = now
            oldest = oldest + 1 == times.count ? 0 : oldest + 1
            return false
        }
    }

    private var inNone = Window()
    private var above = Window()

    /// Counts a request; the registration counts among those above NONE.
    ///
    /// - Returns: Whether it is one too many.
    mutating func isTooMuch(at now: Duration, inNone isInNone: Bool, _ configuration: HeadUnitConfiguration) -> Bool {
        isInNone
            ? inNone.isTooMuch(at: now, configuration.requestLimitInNone)
            : above.isTooMuch(at: now, configuration.requestLimit)
    }
}
