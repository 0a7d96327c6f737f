/// Puts messages of several frames together again, for one connection.
///
/// Frames of different messages may interleave; the key is session and message id. Memory grows with the bytes that
/// arrived, within ``Limits``; what is announced is never allocated in advance beyond them.
///
/// Duties: first and consecutive frames, their faults, the time limit. Not its duty: single frames, encrypted frames,
/// what a message means.
public struct MessageAssembler: Sendable {
    /// The bounds of a connection's unfinished messages.
    public struct Limits: Sendable, Hashable {
        /// The largest message in bytes.
        public var message: Int
        /// The most unfinished messages of a session.
        public var unfinishedPerSession: Int
        /// The most bytes that all unfinished messages of the connection announce together.
        public var unfinishedBytes: Int
        /// How long after its last piece an unfinished message is given up; zero: never.
        public var timeout: Duration

        /// Makes limits; the defaults are 4 MiB, 4 messages, 16 MiB and 10 s.
        public init(
            message: Int = 4 << 20, unfinishedPerSession: Int = 4, unfinishedBytes: Int = 16 << 20,
            timeout: Duration = .seconds(10)
        ) {
            self.message = message
            self.unfinishedPerSession = unfinishedPerSession
            self.unfinishedBytes = unfinishedBytes
            self.timeout = timeout
        }
    }

    /// What follows from a frame.
    public enum Outcome: Sendable, Hashable {
        /// The message goes on.
        case more
        /// The message is whole (or, as sdl_core does, is taken for whole: missing bytes are 0).
        case complete(header: FrameHeader, payload: [UInt8])
        /// The message is given up; the RPC header is there if its first 12 bytes had arrived.
        case damaged(header: FrameHeader, rpc: RPCHeader?, MessageFault)
        /// The frame is dropped; a message it may belong to goes on.
        case dropped(MessageFault)
    }

    private struct Key: Hashable {
        let session: UInt8
        let messageID: UInt32
    }

    private struct Partial {
        let header: FrameHeader
        let total: Int
        var bytes: [UInt8] = []
        var expected: UInt8 = 1
        var lastPiece: Duration
        /// Whether all pieces so far came encrypted; nil before the first.
        var isEncrypted: Bool?

        /// Adds a piece; the room that is made in advance grows with what has arrived.
        mutating func append(_ piece: ArraySlice<UInt8>) {
            if bytes.capacity < bytes.count + piece.count {
                bytes.reserveCapacity(min(total, max(2 * bytes.count, 8 * piece.count)))
            }
            bytes.append(contentsOf: piece)
        }
    }

    /// The bounds.
    public let limits: Limits
    /// How faults are met.
    public let policy: FaultPolicy

    private var partials: [Key: Partial] = [:]
    private var announcedBytes = 0

    /// Makes an assembler.
    public init(limits: Limits = Limits(), policy: FaultPolicy = .strict) {
        self.limits = limits
        self.policy = policy
    }

    /// How many messages are unfinished.
    public var unfinishedCount: Int { partials.count }

    /// When the next unfinished message is given up; nil if there is none or nothing happens by itself.
    public var nextDeadline: Duration? {
        guard policy == .strict, limits.timeout > .zero else { return nil }
        return partials.values.lazy.map(\.lastPiece).min().map { $0 + limits.timeout }
    }

    /// Takes a first frame.
    ///
    /// - Parameters:
    ///   - header: Its header.
    ///   - payload: Its payload: the size of the message and the number of frames, four bytes each.
    ///   - now: The time.
    public mutating func firstFrame(_ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration) -> Outcome {
        guard payload.count == 8 else { return .dropped(.announcement(total: 0, count: 0)) }
        let total = payload.bigEndianWord(at: payload.startIndex)
        let count = payload.bigEndianWord(at: payload.startIndex + 4)
        let key = Key(session: header.sessionID, messageID: header.messageID)
        let isCountSound = policy == .asCore || (count > 0 && count <= total)
        guard total > 0, isCountSound else {
            remove(key)
            return .dropped(.announcement(total: total, count: count))
        }
        if partials[key] != nil {
            guard policy == .strict else { return .dropped(.secondFirst) }
            remove(key)
        }
        guard Int64(total) <= Int64(limits.message) else { return .dropped(.tooLarge(total: total)) }
        let ofSession = partials.keys.lazy.filter { $0.session == key.session }.count
        guard ofSession < limits.unfinishedPerSession, announcedBytes + Int(total) <= limits.unfinishedBytes else {
            return .dropped(.tooManyUnfinished)
        }
        announcedBytes += Int(total)
        partials[key] = Partial(header: header, total: Int(total), lastPiece: now)
        return .more
    }

    /// Takes a consecutive frame.
    ///
    /// - Parameters:
    ///   - header: Its header, which tells whether the piece came encrypted.
    ///   - payload: Its payload, decrypted.
    ///   - now: The time.
    public mutating func consecutiveFrame(
        _ header: FrameHeader, _ payload: ArraySlice<UInt8>, now: Duration
    ) -> Outcome {
        let key = Key(session: header.sessionID, messageID: header.messageID)
        // Taken out while it is worked on, so that its bytes have one owner and grow in place.
        guard var partial = partials.removeValue(forKey: key) else { return .dropped(.withoutFirst) }
        partial.isEncrypted = (partial.isEncrypted ?? true) && header.isEncrypted
        let isLast = header.info == 0
        if !isLast, header.info != partial.expected {
            let fault = MessageFault.outOfOrder(expected: partial.expected, found: header.info)
            if policy == .strict { return abort(partial, fault) }
            partials[key] = partial
            return .dropped(fault)
        }
        let fits = payload.count <= partial.total - partial.bytes.count
        if fits {
            partial.append(payload)
        } else if policy == .strict {
            return abort(partial, .overflow)
        }
        if isLast {
            let missing = partial.total - partial.bytes.count
            if missing > 0, policy == .strict { return abort(partial, .short(missing: missing)) }
            return deliver(partial)
        }
        partial.expected = partial.expected == 255 ? 1 : partial.expected + 1
        partial.lastPiece = now
        partials[key] = partial
        return fits ? .more : .dropped(.overflow)
    }

    /// Gives up what did not get a piece for too long.
    ///
    /// With ``FaultPolicy/asCore`` this must only be called when another frame arrived: sdl_core looks at no other
    /// time, and then delivers what there is.
    ///
    /// - Parameter now: The time.
    /// - Returns: What follows, oldest message first.
    public mutating func giveUpLate(now: Duration) -> [Outcome] {
        guard limits.timeout > .zero, !partials.isEmpty else { return [] }
        let late = partials.filter { now - $0.value.lastPiece >= limits.timeout }
            .sorted { ($0.value.lastPiece, $0.key.messageID) < ($1.value.lastPiece, $1.key.messageID) }
        return late.map { key, partial in
            partials[key] = nil
            return policy == .asCore ? deliver(partial) : abort(partial, .timeout)
        }
    }

    /// Forgets the unfinished messages of a session.
    public mutating func forget(session: UInt8) {
        for key in partials.keys where key.session == session { remove(key) }
    }

    /// Takes a message for whole; the caller has taken it out.
    private mutating func deliver(_ partial: consuming Partial) -> Outcome {
        announcedBytes -= partial.total
        let missing = partial.total - partial.bytes.count
        if missing > 0 { partial.bytes.append(contentsOf: repeatElement(0, count: missing)) }
        var header = partial.header
        header.isEncrypted = partial.isEncrypted ?? false
        return .complete(header: header, payload: partial.bytes)
    }

    /// Gives a message up; the caller has taken it out.
    private mutating func abort(_ partial: Partial, _ fault: MessageFault) -> Outcome {
        announcedBytes -= partial.total
        var header = partial.header
        header.isEncrypted = partial.isEncrypted ?? false
        return .damaged(header: header, rpc: try? RPCHeader(parsing: partial.bytes[...]), fault)
    }

    private mutating func remove(_ key: Key) {
        if let partial = partials.removeValue(forKey: key) { announcedBytes -= partial.total }
    }
}
