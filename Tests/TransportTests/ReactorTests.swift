import Synchronization
import Testing
import Transport

/// An actor that lives on a reactor, as the owners of sockets do.
private actor Resident {
    nonisolated let reactor: Reactor
    private(set) var log: [String] = []
    private var waiters: [(count: Int, continuation: CheckedContinuation<[String], Never>)] = []
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func note(_ entry: String) {
        log.append(entry)
        let ready = waiters.filter { $0.count <= log.count }
        waiters.removeAll { $0.count <= log.count }
        for waiter in ready { waiter.continuation.resume(returning: log) }
    }

    func schedule(_ entries: [(milliseconds: Int, text: String)], cancelling cancelled: Set<String> = []) {
        let start = reactor.now
        var timers: [String: Reactor.TimerID] = [:]
        for entry in entries {
            timers[entry.text] = reactor.schedule(at: start + .milliseconds(entry.milliseconds)) {
                self.assumeIsolated { $0.note(entry.text) }
            }
        }
        for text in cancelled { if let timer = timers[text] { reactor.cancel(timer) } }
    }

    func entries(_ count: Int) async -> [String] {
        if log.count >= count { return log }
        return await withCheckedContinuation { waiters.append((count, $0)) }
    }

    func isOnReactor() -> Bool { reactor.isCurrent }

    /// Lets a timer start a task of this actor.
    func startTask(after delay: Duration, noting text: String) {
        reactor.schedule(after: delay) { [self] in
            assumeIsolated { resident in _ = Task { resident.note(text) } }
        }
    }

    /// Sets a timer that sets itself again, always for a time that is past, until something was noted.
    func spin() {
        guard log.isEmpty else { return }
        reactor.schedule(at: .zero) { [self] in assumeIsolated { $0.spin() } }
    }

    /// Gives way again and again until something was noted, which only another turn of the loop can do.
    func yieldUntilNoted() async {
        while log.isEmpty { await Task.yield() }
    }
}

@Suite("Reactor", .timeLimit(.minutes(1)))
struct ReactorTests {
    @Test("Actors of a reactor run on its thread")
    func isolation() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        #expect(await resident.isOnReactor())
        #expect(!reactor.isCurrent)
    }

    @Test("A task that gives way over and over leaves timers their turn")
    func fairness() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        await resident.schedule([(1, "a")])
        await resident.yieldUntilNoted()
        #expect(await resident.entries(1) == ["a"])
    }

    @Test("What a timer sets going runs at once, with nothing else to wake the reactor")
    func timersResume() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        await resident.startTask(after: .milliseconds(1), noting: "a")
        #expect(await resident.entries(1) == ["a"])
    }

    @Test("A timer that sets itself again for a time that is past leaves the others their turn")
    func spinning() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        await resident.spin()
        await resident.note("a")
        #expect(await resident.entries(1) == ["a"])
    }

    @Test("Timers fire in the order of their deadlines, equal ones in the order they were made")
    func timers() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        await resident.schedule([(9, "d"), (3, "b"), (1, "a"), (3, "c")])
        #expect(await resident.entries(4) == ["a", "b", "c", "d"])
    }

    @Test("A cancelled timer does not fire, however many there are")
    func cancellation() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        let entries = (0..<500).map { (milliseconds: $0 % 7, text: "t\($0)") }
        let cancelled = Set(entries.map(\.text).filter { $0 != "t3" && $0 != "t5" })
        await resident.schedule(entries + [(20, "end")], cancelling: cancelled)
        #expect(await resident.entries(3) == ["t3", "t5", "end"])
    }

    @Test("Jobs from other threads are run, none is lost")
    func jobs() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let resident = Resident(reactor: reactor)
        await withTaskGroup { group in
            for index in 0..<200 { group.addTask { await resident.note("\(index)") } }
        }
        #expect(Set(await resident.entries(200)) == Set((0..<200).map { "\($0)" }))
    }

    @Test("A visitor's closure runs on the reactor's thread")
    func visit() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        #expect(await reactor.perform { reactor.isCurrent })
    }

    @Test("What is left to be done runs on the reactor's thread, in order, also on one that is about to end")
    func errands() throws {
        let reactor = try Reactor()
        let done = Record()
        for number in 0..<100 { reactor.performSoon { done.add(reactor.isCurrent ? number : -1) } }
        reactor.stopAndWait()
        #expect(done.numbers.withLock { $0 } == Array(0..<100))
    }

    @Test("What is left to a reactor that has ended is not done, and not kept")
    func errandsAfterTheEnd() throws {
        let reactor = try Reactor()
        reactor.stopAndWait()
        var done: Record? = Record()
        weak let kept = done
        reactor.performSoon { [done] in done?.add(0) }
        #expect(done?.numbers.withLock { $0 } == [])
        done = nil
        #expect(kept == nil)
    }

    private final class Record: Sendable {
        let numbers = Mutex<[Int]>([])
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }
}

@Suite("Threads for work that blocks", .timeLimit(.minutes(1)))
struct BlockingExecutorTests {
    private actor Worker {
        private let executor: BlockingExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        init(name: String) {
            executor = BlockingExecutor(name: name)
        }

        func threadName() throws -> [UInt8] { try SmallFile.read("/proc/thread-self/comm", limit: 100) }
    }

    @Test(
        "A thread bears the name of its executor as far as Linux keeps it",
        arguments: [("disk", "disk\n"), ("positions of a day", "positions of a \n")])
    func name(given: String, kept: String) async throws {
        #expect(try await Worker(name: given).threadName() == Array(kept.utf8))
    }
}
