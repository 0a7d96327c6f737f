internal import GNSS
internal import NMEA
public import Positioning
public import Transport

/// Plays a recorded drive that can be sped up, paused, moved within and exchanged while it plays.
///
/// It is timed by the recording's own epochs. All calls and deliveries are on the reactor.
public actor DrivePlayer {
    /// What a player is doing.
    public enum State: String, Hashable, Sendable {
        /// It was not started.
        case ready
        /// It plays.
        case playing
        /// It was told to wait.
        case paused
        /// The recording has come to its end.
        case ended
    }

    /// Takes events on the reactor's thread.
    public typealias Delivery = @Sendable (LocationEvent) -> Void

    /// The time of a player, and how it is called at a moment; tests turn it by hand.
    package struct Clock: Sendable {
        /// What ends a call that has not come.
        package typealias Cancel = @Sendable () -> Void

        let now: @Sendable () -> Duration
        let schedule: @Sendable (_ delay: Duration, _ call: @escaping @Sendable () -> Void) -> Cancel

        /// Makes a clock; calls come on the player's reactor.
        package init(
            now: @escaping @Sendable () -> Duration,
            schedule: @escaping @Sendable (_ delay: Duration, _ call: @escaping @Sendable () -> Void) -> Cancel
        ) {
            self.now = now
            self.schedule = schedule
        }

        /// The time and the timers of a reactor.
        init(_ reactor: Reactor) {
            self.init(
                now: { reactor.now },
                schedule: { delay, call in
                    let timer = reactor.schedule(after: delay, call)
                    return { reactor.cancel(timer) }
                })
        }
    }

    /// Bytes decoded at a time: more epochs than are due at once, but few enough not to hold up a reactor.
    private static let blockSize = 4096
    /// Blocks without a position that are passed at once; then others have their turn.
    private static let blocksAtATime = 64

    private let reactor: Reactor
    private let deliver: Delivery
    private var bytes: [UInt8]
    /// The name of the recording.
    public private(set) var name: String
    /// What it is doing.
    public private(set) var state = State.ready
    /// How far into the recording it is, by the recording's own time.
    public private(set) var position = Duration.zero
    /// How fast it plays.
    public private(set) var speed: PlaybackSpeed
    private var next = 0
    private var decoder = NMEADecoder()
    private var waiting: [Epoch] = []
    /// Where it is going to, while that takes several turns.
    private var target: Duration?
    private var lastTime: TimeOfDay?
    private var lastDue = Duration.zero
    private let clock: Clock
    private var cancelCall: Clock.Cancel?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Makes a player that waits to be started.
    ///
    /// - Parameters:
    ///   - name: What to call the recording.
    ///   - sentences: The NMEA sentences of the recording.
    ///   - speed: How fast it is played.
    ///   - reactor: Where it lives.
    ///   - deliver: Gets locations, and the end.
    public init(
        name: String, sentences: [UInt8], speed: PlaybackSpeed = .factor(1), on reactor: Reactor,
        deliver: @escaping Delivery
    ) {
        self.init(
            name: name, sentences: sentences, speed: speed, on: reactor, clock: Clock(reactor), deliver: deliver)
    }

    /// Makes a player that goes by another clock than that of its reactor.
    package init(
        name: String, sentences: [UInt8], speed: PlaybackSpeed, on reactor: Reactor, clock: Clock,
        deliver: @escaping Delivery
    ) {
        self.clock = clock
        self.name = name
        self.reactor = reactor
        self.deliver = deliver
        self.speed = speed
        bytes = sentences
    }

    /// Begins, or goes on after a pause.
    public func play() {
        guard state == .ready || state == .paused else { return }
        state = .playing
        lastDue = clock.now()
        lastTime = waiting.first?.fix.timeOfDay ?? lastTime
        schedule(after: .zero)
    }

    /// Waits where it is.
    public func pause() {
        guard state == .playing || state == .ready else { return }
        state = .paused
        if target == nil { cancelTimer() }
    }

    /// Plays so fast from now on.
    public func setSpeed(_ speed: PlaybackSpeed) {
        self.speed = speed
        guard state == .playing else { return }
        lastDue = clock.now()
        step()
    }

    /// Goes to another place of the recording, and plays or waits on from there as before.
    ///
    /// A place behind the end is the end. In a long recording it takes several turns of the reactor.
    public func seek(to target: Duration) {
        cancelTimer()
        rewind()
        if state == .ended { state = .paused }
        self.target = target
        approach()
    }

    private func approach() {
        guard let target else { return }
        for _ in 0..<Self.blocksAtATime {
            let place = next
            // As many epochs as a block has.
            while next == place || !waiting.isEmpty {
                switch take() {
                case .epoch(let epoch):
                    advance(to: epoch)
                    guard position >= target else { continue }
                    waiting.insert(epoch, at: 0)
                    return arrive()
                case .later: continue
                case .end: return arrive()
                }
            }
        }
        schedule(after: .zero)
    }

    private func arrive() {
        target = nil
        lastDue = clock.now()
        if state == .playing { schedule(after: .zero) }
    }

    /// Plays another recording from its beginning, or waits there as before.
    public func setSource(name: String, sentences: [UInt8]) {
        self.name = name
        bytes = sentences
        seek(to: .zero)
    }

    /// Waits at the beginning to be started, as when it was made.
    public func reset() {
        cancelTimer()
        rewind()
        state = .ready
    }

    /// Ends; nothing is delivered afterwards.
    public func stop() {
        cancelTimer()
        state = .ended
    }

    /// The first position of a recording; what lies behind the first MiB is not the beginning any more.
    static func startPosition(of sentences: [UInt8], within size: Int = 1 << 20) -> GeodeticCoordinate? {
        var decoder = NMEADecoder()
        var rest = sentences.prefix(size)
        while !rest.isEmpty {
            let block = rest.prefix(blockSize)
            rest = rest.dropFirst(blockSize)
            for event in decoder.decode(Array(block)) + (rest.isEmpty ? decoder.finish() : []) {
                if case .epoch(let epoch) = event, let place = epoch.fix.coordinate { return place }
            }
        }
        return nil
    }

    // MARK: Inside

    private func rewind() {
        next = 0
        decoder = NMEADecoder()
        waiting = []
        lastTime = nil
        target = nil
        position = .zero
    }

    private enum Found {
        case epoch(Epoch)
        /// None in this block.
        case later
        case end
    }

    /// The next epoch, with at most one block looked at.
    private func take() -> Found {
        if waiting.isEmpty {
            guard next <= bytes.count else { return .end }
            let end = min(next + Self.blockSize, bytes.count)
            let events = next == bytes.count ? decoder.finish() : decoder.decode(Array(bytes[next..<end]))
            next = next == bytes.count ? next + 1 : end
            for event in events {
                if case .epoch(let epoch) = event { waiting.append(epoch) }
            }
        }
        return waiting.isEmpty ? .later : .epoch(waiting.removeFirst())
    }

    /// The time from the last epoch to this one; none where either has no time or it goes back.
    private func gap(to epoch: Epoch) -> Duration {
        guard let lastTime, let time = epoch.fix.timeOfDay else { return .zero }
        return .nanoseconds(max(time.nanoseconds(since: lastTime), 0))
    }

    private func advance(to epoch: Epoch) {
        position += gap(to: epoch)
        lastTime = epoch.fix.timeOfDay ?? lastTime
    }

    private func step() {
        cancelTimer()
        guard target == nil else { return approach() }
        // A bounded number at once, so that a drive at full speed leaves the reactor to others.
        var epochs = 0
        for _ in 0..<Self.blocksAtATime where epochs < 16 {
            guard state == .playing else { return }
            let epoch: Epoch
            switch take() {
            case .epoch(let found): epoch = found
            case .later: continue
            case .end:
                state = .ended
                deliver(.ended)
                return
            }
            epochs += 1
            let due: Duration
            switch speed {
            case .maximum: due = clock.now()
            case .factor(let factor): due = lastDue + gap(to: epoch) / factor
            }
            guard due <= clock.now() else {
                waiting.insert(epoch, at: 0)
                schedule(after: due - clock.now())
                return
            }
            // A delay of the machine is not carried on, unless it is long.
            lastDue = max(due, clock.now() - .seconds(1))
            advance(to: epoch)
            let origin = LocationOrigin(
                isSimulated: epoch.fix.isSimulated, isCorrected: epoch.fix.quality.isCorrected)
            deliver(.location(Location(fix: epoch.fix, satellites: epoch.satellites, origin: origin)))
        }
        schedule(after: .zero)
    }

    private func schedule(after delay: Duration) {
        cancelTimer()
        cancelCall = clock.schedule(delay) { [weak self] in self?.assumeIsolated { $0.step() } }
    }

    private func cancelTimer() {
        cancelCall?()
        cancelCall = nil
    }
}
