/// What a manager does after a session that it did not end itself.
///
/// Some ends are final whatever the policy says: ``SDLManager/stop()``, a version that is too low, a refused vehicle, a
/// refused registration, and the reasons APP_UNAUTHORIZED and PROTOCOL_VIOLATION of OnAppInterfaceUnregistered.
public struct ReconnectPolicy: Sendable, Hashable {
    /// How many attempts in a row may fail before the manager gives up; nil means any number, 0 means none.
    ///
    /// A session counts as a failed attempt too, unless it was ready for longer than the pause that follows it.
    public var maximumAttempts: Int?
    /// The pause before the first attempt.
    public var initialDelay: Duration
    /// What the pause grows by from attempt to attempt; 1 keeps it.
    public var factor: Double
    /// The longest pause.
    public var maximumDelay: Duration
    /// Whether attempts before the first success are repeated too.
    ///
    /// Without it ``SDLManager/start()`` throws as soon as its first attempt fails.
    public var includesFirstConnection: Bool

    /// Makes a policy.
    public init(
        maximumAttempts: Int?, initialDelay: Duration, factor: Double, maximumDelay: Duration,
        includesFirstConnection: Bool
    ) {
        self.maximumAttempts = maximumAttempts
        self.initialDelay = initialDelay
        self.factor = factor
        self.maximumDelay = maximumDelay
        self.includesFirstConnection = includesFirstConnection
    }

    /// Gives up at once.
    public static let never = ReconnectPolicy(
        maximumAttempts: 0, initialDelay: .zero, factor: 1, maximumDelay: .zero, includesFirstConnection: false)

    /// Tries again after the same pause each time.
    public static func fixed(
        _ delay: Duration, maximumAttempts: Int? = nil, includesFirstConnection: Bool = false
    ) -> ReconnectPolicy {
        ReconnectPolicy(
            maximumAttempts: maximumAttempts, initialDelay: delay, factor: 1, maximumDelay: delay,
            includesFirstConnection: includesFirstConnection)
    }

    /// Tries again after pauses that double up to a bound.
    public static func exponential(
        initialDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
        maximumAttempts: Int? = nil, includesFirstConnection: Bool = false
    ) -> ReconnectPolicy {
        ReconnectPolicy(
            maximumAttempts: maximumAttempts, initialDelay: initialDelay, factor: 2, maximumDelay: maximumDelay,
            includesFirstConnection: includesFirstConnection)
    }

    private static let longestDelay = Duration.seconds(365 * 86_400)

    /// The pause before an attempt; nil if there is none.
    ///
    /// - Parameter failures: How many attempts in a row have failed since the last usable session.
    func delay(afterFailures failures: Int) -> Duration? {
        if let maximumAttempts, failures >= maximumAttempts { return nil }
        return pause(afterFailures: failures)
    }

    /// The pause before an attempt, however many there may be.
    func pause(afterFailures failures: Int) -> Duration {
        // Whatever numbers an app gives, the arithmetic stays within its bounds.
        var delay = min(max(initialDelay, .zero), Self.longestDelay)
        let longest = min(max(maximumDelay, delay), Self.longestDelay)
        let factor = factor.isNaN ? 1 : min(max(factor, 1), 1000)
        for _ in 0..<min(max(failures, 0), 64) where delay < longest { delay = delay * factor }
        return min(delay, longest)
    }
}
