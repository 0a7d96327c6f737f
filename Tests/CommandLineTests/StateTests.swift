import FoundationEssentials
import Glibc
import Log
import SDLApp
import Simulator
import Testing
import Transport

@testable import HeadUnit

/// `serve --state` as a process: killed at any moment, and with files that cannot be used.
@Suite("serve --state", .timeLimit(.minutes(10)))
struct StateTests {
    /// 200 rounds where all is wanted (`make deep`), a sample of them else.
    private static let rounds = ProcessInfo.processInfo.environment["DEEP"] != nil ? 200 : 12

    /// What an app knows to be kept for it.
    private struct Kept: Equatable, Sendable {
        var wayPoints = false
        var gps = false
        var hash: String?

        func isSame(as other: Kept) -> Bool { wayPoints == other.wayPoints && gps == other.gps }
    }

    private static func path() -> String { "/tmp/waypoint-sim-state-\(UInt64.random(in: 0 ... .max))" }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
    }

    private static func port(_ line: String?) throws -> UInt16 {
        try #require(line?.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// An app that changes its subscriptions without end, and notes what was acknowledged.
    private actor Traffic {
        var kept: Kept
        /// What is being asked for; kept or not, nobody knows yet.
        var wanted: Kept?
        var changes = 0
        var resumed: Bool?
        /// Whether nothing more will come.
        private(set) var isOver = false

        init(_ kept: Kept) { self.kept = kept }

        func run(port: UInt16, reactor: Reactor) async {
            defer { isOver = true }
            var configuration = SDLConfiguration(
                appName: "Kill Test", fullAppID: "kill-test", transport: .tcp(host: "127.0.0.1", port: port))
            configuration.reconnectPolicy = .never
            configuration.hashID = kept.hash
            guard let manager = try? SDLManager(configuration, reactor: reactor) else { return }
            let hashes = await manager.notifications(OnHashChange.self)
            var news = hashes.makeAsyncIterator()
            do {
                let info = try await manager.start()
                resumed = info.resumption == .resumed
                if info.resumption == .resumed {
                    // A new hash stands for the same.
                    wanted = kept
                    try await acknowledge(&news)
                } else {
                    kept = Kept()
                }
                try await manager.systemCapabilityManager.waitUntilQueryable()
                while true {
                    var next = kept
                    if changes % 2 == 0 { next.wayPoints.toggle() } else { next.gps.toggle() }
                    wanted = next
                    if changes % 2 == 0 {
                        if next.wayPoints {
                            try await manager.send(SubscribeWayPoints())
                        } else {
                            try await manager.send(UnsubscribeWayPoints())
                        }
                    } else if next.gps {
                        try await manager.send(SubscribeVehicleData(gps: true))
                    } else {
                        try await manager.send(UnsubscribeVehicleData(gps: true))
                    }
                    try await acknowledge(&news)
                }
            } catch {
                // The head unit was killed.
            }
            await manager.stop()
        }

        private func acknowledge(
            _ news: inout Updates<OnHashChange, SDLError>.AsyncIterator
        ) async throws {
            guard let change = try await news.next(), var now = wanted else { throw SDLError.notConnected }
            now.hash = change.hashID
            kept = now
            wanted = nil
            changes += 1
        }
    }

    @Test("Killed at any moment, it has kept what it acknowledged, and the file opens clean")
    func killed() async throws {
        let path = Self.path()
        defer { Self.remove(path) }
        var generator = SystemRandomNumberGenerator()
        var (kept, storedBefore) = (Kept(), Kept())
        var (changes, resumptions, surprises) = (0, 0, 0)
        // The port is part of the name of the app's device, so it has to stay.
        var port: UInt16 = 0
        for round in 0..<Self.rounds {
            let unit = try Program(["serve", "--port", "\(port)", "--state", path])
            port = try Self.port(try await unit.next())
            let reactor = try Reactor()
            let traffic = Traffic(kept)
            let work = Task { [port] in await traffic.run(port: port, reactor: reactor) }
            // At any moment of the start, or some moment after some change.
            let enough = Int.random(in: -8...60, using: &generator)
            while await traffic.changes < enough, await !traffic.isOver { await Task.yield() }
            for _ in 0..<Int.random(in: 0...(enough < 0 ? 20_000 : 500), using: &generator) { await Task.yield() }
            unit.kill()
            #expect(await unit.wait() == 128 + SIGKILL)
            await work.value
            reactor.stop()
            // What the app had before it was answered is still what it had.
            let before = kept
            let (now, wanted, resumed) = (await traffic.kept, await traffic.wanted, await traffic.resumed)
            changes += await traffic.changes
            let stored = try Self.stored(path)
            let acknowledged = resumed == nil ? before : now
            let isKept = stored.isSame(as: acknowledged)
            let isWanted = wanted.map { stored.isSame(as: $0) } ?? false
            // An app that came without the right hash is new from its registration on, of which it is told no hash: that
            // registration may be stored or not.
            let isNew = resumed != true && (stored == Kept() || stored == storedBefore)
            #expect(
                isKept || isWanted || isNew,
                "round \(round): stored \(stored), acknowledged \(acknowledged), wanted \(String(describing: wanted))")
            // With nothing under way it is the very hash that the app was told.
            let isSettled = wanted.map { !$0.isSame(as: acknowledged) && isKept } ?? true
            if resumed == true, isSettled { #expect(stored == acknowledged, "round \(round)") }
            if let resumed {
                #expect(resumed == (before.hash != nil && before.hash == storedBefore.hash), "round \(round)")
                if resumed { resumptions += 1 }
            }
            if stored != acknowledged { surprises += 1 }
            storedBefore = stored
            // The app goes on with the hash that it was told last.
            kept = Kept(wayPoints: stored.wayPoints, gps: stored.gps, hash: acknowledged.hash)
        }
        print(
            "kill rounds: \(Self.rounds), changes acknowledged: \(changes), resumed: \(resumptions), "
                + "killed between commit and notice: \(surprises)")
        #expect(changes > 0)
        #expect(Self.rounds < 100 || resumptions > 20)
    }

    /// What the file holds for the app; opening it checks that it is whole.
    private static func stored(_ path: String) throws -> Kept {
        let database = try StateDatabase(path: path, synchronous: .full)
        guard let app = try database.load().apps.first else { return Kept() }
        return Kept(wayPoints: app.hearsWayPoints, gps: app.vehicleData == ["gps"], hash: app.hash)
    }

    // MARK: Files that cannot be used

    /// Serves an app although the state cannot be kept, and says why.
    private static func serves(_ unit: Program, _ complaint: String) async throws {
        let lines = try await unit.lines(until: "listening on")
        #expect(lines.contains { $0.contains("waypoint-sim: --state: ") && $0.contains(complaint) }, "\(lines)")
        let port = try port(lines.last)
        let app = try Program(["app", "--connect", "127.0.0.1:\(port)", "--json", "--once"])
        _ = try await app.rest()
        #expect(await app.wait() == 0)
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("A damaged file, one of a newer version and a missing folder: it says so and serves")
    func unusable() async throws {
        let path = Self.path()
        defer { Self.remove(path) }
        try await TemporaryFile.with(String(repeating: "damaged ", count: 1_000)) { file in
            try await Self.serves(
                try Program(["serve", "--port", "0", "--state", file], withErrors: true), "damaged")
        }
        do {
            let database = try StateDatabase(path: path, synchronous: .off)
            try database.execute("PRAGMA user_version = 99")
        }
        try await Self.serves(
            try Program(["serve", "--port", "0", "--state", path], withErrors: true), "newer version (schema 99")
        try await Self.serves(
            try Program(["serve", "--port", "0", "--state", "/no/such/folder/state"], withErrors: true),
            "cannot be opened")
        #expect(try await Program.run("serve", "--state-sync", "full").status == 2)
    }

    @Test("A disk that is full, or read-only: it says so and serves", arguments: [true, false])
    func disk(isFull: Bool) async throws {
        guard try await Program.canMount() else { return }
        let folder = "/tmp/waypoint-sim-disk-\(UInt64.random(in: 0 ... .max))"
        defer { _ = unsafe rmdir(folder) }
        // In a name space of its own, so that nothing of the mount is left behind.
        let fill = "(until [ -s \(folder)/state ]; do sleep 0.01; done; cat /dev/zero >\(folder)/fill 2>/dev/null) &"
        let unit = try Program(
            script: "mkdir \(folder) && mount -t tmpfs -o size=256k none \(folder) || exit 9; "
                + (isFull ? fill : "mount -o remount,ro \(folder);")
                + " exec \"$0\" serve --port 0 --state \(folder)/state")
        var lines = try await unit.lines(until: "listening on")
        let port = try Self.port(lines.last)
        for _ in 0..<3 {
            let app = try Program(["app", "--connect", "127.0.0.1:\(port)", "--json", "--once"])
            _ = try await app.rest()
            #expect(await app.wait() == 0)
        }
        unit.interrupt()
        lines += try await unit.rest()
        #expect(await unit.wait() == 0)
        let complaints = lines.filter { $0.contains("waypoint-sim: --state: ") }
        #expect(!complaints.isEmpty, "\(lines)")
        #expect(complaints.first?.contains(isFull ? "no room on the disk" : "cannot be") == true, "\(complaints)")
    }

    @Test(
        "Another run resumes what the first one kept, also from a disk that may not be written",
        arguments: [false, true])
    func resumes(isReadOnly: Bool) async throws {
        if isReadOnly {
            guard try await Program.canMount() else { return }
        }
        let path = Self.path()
        let hash = "\(path)-hash"
        let folder = "\(path)-disk"
        defer {
            Self.remove(path)
            _ = unsafe unlink(hash)
            _ = unsafe rmdir(folder)
        }
        var port: UInt16 = 0
        for run in 0..<2 {
            let unit: Program
            if run == 1, isReadOnly {
                unit = try Program(
                    script: "mkdir \(folder) && mount -t tmpfs -o size=4m none \(folder) && cp \(path) \(folder)/state "
                        + "&& mount -o remount,ro \(folder) || exit 9; "
                        + "exec \"$0\" serve --port \(port) --state \(folder)/state")
                let lines = try await unit.lines(until: "listening on")
                #expect(lines.contains { $0.contains("read-only") || $0.contains("not kept") }, "\(lines)")
            } else {
                unit = try Program(["serve", "--port", "\(port)", "--state", path, "--state-sync", "normal"])
                port = try Self.port(try await unit.next())
            }
            let app = try Program(["app", "--connect", "127.0.0.1:\(port)", "--json", "--resume", hash])
            let lines = try await app.lines(until: "{\"event\":\"subscribed\"")
            let code = run == 0 ? "SUCCESS" : "IGNORED"
            #expect(lines.last?.contains("\"resultCode\":\"\(code)\"") == true, "\(lines.last ?? "")")
            // The head unit goes first: the app keeps its registration.
            let written = try await Self.waitForHash(hash)
            #expect(written)
            unit.interrupt()
            if run == 1, isReadOnly { _ = try await unit.rest() }
            #expect(await unit.wait() == 0)
            _ = try await app.rest()
            // It was told that the ignition is off.
            #expect(await app.wait() == 1)
        }
    }

    /// The hash comes a moment behind the answer.
    private static func waitForHash(_ path: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            if let bytes = try? SmallFile.read(path, limit: 100), bytes.count > 30 { return true }
            await Task.yield()
        }
        return false
    }
}
