import Dispatch
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Transport

@Suite("The end of a reactor", .timeLimit(.minutes(1)))
struct ReactorEndTests {
    /// An actor whose owner stops its reactor too early.
    private actor Resident {
        nonisolated let reactor: Reactor
        private var count = 0
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

        init(reactor: Reactor) {
            self.reactor = reactor
        }

        func increment() -> Int {
            count += 1
            return count
        }

        func isOnReactor() -> Bool { reactor.isCurrent }

        /// Keeps the thread until the gate opens.
        func hold(_ gate: Gate, _ record: Record) {
            gate.entered.signal()
            gate.opened.wait()
            record.add(1)
        }

        func schedule(holding object: Record) {
            reactor.schedule(after: .zero) { object.add(1) }
        }

        /// Leaves a timer to the end of the reactor that wants another timer when it is let go of.
        func scheduleLastWish(_ record: Record) {
            let wish = LastWish { [reactor] in reactor.schedule(after: .zero) { record.add(1) } }
            reactor.schedule(after: .seconds(3600)) { withExtendedLifetime(wish) {} }
        }
    }

    private final class LastWish {
        private let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }

        deinit { body() }
    }

    private final class Gate: Sendable {
        let entered = DispatchSemaphore(value: 0)
        let opened = DispatchSemaphore(value: 0)
    }

    private final class Record: Sendable {
        let numbers = Mutex<[Int]>([])
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test("Calls that come later are answered, one at a time")
    func lateCalls() async throws {
        let reactor = try Reactor()
        let resident = Resident(reactor: reactor)
        reactor.stopAndWait()
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1000 { group.addTask { await resident.increment() } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts == Set(1...1000))
        #expect(await resident.isOnReactor())
        #expect(!reactor.isCurrent)
    }

    @Test("Calls that come while it ends are answered")
    func callsAtTheEnd() async throws {
        for _ in 0..<200 {
            let reactor = try Reactor()
            let resident = Resident(reactor: reactor)
            async let first = resident.increment()
            reactor.stop()
            async let second = resident.increment()
            #expect(await first + second == 3)
        }
    }

    /// Runs what blocks on a thread of its own; nothing where there is none to be had.
    private static func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            let status = SystemThread.start {
                body()
                continuation.resume()
            }
            if status != 0 { continuation.resume() }
        }
    }

    @Test(
        "Whoever waits for its end waits for calls of before, also those later than the loop's end",
        arguments: [false, true])
    func waitingForCalls(isLate: Bool) async throws {
        let reactor = try Reactor()
        let (resident, gate, record, seen) = (Resident(reactor: reactor), Gate(), Record(), Record())
        if isLate { reactor.stopAndWait() }
        async let call: Void = resident.hold(gate, record)
        await Self.onThread { gate.entered.wait() }
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    await Self.onThread {
                        reactor.stopAndWait()
                        seen.add(record.numbers.withLock { $0.count })
                    }
                }
            }
            while reactor.waiterCount < 3, !Task.isCancelled { await Task.yield() }
            gate.opened.signal()
        }
        #expect(seen.numbers.withLock { $0 } == [1, 1, 1])
        await call
    }

    @Test("Calls that answer each other without an end do not keep it from its end")
    func endlessCalls() async throws {
        let reactor = try Reactor()
        let residents = (0..<4).map { _ in Resident(reactor: reactor) }
        let end = Record()
        await withTaskGroup { group in
            for resident in residents {
                group.addTask { while end.numbers.withLock({ $0.isEmpty }) { _ = await resident.increment() } }
            }
            await reactor.perform {}
            reactor.stop()
            // Those calls go on; the loop does not.
            while !(await reactor.perform { reactor.hasEnded }), !Task.isCancelled {}
            end.add(1)
        }
        #expect(await reactor.perform { reactor.hasEnded })
    }

    @Test("A stream that is closed later closes at once")
    func lateClose() async throws {
        let listener = try #require(LoopbackListener())
        let reactor = try Reactor()
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: listener.port, on: reactor)
        let peer = try #require(listener.accept())
        defer { close(peer) }
        await reactor.perform { stream.start(onBytes: { _ in }, onClosure: { _ in }) }
        reactor.stopAndWait()
        // Unread, it would make a reset of the end.
        #expect(Self.send(peer))
        await reactor.perform {
            stream.write([1, 2])
            stream.close()
        }
        #expect(Self.receive(peer) == [1, 2])
        #expect(Self.receive(peer) == [])
        // To a socket that is only half closed more could be sent.
        #expect(Self.send(peer))
        #expect(Self.poll(peer, 0) & Int16(POLLHUP) != 0)
        withExtendedLifetime(stream) {}
    }

    private static func send(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return unsafe Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) == 1
    }

    private static func receive(_ socket: Int32) -> [UInt8]? {
        guard poll(socket, Int16(POLLIN)) & Int16(POLLIN) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = unsafe recv(socket, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// What a socket is ready for within ten seconds.
    private static func poll(_ socket: Int32, _ events: Int16) -> Int16 {
        var entry = pollfd(fd: socket, events: events, revents: 0)
        _ = unsafe Glibc.poll(&entry, 1, 10_000)
        return entry.revents
    }

    @Test("A timer that is set later is not kept")
    func lateTimer() async throws {
        let reactor = try Reactor()
        let resident = Resident(reactor: reactor)
        reactor.stopAndWait()
        var record: Record? = Record()
        weak let kept = record
        if let record { await resident.schedule(holding: record) }
        #expect(record?.numbers.withLock { $0 } == [])
        record = nil
        #expect(kept == nil)
    }

    @Test("What is let go of at the end may still want a timer")
    func lastWish() async throws {
        let reactor = try Reactor()
        let record = Record()
        await Resident(reactor: reactor).scheduleLastWish(record)
        reactor.stopAndWait()
        #expect(record.numbers.withLock { $0 } == [])
    }

    @Test("Connecting on one that has ended fails")
    func lateConnection() async throws {
        let reactor = try Reactor()
        let full = try #require(FullListener())
        reactor.stopAndWait()
        for host in ["127.0.0.1", "localhost"] {
            let error = await #expect(throws: TransportError.self) {
                try await TCPStream.connect(host: host, port: full.port, on: reactor)
            }
            #expect(error?.kind == .closed)
        }
        withExtendedLifetime(full) {}
    }

    @Test("It ends an attempt to connect")
    func connectionUnderWay() async throws {
        let reactor = try Reactor()
        let full = try #require(FullListener())
        let attempt = Task { () throws(TransportError) in
            try await TCPStream.connect(host: "127.0.0.1", port: full.port, timeout: .seconds(3600), on: reactor)
        }
        // It may come a little later; the outcome is the same.
        await reactor.perform {}
        reactor.stop()
        await #expect(throws: TransportError(.closed, operation: "connect 127.0.0.1:\(full.port)")) {
            _ = try await attempt.value
        }
        withExtendedLifetime(full) {}
    }

    @Test("The next address is not tried when it ends meanwhile")
    func severalAddresses() async throws {
        let reactor = try Reactor()
        let full = try #require(FullListener())
        let hole = try #require(SocketAddress(numericHost: "127.0.0.1", port: full.port))
        let attempt = Task { () throws(TransportError) in
            try await TCPStream.connect(
                to: [hole, hole], deadline: reactor.now + .seconds(3600), operation: "test", configuration: .init(),
                on: reactor)
        }
        await reactor.perform {}
        reactor.stop()
        await #expect(throws: TransportError(.closed, operation: "test")) { _ = try await attempt.value }
        withExtendedLifetime(full) {}
    }
}
