import GNSS
import Glibc
import Navigation
import Positioning
import Synchronization
import Testing
import Transport

/// What a source told, kept in order, with a way to wait for more of it.
final class EventLog: Sendable {
    private struct State {
        var events: [LocationEvent] = []
        var waiters:
            [(id: Int, isDone: @Sendable ([LocationEvent]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
                []
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    var events: [LocationEvent] { state.withLock { $0.events } }

    func take(_ event: LocationEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let ready = state.waiters.filter { $0.isDone(events) }
            state.waiters.removeAll { $0.isDone(events) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits for events; a test that runs out of its time waits no longer, so that it fails instead of hanging.
    func wait(until isDone: @escaping @Sendable ([LocationEvent]) -> Bool) async {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if isDone(state.events) || Task.isCancelled { return true }
                    state.waiters.append((id, isDone, continuation))
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let given = state.withLock { state in
                let given = state.waiters.first { $0.id == id }
                state.waiters.removeAll { $0.id == id }
                return given
            }
            given?.continuation.resume()
        }
    }

    /// Waits until a state was told so many times.
    func wait(for status: LocationSourceStatus, times: Int = 1) async {
        await wait { $0.statuses.count { $0 == status } >= times }
    }
}

extension [LocationEvent] {
    var locations: [Location] {
        compactMap { if case .location(let location) = $0 { location } else { nil } }
    }

    /// The locations with a position that count as new.
    var fresh: [Location] { locations.filter { $0.fix.coordinate != nil && !$0.fix.isStale } }

    var stale: [Location] {
        compactMap { if case .stale(let location) = $0 { location } else { nil } }
    }

    var statuses: [LocationSourceStatus] {
        compactMap { if case .status(let status) = $0 { status } else { nil } }
    }

    var interruptions: [LocationSourceError] {
        compactMap { if case .interrupted(let error) = $0 { error } else { nil } }
    }

    /// How the source came to its end; nil while it has none.
    var end: String? {
        for event in self {
            switch event {
            case .ended: return "ended"
            case .failed(let error): return "\(error)"
            case .location, .stale, .status, .interrupted: break
            }
        }
        return nil
    }
}

/// A folder for device names, gone at the end.
struct DeviceFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/receivers-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard made else { throw TransportError(.closed, operation: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() { unsafe rmdir(path) }
}

/// A receiver on a serial port: plugged in, it has a name in a folder; what is sent to it is kept.
actor FakeReceiver {
    nonisolated let reactor: Reactor
    nonisolated let path: String
    private var device: PseudoTerminal?
    private(set) var received: [UInt8] = []
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(path: String, reactor: Reactor) {
        self.path = path
        self.reactor = reactor
    }

    /// The speed that the line was given by whoever opened it.
    var baud: Int? { device?.baud }

    /// The path of the device itself, behind its name.
    var devicePath: String? { device?.path }

    func plug() throws {
        try begin(try PseudoTerminal(on: reactor))
        if let device { unsafe symlink(device.path, path) }
    }

    private func begin(_ device: PseudoTerminal) throws {
        self.device = device
        received = []
        device.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { receiver in
                    receiver.received += bytes
                    let ready = receiver.waiters.filter { $0.count <= receiver.received.count }
                    receiver.waiters.removeAll { $0.count <= receiver.received.count }
                    for waiter in ready { waiter.continuation.resume() }
                }
            }, onClosure: { _ in })
    }

    func unplug() {
        unsafe unlink(path)
        device?.close()
        device = nil
    }

    /// Ends the device, while its name stays: a dropped Bluetooth link.
    func drop() {
        device?.close()
        device = nil
    }

    /// Lets a dropped device be there again under its name, which never went.
    func resume() throws {
        try begin(try PseudoTerminal(on: reactor))
        guard let device else { return }
        unsafe symlink(device.path, path + ".new")
        unsafe rename(path + ".new", path)
    }

    func send(_ bytes: [UInt8]) { device?.write(bytes) }

    /// Sends as slowly as a line of that speed does.
    func trickle(_ bytes: [UInt8], baud: Int) {
        guard !bytes.isEmpty, let device else { return }
        let count = max(baud / 1000, 1)  // ten bits a byte, a piece each 10 ms
        device.write(Array(bytes.prefix(count)))
        reactor.schedule(after: .milliseconds(10)) { [weak self] in
            self?.assumeIsolated { $0.trickle(Array(bytes.dropFirst(count)), baud: baud) }
        }
    }

    /// Sends every 10 ms what suits the speed of the line, until it is unplugged.
    func play(_ bytes: @escaping @Sendable (_ baud: Int?) -> [UInt8]) {
        if let device { play(bytes, on: device) }
    }

    private func play(_ bytes: @escaping @Sendable (_ baud: Int?) -> [UInt8], on player: PseudoTerminal) {
        guard device === player else { return }
        player.write(bytes(player.baud))
        reactor.schedule(after: .milliseconds(10)) { [weak self] in
            self?.assumeIsolated { $0.play(bytes, on: player) }
        }
    }

    func received(_ count: Int) async -> [UInt8] {
        if received.count < count {
            await withCheckedContinuation { waiters.append((count, $0)) }
        }
        return received
    }
}

/// A receiver that is a TCP server: plugged in, it listens; what is sent to it is kept.
actor FakeServer {
    nonisolated let reactor: Reactor
    nonisolated let port: UInt16
    private var listener: TCPListener?
    private var clients: [Int: TCPStream] = [:]
    /// How many connections it took so far.
    private(set) var accepted = 0
    /// The most clients at a time.
    private(set) var mostClients = 0
    private var received: [UInt8] = []
    private var waiters:
        [(isDone: @Sendable (isolated FakeServer) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    /// Takes a free port and listens.
    init(on reactor: Reactor) async throws {
        self.reactor = reactor
        let listener = try TCPListener(host: "127.0.0.1", port: 0, on: reactor)
        port = listener.address.port
        self.listener = listener
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.take(stream) } }
    }

    var clientCount: Int { clients.count }

    func plug() throws {
        received = []
        let listener = try TCPListener(host: "127.0.0.1", port: port, on: reactor)
        self.listener = listener
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.take(stream) } }
    }

    func unplug() {
        listener?.close()
        listener = nil
        dropClients()
    }

    /// Ends all connections, and goes on listening.
    func dropClients() {
        for client in clients.values { client.close() }
        clients = [:]
    }

    func send(_ bytes: [UInt8]) {
        for client in clients.values { client.write(bytes) }
    }

    func received(_ count: Int) async -> [UInt8] {
        await wait { $0.received.count >= count }
        return received
    }

    func clients(_ count: Int) async { await wait { $0.clients.count == count } }

    private func take(_ stream: TCPStream) {
        accepted += 1
        let id = accepted
        clients[id] = stream
        mostClients = max(mostClients, clients.count)
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated {
                    $0.received += bytes
                    $0.check()
                }
            },
            onClosure: { [weak self] _ in
                self?.assumeIsolated {
                    $0.clients[id] = nil
                    $0.check()
                }
            })
        check()
    }

    private func wait(until isDone: @escaping @Sendable (isolated FakeServer) -> Bool) async {
        if isDone(self) { return }
        await withCheckedContinuation { waiters.append((isDone, $0)) }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone(self) }
        waiters.removeAll { $0.isDone(self) }
        for waiter in ready { waiter.continuation.resume() }
    }
}

/// A drive as the bytes of its epochs.
struct DriveBytes {
    let epochs: [[UInt8]]
    let times: [UTCTime?]

    init(count: Int, rate: Double = 10, seed: UInt64 = 3, sentences: [DriveSentence] = [.rmc, .gga, .gsa, .gsv]) {
        var options = DriveGenerator.Options()
        options.rate = rate
        options.seed = seed
        options.sentences = sentences
        options.restAtEnd = 86_400
        let drive = Array(DriveGenerator(route: Self.route, options: options).prefix(count))
        epochs = drive.map { $0.bytes(options) }
        times = drive.map(\.fix.time)
    }

    static let route = Route(
        name: "across the town",
        waypoints: [(48.137, 11.575), (48.141, 11.582), (48.148, 11.570)].compactMap { place in
            GeodeticCoordinate(latitude: place.0, longitude: place.1).map { Waypoint(coordinate: $0) }
        })
}

/// The distinct times of locations with a position.
func times(_ locations: [Location]) -> Set<UTCTime> {
    Set(locations.compactMap(\.fix.time))
}
