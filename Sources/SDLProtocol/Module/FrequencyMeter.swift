/// How often something may happen: more than `count` times within `window` is too often.
public struct FrequencyLimit: Sendable, Hashable {
    /// The most occurrences within the window; zero: no limit.
    public var count: Int
    /// The length of the window; zero: no limit.
    public var window: Duration

    /// Never too often.
    public static let none = FrequencyLimit(count: 0, window: .zero)
    /// The limit of sdl_core for frames of a session: 1000 in a second.
    public static let coreFrames = FrequencyLimit(count: 1000, window: .seconds(1))
    /// The limit of sdl_core for malformed runs of a connection: 10 in a second.
    public static let coreMalformed = FrequencyLimit(count: 10, window: .seconds(1))

    /// Makes a limit.
    public init(count: Int, window: Duration) {
        self.count = count
        self.window = window
    }

    var isNone: Bool { count <= 0 || window <= .zero }
}

/// Counts occurrences in a sliding window; remembers at most as many times as the limit allows.
struct FrequencyMeter: Sendable {
    let limit: FrequencyLimit
    private var times: [Duration] = []
    private var oldest = 0

    init(limit: FrequencyLimit) {
        self.limit = limit
    }

    /// Notes an occurrence and says whether it is one too many.
    mutating func exceeds(at now: Duration) -> Bool {
        if limit.isNone { return false }
        if times.count < limit.count {
            times.append(now)
            return false
        }
        let isTooMany = now - times[oldest] < limit.window
        times[oldest] = now
        oldest = oldest + 1 == limit.count ? 0 : oldest + 1
        return isTooMany
    }
}
