internal import Synchronization
internal import Transport

/// The file in which a head unit keeps what outlives it: hashes, subscriptions and levels of apps, consents of the user,
/// and the policy that an update left.
///
/// SQLite with a write-ahead log, on a thread of its own. All changes that come while a commit is under way go into the
/// next one together, and what must be kept before it is told (OnHashChange) is told after the commit.
///
/// A store that cannot write goes on without: the head unit serves, apps resume as long as the process lives, the
/// changes are tried again with the next one, and ``onTrouble(_:)`` is told once.
public final class StateStore: Sendable {
    /// How durable a commit is (SQLite's `PRAGMA synchronous`).
    public enum Synchronous: String, Hashable, Sendable, CaseIterable {
        /// The system writes when it likes: a crash of the process loses nothing, a power cut may damage the file.
        case off = "OFF"
        /// A power cut may lose the last commits, but never damages the file.
        case normal = "NORMAL"
        /// What is committed survives a power cut too.
        case full = "FULL"
    }

    private struct Queue {
        /// The changes to come, the newest for each key, in the order of their first.
        var changes: [StateChange.Key: StateChange] = [:]
        var order: [StateChange.Key] = []
        var token = 0
        var isWriting = false
        var listener: (@Sendable (Int) -> Void)?
        var onTrouble: (@Sendable (StateStoreError) -> Void)?
        var isInTrouble = false
        /// Told when nothing waits any more.
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    /// The file.
    public let path: String
    /// Why changes are not kept, where that is known from the start.
    public let limitation: StateStoreError?
    let initial: StoredState
    private let base: Mutex<String> = Mutex("")
    private let queue = Mutex(Queue())
    private let writer: Writer

    /// Opens a file of state, or makes it.
    ///
    /// A file that cannot be written is read: apps resume what it holds, and ``limitation`` says so.
    ///
    /// - Parameters:
    ///   - path: The file; SQLite keeps `-wal` and `-shm` beside it while it is open.
    ///   - synchronous: How durable a commit is.
    /// - Throws: ``StateStoreError`` when the file is damaged, of a newer version, or of another program, or cannot be
    ///   opened. It is left as it is.
    public static func open(
        path: String, synchronous: Synchronous = .full
    ) async throws(StateStoreError) -> StateStore {
        let writer = Writer()
        let opened = await writer.open(path, synchronous)
        switch opened {
        case .success(let (state, isReadOnly)):
            let limitation =
                isReadOnly
                ? StateStoreError(kind: .readOnly, path: path, reason: "what changes from now on is not kept") : nil
            return StateStore(path, state, limitation, writer)
        case .failure(let error): throw error
        }
    }

    private init(_ path: String, _ state: StoredState, _ limitation: StateStoreError?, _ writer: Writer) {
        self.path = path
        initial = state
        self.limitation = limitation
        self.writer = writer
    }

    /// Tells `handler`, on the store's thread, when changes cannot be kept; again only after they could be.
    public func onTrouble(_ handler: (@Sendable (StateStoreError) -> Void)?) {
        queue.withLock { $0.onTrouble = handler }
    }

    /// Waits until all changes are written, or have failed; to be called before the process ends.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = queue.withLock { queue in
                if !queue.isWriting { return true }
                queue.idle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Writes what waits, what failed before once more, and closes the file.
    public func close() async {
        await flush()
        let isLeft = queue.withLock { queue in !queue.changes.isEmpty && !exchange(&queue.isWriting, with: true) }
        if isLeft { await write() }
        await writer.close()
    }

    // MARK: The head unit's side

    /// Tells `listener` up to which token changes are kept.
    func begin(base: String, listener: @escaping @Sendable (Int) -> Void) {
        self.base.withLock { $0 = base }
        queue.withLock { $0.listener = listener }
    }

    /// Takes a change; the tokens grow.
    func submit(_ change: StateChange, token: Int) {
        let mustStart = queue.withLock { queue in
            queue.token = token
            if change == .reset {
                queue.changes = [:]
                queue.order = []
            }
            if queue.changes.updateValue(change, forKey: change.key) == nil { queue.order.append(change.key) }
            return !exchange(&queue.isWriting, with: true)
        }
        if mustStart { Task { await write() } }
    }

    /// Writes until nothing waits.
    private func write() async {
        while true {
            let (batch, token) = queue.withLock { queue -> ([StateChange], Int) in
                let batch = queue.order.compactMap { queue.changes[$0] }
                queue.changes = [:]
                queue.order = []
                return (batch, queue.token)
            }
            var error = limitation
            if error == nil { error = await writer.write(batch, base: base.withLock { $0 }) }
            let (listener, trouble) = finish(batch, error)
            if let error { trouble?(error) }
            listener?(token)
            let waiting = queue.withLock { queue -> [CheckedContinuation<Void, Never>]? in
                // After a failure the changes wait for the next one: a full disk is not asked again and again.
                guard queue.token == token else { return nil }
                queue.isWriting = false
                return exchange(&queue.idle, with: [])
            }
            if let waiting {
                for continuation in waiting { continuation.resume() }
                return
            }
        }
    }

    /// Puts failed changes back, and says whom to tell.
    private func finish(
        _ batch: [StateChange], _ error: StateStoreError?
    ) -> ((@Sendable (Int) -> Void)?, (@Sendable (StateStoreError) -> Void)?) {
        queue.withLock { queue in
            guard error != nil else {
                queue.isInTrouble = false
                return (queue.listener, nil)
            }
            // A file that can never be written is known to its owner.
            guard limitation == nil else { return (queue.listener, nil) }
            // Those that came meanwhile are newer.
            var order: [StateChange.Key] = []
            let isReset = queue.changes[.reset] != nil
            for change in batch where !isReset && queue.changes[change.key] == nil {
                queue.changes[change.key] = change
                order.append(change.key)
            }
            queue.order = order + queue.order
            let isNews = !exchange(&queue.isInTrouble, with: true)
            return (queue.listener, isNews ? queue.onTrouble : nil)
        }
    }

    /// The thread of the file.
    private actor Writer {
        private let executor = BlockingExecutor(name: "state")
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
        private var database: StateDatabase?

        func open(
            _ path: String, _ synchronous: Synchronous
        ) -> Result<(StoredState, isReadOnly: Bool), StateStoreError> {
            do throws(StateStoreError) {
                let database = try StateDatabase(path: path, synchronous: synchronous)
                let state = try database.load()
                self.database = database
                return .success((state, database.isReadOnly))
            } catch {
                return .failure(error)
            }
        }

        func write(_ changes: [StateChange], base: String) -> StateStoreError? {
            do throws(StateStoreError) {
                try database?.write(changes, base: base)
                return nil
            } catch {
                return error
            }
        }

        func close() { database = nil }
    }
}
