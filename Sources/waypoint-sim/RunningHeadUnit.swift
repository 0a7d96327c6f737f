internal import HeadUnit
internal import Positioning
internal import Simulator
internal import Transport

/// A head unit that runs: the unit with all that belongs to it, live positions, its recording and its control.
struct RunningHeadUnit: Sendable {
    let address: SocketAddress
    let unit: MockHeadUnit
    private let source: RecordedLocationSource?
    private let recorder: TrafficRecorder?
    private let control: ControlServer?
    private let observer: @Sendable (Event) -> Void
    private let startsAtSubscription: Bool

    /// What happens, for the command to tell.
    enum Event: Sendable {
        case simulator(SimulatedHMI.Event)
        /// The position source has nothing more.
        case sourceEnded
        case sourceFailed(String)
        /// Apps cannot connect for now.
        case connectionsWait(String)
    }

    /// Makes a head unit that listens; a drive that does not wait for a subscription waits for ``begin()``.
    ///
    /// - Parameters:
    ///   - setup: What is wanted.
    ///   - startsAtSubscription: Whether the drive waits for the first app that subscribes.
    ///   - reactor: The thread.
    ///   - observer: Gets events on the reactor's thread.
    /// - Throws: ``UsageError`` for an option that names something that cannot be opened.
    init(
        _ setup: HeadUnitSetup, startsAtSubscription: Bool, reactor: Reactor,
        observer: @escaping @Sendable (Event) -> Void
    ) async throws(UsageError) {
        let source = try await Self.naming("--nmea") { () throws(TransportError) in
            try RecordedLocationSource(setup.position, on: reactor)
        }
        let drive = try await Self.naming("--nmea") { () throws(TransportError) in
            try setup.position.recording()
        }
        var module = setup.module
        module.activatesApps = setup.activatesApps
        do throws(MockModuleError) {
            unit = try await MockHeadUnit(
                module, route: setup.route, drive: drive, speed: setup.speed, on: reactor, logger: setup.logger)
        } catch {
            throw UsageError("--module", "\(error)")
        }
        let unit = unit
        recorder = try await Self.naming("--record") { () throws(TransportError) in
            guard let path = setup.recordPath else { return nil }
            return TrafficRecorder(writer: try FileWriter(path: path))
        }
        if let recorder { await unit.observeWire(recorder.observer) }
        await unit.observe { event in
            switch event {
            case .simulator(let event):
                observer(.simulator(event))
                if case .subscribed = event, startsAtSubscription { unit.assumeIsolated { $0.startDrive() } }
            case .driveEnded: observer(.sourceEnded)
            case .driveFailed(let reason): observer(.sourceFailed(reason))
            case .connectionsWait(let reason): observer(.connectionsWait(reason))
            case .ignition, .fault, .level, .message: break
            }
        }
        address = try await Self.naming("--bind, --port") { () async throws(TransportError) in
            try await unit.listen(host: setup.host, port: setup.port)
        }
        control = try await Self.naming("--control") { () async throws(TransportError) in
            guard let path = setup.controlPath else { return nil }
            return try await ControlServer(path: path, controlling: unit)
        }
        self.source = source
        self.observer = observer
        self.startsAtSubscription = startsAtSubscription
    }

    /// Gives a failure to open something the name of the option that asked for it.
    private static func naming<Value>(
        _ option: String, _ open: () async throws(TransportError) -> Value
    ) async throws(UsageError) -> Value {
        do throws(TransportError) {
            return try await open()
        } catch {
            throw UsageError(option, "\(error)")
        }
    }

    /// Lets positions come that do not wait for a subscription.
    func begin() async {
        if !startsAtSubscription { await unit.startDrive() }
        let (hmi, observer) = (unit.hmi, observer)
        await source?.start { event in
            switch event {
            case .location(let location):
                hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
            case .ended: observer(.sourceEnded)
            case .failed(let error): observer(.sourceFailed("\(error)"))
            }
        }
    }

    /// Ends everything, with the recording complete.
    ///
    /// - Throws: ``Incomplete`` when the recording lacks lines.
    func stop() async throws(Incomplete) {
        await source?.stop()
        await control?.stop()
        await unit.stop()
        guard let recorder else { return }
        do throws(TransportError) {
            let dropped = try await recorder.finish()
            if dropped > 0 {
                throw TransportError(.closed, operation: "\(dropped) lines dropped, the disk is too slow")
            }
        } catch {
            throw Incomplete(reason: "\(error)")
        }
    }

    /// A recording that does not hold everything.
    struct Incomplete: Error {
        let reason: String
    }
}

extension RecordedLocationSource {
    /// The live source of a set-up; `nil` for any other.
    fileprivate init?(_ position: HeadUnitSetup.Position, on reactor: Reactor) throws(TransportError) {
        guard case .file("-") = position else { return nil }
        try self.init(path: "-", on: reactor)
    }
}

extension HeadUnitSetup.Position {
    /// The recorded drive of a set-up; `nil` for live positions and for none.
    fileprivate func recording() throws(TransportError) -> (name: String, sentences: [UInt8])? {
        switch self {
        case .none, .file("-"): nil
        case .file(let path): (path, try SmallFile.read(path, limit: 256 << 20))
        case .embedded(let name, let bytes): (name, bytes)
        }
    }
}
