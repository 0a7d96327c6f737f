public import GNSS
public import NMEA
internal import Transport

/// A source of positions: a recording, a receiver on a wire, gpsd, an accessory, a generated drive, or pushed bytes.
///
/// All kinds have one shape: ``start(_:)``, ``stop()``, ``status``, and what they tell, either as ``LocationEvent``s to a
/// function on the reactor's thread (no hop) or as async sequences (``locations``, ``satellites``, ``sentences``,
/// ``statuses``) to any task.
///
///     let source = try LocationSource(SourceAddress(parsing: "serial:///dev/ttyACM0"), on: reactor)
///     await source.start()
///     for try await location in source.locations { print(location.fix) }
///
/// A live source that loses its receiver keeps trying (``Options/retry``); an old position is marked stale once and never
/// told again as a new one. Keep the source while it is to work: one that is dropped without ``stop()`` lets its receiver
/// go and ends its sequences.
public actor LocationSource {
    /// Takes events on the reactor's thread.
    public typealias Delivery = @Sendable (LocationEvent) -> Void

    /// How a source works.
    public struct Options: Hashable, Sendable {
        /// When a lost receiver is tried again.
        public enum Retry: Hashable, Sendable {
            /// As suits the kind: ``RetrySchedule/local`` for devices, ``RetrySchedule/network`` for the rest.
            case usual
            /// Never: the first failure is the end.
            case never
            /// By this schedule.
            case schedule(RetrySchedule)
        }

        /// How fast a recording or a drive is played.
        public var speed = PlaybackSpeed.factor(1)
        /// Whether a recording or a drive begins again at its end.
        public var loops = false
        /// When a lost receiver is tried again.
        public var retry = Retry.usual
        /// A connection without a byte for this long is closed and opened again; `nil` for never.
        ///
        /// It doubles each time, so that an idle peer is left alone.
        public var silenceLimit: Duration? = .seconds(60)
        /// A position is stale when none followed for this long; `nil` for only when the connection is lost.
        public var staleAfter: Duration? = .seconds(5)
        /// The longest time to connect to a host.
        public var connectTimeout = Duration.seconds(10)
        /// What is decoded, and how dates are completed; `nil` for what suits the kind.
        public var decoding: NMEADecoder.Options?

        /// The usual options.
        public init() {}
    }

    enum Feed: Sendable {
        /// Played by the times of its epochs.
        case recording(Recording)
        /// Read as it comes, once.
        case stream(FileReader)
        case link(LinkTarget)
        case pushed
    }

    let reactor: Reactor
    let feed: Feed
    let options: Options
    /// The source as it was named.
    public nonisolated let name: String
    /// Whether it delivers as it happens, so that it has no speed, and drops what a slow reader does not take.
    public nonisolated let isLive: Bool

    var decoder: StreamDecoder
    var deliver: Delivery?
    /// Counts starts and stops: what belongs to an earlier one is ignored.
    var generation = 0
    var accessory: LocationOrigin.Accessory?
    var silenceTimer: Reactor.TimerID?

    // A recording
    var pacer: PlaybackPacer
    /// Since when the playing is paused.
    var pausedAt: Duration?
    /// How long it was paused before that.
    var timePaused = Duration.zero
    var seekTarget: Duration?
    weak var waiting: PlaybackWait?

    // A receiver
    var machine: LinkStateMachine
    var link: OpenedLink?
    var linkTimer: (id: Reactor.TimerID, deadline: Duration)?
    var deviceWatch: DeviceWatch?
    var accessoryObservation: AccessoryManager.Observation?
    var corrections = FrameQueue()
    var correctionsTimer: Reactor.TimerID?

    let locationHub = SourceHub<Location, LocationSourceError>(capacity: 64)
    let satelliteHub = SourceHub<[Satellite], LocationSourceError>(capacity: 8)
    let sentenceHub = SourceHub<ReceivedSentence, LocationSourceError>(capacity: 1024)
    let statusHub = SourceHub<LocationSourceStatus, Never>(capacity: 64)

    /// The state now.
    public internal(set) var status = LocationSourceStatus.stopped
    /// The last location with a position; its fix is marked stale when it is old.
    public internal(set) var lastLocation: Location?

    /// Runs on the reactor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(name: String, feed: Feed, isLive: Bool, options: Options, reactor: Reactor) {
        self.name = name
        self.feed = feed
        self.isLive = isLive
        self.options = options
        self.reactor = reactor
        let target: LinkTarget? = if case .link(let target) = feed { target } else { nil }
        decoder = StreamDecoder(
            format: target?.format ?? .nmea, options: options.decoding ?? Self.decoding(for: feed))
        pacer = PlaybackPacer(speed: options.speed)
        let retry: RetrySchedule? =
            switch options.retry {
            case .usual: target?.usualRetry ?? .network
            case .never: nil
            case .schedule(let schedule): schedule
            }
        machine = LinkStateMachine(
            source: name,
            options: LinkStateMachine.Options(
                retry: retry, silenceLimit: target?.canBeReopened == true ? options.silenceLimit : nil,
                staleAfter: options.staleAfter))
    }

    // Not an `isolated deinit`, which the optimising compiler does not take in other modules.
    deinit {
        let (link, watch, observation) = (link, deviceWatch, accessoryObservation)
        let timers = [linkTimer?.id, silenceTimer, correctionsTimer].compactMap { $0 }
        if link != nil || watch != nil || observation != nil || !timers.isEmpty {
            reactor.performSoon { [reactor] in
                link?.close()
                watch?.close()
                observation?.cancel()
                for timer in timers { reactor.cancel(timer) }
            }
        }
        finishSequences(nil)
        statusHub.finish()
    }

    // MARK: Life

    /// Begins to work; a second call does nothing while it works.
    ///
    /// - Parameter deliver: Gets every event, on the reactor's thread, in order.
    public func start(_ deliver: Delivery? = nil) {
        switch status {
        case .starting, .started, .stopping: return
        case .stopped, .failedToStart: break
        }
        generation += 1
        self.deliver = deliver
        switch feed {
        case .recording(let recording):
            tell(.starting)
            let generation = generation
            Task { await self.play(recording, generation: generation) }
        case .stream(let reader):
            tell(.started)
            let generation = generation
            Task { await self.read(reader, generation: generation) }
        case .link(let target):
            startLink(to: target)
        case .pushed:
            tell(.started)
        }
    }

    /// Ends the work: closes what is open, ends the sequences; nothing is delivered afterwards.
    public func stop() {
        switch status {
        case .stopped: return
        case .starting, .started, .stopping, .failedToStart: break
        }
        generation += 1
        cancelSilenceTimer()
        if case .link = feed {
            stopLink()
        } else {
            tell(.stopping)
            markStale()
            tell(.stopped)
        }
        deliver = nil
        waiting?.finish()
        finishSequences(nil)
    }

    /// What was decoded and dropped so far.
    public var statistics: NMEAStatistics { decoder.statistics }

    /// Good sentences so far, by kind.
    public var sentenceCounts: [SentenceType: Int] {
        var counts = decoder.counts
        counts[.other] = statistics.other > 0 ? statistics.other : nil
        return counts
    }

    // MARK: News

    /// Every location from now on; at most 64 wait for a slow reader.
    public nonisolated var locations: SourceSequence<Location, LocationSourceError> { locationHub.subscribe() }

    /// Every complete list of satellites from now on; at most 8 wait for a slow reader.
    public nonisolated var satellites: SourceSequence<[Satellite], LocationSourceError> { satelliteHub.subscribe() }

    /// Every good sentence from now on, as the receiver sent it; at most 1024 wait for a slow reader.
    ///
    /// gpsd has none unless it was asked for sentences (``SourceAddress/Watch/nmea``).
    public nonisolated var sentences: SourceSequence<ReceivedSentence, LocationSourceError> { sentenceHub.subscribe() }

    /// The state now, then each change; at most 64 wait for a slow reader.
    ///
    /// It goes on over stops and starts.
    public var statuses: SourceSequence<LocationSourceStatus, Never> { statusHub.subscribe(first: [status]) }

    func tell(_ status: LocationSourceStatus) {
        self.status = status
        statusHub.publish(status)
        deliver?(.status(status))
    }

    func markStale() {
        guard let location = lastLocation, !location.fix.isStale else { return }
        lastLocation = location.stale
        deliver?(.stale(location.stale))
    }

    /// The end of the source by itself.
    func finish(_ failure: LocationSourceError?) {
        generation += 1
        cancelSilenceTimer()
        if failure == nil || status == .started {
            markStale()
            tell(.stopped)
        }
        deliver?(failure.map { .failed($0) } ?? .ended)
        deliver = nil
        finishSequences(failure)
    }

    /// The end of the source by a failure, also before it has begun to deliver.
    func failFeed(_ error: LocationSourceError) {
        if status == .starting { tell(.failedToStart(error)) }
        finish(error)
    }

    /// Whether what was begun in that generation goes on; on a reactor that has ended it fails.
    func goesOn(_ generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        guard reactor.hasEnded else { return true }
        failFeed(LocationSourceError(source: name, reason: "its reactor has ended"))
        return false
    }

    private nonisolated func finishSequences(_ failure: LocationSourceError?) {
        locationHub.finish(failure)
        satelliteHub.finish(failure)
        sentenceHub.finish(failure)
    }

    private static func decoding(for feed: Feed) -> NMEADecoder.Options {
        switch feed {
        case .recording, .pushed:
            return NMEADecoder.Options()
        case .stream:
            // A pipe may be filled in fits and starts.
            return NMEADecoder.Options(epochs: EpochOptions(silence: .milliseconds(200)))
        case .link(let target):
            return target.decoding
        }
    }
}
