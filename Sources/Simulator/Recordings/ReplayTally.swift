internal import Formats

/// How much a head unit has said, and how much it had said in the recording by then.
///
/// Both sides of a recording have clocks of their own that differ by milliseconds: an input waits for what had been said
/// to its own side, and for what had been said to the other side a little earlier.
struct ReplayTally: Sendable {
    /// Frames of one connection; its end counts as one.
    struct Count: Sendable {
        /// Those whose moment is part of the behaviour.
        var firm = 0
        var all = 0

        mutating func add(_ frames: [SaidFrame]) {
            all += frames.count
            firm += frames.count { !$0.mayFloat }
        }
    }

    /// How much earlier than an input something was recorded that it waits for on the other side, in seconds: apps and
    /// their connections were written down a little late.
    static func skew(of side: ReplayLane.Side) -> Double { side == .apps ? 0.03 : 0.0002 }

    /// How many bytes more than were recorded are taken from a connection.
    private static let surplusLimit = 8 << 20
    /// How many bytes more than what was recorded takes are kept of a connection, or of what the HMI is told.
    private static let surplusToKeep = 32 << 20
    /// How many bytes may come from the head unit yet, by connection.
    private var room: [Int: Int] = [:]
    /// How many bytes its frames may take yet, by connection.
    private var roomToKeep: [Int: Int] = [:]
    /// How many bytes what the HMI is told may take yet.
    private var roomToKeepForHMI = Self.surplusToKeep
    private var said: [Int: Count] = [:]
    private var recorded: [Int: Count] = [:]
    private var saidToHMI = 0
    private var recordedToHMI = 0
    /// What was recorded long enough before the input to hold for the other side too.
    private var settled: [Int: Count] = [:]
    private var settledToHMI = 0
    /// What was not.
    private var fresh: [Entry] = []

    private enum Entry: Sendable {
        case frames([SaidFrame], connection: Int)
        case toHMI(time: Double)

        var time: Double {
            switch self {
            case .frames(let frames, _): frames.first?.time ?? 0
            case .toHMI(let time): time
            }
        }
    }

    // MARK: Bytes

    /// Makes room for what the head unit said in the recording, and for some more.
    mutating func expect(_ events: [Recording.Event]) {
        for event in events {
            switch event.line {
            case .toApp(let connection, let bytes):
                room[connection, default: Self.surplusLimit] += bytes.count
                roomToKeep[connection, default: Self.surplusToKeep] += bytes.count * JSONValue.size
            case .toHMI(let json):
                roomToKeepForHMI += json.keptSize
            case .connected, .closedByApp, .closedByHeadUnit, .fromApp, .fromHMI, .policy, .terminated, .killed, .other:
                break
            }
        }
    }

    /// Whether bytes that came are not far more than were recorded.
    mutating func hasRoom(for bytes: Int, on connection: Int) -> Bool {
        room[connection, default: Self.surplusLimit] -= bytes
        return room[connection, default: 0] >= 0
    }

    /// Whether frames of the head unit do not take far more than those of the recording.
    ///
    /// Their bytes do not tell: a byte of JSON may become a value of many.
    mutating func hasRoom(toKeep frames: [SaidFrame], on connection: Int) -> Bool {
        let size = frames.reduce(0) { $0 + MemoryLayout<SaidFrame>.size + $1.header.utf8.count + $1.content.keptSize }
        roomToKeep[connection, default: Self.surplusToKeep] -= size
        return roomToKeep[connection, default: 0] >= 0
    }

    /// Whether what the HMI is told does not take far more than in the recording.
    mutating func hasRoom(toKeep message: SaidToHMI) -> Bool {
        roomToKeepForHMI -= MemoryLayout<SaidToHMI>.size + message.method.utf8.count + message.parameters.keptSize
        return roomToKeepForHMI >= 0
    }

    // MARK: Counting

    mutating func say(_ frames: [SaidFrame], on connection: Int) {
        said[connection, default: Count()].add(frames)
    }

    mutating func sayToHMI(_ message: SaidToHMI) {
        if message.isCompared { saidToHMI += 1 }
    }

    /// An answer to a request of the HMI counts as something said to it.
    mutating func answerHMI() { saidToHMI += 1 }

    mutating func record(_ frames: [SaidFrame], on connection: Int) {
        recorded[connection, default: Count()].add(frames)
        fresh.append(.frames(frames, connection: connection))
    }

    mutating func recordToHMI(_ message: SaidToHMI) {
        if message.isCompared { recordAnswerToHMI(time: message.time) }
    }

    mutating func recordAnswerToHMI(time: Double) {
        recordedToHMI += 1
        fresh.append(.toHMI(time: time))
    }

    /// The next input of a side was recorded at that second.
    mutating func settle(before time: Double, of side: ReplayLane.Side) {
        let limit = time - Self.skew(of: side)
        fresh.removeAll { entry in
            guard entry.time <= limit else { return false }
            switch (entry, side) {
            case (.frames(let frames, let connection), .hmi): settled[connection, default: Count()].add(frames)
            case (.toHMI, .apps): settledToHMI += 1
            // What is said to its own side an input waits for anyhow.
            case (.frames, .apps), (.toHMI, .hmi): return false
            }
            return true
        }
    }

    // MARK: Asking

    /// Whether an input of a side may come.
    ///
    /// - Parameters:
    ///   - side: Whose input it is.
    ///   - open: The connections.
    ///   - ending: The connection that ends by it: what may come at any moment must have come.
    ///   - hasHMI: Whether the HMI's side is played.
    func isSaid(before side: ReplayLane.Side, on open: Set<Int>, ending: Int?, hasHMI: Bool) -> Bool {
        let wanted = side == .apps ? recorded : settled
        let areFramesSaid = open.allSatisfy { connection in
            let (said, wanted) = (said[connection] ?? Count(), wanted[connection] ?? Count())
            return said.firm >= wanted.firm && (connection != ending || said.all >= wanted.all)
        }
        return areFramesSaid && (!hasHMI || saidToHMI >= (side == .hmi ? recordedToHMI : settledToHMI))
    }

    /// Whether everything is said that was recorded so far.
    func isEverythingSaid(on open: Set<Int>, hasHMI: Bool) -> Bool {
        open.allSatisfy { (said[$0] ?? Count()).all >= (recorded[$0] ?? Count()).all }
            && (!hasHMI || saidToHMI >= recordedToHMI)
    }
}

extension JSONValue {
    /// What a value takes, without what it holds, in bytes.
    fileprivate static let size = 32

    /// What it takes with all that it holds, in bytes, about.
    fileprivate var keptSize: Int {
        switch self {
        case .null, .bool, .int, .double: Self.size
        case .string(let text): Self.size + text.utf8.count
        case .array(let elements): elements.reduce(Self.size) { $0 + $1.keptSize }
        case .object(let members): members.reduce(Self.size) { $0 + Self.size + $1.key.utf8.count + $1.value.keptSize }
        }
    }
}
