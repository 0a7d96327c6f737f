import FoundationEssentials
import TestKit
import Testing
import Transport

@testable import SDLApp

/// Many lives one after the other leave nothing behind.
///
/// Each test runs in a process of its own, where every descriptor, thread and byte in use is its own doing.
/// `SDL_CYCLES` sets the number of lives.
@Suite("Many lives", .serialized)
struct CycleTests {
    @Test("10 000 times connect, register, subscribe, disconnect over TCP: nothing stays", .timeLimit(.minutes(10)))
    func sharedReactor() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let lives = try await Lives(default: 10_000)
                let reactor = try Reactor()
                // The first lives fill caches of the runtime and of the system's allocator.
                try await lives.live(500, on: reactor)
                let before = await lives.settledRemains()
                // One object of the smallest size that stayed each time would be 16 bytes a life.
                try await lives.live(on: reactor, since: before, bytesAllowedALife: 12)
            })
        let output = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(output.contains("nothing stayed"))
    }

    @Test("Managers with a thread of their own take it along", .timeLimit(.minutes(10)))
    func ownReactor() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let lives = try await Lives(default: 500)
                try await lives.live(50, on: nil)
                let before = await lives.settledRemains()
                try await lives.live(on: nil, since: before, bytesAllowedALife: 256)
            })
        let output = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(output.contains("nothing stayed"))
    }
}

/// Lives of apps at one head unit that listens on TCP.
private final class Lives {
    let count: Int
    let head: TestHead
    private var managersLeft = 0
    private var born = 0
    private let port: UInt16
    private let turn: Turn

    init(default count: Int) async throws {
        self.count = ProcessInfo.processInfo.environment["SDL_CYCLES"].flatMap { Int($0) } ?? count
        head = TestHead(reactor: try Reactor())
        turn = Turn(reactor: head.reactor)
        port = try await head.listen()
    }

    /// Lives a number of times, ending in each of the ways in turn.
    func live(_ count: Int, on reactor: Reactor?) async throws {
        var configuration = SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp(port: port))
        configuration.reconnectPolicy = .never
        for number in 0..<count {
            born += 1
            weak var trace: SDLManager?
            do {
                let manager = try SDLManager(configuration, reactor: reactor)
                trace = manager
                try await live(manager, number)
            }
            var patience = 100_000
            while trace != nil, patience > 0 {
                patience -= 1
                // The end of a manager is a job of its reactor: let the threads have their turn.
                await turn.take()
            }
            if trace != nil { managersLeft += 1 }
            await head.change { $0.forgetRequests() }
        }
    }

    /// Lives the wanted number of times and reports what stayed since `before`.
    ///
    /// Each thread of the C library keeps some freed blocks aside, a few hundred kilobytes at most, which count as
    /// given out. What looks like too much is therefore looked at again after as many lives more, twice at most:
    /// that share stands still, and a leak grows with the lives.
    func live(on reactor: Reactor?, since before: ProcessRemains, bytesAllowedALife: Int) async throws {
        var lived = 0
        var after = before
        repeat {
            try await live(count, on: reactor)
            lived += count
            after = await settledRemains(like: reactor == nil ? before : nil)
        } while after.bytes - before.bytes > bytesAllowedALife * lived && lived < 3 * count
        report(before, after, bytesAllowed: max(64 << 10, bytesAllowedALife * lived))
    }

    private func live(_ manager: SDLManager, _ number: Int) async throws {
        let changes = await manager.notifications(OnWayPointChange.self)
        let lists = await manager.wayPointUpdates()
        let availability = await manager.wayPointAvailabilityUpdates()
        try await manager.start()
        var iterator = lists.makeAsyncIterator()
        _ = try await iterator.next()
        try await manager.send(GetWayPoints(wayPointType: .all))
        switch number % 4 {
        case 0:
            await manager.stop()
        case 1:
            await head.drop()
            await #expect(throws: SDLError.self) { while try await iterator.next() != nil {} }
        case 2:
            // A request is under way when its caller gives up, and the link is lost.
            await head.change { $0.answers[.getWayPoints] = .silence }
            let request = Task { try await manager.wayPoints() }
            await head.wait(for: .getWayPoints, count: 3)
            request.cancel()
            await #expect(throws: SDLError.cancelled) { try await request.value }
            await head.change { $0.answers = [:] }
            await head.drop()
        default:
            break  // nobody says goodbye
        }
        _ = (changes, availability)
    }

    /// What the process holds once connections that are being closed are closed.
    ///
    /// - Parameter expected: What is waited for; nil means that the number of descriptors stands still.
    func settledRemains(like expected: ProcessRemains? = nil) async -> ProcessRemains {
        var remains = ProcessRemains()
        for _ in 0..<10_000 {
            for _ in 0..<100 { await turn.take() }
            let next = ProcessRemains()
            let isSettled =
                expected.map {
                    next.descriptors <= $0.descriptors + Self.runtimeDescriptors && next.threads <= $0.threads + 2
                }
                ?? (next.descriptors == remains.descriptors && next.threads == remains.threads)
            remains = next
            if isSettled { break }
        }
        return remains
    }
}

extension Lives {
    /// The timer thread of the runtime, which comes once and when it likes, has an epoll, an eventfd and a timerfd.
    private static let runtimeDescriptors = 3

    /// Compares what the process held before and after, and prints what stayed.
    func report(_ before: ProcessRemains, _ after: ProcessRemains, bytesAllowed: Int) {
        let growth = after.bytes - before.bytes
        var problems: [String] = []
        if managersLeft != 0 { problems.append("\(managersLeft) managers") }
        if after.descriptors > before.descriptors + Self.runtimeDescriptors {
            problems.append("\(after.descriptors) descriptors instead of \(before.descriptors)")
        }
        // The runtime's own threads, two here, come and go.
        if after.threads > before.threads + 2 {
            problems.append("\(after.threads) threads instead of \(before.threads)")
        }
        if growth > bytesAllowed { problems.append("\(growth) bytes") }
        let what = problems.isEmpty ? "nothing stayed" : problems.joined(separator: ", ")
        print("\(born) lives: \(what) (\(growth) bytes)")
    }
}

/// A turn of a reactor's thread.
private actor Turn {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func take() {}
}
