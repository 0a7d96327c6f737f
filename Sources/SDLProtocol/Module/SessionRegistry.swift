/// The session ids and message ids of a head unit, over all its connections.
public struct SessionRegistry: Sendable {
    /// For which connections a session id is unique.
    public enum Numbering: Sendable, Hashable {
        /// Over all connections, as sdl_core does: 255 sessions in all.
        case overall
        /// On its connection: 255 sessions a connection.
        case perConnection
    }

    /// How frames are numbered.
    public enum MessageIDs: Sendable, Hashable {
        /// As sdl_core does: a counter per session id from 0, which lives on when the id is given again and starts
        /// again when the end of a service is acknowledged; messages of several frames show its low 8 bits.
        case asCore
        /// 1, 2, 3 … per session id; never 0.
        case counting
    }

    private struct Table: Sendable {
        var taken = SessionIDSet()
        var owners: [UInt8: Int] = [:]
        var counters: [UInt8: UInt32] = [:]
    }

    /// For which connections a session id is unique.
    public let numbering: Numbering
    /// How frames are numbered.
    public let messageIDs: MessageIDs
    // With overall numbering there is one table, under key 0.
    private var tables: [Int: Table] = [:]

    /// Makes a registry without sessions.
    public init(numbering: Numbering = .overall, messageIDs: MessageIDs = .counting) {
        self.numbering = numbering
        self.messageIDs = messageIDs
    }

    /// How many sessions exist.
    public var count: Int { tables.values.reduce(0) { $0 + $1.owners.count } }

    /// Whether a session id is given to anybody, as seen from a connection.
    public func isTaken(_ session: UInt8, connection: Int) -> Bool {
        tables[key(connection)]?.taken.contains(session) ?? false
    }

    /// Gives the lowest free session id; nil when all 255 are taken.
    mutating func open(connection: Int) -> UInt8? {
        let key = key(connection)
        guard let session = tables[key, default: Table()].taken.lowestFree else { return nil }
        tables[key, default: Table()].taken.insert(session)
        tables[key, default: Table()].owners[session] = connection
        return session
    }

    /// Takes a session id back.
    mutating func close(_ session: UInt8, connection: Int) {
        let key = key(connection)
        guard tables[key]?.owners[session] == connection else { return }
        tables[key]?.owners[session] = nil
        tables[key]?.taken.remove(session)
    }

    /// Forgets what is known of a connection only.
    mutating func forget(connection: Int) {
        if numbering == .perConnection { tables[connection] = nil }
    }

    /// The id of the next message of a session, whether the session exists or not.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - connection: The connection's number.
    ///   - severalFrames: Whether the message takes several frames.
    mutating func nextMessageID(session: UInt8, connection: Int, severalFrames: Bool = false) -> UInt32 {
        let key = key(connection)
        switch messageIDs {
        case .asCore:
            let id = tables[key, default: Table()].counters[session, default: 0]
            tables[key, default: Table()].counters[session] = id &+ 1
            return severalFrames ? id & 0xFF : id
        case .counting:
            let id = tables[key, default: Table()].counters[session, default: 1]
            tables[key, default: Table()].counters[session] = id == .max ? 1 : id + 1
            return id
        }
    }

    /// Starts a session's counter again, where that is the rule.
    mutating func serviceEnded(session: UInt8, connection: Int) {
        if messageIDs == .asCore { tables[key(connection)]?.counters[session] = 0 }
    }

    private func key(_ connection: Int) -> Int { numbering == .overall ? 0 : connection }
}
