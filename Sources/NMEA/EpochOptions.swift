/// How epochs are put together.
public struct EpochOptions: Hashable, Sendable {
    /// An epoch with a position is closed when nothing came for this long; needs the time of arrival.
    ///
    /// 40 ms suit USB and network; for slow serial lines take three times the duration of a row.
    public var silence: Duration?

    /// Whether the sentence that ended the last epochs closes the next one at once.
    public var learnsLastSentence: Bool

    /// Below this speed in metres a second the course means nothing and is left out.
    public var slowestSpeedWithCourse: Double

    /// Which figures stand for accuracy when only dilution of precision is known.
    public var accuracy: AccuracyModel

    /// How dates are completed and corrected.
    public var dates: DatePolicy

    /// Creates options; the defaults suit files and live streams alike, apart from `dates`.
    public init(
        silence: Duration? = .milliseconds(40),
        learnsLastSentence: Bool = true,
        slowestSpeedWithCourse: Double = 0.2,
        accuracy: AccuracyModel = .rangeError,
        dates: DatePolicy = DatePolicy()
    ) {
        self.silence = silence
        self.learnsLastSentence = learnsLastSentence
        self.slowestSpeedWithCourse = slowestSpeedWithCourse
        self.accuracy = accuracy
        self.dates = dates
    }

    /// The silence that suits a serial line: 40 ms, or the time of three rows of 72 bytes at that speed.
    public static func silence(baudRate: Int) -> Duration {
        guard baudRate > 0 else { return .milliseconds(40) }
        return max(.milliseconds(40), .microseconds(3 * 72 * 10 * 1_000_000 / baudRate))
    }
}
