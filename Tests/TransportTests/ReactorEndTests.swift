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

    @Test("Whoever waits for its end waits for the calls of before, also for those that came later than the end")
    func waitingForCalls() async throws {
        let reactor = try Reactor()
        let (resident, gate, record) = (Resident(reactor: reactor), Gate(), Record())
        reactor.stopAndWait()
        async let call: Void = resident.hold(gate, record)
        let numbers = await withCheckedContinuation { continuation in
            // A thread of its own, since it blocks.
            let status = SystemThread.start {
                gate.entered.wait()
                // Not before the other waits, but for a preemption between two lines.
                _ = SystemThread.start { gate.opened.signal() }
                reactor.stopAndWait()
                continuation.resume(returning: record.numbers.withLock { $0 })
            }
            #expect(status == 0)
        }
        #expect(numbers == [1])
        await call
    }

    @Test("Several may wait for its end")
    func severalWaiting() async throws {
        let reactor = try Reactor()
        let (resident, gate, record) = (Resident(reactor: reactor), Gate(), Record())
        async let call: Void = resident.hold(gate, record)
        let seen = Record()
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = SystemThread.start {
                            reactor.stopAndWait()
                            seen.add(record.numbers.withLock { $0.count })
                            continuation.resume()
                        }
                    }
                }
            }
            gate.opened.signal()
        }
        await call
        #expect(seen.numbers.withLock { $0 } == [1, 1, 1])
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
        await reactor.perform {
            stream.write([1, 2])
            stream.close()
        }
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(unsafe recv(peer, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 2)
        #expect(unsafe recv(peer, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 0)
        withExtendedLifetime(stream) {}
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
