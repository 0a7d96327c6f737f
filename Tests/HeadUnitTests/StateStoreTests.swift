import Formats
import Glibc
import Simulator
import Synchronization
import TestKit
import Testing

@testable import HeadUnit

/// The file of kept state: what goes in comes out, and what is wrong with a file is told.
@Suite("The store of state", .timeLimit(.minutes(1)))
struct StateStoreTests {
    /// A folder that is gone with the test.
    final class Folder: Sendable {
        let path: String

        init() {
            var template = Array("/tmp/sdl-state-XXXXXX\0".utf8CString)
            path = unsafe mkdtemp(&template).map { unsafe String(cString: $0) } ?? "/tmp"
        }

        deinit {
            for name in ["state", "state-wal", "state-shm", "state-journal"] { _ = unsafe unlink("\(path)/\(name)") }
            _ = unsafe rmdir(path)
        }

        var file: String { "\(path)/state" }

        func write(_ bytes: [UInt8], suffix: String = "") {
            let descriptor = unsafe Glibc.open(file + suffix, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            close(descriptor)
        }

        func sql(_ statements: String...) throws {
            let database = try StateDatabase(path: file, synchronous: .off)
            for statement in statements { try database.execute(statement) }
        }
    }

    private static let place = Consents.AppOnDevice(device: "127.0.0.1:12345", policyID: "way'app\u{1F30D}")

    private static func app(_ id: String = "a", hash: String? = "h", hmiAppID: Int = 7) -> SavedApp {
        SavedApp(
            place: Consents.AppOnDevice(device: "d", policyID: id), hash: hash, hmiAppID: hmiAppID, level: .limited,
            hearsWayPoints: true, vehicleData: ["gps", "speed"], ignitionOffs: 1, returnsToLevel: false, lastUse: 1)
    }

    /// A store with a listener that waits for tokens.
    private static func open(_ path: String) async throws -> (StateStore, AsyncStream<Int>) {
        let store = try await StateStore.open(path: path)
        let (tokens, told) = AsyncStream.makeStream(of: Int.self)
        store.begin(base: "base") { told.yield($0) }
        return (store, tokens)
    }

    @Test("Everything that is written is read again", arguments: StateStore.Synchronous.allCases)
    func roundTrip(synchronous: StateStore.Synchronous) async throws {
        var second = Self.app("b", hash: nil, hmiAppID: 8)
        second.lastUse = 2
        let folder = Folder()
        let store = try await StateStore.open(path: folder.file, synchronous: synchronous)
        store.begin(base: "base") { _ in }
        let table = Rig.module.policy
        let changes: [StateChange] = [
            .app(Self.app()), .app(second), .app(Self.app("gone")),
            .forgotten(Consents.AppOnDevice(device: "d", policyID: "gone")),
            .deviceConsent(device: "d", isAllowed: true, isReturned: true),
            .deviceConsent(device: "e", isAllowed: false, isReturned: false),
            .groupConsent(Self.place, group: "Location-1", isAllowed: false), .policy(table),
        ]
        for (token, change) in changes.enumerated() { store.submit(change, token: token + 1) }
        await store.close()
        var again = try await StateStore.open(path: folder.file)
        #expect(again.initial.apps == [Self.app(), second])
        #expect(again.initial.consents.devices == ["d": true, "e": false] && again.initial.consents.isReturned("d"))
        #expect(again.initial.consents.answers(for: Self.place) == ["Location-1": false])
        #expect(again.initial.policy?.base == "base" && again.initial.policy?.table == table)
        again.begin(base: "base") { _ in }
        again.submit(.reset, token: 1)
        again.submit(.app(Self.app("new")), token: 2)
        await again.close()
        again = try await StateStore.open(path: folder.file)
        #expect(again.initial.apps == [Self.app("new")] && again.initial.policy == nil)
        #expect(again.initial.consents.devices.isEmpty)
        await again.close()
    }

    @Test("A change is told after it is stored, and many at once share a commit")
    func commits() async throws {
        let folder = Folder()
        let (store, tokens) = try await Self.open(folder.file)
        for token in 1...500 {
            store.submit(.app(Self.app("app-\(token % 50)", hmiAppID: token % 50 + 1)), token: token)
        }
        var commits = 0
        for await token in tokens {
            commits += 1
            if token == 500 { break }
        }
        // The first commit may be under way with one change; the rest comes in few.
        #expect(commits < 250)
        // It is in the files as they are now, while the store is open.
        let copy = Folder()
        copy.write(try SmallBytes.read(folder.file))
        copy.write(try SmallBytes.read(folder.file + "-wal"), suffix: "-wal")
        #expect(try StateDatabase(path: copy.file, synchronous: .off).load().apps.count == 50)
        await store.close()
    }

    @Test("Every policy table of the program survives", arguments: MockModule.names)
    func policies(module: String) throws {
        let table = try MockModule(named: module).configuration.policy
        let again = try PolicyTable(stored: try JSONValue(parsing: table.json.serialized()))
        #expect(again == table && again.fingerprint == table.fingerprint)
    }

    @Test("A table made in Swift survives too, with what the control adds to groups")
    func madeTable() throws {
        var group = PolicyTable.FunctionalGroup(
            rules: ["GetWayPoints": PolicyTable.Rule(levels: [.full], parameters: [])], consentPrompt: "Location")
        group.consentGroup = "Other"
        let table = PolicyTable(
            groups: ["G": group], entries: ["x": .revoked, "y": .sameAs("x"), "z": .policy(.init(groups: ["G"]))])
        #expect(try PolicyTable(stored: table.json) == table)
    }

    // MARK: Files that cannot be used

    private static func failure(_ path: String) async -> StateStoreError.Kind? {
        do throws(StateStoreError) {
            let store = try await StateStore.open(path: path)
            await store.close()
            return nil
        } catch {
            #expect(error.description.hasPrefix(path))
            return error.kind
        }
    }

    @Test("A missing file is made, a missing folder is an error")
    func missing() async {
        let folder = Folder()
        #expect(await Self.failure(folder.file) == nil)
        #expect(await Self.failure("\(folder.path)/none/state") == .unusable)
        #expect(await Self.failure(folder.path) == .unusable)
    }

    @Test("A file that is no database, or a damaged one, is left alone")
    func corrupt() async throws {
        let folder = Folder()
        let text = Array(String(repeating: "no database at all ", count: 100).utf8)
        folder.write(text)
        #expect(await Self.failure(folder.file) == .corrupt)
        #expect(try SmallBytes.read(folder.file) == text)
        unsafe unlink(folder.file)
        let (store, _) = try await Self.open(folder.file)
        for number in 0..<200 { store.submit(.app(Self.app("app-\(number)")), token: number) }
        await store.close()
        var bytes = try SmallBytes.read(folder.file)
        #expect(bytes.count > 12_288)
        // The middle of the pages is overwritten.
        for place in 4_096..<bytes.count - 1_000 { bytes[place] = UInt8(truncatingIfNeeded: place &* 31) }
        folder.write(bytes)
        #expect(await Self.failure(folder.file) == .corrupt)
        #expect(try SmallBytes.read(folder.file) == bytes)
    }

    @Test("A file of a newer version, or of another program, is left alone")
    func foreign() async throws {
        let folder = Folder()
        #expect(await Self.failure(folder.file) == nil)
        try folder.sql("PRAGMA user_version = 2")
        #expect(await Self.failure(folder.file) == .newerSchema(2))
        unsafe unlink(folder.file)
        try folder.sql("PRAGMA application_id = 4711")
        #expect(await Self.failure(folder.file) == .foreign)
    }

    @Test("A file with values that no head unit writes is read without harm, and within bounds")
    func hostile() async throws {
        let folder = Folder()
        let (store, _) = try await Self.open(folder.file)
        await store.close()
        let insert = "INSERT INTO app VALUES"
        try folder.sql(
            "\(insert) ('d', 'most', 'h', 1, 'FULL', 1, '[]', 0, 1, 9223372036854775807)",
            "\(insert) ('d', 'least', 'h', 2, 'FULL', 1, '[]', -9223372036854775808, 1, -9223372036854775808)",
            "\(insert) ('d', 'twin', 'h', 1, 'FULL', 1, '[]', 0, 1, 5)",
            "\(insert) ('d', 'odd', 'h', 3, 'SIDEWAYS', 1, '[]', 0, 1, 6)",
            "\(insert) ('d', 'zero', 'h', 0, 'FULL', 1, '[]', 0, 1, 7)",
            "\(insert) ('d', 'list', 'h', 4, 'FULL', 7, '{\"a\":[1', 9223372036854775807, 1, 8)",
            "INSERT INTO device_consent VALUES ('d', 99, -1)", "INSERT INTO policy VALUES (1, 'b', '[[[')",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                + "INSERT INTO app SELECT 'd', 'n' || i, 'h', 100 + i, 'NONE', 0, '[]', 0, 0, -i FROM n")
        let database = try StateDatabase(path: folder.file, synchronous: .off)
        let apps = try database.load().apps
        #expect(apps.count <= SavedApp.limit && apps.count > 1000)
        #expect(
            apps.last?.place.policyID == "most"
                && !apps.contains { ["twin", "odd", "zero"].contains($0.place.policyID) })
        #expect(Set(apps.map(\.hmiAppID)).count == apps.count)
        #expect(apps.map(\.lastUse) == (1...Int64(apps.count)).map { $0 })
    }

    @Test("A text with NUL in it stays apart from the one that ends there")
    func nul() async throws {
        let folder = Folder()
        let (store, _) = try await Self.open(folder.file)
        store.submit(.app(Self.app("victim", hash: "one")), token: 1)
        var other = Self.app("victim\0x", hash: "two")
        other.hmiAppID = 8
        store.submit(.app(other), token: 2)
        await store.close()
        let apps = try StateDatabase(path: folder.file, synchronous: .off).load().apps
        #expect(Set(apps.map(\.place.policyID)) == ["victim", "victim\0x"])
        #expect(apps.first { $0.place.policyID == "victim" }?.hash == "one")
    }

    @Test("A file belongs to one head unit at a time")
    func owned() async throws {
        let folder = Folder()
        let (store, _) = try await Self.open(folder.file)
        do throws(StateStoreError) {
            _ = try StateDatabase(path: folder.file, synchronous: .full, busyTime: 10)
            Issue.record("a second one has it")
        } catch {
            #expect(error.kind == .busy)
        }
        await store.close()
        #expect(await Self.failure(folder.file) == nil)
    }

    @Test("What could not be kept is told once, and kept with the next change or at the end", arguments: [true, false])
    func retried(byNext: Bool) async {
        if byNext {
            await #expect(processExitsWith: .success) { try await FullDisk.run(byNext: true) }
        } else {
            await #expect(processExitsWith: .success) { try await FullDisk.run(byNext: false) }
        }
    }

    @Test("A disk without room keeps nothing, and what still fits is kept")
    func full() async throws {
        let folder = Folder()
        let database = try StateDatabase(path: folder.file, synchronous: .off)
        try database.execute("PRAGMA max_page_count = 20")
        let changes = (0..<500).map { StateChange.app(Self.app("app-\($0)-\(String(repeating: "x", count: 90))")) }
        var kind: StateStoreError.Kind?
        do throws(StateStoreError) { try database.write(changes, base: "") } catch { kind = error.kind }
        #expect(kind == .full)
        // The failed commit left nothing, and a smaller one still fits.
        #expect(try database.load().apps.isEmpty)
        try database.write([.app(Self.app())], base: "")
        #expect(try database.load().apps == [Self.app()])
    }

    @Test("A file that may not be written is read, and nothing is kept")
    func readOnly() async throws {
        let folder = Folder()
        let (store, _) = try await Self.open(folder.file)
        store.submit(.app(Self.app()), token: 1)
        await store.close()
        unsafe chmod(folder.file, 0o444)
        unsafe chmod(folder.path, 0o555)
        defer { _ = unsafe chmod(folder.path, 0o755) }
        try Unprivileged.run {
            let database = try StateDatabase(path: folder.file, synchronous: .full)
            #expect(database.isReadOnly)
            #expect(try database.load().apps == [Self.app()])
        }
    }
}

/// A disk that has no room for a while, as a process of its own whose files may not grow.
private enum FullDisk {
    struct Failure: Error {}

    static func run(byNext: Bool) async throws {
        let folder = StateStoreTests.Folder()
        signal(SIGXFSZ, SIG_IGN)
        let store = try await StateStore.open(path: folder.file)
        let troubles = Mutex(0)
        let (tokens, told) = AsyncStream.makeStream(of: Int.self)
        store.begin(base: "base") { told.yield($0) }
        store.onTrouble { _ in troubles.withLock { $0 += 1 } }
        limitFiles(to: 0)
        for token in 1...2 {
            store.submit(.app(app(token)), token: token)
            // Apps are told although nothing is kept.
            guard await tokens.first(where: { $0 >= token }) != nil else { throw Failure() }
        }
        guard troubles.withLock({ $0 }) == 1 else { throw Failure() }
        limitFiles(to: .max)
        if byNext {
            store.submit(.app(app(3)), token: 3)
            await store.flush()
        }
        await store.close()
        let kept = try StateDatabase(path: folder.file, synchronous: .full).load().apps.map(\.hmiAppID)
        guard Set(kept) == (byNext ? [1, 2, 3] : [1, 2]) else { throw Failure() }
    }

    private static func app(_ number: Int) -> SavedApp {
        SavedApp(
            place: Consents.AppOnDevice(device: "d", policyID: "\(number)"), hash: "h", hmiAppID: number, level: .full,
            hearsWayPoints: true, vehicleData: [])
    }

    private static func limitFiles(to bytes: rlim_t) {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(bytes, limit.rlim_max)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}

/// Files for comparison.
enum SmallBytes {
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let part = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
                count = max(0, unsafe Glibc.read(descriptor, room.baseAddress, room.count))
            }
            if part.isEmpty { return bytes }
            bytes += part
        }
    }
}
