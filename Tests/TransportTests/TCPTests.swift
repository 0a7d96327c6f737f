import Glibc
import Synchronization
import TestKit
import Testing

@testable import Transport

/// A TCP server and a client on one reactor, with what each of them saw.
private actor Exchange {
    nonisolated let reactor: Reactor
    private var listener: TCPListener?
    private var accepted: [TCPStream] = []
    private var received: [UInt8] = []
    private var closures: [StreamClosure] = []
    private var waiters:
        [(isDone: @Sendable (isolated Exchange) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    enum Server {
        case echo
        case silent
        case closing(after: Int)
    }

    func listen(_ server: Server, limit: Int = 8 << 20) throws -> UInt16 {
        let listener = try TCPListener(
            port: 0, configuration: .init(unsentByteLimit: limit), on: reactor)
        listener.accept { [weak self] stream in
            self?.assumeIsolated { exchange in
                exchange.accepted.append(stream)
                var count = 0
                guard server.reads else { return }
                stream.start(
                    onBytes: { [weak stream] bytes in
                        count += bytes.count
                        if case .echo = server { stream?.write(bytes) }
                        if case .closing(let limit) = server, count >= limit { stream?.close() }
                    }, onClosure: { _ in })
            }
        }
        self.listener = listener
        return listener.address.port
    }

    func accept(from listener: TCPListener) {
        listener.accept { [weak self] stream in
            self?.assumeIsolated {
                $0.accepted.append(stream)
                $0.open(stream)
            }
        }
        self.listener = listener
    }

    func open(_ stream: any ByteStream) {
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated {
                    $0.received += bytes
                    $0.check()
                }
            },
            onClosure: { [weak self] closure in
                self?.assumeIsolated {
                    $0.closures.append(closure)
                    $0.check()
                }
            })
    }

    func write(_ bytes: [UInt8], to stream: TCPStream) { stream.write(bytes) }

    /// Writes all pieces in one turn of the reactor, and closes behind them where asked.
    func write(_ pieces: [[UInt8]], to stream: TCPStream, andCloses: Bool = false) {
        for piece in pieces { stream.write(piece) }
        if andCloses { stream.close() }
    }

    /// What waits for the peer after small writes in the same turn.
    func unsentByteCount(of stream: TCPStream, after pieces: [[UInt8]]) -> Int {
        for piece in pieces { stream.write(piece) }
        return stream.unsentByteCount
    }

    /// Writes again and again in one turn of the reactor, which can neither read nor run a timer meanwhile.
    ///
    /// - Returns: By how many KiB the most memory that the process ever had has grown.
    func write(_ bytes: [UInt8], to stream: any ByteStream, times: Int) -> Int {
        let before = Self.peak()
        for _ in 0..<times { stream.write(bytes) }
        return Self.peak() - before
    }

    private static func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
    func close(_ stream: TCPStream) { stream.close() }

    func receivedBytes(_ count: Int) async -> [UInt8] {
        await wait { $0.received.count >= count }
        return received
    }

    func firstClosure() async -> StreamClosure? {
        await wait { !$0.closures.isEmpty }
        return closures.first
    }

    private func wait(until isDone: @escaping @Sendable (isolated Exchange) -> Bool) async {
        if isDone(self) { return }
        await withCheckedContinuation { waiters.append((isDone, $0)) }
    }

    private func check() {
        let ready = waiters.filter { $0.isDone(self) }
        waiters.removeAll { $0.isDone(self) }
        for waiter in ready { waiter.continuation.resume() }
    }
}

extension Exchange.Server {
    fileprivate var reads: Bool {
        if case .silent = self { false } else { true }
    }
}

@Suite("TCP streams", .timeLimit(.minutes(1)))
struct TCPTests {
    @Test("An address that never answers does not keep the next from its turn, nor longer than all may take")
    func blackHole() async throws {
        let reactor = try Reactor()
        let full = try #require(FullListener())
        let hole = try #require(SocketAddress(numericHost: "127.0.0.1", port: full.port))
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.echo)
        let good = try #require(SocketAddress(numericHost: "127.0.0.1", port: port))
        let stream = try await TCPStream.connect(
            to: [hole, good], deadline: reactor.now + .seconds(1), operation: "test",
            configuration: .init(), on: reactor)
        #expect(stream.peer == good.description)
        await exchange.write([], to: stream, andCloses: true)
        let began = reactor.now
        await #expect(throws: TransportError(.timedOut, operation: "test")) {
            try await TCPStream.connect(
                to: [hole, hole], deadline: reactor.now + .milliseconds(200), operation: "test",
                configuration: .init(), on: reactor)
        }
        #expect(reactor.now - began >= .milliseconds(200))
        withExtendedLifetime(full) { reactor.stop() }
    }

    @Test("What is written comes back from an echo, whole and in order", arguments: [1, 1000, 3_000_000])
    func echo(count: Int) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.echo)
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)
        await exchange.open(stream)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        await exchange.write(bytes, to: stream)
        #expect(await exchange.receivedBytes(count) == bytes)
        await exchange.close(stream)
    }

    @Test("The peer's close is told once")
    func endOfStream() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.closing(after: 3))
        let stream = try await TCPStream.connect(host: "localhost", port: port, on: reactor)
        await exchange.open(stream)
        await exchange.write([1, 2, 3], to: stream)
        #expect(await exchange.firstClosure() == .endOfStream)
    }

    @Test("What is written in one turn arrives whole and in its order, whatever the sizes")
    func oneTurn() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.echo)
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)
        await exchange.open(stream)
        var random = SplitMix64(seed: 7)
        var pieces: [[UInt8]] = []
        for _ in 0..<400 {
            let size = [0, 1, 12, 3000, 32 << 10, 70_000].randomElement(using: &random) ?? 0
            pieces.append((0..<size).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
        }
        let all = pieces.flatMap(\.self)
        await exchange.write(pieces, to: stream)
        #expect(await exchange.receivedBytes(all.count) == all)
        await exchange.close(stream)
    }

    @Test("Small writes of the last turn are sent before the close")
    func lastTurn() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let server = Exchange(reactor: reactor)
        let listener = try TCPListener(port: 0, on: reactor)
        await server.accept(from: listener)
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: listener.address.port, on: reactor)
        await exchange.open(stream)
        await exchange.write([[1], [2, 3], [4]], to: stream, andCloses: true)
        #expect(await server.firstClosure() == .endOfStream)
        #expect(await server.receivedBytes(4) == [1, 2, 3, 4])
    }

    @Test("A listener that is dropped while its own connection waits takes none")
    func droppedListener() async throws {
        final class Listeners: @unchecked Sendable {
            // Sendable although it holds plain state: changed on the reactor's thread only.
            var all: [TCPListener] = []
        }
        let reactor = try Reactor()
        defer { reactor.stop() }
        let listeners = Listeners()
        var clients: [TCPStream] = []
        for _ in 0..<2 {
            let listener = try TCPListener(port: 0, on: reactor)
            listeners.all.append(listener)
            clients.append(try await .connect(host: "127.0.0.1", port: listener.address.port, on: reactor))
        }
        let (accepted, continuation) = AsyncStream.makeStream(of: Void.self)
        // Both connections wait, so both listeners are ready in the same round of the loop.
        await reactor.perform {
            for listener in listeners.all {
                listener.accept { stream in
                    listeners.all = []
                    stream.close()
                    continuation.yield()
                }
            }
        }
        for await _ in accepted { break }
        // After that round.
        await reactor.perform { continuation.finish() }
        #expect(await accepted.reduce(into: 1) { count, _ in count += 1 } == 1)
        await reactor.perform { [clients] in for client in clients { client.close() } }
    }

    @Test("A listener that is dropped lets go of what its handler holds")
    func handlerOfDroppedListener() async throws {
        final class Held: Sendable {}
        let reactor = try Reactor()
        defer { reactor.stop() }
        var listener: TCPListener? = try TCPListener(port: 0, on: reactor)
        var held: Held? = Held()
        weak let kept = held
        await reactor.perform { [listener, held] in
            listener?.accept { stream in
                withExtendedLifetime(held) {}
                stream.close()
            }
        }
        held = nil
        #expect(listener != nil && kept != nil)
        listener = nil
        // What the listener has left to be done is done before this.
        await reactor.perform {}
        #expect(kept == nil)
    }

    @Test("What only waits for the end of the turn does not count as unsent")
    func unsent() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.echo)
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)
        await exchange.open(stream)
        #expect(await exchange.unsentByteCount(of: stream, after: [[1, 2], [3]]) == 0)
        #expect(await exchange.receivedBytes(3) == [1, 2, 3])
        await exchange.close(stream)
    }

    @Test("A peer that never reads is cut off at the bound")
    func slowPeer() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let exchange = Exchange(reactor: reactor)
        let port = try await exchange.listen(.silent)
        let stream = try await TCPStream.connect(
            host: "127.0.0.1", port: port, configuration: .init(unsentByteLimit: 100_000), on: reactor)
        await exchange.open(stream)
        let block = [UInt8](repeating: 7, count: 90_000)
        for _ in 0..<200 { await exchange.write(block, to: stream) }
        guard case .slowPeer = await exchange.firstClosure() else {
            Issue.record("not told as a slow peer")
            return
        }
    }

    @Test("Who writes on and on without giving way piles nothing up behind a peer that does not read")
    func hoggedReactor() async {
        // In a process of its own, so that the memory is its own.
        await #expect(processExitsWith: .success) {
            let reactor = try Reactor()
            let exchange = Exchange(reactor: reactor)
            let port = try await exchange.listen(.silent)
            let stream = try await TCPStream.connect(
                host: "127.0.0.1", port: port, configuration: .init(unsentByteLimit: 100_000), on: reactor)
            await exchange.open(stream)
            let device = try PseudoTerminal(on: reactor)
            let serial = try SerialStream(path: device.path, on: reactor)
            await exchange.open(serial)
            let block = [UInt8](repeating: 7, count: 60_000)
            try #require(await exchange.write(block, to: stream, times: 400) < 8192)
            for writer in [stream, serial, device] as [any ByteStream] {
                try #require(await exchange.write(block, to: writer, times: 300_000) < 4096)
            }
            guard case .slowPeer = await exchange.firstClosure() else { throw Unexpected() }
        }
    }

    private struct Unexpected: Error {}

    @Test("A refused connection is a typed error that names the address")
    func refused() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let free = try TCPListener(port: 0, on: reactor).address.port  // closed again at once
        await #expect {
            _ = try await TCPStream.connect(host: "127.0.0.1", port: free, on: reactor)
        } throws: { error in
            (error as? TransportError).map { "\($0)" == "connect 127.0.0.1:\(free): Connection refused" } ?? false
        }
    }

    @Test("A connection that is still being made is given up when its task is cancelled")
    func cancelledConnection() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let full = try #require(FullListener())
        defer { withExtendedLifetime(full) {} }
        let port = full.port
        let attempt = Task {
            try await TCPStream.connect(host: "127.0.0.1", port: port, timeout: .seconds(50), on: reactor)
        }
        let before = Task {
            try await TCPStream.connect(host: "127.0.0.1", port: port, timeout: .seconds(50), on: reactor)
        }
        before.cancel()
        await Task.yield()
        attempt.cancel()
        for task in [attempt, before] {
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error.map { "\($0)" } == "connect 127.0.0.1:\(port): cancelled")
        }
    }

    @Test("An unknown host and a bad address to listen on are typed errors")
    func badAddresses() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        await #expect(throws: TransportError(.unknownHost, operation: "resolve no.such.host.invalid")) {
            _ = try await TCPStream.connect(host: "no.such.host.invalid", port: 1, on: reactor)
        }
        #expect(throws: TransportError(.invalidAddress, operation: "listen on elsewhere:0")) {
            _ = try TCPListener(host: "elsewhere", port: 0, on: reactor)
        }
    }
}

@Suite("File reader", .timeLimit(.minutes(1)))
struct FileReaderTests {
    @Test("A file is read in blocks up to its end")
    func blocks() async throws {
        let reader = try FileReader(path: #filePath)
        var total = 0
        while true {
            let block = try await reader.read(upTo: 100)
            if block.isEmpty { break }
            #expect(block.count <= 100)
            total += block.count
        }
        #expect(Int64(total) == reader.size)
        await reader.close()
        await #expect(throws: TransportError.self) { _ = try await reader.read() }
    }

    @Test("A missing file, a folder and a file over the limit are typed errors")
    func failures() async throws {
        #expect(throws: TransportError.self) { _ = try FileReader(path: "/no/such/file") }
        #expect(throws: TransportError.self) { _ = try FileReader(path: "/") }
        let reader = try FileReader(path: #filePath)
        await #expect(throws: TransportError.self) { _ = try await reader.readAll(limit: 10) }
    }
}

@Suite("Small files")
struct SmallFileTests {
    @Test("A file is replaced whole and read back; an impossible place is a typed error")
    func replace() throws {
        let path = "/tmp/sdl-waypoints-small-file-\(UInt64.random(in: 0 ... .max))"
        defer { _ = unsafe unlink(path) }
        try SmallFile.replace(path, with: [1, 2, 3])
        try SmallFile.replace(path, with: [4])
        #expect(try SmallFile.read(path, limit: 10) == [4])
        #expect(throws: TransportError.self) { try SmallFile.read(path, limit: 0) }
        #expect(throws: TransportError.self) { try SmallFile.replace("/no/such/folder/file", with: []) }
    }
}
