internal import Formats

/// Events of one kind that no expectation has gone beyond yet.
///
/// RPCs, lines that the app printed, and its ends come by different ways, so their order among each other says nothing:
/// each has a lane of its own.
struct ScenarioLane: Sendable {
    /// An event with its number among all events.
    struct Entry: Sendable {
        let number: Int
        let moment: ScenarioReport.Moment

        var event: ScenarioEvent { moment.event }
    }

    private var entries: [Entry] = []
    private var head = 0
    /// About how many bytes they hold.
    private(set) var size = 0

    var count: Int { entries.count - head }

    /// The event so many places behind the last one that was taken.
    subscript(offset: Int) -> Entry { entries[head + offset] }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        size += entry.event.size
    }

    /// Goes beyond the first events.
    mutating func take(_ count: Int) {
        for entry in entries[head..<head + count] { size -= entry.event.size }
        head += count
        guard head > 1000 else { return }
        entries.removeFirst(head)
        head = 0
    }
}

/// The last events, for the report: bounded in number and in bytes.
struct ScenarioExchange: Sendable {
    private(set) var entries: [ScenarioLane.Entry] = []
    private var size = 0
    static let countLimit = 500
    static let sizeLimit = 2 << 20
    /// Of the parameters of one event.
    static let contentLimit = 16 << 10

    mutating func append(_ entry: ScenarioLane.Entry) {
        var members = entry.event.members
        if let parameters = members["parameters"], parameters.size > Self.contentLimit {
            let text = parameters.serialized()
            members["parameters"] = .string(
                String(decoding: text.prefix(Self.contentLimit), as: UTF8.self) + "… (\(text.count) bytes)")
        }
        let kept = ScenarioLane.Entry(
            number: entry.number,
            moment: ScenarioReport.Moment(time: entry.moment.time, event: ScenarioEvent(members)))
        entries.append(kept)
        size += kept.event.size
        guard entries.count >= 2 * Self.countLimit || size > 2 * Self.sizeLimit else { return }
        trim()
    }

    /// Keeps the newest within the bounds.
    mutating func trim() {
        var kept = 0
        var total = 0
        for entry in entries.reversed() {
            guard kept < Self.countLimit, total + entry.event.size <= Self.sizeLimit else { break }
            kept += 1
            total += entry.event.size
        }
        entries.removeFirst(entries.count - kept)
        size = total
    }
}

extension ScenarioEvent {
    /// About how many bytes it takes.
    var size: Int { members.reduce(64) { $0 + $1.key.utf8.count + $1.value.size } }
}

extension JSONValue {
    /// About how many bytes it takes in memory.
    var size: Int {
        switch self {
        case .null, .bool, .int, .double: 16
        case .string(let text): 16 + text.utf8.count
        case .array(let elements): elements.reduce(32) { $0 + $1.size }
        case .object(let members): members.reduce(64) { $0 + 32 + $1.key.utf8.count + $1.value.size }
        }
    }
}
