import FoundationEssentials
import Testing
import Transport

@testable import SDLApp

/// Many lives one after the other leave nothing behind.
///
/// `SDL_CYCLES` sets their number; release runs are meant to have 10 000.
@Suite("Many lives", .serialized)
struct CycleTests {
    private static var cycles: Int {
        ProcessInfo.processInfo.environment["SDL_CYCLES"].flatMap { Int($0) } ?? 60
    }

    private static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// The memory in use, in pages.
    private static var pages: Int {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }

    @Test("Connect, register, subscribe, disconnect, over TCP: no descriptor, no object and no memory stays")
    func cycles() async throws {
        let head = TestHead(reactor: try Reactor())
        let port = try await head.listen()
        let appReactor = try Reactor()
        var configuration = SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp(port: port))
        configuration.reconnectPolicy = .never
        var leftBehind = 0
        let turn = Turn(reactor: appReactor)
        func cycle(_ number: Int) async throws {
            weak var trace: SDLManager?
            do {
                let manager = try SDLManager(configuration, reactor: appReactor)
                trace = manager
                let changes = await manager.notifications(OnWayPointChange.self)
                let lists = await manager.wayPointUpdates()
                try await manager.start()
                var iterator = lists.makeAsyncIterator()
                _ = try await iterator.next()
                try await manager.send(GetWayPoints(wayPointType: .all))
                if number.isMultiple(of: 2) { await manager.stop() } else { await head.drop() }
                _ = try? await iterator.next()
                _ = changes
            }
            var patience = 10_000
            while trace != nil, patience > 0 {
                patience -= 1
                // The end of a manager is a job of its reactor: let that thread have its turn, however busy the machine.
                await turn.take()
            }
            if trace != nil { leftBehind += 1 }
        }
        let total = Self.cycles
        for number in 0..<min(20, total) { try await cycle(number) }
        let descriptors = Self.descriptors
        let pages = Self.pages
        for number in 0..<total { try await cycle(number) }
        #expect(leftBehind == 0)
        // Other tests open descriptors too; a leak would show as one a cycle.
        #expect(Self.descriptors - descriptors < max(30, total / 4))
        #expect(Self.pages - pages < max(4000, total / 2), "less than half a page a cycle")
        #expect(await head.connections == total + min(20, total))
        appReactor.stop()
        head.reactor.stop()
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
