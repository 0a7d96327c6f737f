import Glibc
import Testing
import Transport

/// Both ends of a Unix-domain socket on one reactor.
private actor Pair {
    nonisolated let reactor: Reactor
    private var listener: UnixListener?
    private var accepted: [TCPStream] = []
    private var client: TCPStream?
    private var received = 0
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func listen(_ path: String, limit: Int = 8 << 20) throws {
        let listener = try UnixListener(path: path, configuration: .init(unsentByteLimit: limit), on: reactor)
        self.listener = listener
        listener.accept { [weak self] stream in
            self?.assumeIsolated { pair in
                pair.accepted.append(stream)
                stream.start(onBytes: { bytes in stream.write(bytes) }, onClosure: { _ in })
            }
        }
    }

    func connect(_ path: String) throws {
        let stream = try TCPStream.connect(unixPath: path, on: reactor)
        client = stream
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated { pair in
                    pair.received += bytes.count
                    if let waiting = pair.waiting, pair.received >= waiting.count {
                        pair.waiting = nil
                        waiting.continuation.resume()
                    }
                }
            }, onClosure: { _ in })
    }

    func write(_ count: Int) { client?.write([UInt8](repeating: 7, count: count)) }

    func setReading(_ isReading: Bool) { client?.setReading(isReading) }

    var receivedCount: Int { received }

    func wait(for count: Int) async {
        guard received < count else { return }
        await withCheckedContinuation { waiting = (count, $0) }
    }

    /// Lets the reactor do what is due within that time.
    func pass(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            reactor.schedule(after: time) { continuation.resume() }
        }
    }

    func close() { listener?.close() }
}

@Suite("Unix-domain sockets and held reading", .timeLimit(.minutes(1)))
struct UnixSocketTests {
    private static func path() -> String { "/tmp/waypoint-transport-\(UInt64.random(in: 0 ... .max))" }

    @Test("Bytes go both ways, the file is the owner's alone, and gone at the end")
    func exchange() async throws {
        let path = Self.path()
        let pair = Pair(reactor: try Reactor())
        try await pair.listen(path)
        var info = stat()
        #expect(unsafe stat(path, &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600)
        try await pair.connect(path)
        await pair.write(100_000)
        await pair.wait(for: 100_000)
        await pair.close()
        #expect(unsafe access(path, F_OK) != 0)
        await #expect(throws: TransportError.self) { try await pair.connect(path) }
    }

    @Test("A dead socket is replaced, a living one is not, and neither is a file")
    func stale() async throws {
        let path = Self.path()
        let reactor = try Reactor()
        // A socket of a program that ended without removing it.
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(dead, $0, size) }
        }
        #expect(bound == 0)
        Glibc.close(dead)
        let pair = Pair(reactor: reactor)
        try await pair.listen(path)
        let other = Pair(reactor: reactor)
        await #expect(throws: TransportError.self) { try await other.listen(path) }
        await pair.close()
        let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        Glibc.close(file)
        await #expect(throws: TransportError.self) { try await other.listen(path) }
        #expect(unsafe access(path, F_OK) == 0)
        unsafe unlink(path)
        await #expect(throws: TransportError.self) {
            try await other.listen("/tmp/" + String(repeating: "x", count: 120))
        }
    }

    @Test("While reading is held nothing is delivered, and nothing is lost")
    func heldReading() async throws {
        let path = Self.path()
        let pair = Pair(reactor: try Reactor())
        try await pair.listen(path)
        try await pair.connect(path)
        await pair.setReading(false)
        await pair.write(2_000_000)
        await pair.pass(.milliseconds(60))
        #expect(await pair.receivedCount == 0)
        await pair.setReading(true)
        await pair.wait(for: 2_000_000)
        await pair.close()
    }

    @Test("A limit of descriptors that cannot be had names RLIMIT_NOFILE")
    func descriptorLimit() throws {
        try DescriptorLimit.raise(to: DescriptorLimit.current)
        do throws(TransportError) {
            try DescriptorLimit.raise(to: DescriptorLimit.maximum + 1)
            Issue.record("accepted")
        } catch {
            #expect(error.description.contains("RLIMIT_NOFILE"))
        }
    }
}
