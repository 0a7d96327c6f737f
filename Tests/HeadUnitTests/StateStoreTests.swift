import Formats
import Glibc
import Simulator
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

        func write(_ bytes: [UInt8]) {
            let descriptor = unsafe Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            close(descriptor)
        }

        func sql(_ statements: String...) throws {
            let database = try StateDatabase(path: file, synchronous: .off)
            for statement in statements { try database.execute(statement) }
        }
    }

    private static let place = Consents.AppOnDevice(device: "127.0.0.1:12345", policyID: "way'app\u{1F30D}")

    private static func app(_ id: String = "a", hash: String? = "h") -> SavedApp {
        SavedApp(
            place: Consents.AppOnDevice(device: "d", policyID: id), hash: hash, hmiAppID: 7, level: .limited,
            hearsWayPoints: true, vehicleData: ["gps", "speed"], ignitionOffs: 1, returnsToLevel: false, lastUse: 3)
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
        let folder = Folder()
        let store = try await StateStore.open(path: folder.file, synchronous: synchronous)
        store.begin(base: "base") { _ in }
        let table = Rig.module.policy
        let changes: [StateChange] = [
            .app(Self.app()), .app(Self.app("b", hash: nil)), .app(Self.app("gone")),
            .forgotten(Consents.AppOnDevice(device: "d", policyID: "gone")),
            .deviceConsent(device: "d", isAllowed: true, isReturned: true),
            .deviceConsent(device: "e", isAllowed: false, isReturned: false),
            .groupConsent(Self.place, group: "Location-1", isAllowed: false), .policy(table),
        ]
        for (token, change) in changes.enumerated() { store.submit(change, token: token + 1) }
        await store.close()
        var again = try await StateStore.open(path: folder.file)
        #expect(again.initial.apps == [Self.app(), Self.app("b", hash: nil)])
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
        for token in 1...500 { store.submit(.app(Self.app("app-\(token % 50)")), token: token) }
        var commits = 0
        for await token in tokens {
            commits += 1
            if token == 500 { break }
        }
        // The first commit may be under way with one change; the rest comes in few.
        #expect(commits < 250)
        // Another connection sees it while the store is open.
        let reader = try StateDatabase(path: folder.file, synchronous: .off)
        #expect(try reader.load().apps.count == 50)
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

    @Test("A disk without room keeps nothing and says so once; what could not be kept is tried again")
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
