internal import CSQLite
internal import Glibc

/// The SQLite file behind a ``StateStore``; used by one thread at a time.
///
/// The write-ahead log keeps readers and writer apart and makes a commit one write. A newer schema is left alone.
@safe
final class StateDatabase {
    /// The number of the schema, in `PRAGMA user_version`.
    static let schema = 1
    /// Tells our files from those of other programs, in `PRAGMA application_id`.
    private static let applicationID = 0x5344_4C57

    /// The longest value of a row in bytes; a policy table has some hundred thousand.
    private static let longestValue: Int32 = 16 << 20

    let path: String
    private let handle: OpaquePointer
    private(set) var isReadOnly: Bool
    private var statements: [String: OpaquePointer] = unsafe [:]

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - synchronous: How durable a commit is.
    ///   - busyTime: How long a lock of another process is waited for, in milliseconds.
    init(
        path: String, synchronous: StateStore.Synchronous, busyTime: Int32 = 2_000
    ) throws(StateStoreError) {
        self.path = path
        var handle: OpaquePointer?
        var code = unsafe Self.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &handle)
        if unsafe handle == nil { code = unsafe Self.open(path, SQLITE_OPEN_READONLY, &handle) }
        if unsafe handle == nil, let frozen = Self.frozen(path) {
            _ = unsafe Self.open(frozen, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &handle)
        }
        guard let handle = unsafe handle else {
            let reason = unsafe String(cString: sqlite3_errstr(code))
            throw StateStoreError(kind: Self.kind(of: code, whileOpening: true), path: path, reason: reason)
        }
        unsafe self.handle = handle
        isReadOnly = unsafe sqlite3_db_readonly(handle, "main") == 1
        unsafe sqlite3_busy_timeout(handle, busyTime)
        _ = unsafe csqlite_defensive(handle)
        try prepare(synchronous)
    }

    deinit {
        for sql in unsafe Array(statements.keys) { unsafe sqlite3_finalize(statements[sql]) }
        unsafe sqlite3_close_v2(handle)
    }

    /// Opens a file and looks into it, which fails where its log cannot be made; without success there is no handle.
    private static func open(_ path: String, _ flags: Int32, _ handle: inout OpaquePointer?) -> Int32 {
        var code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        if code == SQLITE_OK {
            unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
            // Two head units on one file would overwrite what the other one keeps.
            if unsafe sqlite3_db_readonly(handle, "main") == 0 {
                _ = unsafe sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
            }
            code = unsafe sqlite3_exec(handle, "PRAGMA user_version", nil, nil, nil)
            // What is wrong with the content is looked at later.
            if ![SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xff) { return SQLITE_OK }
        }
        unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
        return code
    }

    /// The name by which SQLite reads a file in a folder where it can keep no log; `nil` where a log holds more.
    private static func frozen(_ path: String) -> String? {
        guard unsafe access(path + "-wal", F_OK) != 0, unsafe access(path, R_OK) == 0 else { return nil }
        var name = "file:"
        for byte in path.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
            if isPlain {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return name + "?immutable=1"
    }

    // MARK: Schema

    private func prepare(_ synchronous: StateStore.Synchronous) throws(StateStoreError) {
        let version = try integer("PRAGMA user_version")
        let owner = try integer("PRAGMA application_id")
        let tables = try integer("SELECT count(*) FROM sqlite_master")
        guard owner == Self.applicationID || owner == 0 && version == 0 && tables == 0 else {
            throw StateStoreError(kind: .foreign, path: path, reason: "")
        }
        guard version <= Self.schema else {
            throw StateStoreError(kind: .newerSchema(version), path: path, reason: "")
        }
        // Whether all pages hang together: a file that was cut or overwritten is better noticed now.
        let health = try text("PRAGMA quick_check(1)")
        guard health == "ok" else { throw StateStoreError(kind: .corrupt, path: path, reason: health ?? "no answer") }
        guard !isReadOnly else { return }
        do throws(StateStoreError) {
            _ = try text("PRAGMA journal_mode = WAL")
            // From the first write on the file is ours.
            try transaction {}
            try execute("PRAGMA synchronous = \(synchronous.rawValue)")
            try execute("PRAGMA journal_size_limit = 1048576")
            if version < Self.schema { try create() }
        } catch {
            // A folder that may not be written holds no log: what is there can still be read.
            guard error.kind == .readOnly || error.kind == .unusable, version == Self.schema else { throw error }
            isReadOnly = true
        }
    }

    private func create() throws(StateStoreError) {
        try transaction { () throws(StateStoreError) in
            for statement in Self.tables { try execute(statement) }
            try execute("PRAGMA application_id = \(Self.applicationID)")
            try execute("PRAGMA user_version = \(Self.schema)")
        }
    }

    private static let tables = [
        """
        CREATE TABLE app (
            device TEXT NOT NULL, policy_id TEXT NOT NULL, hash TEXT, hmi_app_id INTEGER NOT NULL, level TEXT NOT NULL,
            way_points INTEGER NOT NULL, vehicle_data TEXT NOT NULL, ignition_offs INTEGER NOT NULL,
            returns_to_level INTEGER NOT NULL, last_use INTEGER NOT NULL, PRIMARY KEY (device, policy_id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE device_consent (
            device TEXT NOT NULL PRIMARY KEY, allowed INTEGER NOT NULL, returned INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE group_consent (
            device TEXT NOT NULL, policy_id TEXT NOT NULL, name TEXT NOT NULL, allowed INTEGER NOT NULL,
            PRIMARY KEY (device, policy_id, name)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE TABLE policy (id INTEGER PRIMARY KEY CHECK (id = 1), base TEXT NOT NULL, body TEXT NOT NULL) STRICT",
    ]

    // MARK: Statements

    func transaction(_ body: () throws(StateStoreError) -> Void) throws(StateStoreError) {
        try execute("BEGIN IMMEDIATE")
        do throws(StateStoreError) {
            try body()
            try execute("COMMIT")
        } catch {
            // SQLite may have done it already, as when the disk is full.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// A value of a statement, going in or coming out.
    enum Value: Hashable {
        case null
        case integer(Int64)
        case text(String)

        static func flag(_ value: Bool) -> Value { .integer(value ? 1 : 0) }
    }

    func execute(_ sql: String, _ values: [Value] = []) throws(StateStoreError) {
        try rows(sql, values) { _ in }
    }

    /// Runs a statement, with its values by place, and hands over each row.
    func rows(
        _ sql: String, _ values: [Value] = [], _ body: ([Value]) -> Void
    ) throws(StateStoreError) {
        let statement = try unsafe prepared(sql)
        defer {
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32
            switch value {
            case .null: code = unsafe sqlite3_bind_null(statement, place)
            case .integer(let number): code = unsafe sqlite3_bind_int64(statement, place, number)
            case .text(let text):
                code = unsafe csqlite_bind_text(statement, place, text, Int32(clamping: text.utf8.count))
            }
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW: body(unsafe Self.row(of: statement))
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    private func prepared(_ sql: String) throws(StateStoreError) -> OpaquePointer {
        if let known = unsafe statements[sql] { return unsafe known }
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else { throw error(code) }
        unsafe statements[sql] = statement
        return unsafe statement
    }

    private static func row(of statement: OpaquePointer) -> [Value] {
        let count = unsafe sqlite3_column_count(statement)
        return (0..<count).map { place in
            switch unsafe sqlite3_column_type(statement, place) {
            case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, place))
            case SQLITE_TEXT:
                guard let bytes = unsafe sqlite3_column_text(statement, place) else { return .null }
                // By its length: a text may hold NUL, and cut there it would be another one.
                let count = unsafe Int(sqlite3_column_bytes(statement, place))
                return .text(unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
            default: return .null
            }
        }
    }

    private func integer(_ sql: String) throws(StateStoreError) -> Int {
        var found = 0
        try rows(sql) { if case .integer(let number) = $0.first { found = Int(clamping: number) } }
        return found
    }

    private func text(_ sql: String) throws(StateStoreError) -> String? {
        var found: String?
        try rows(sql) { if case .text(let text) = $0.first { found = text } }
        return found
    }

    // MARK: Errors

    private func error(_ code: Int32) -> StateStoreError {
        StateStoreError(
            kind: Self.kind(of: code), path: path, reason: unsafe String(cString: sqlite3_errmsg(handle)))
    }

    private static func kind(of code: Int32, whileOpening: Bool = false) -> StateStoreError.Kind {
        switch code & 0xff {
        case SQLITE_CANTOPEN, SQLITE_PERM: .unusable
        case SQLITE_READONLY: .readOnly
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        default: whileOpening ? .unusable : .failed
        }
    }
}
