internal import GNSS
public import Positioning
internal import Transport

/// Where the positions of a mock head unit come from, and the hand that starts, exchanges and resets that.
///
/// One source at a time: the recorded drive of the head unit, or a source of positions that is live or made along a route.
/// It is stopped until something begins, then started until ``reset()``, also when a recording has come to its end or a
/// receiver is lost.
public actor PositionFeed {
    /// Whether positions are to be had.
    public enum State: String, Hashable, Sendable {
        /// Nothing runs; a source can be chosen.
        case stopped
        /// The chosen source is being opened.
        case starting
        /// A source was opened; it can be reset.
        case started
    }

    /// What happens.
    public enum Event: Sendable {
        /// Where the vehicle is now, or the last place as a stale one.
        case location(Location)
        /// The source has nothing more.
        case ended
        /// The source broke.
        case failed(String)
        /// The receiver is gone; the source goes on trying.
        case interrupted(String)
        /// The receiver is heard again.
        case resumed
        /// All that was known of positions is over.
        case cleared
        /// ``state`` or ``sourceName`` has changed.
        case changed
    }

    /// Takes events on the reactor's thread.
    public typealias Observer = @Sendable (Event) -> Void

    private let unit: MockHeadUnit
    private let accessories: AccessoryConfiguration?
    private var observers: [Observer] = []
    /// The source that is open or waits to be started; `nil` for the recorded drive.
    public private(set) var source: LocationSource?
    private var runs = false {
        didSet { tellWhatDrives() }
    }
    private var hasBegun = false
    /// The source that is tried, before it is ``source``.
    private var candidate: LocationSource?
    private var isStarting = false {
        didSet { tellWhatDrives() }
    }
    /// The program ends; a source that is still being opened comes too late.
    private var hasEnded = false
    private var isInterrupted = false
    private var lastLocation: Location?
    /// Told what becomes of the first attempt to open a source.
    private var firstOutcome: CheckedContinuation<LocationSourceError?, Never>?

    /// Runs on the reactor of its head unit.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe unit.reactor.asUnownedSerialExecutor() }

    /// Makes the feed of a head unit.
    ///
    /// - Parameters:
    ///   - unit: The head unit.
    ///   - source: What ``begin()`` starts; `nil` for the head unit's recorded drive.
    ///   - accessories: What sources of the form `accessory://` may name.
    public init(of unit: MockHeadUnit, source: LocationSource? = nil, accessories: AccessoryConfiguration? = nil) async
    {
        self.unit = unit
        self.source = source
        self.accessories = accessories
        watch()
    }

    private func watch() {
        unit.assumeIsolated { unit in
            unit.observePositions { [weak self] location in self?.assumeIsolated { $0.moved(location) } }
            unit.observe { [weak self] event in
                switch event {
                case .driveEnded: self?.assumeIsolated { $0.tell(.ended) }
                case .driveFailed(let reason): self?.assumeIsolated { $0.tell(.failed(reason)) }
                case .simulator, .ignition, .fault, .connectionsWait, .level, .message: break
                }
            }
        }
    }

    /// Tells `observer` what happens from now on.
    public func observe(_ observer: @escaping Observer) { observers.append(observer) }

    /// What it does.
    public var state: State {
        if isStarting { return .starting }
        if runs { return .started }
        return playerState.map { $0 == .ready } ?? true ? .stopped : .started
    }

    private var playerState: DrivePlayer.State? {
        unit.assumeIsolated { unit in unit.player?.assumeIsolated { $0.state } }
    }

    /// What the source is called; `nil` where there is none.
    public var sourceName: String? {
        source?.name ?? unit.assumeIsolated { unit in unit.player?.assumeIsolated { $0.name } }
    }

    /// The accessories that may be named.
    public var accessoryNames: [String] { (accessories?.accessories ?? []).map(\.name) }

    /// Starts what it was made with; the second time, after a source was started or reset, or after ``stop()``, it does
    /// nothing.
    public func begin() {
        guard !hasBegun, !hasEnded, state == .stopped else { return }
        hasBegun = true
        guard let source else {
            unit.assumeIsolated { $0.startDrive() }
            tell(.changed)
            return
        }
        runs = true
        run(source)
        tell(.changed)
    }

    private func run(_ source: LocationSource) {
        let delivery = delivery(of: source)
        source.assumeIsolated { $0.start(delivery) }
    }

    private func end(_ source: LocationSource?) {
        source?.assumeIsolated { $0.stop() }
    }

    /// Opens another source, which is possible while it is stopped.
    ///
    /// - Parameter text: A drive of the program by its name, as `mock://demo`, or a SOURCE as on the command line.
    /// - Throws: ``ControlError`` when it is not stopped, or the source cannot be opened; everything is as before then.
    public func start(_ text: String) async throws(ControlError) {
        try require(.stopped)
        hasBegun = true
        if text.hasPrefix("mock://") {
            let name = String(text.dropFirst(7))
            guard let sentences = MockFiles.bytes("drives/\(name).nmea") else {
                throw ControlError(text, "no drive of the program is called so")
            }
            play(name: name, sentences: sentences)
            return
        }
        isStarting = true
        tell(.changed)
        do throws(LocationSourceError) {
            let address = try SourceAddress(parsing: text)
            switch address {
            case .standardInput: throw LocationSourceError(.badSource, source: text, reason: "not from a page")
            case .file(let path):
                let sentences = try await FileDesk().read(path).get()
                if hasEnded { throw Self.programEnds }
                isStarting = false
                play(name: path, sentences: sentences)
            case .tcp, .udp, .serial, .gpsd, .accessory, .drive: try await open(address, text)
            }
            isStarting = false
        } catch {
            isStarting = false
            tell(.changed)
            throw ControlError(text, error.reason)
        }
        tell(.changed)
    }

    /// Plays a recording that is at hand, which is possible while it is stopped.
    ///
    /// - Throws: ``ControlError`` when it is not stopped, or the recording holds no position.
    public func play(recording name: String, sentences: [UInt8]) async throws(ControlError) {
        try require(.stopped)
        hasBegun = true
        isStarting = true
        tell(.changed)
        let hasPosition = await FileDesk().hasPosition(sentences)
        isStarting = false
        if hasEnded { throw ControlError(name, Self.programEnds.reason) }
        guard hasPosition else {
            tell(.changed)
            throw ControlError(name, "no NMEA sentence in it tells a position")
        }
        play(name: name, sentences: sentences)
    }

    /// Stops the source and forgets all that is known of positions; the source can be begun anew or exchanged.
    ///
    /// - Throws: ``ControlError`` when nothing is started.
    public func reset() throws(ControlError) {
        try require(.started)
        hasBegun = true
        if runs, let source { source.assumeIsolated { $0.stop() } }
        if runs { source = nil }
        runs = false
        isInterrupted = false
        unit.assumeIsolated { unit in unit.player?.assumeIsolated { $0.reset() } }
        // The vehicle has no position that is known from now on.
        if let last = lastLocation?.stale {
            unit.hmi.assumeIsolated { $0.moved(last.fix, origin: last.origin) }
        }
        lastLocation = nil
        tell(.cleared)
        tell(.changed)
    }

    /// Ends the source at the end of the program.
    public func stop() {
        hasEnded = true
        outcome(Self.programEnds)
        source?.assumeIsolated { $0.stop() }
        observers = []
        runs = false
    }

    // MARK: Inside

    private func require(_ wanted: State) throws(ControlError) {
        if hasEnded { throw ControlError("source", Self.programEnds.reason) }
        guard state != wanted else { return }
        throw ControlError(
            "source", wanted == .stopped ? "one is started: reset it before" : "nothing is started that could be reset")
    }

    /// The control of the recorded drive is off while positions come, or are about to come, from elsewhere.
    private func tellWhatDrives() {
        let isBusy = runs || isStarting
        let name = isBusy ? source?.name ?? "another source" : nil
        unit.assumeIsolated { $0.otherSource = name }
    }

    private func play(name: String, sentences: [UInt8]) {
        source = nil
        unit.assumeIsolated { $0.setDrive(name: name, sentences: sentences) }
        tell(.changed)
    }

    private static var programEnds: LocationSourceError {
        LocationSourceError(source: "stop", reason: "the program ends")
    }

    private func open(_ address: SourceAddress, _ text: String) async throws(LocationSourceError) {
        var manager: AccessoryManager?
        if case .accessory(let name, let protocolName) = address {
            guard let accessories else {
                throw LocationSourceError(
                    .badSource, source: text, reason: "no accessories are known: name their file by --accessories")
            }
            manager = try await Self.manager(accessories, name, protocolName, on: unit.reactor)
        }
        let opened = try await Self.source(address, text, manager, on: unit.reactor)
        if hasEnded { throw Self.programEnds }
        candidate = opened
        let failure = await withCheckedContinuation { continuation in
            firstOutcome = continuation
            run(opened)
        }
        candidate = nil
        // It may have been told to end between the answer and this turn.
        if let failure = hasEnded ? Self.programEnds : failure {
            end(opened)
            throw failure
        }
        source = opened
        runs = true
    }

    private func delivery(of source: LocationSource) -> LocationSource.Delivery {
        { [weak self, weak source] event in
            guard let source else { return }
            self?.assumeIsolated { $0.delivered(event, by: source) }
        }
    }

    private func delivered(_ event: LocationEvent, by sender: LocationSource) {
        // What was ended may still have something under way.
        guard sender === candidate || (runs && sender === source) else { return }
        switch event {
        case .location(let location), .stale(let location):
            outcome(nil)
            unit.hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
            moved(location)
        case .ended: tell(.ended)
        case .failed(let error), .status(.failedToStart(let error)):
            if !outcome(error), case .failed = event { tell(.failed("\(error)")) }
        case .interrupted(let error):
            guard !outcome(error) else { return }
            isInterrupted = true
            tell(.interrupted("\(error)"))
        case .status(.started):
            outcome(nil)
            if exchange(&isInterrupted, with: false) { tell(.resumed) }
        case .status: break
        }
    }

    /// What became of the first attempt; false when it was told before.
    @discardableResult
    private func outcome(_ error: LocationSourceError?) -> Bool {
        guard let waiting = exchange(&firstOutcome, with: nil) else { return false }
        waiting.resume(returning: error)
        return true
    }

    private func moved(_ location: Location) {
        lastLocation = location
        tell(.location(location))
    }

    private func tell(_ event: Event) {
        for observer in observers { observer(event) }
    }
}
