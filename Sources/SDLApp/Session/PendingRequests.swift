/// Whom the answer to a request belongs to.
enum RequestOwner: Hashable, Sendable {
    /// A caller, by the number of its turn.
    case caller(UInt64)
    case registration
    case unregistration
    case capability(SystemCapabilityType)
    case capabilityUnsubscription(SystemCapabilityType)
    case wayPointSubscription
    case wayPointUnsubscription
    case wayPointRefresh
}

/// The requests of one session that wait for an answer, by correlation id.
///
/// Ids are 1, 2, 3 … up to 2³¹ − 1 and then 1 again; one that is still waited for is skipped.
struct PendingRequests: Sendable {
    struct Entry: Hashable, Sendable {
        let owner: RequestOwner
        let function: FunctionID
        let deadline: Duration
        /// Whether it goes out encrypted; then its answer has to come encrypted, too.
        let isEncrypted: Bool
    }

    let limit: Int
    private var entries: [Int32: Entry] = [:]
    private var ids: [RequestOwner: Int32] = [:]
    private var lastID: Int32

    /// When ``expire(now:)`` must be called at the latest.
    ///
    /// May be too early when the request it stood for was answered meanwhile: an unneeded look costs less than
    /// keeping order at every answer.
    private(set) var nextDeadline: Duration?

    init(limit: Int, lastID: Int32 = 0) {
        self.limit = limit
        self.lastID = lastID
    }

    var count: Int { entries.count }

    func contains(_ id: Int32) -> Bool { entries[id] != nil }

    /// Whether the request with that id goes out encrypted; false if there is none.
    func isEncrypted(_ id: Int32) -> Bool { entries[id]?.isEncrypted ?? false }

    /// Removes the requests that go out encrypted, oldest first.
    mutating func takeEncrypted() -> [Entry] {
        entries.filter { $0.value.isEncrypted }.keys.sorted().compactMap { take($0) }
    }

    /// Takes a request up; nil if too many wait.
    mutating func add(
        _ owner: RequestOwner, function: FunctionID, deadline: Duration, isEncrypted: Bool = false
    ) -> Int32? {
        guard entries.count < limit else { return nil }
        repeat {
            lastID = lastID == .max ? 1 : lastID + 1
        } while entries[lastID] != nil
        entries[lastID] = Entry(owner: owner, function: function, deadline: deadline, isEncrypted: isEncrypted)
        ids[owner] = lastID
        nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline
        return lastID
    }

    /// Removes the request with that id.
    mutating func take(_ id: Int32) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        ids[entry.owner] = nil
        return entry
    }

    /// Removes the request of that owner.
    mutating func take(ownedBy owner: RequestOwner) -> Entry? {
        ids[owner].flatMap { take($0) }
    }

    /// Removes the requests whose time is over, oldest first.
    mutating func expire(now: Duration) -> [Entry] {
        guard let nextDeadline, now >= nextDeadline else { return [] }
        let due = entries.filter { $0.value.deadline <= now }.keys.sorted()
        let expired = due.compactMap { take($0) }
        self.nextDeadline = entries.values.map(\.deadline).min()
        return expired
    }

    /// Removes all, oldest first.
    mutating func takeAll() -> [Entry] {
        let all = entries.sorted { $0.key < $1.key }.map(\.value)
        entries = [:]
        ids = [:]
        nextDeadline = nil
        return all
    }
}
