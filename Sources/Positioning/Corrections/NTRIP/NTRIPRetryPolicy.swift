internal import Navigation

/// When to connect again, so that no caster bans the client.
///
/// Waits grow from 10 s to 5 min, with jitter. Who was banned, or cut off without a byte, waits from 1 min to 1 h. Only a
/// session with a minute of good corrections starts the count again; the first retry after one comes quickly.
public struct NTRIPRetryPolicy: Hashable, Sendable {
    /// Settings.
    public struct Configuration: Hashable, Sendable {
        /// The first wait.
        public var floor: Duration
        /// The longest wait.
        public var ceiling: Duration
        /// The first wait after a ban.
        public var banFloor: Duration
        /// The longest wait after bans.
        public var banCeiling: Duration
        /// The wait after a good session, once.
        public var quick: Duration
        /// How long corrections must have come for a session to be good.
        public var goodSession: Duration
        /// Waits are longer or shorter by up to this share, 0...0.5, though never shorter than their floor.
        public var jitter: Double
        /// The wait after failures that trying again cannot mend; nil stops for good.
        public var keepTrying: Duration?

        /// Makes settings; a floor below 10 s is for tests against a caster of one's own.
        public init(
            floor: Duration = .seconds(10), ceiling: Duration = .seconds(300), banFloor: Duration = .seconds(60),
            banCeiling: Duration = .seconds(3600), quick: Duration = .seconds(2),
            goodSession: Duration = .seconds(60), jitter: Double = 0.2, keepTrying: Duration? = nil
        ) {
            self.floor = floor
            self.ceiling = max(ceiling, floor)
            self.banFloor = banFloor
            self.banCeiling = max(banCeiling, banFloor)
            self.quick = quick
            self.goodSession = goodSession
            self.jitter = jitter.isFinite ? min(max(jitter, 0), 0.5) : 0
            self.keepTrying = keepTrying
        }
    }

    /// What to do after a failure.
    public enum Decision: Hashable, Sendable {
        /// Connect again after this time.
        case wait(Duration)
        /// Do not connect again before something is changed.
        case stop
    }

    private let configuration: Configuration
    private var failures = 0
    private var bans = 0
    private var refusalsAfterSuccess = 0
    private var hasWorked = false
    private var random: SeededGenerator

    /// Makes a policy.
    public init(_ configuration: Configuration = Configuration(), seed: UInt64) {
        self.configuration = configuration
        random = SeededGenerator(seed: seed)
    }

    /// Decides about the next attempt.
    ///
    /// - Parameters:
    ///   - failure: How the session or attempt ended.
    ///   - goodTime: How long good corrections came in it; nil when none did.
    public mutating func next(after failure: NTRIPFailure, goodTime: Duration?) -> Decision {
        if goodTime != nil {
            hasWorked = true
            refusalsAfterSuccess = 0
        }
        if let goodTime, goodTime >= configuration.goodSession {
            failures = 0
            bans = 0
            return .wait(jittered(configuration.quick))
        }
        if failure.isFinal {
            // A caster that still counts the lost session refuses the login for a while.
            if failure.kind == .unauthorized, hasWorked, refusalsAfterSuccess < 5 {
                refusalsAfterSuccess += 1
                return .wait(grown())
            }
            return configuration.keepTrying.map { .wait(jittered($0)) } ?? .stop
        }
        switch failure.kind {
        case .banned, .closedWithoutAByte:
            bans = min(bans + 1, 16)
            return .wait(
                jittered(
                    min(configuration.banCeiling, configuration.banFloor * (1 << (bans - 1))),
                    floor: configuration.banFloor))
        case .busy(let delay?):
            // Never sooner than asked for, whatever the jitter.
            return .wait(max(delay, grown()))
        default:
            return .wait(grown())
        }
    }

    private mutating func grown() -> Duration {
        failures = min(failures + 1, 16)
        return jittered(
            min(configuration.ceiling, configuration.floor * (1 << (failures - 1))), floor: configuration.floor)
    }

    private mutating func jittered(_ wait: Duration, floor: Duration = .zero) -> Duration {
        let share = random.unit() * 2 - 1
        let jittered = wait + wait * (share * configuration.jitter)
        // What would come too soon comes as much later, so that clients stay spread.
        return jittered < floor ? floor + (floor - jittered) : jittered
    }
}
