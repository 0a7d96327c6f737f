/// Frames of messages whose last frame has not come, by message.
///
/// They are bounded in bytes: the oldest message loses its frames, which are counted.
struct UnfinishedMessages: Sendable {
    struct Name: Hashable {
        let connection: Int
        let session: Int64
        let direction: String
    }

    private struct Message {
        var lines: [TrafficLog.Line] = []
        var missing = 0
        var byteCount = 0
        /// The number of its first line.
        let first: Int
    }

    /// Most bytes of all messages together.
    static let byteLimit = 4 << 20
    /// Most messages; a row of one that had to go says that all but its last frame are missing, no longer how many.
    private static let limit = 4096

    private var messages: [Name: Message] = [:]
    private(set) var byteCount = 0

    mutating func keep(_ line: TrafficLog.Line, of name: Name) {
        if messages[name] == nil, messages.count >= Self.limit, let oldest { byteCount -= drop(oldest) }
        var message = messages.removeValue(forKey: name) ?? Message(first: line.number)
        message.lines.append(line)
        message.byteCount += line.text.count
        byteCount += line.text.count
        messages[name] = message
        while byteCount > Self.byteLimit, let heaviest = oldestWithLines, var message = messages[heaviest] {
            byteCount -= message.byteCount
            message.missing += message.lines.count
            message.lines = []
            message.byteCount = 0
            messages[heaviest] = message
        }
    }

    mutating func take(_ name: Name) -> (lines: [TrafficLog.Line], missing: Int) {
        guard let message = messages.removeValue(forKey: name) else { return ([], 0) }
        byteCount -= message.byteCount
        return (message.lines, message.missing)
    }

    mutating func takeAll(of connection: Int) -> [(lines: [TrafficLog.Line], missing: Int)] {
        messages.filter { $0.key.connection == connection }.sorted { $0.value.first < $1.value.first }
            .map { take($0.key) }
    }

    private mutating func drop(_ name: Name) -> Int { messages.removeValue(forKey: name)?.byteCount ?? 0 }

    private var oldest: Name? { messages.min { $0.value.first < $1.value.first }?.key }

    private var oldestWithLines: Name? {
        messages.filter { !$0.value.lines.isEmpty }.min { $0.value.first < $1.value.first }?.key
    }
}
