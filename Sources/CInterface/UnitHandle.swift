internal import CWaypoint
internal import Dispatch
internal import Formats
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import Simulator
internal import Synchronization
internal import Transport

/// What stands behind a `waypoint_unit`: a head unit on a thread of its own.
final class UnitHandle: Sendable {
    let reactor: Reactor
    private let unit: MockHeadUnit
    private let position: LocationSource
    private let listener: EventListener
    /// Makes calls wait for each other.
    let turn = Mutex(())

    init(module: String) throws(CallFailure) {
        let mock: MockModule
        do {
            let isFile = module.contains("/") || module.hasSuffix(".json")
            mock =
                isFile
                ? try MockModule(json: try SmallFile.read(module, limit: 16 << 20), file: module)
                : try MockModule(named: module)
        } catch {
            throw CallFailure(WAYPOINT_REFUSED, "\(error)")
        }
        let reactor: Reactor
        do {
            reactor = try Reactor()
        } catch {
            throw CallFailure(WAYPOINT_REFUSED, "\(error)")
        }
        self.reactor = reactor
        listener = EventListener(reactor: reactor)
        position = LocationSource(pushedAs: "waypoint_unit_feed_nmea", on: reactor)
        switch Blocking.run({ await Self.make(mock, on: reactor) }) {
        case .success(let unit): self.unit = unit
        case .failure(let error):
            reactor.stop()
            throw CallFailure(WAYPOINT_REFUSED, "\(error)")
        }
        let (unit, position, listener) = (unit, position, listener)
        Blocking.run {
            await unit.observe(messages: false) { event in listener.tell(event) }
            let hmi = unit.hmi
            await position.start { event in
                switch event {
                case .location(let location), .stale(let location):
                    hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
                case .ended, .failed, .interrupted, .status: break
                }
            }
        }
    }

    private static func make(
        _ module: MockModule, on reactor: Reactor
    ) async -> Result<MockHeadUnit, MockModuleError> {
        do throws(MockModuleError) {
            return .success(try await MockHeadUnit(module, on: reactor))
        } catch {
            return .failure(error)
        }
    }

    func setCallback(_ callback: EventCallback?, withMessages: Bool) {
        let (unit, listener) = (unit, listener)
        Blocking.run {
            await unit.setListener(listener, callback, withMessages: withMessages)
        }
    }

    func start(host: String, port: UInt16) throws(CallFailure) -> UInt16 {
        let unit = unit
        let result: Result<UInt16, TransportError> = Blocking.run {
            do throws(TransportError) {
                return .success(try await unit.listen(host: host, port: port, raisesDescriptorLimit: false).port)
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let port): return port
        case .failure(let error): throw CallFailure(WAYPOINT_NOT_LISTENING, "\(error)")
        }
    }

    func feed(_ bytes: [UInt8]) {
        let position = position
        Blocking.run { await position.push(bytes) }
    }

    func setRoute(_ name: String?) throws(CallFailure) {
        var route: Route?
        if let name {
            do throws(MockModuleError) {
                route = try MockFiles.route(name, file: "waypoint_unit_set_route")
            } catch {
                throw CallFailure(WAYPOINT_REFUSED, "\(error)")
            }
        }
        let (unit, planned) = (unit, route)
        Blocking.run { await unit.setRoute(planned) }
    }

    func activate(_ app: String) throws(CallFailure) {
        _ = try command(["command": "activate", "app": .string(app)])
    }

    func command(_ json: JSONValue) throws(CallFailure) -> JSONValue {
        let unit = unit
        let result: Result<JSONValue, ControlError> = Blocking.run {
            do throws(ControlError) {
                return .success(try await unit.perform(try ControlRequest(json: json)))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let answer): return answer
        case .failure(let error): throw CallFailure(WAYPOINT_REFUSED, "\(error.what): \(error.why)")
        }
    }

    func destroy() {
        setCallback(nil, withMessages: false)
        let (unit, position) = (unit, position)
        Blocking.run {
            await position.stop()
            await unit.stop()
        }
        reactor.stopAndWait()
    }
}

/// Why a call did not do what it was to do.
struct CallFailure: Error {
    let status: waypoint_status
    let message: String

    init(_ status: waypoint_status, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// The way from a thread of C into actors and back.
enum Blocking {
    /// Waits on this thread for asynchronous work on others.
    @discardableResult
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = ResultBox<Value>()
        box.work = work
        Task.detached {
            box.value = await box.takeWork()?()
            done.signal()
        }
        while true {
            done.wait()
            // The value is always there: it is set before the signal.
            if let value = box.value { return value }
        }
    }

    private final class ResultBox<Value: Sendable>: @unchecked Sendable {
        // Sendable although it holds plain state: written before a semaphore is signalled, read after it was waited for.
        var value: Value?
        var work: (@Sendable () async -> Value)?

        /// The work, which is let go of when it is done: its captures shall not outlive the wait on another thread.
        func takeWork() -> (@Sendable () async -> Value)? {
            defer { work = nil }
            return work
        }
    }
}
