internal import Formats
internal import Simulator

/// The traffic of the head unit that is kept for those who look.
///
/// It has a row a message, with the lines of the recording behind it. Old rows make room for new ones.
struct TrafficLog: Sendable {
    /// Most rows that are kept.
    static let rowLimit = 5000
    /// Most bytes of lines that are kept, those of messages that are not ended among them.
    static let byteLimit = 16 << 20

    /// A line of the recording.
    struct Line: Sendable {
        /// Lines are counted as they come.
        let number: Int
        let text: [UInt8]
    }

    /// One message, control frame or event.
    struct Row: Sendable {
        /// What the page shows in a row.
        var brief: [UInt8]
        /// The lines of the recording: one a frame.
        var lines: [Line]
        var byteCount: Int
    }

    /// The number of the first row that is still there; numbers begin with 1 and are never used again.
    private(set) var firstNumber = 1
    /// Rows that were lost before they could be written down, since the reader of the wire was too slow.
    private(set) var lostEvents = 0
    private var rows: [Row] = []
    /// How many of `rows` are gone already.
    private var head = 0
    private var byteCount = 0
    private var exchanges = Exchanges()
    private var nextLine = 0

    /// The number that the next row gets.
    var endNumber: Int { firstNumber + rows.count - head }

    /// Takes a line of the recording.
    ///
    /// - Parameter epoch: What the clock said when the recording began, in milliseconds of Unix time.
    mutating func take(_ line: TrafficTranscript.Line, epoch: Double) {
        let kept = Line(number: nextLine, text: Self.withoutRoom(line.json.serialized()))
        nextLine += 1
        if exchanges.isPart(line) {
            exchanges.keep(kept, of: line)
            makeRoom()
            return
        }
        for (lines, missing) in exchanges.leftOvers(of: line) {
            let size = Self.size(of: lines)
            let brief = exchanges.leftOverBrief(of: line, number: endNumber, epoch: epoch, size: size)
            append(brief, lines, missing: missing, size: size)
        }
        let (before, missing) = exchanges.parts(before: line)
        let lines = before + [kept]
        let size = Self.size(of: lines)
        let brief = exchanges.brief(of: line, number: endNumber, epoch: epoch, size: size)
        append(brief, lines, missing: missing, size: size)
    }

    /// The same without room to grow, of which a text that was just written has up to as much as it has bytes.
    private static func withoutRoom(_ text: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(text.count)
        kept += text
        return kept
    }

    private static func size(of lines: [Line]) -> Int { lines.reduce(0) { $0 + $1.text.count } }

    /// Tells that events of the wire were lost.
    mutating func lost(_ count: Int) { lostEvents += count }

    private mutating func append(_ brief: JSONValue, _ lines: [Line], missing: Int, size: Int) {
        var brief = brief
        if missing > 0, case .object(var members) = brief {
            members["missing"] = .int(Int64(missing))
            brief = .object(members)
        }
        rows.append(Row(brief: Self.withoutRoom(brief.serialized()), lines: lines, byteCount: size))
        byteCount += size
        makeRoom()
    }

    /// The oldest rows go, also for messages that are not ended.
    private mutating func makeRoom() {
        while rows.count - head > Self.rowLimit
            || (heldBytes > Self.byteLimit && rows.count - head > 1)
        {
            byteCount -= rows[head].byteCount
            rows[head] = Row(brief: [], lines: [], byteCount: 0)
            head += 1
            firstNumber += 1
        }
        guard head > 1024, head * 2 > rows.count else { return }
        rows.removeFirst(head)
        head = 0
    }

    /// The row of that number, if it is still there.
    func row(_ number: Int) -> Row? {
        guard number >= firstNumber, number < endNumber else { return nil }
        return rows[head + number - firstNumber]
    }

    /// The rows from that number on, at most so many.
    func briefs(from number: Int, limit: Int) -> ArraySlice<Row> {
        let start = max(number, firstNumber)
        guard start < endNumber else { return [] }
        let from = head + start - firstNumber
        return rows[from..<min(from + limit, rows.count)]
    }

    /// What it holds, the frames of messages that are not ended among it.
    var heldBytes: Int { byteCount + exchanges.unfinished.byteCount }

    /// All rows that are kept, to be written down elsewhere.
    var keptRows: ArraySlice<Row> { rows[head...] }

    /// Lines of rows as a recording, in the order in which they came: frames of several messages may lie in between each
    /// other.
    static func recording(of rows: ArraySlice<Row>) -> [UInt8] {
        let lines = rows.flatMap(\.lines).sorted { $0.number < $1.number }
        var text: [UInt8] = []
        text.reserveCapacity(rows.reduce(0) { $0 + $1.byteCount + $1.lines.count })
        for line in lines {
            text += line.text
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }

    /// All lines that are kept of messages that have ended, as a recording.
    var recording: [UInt8] { Self.recording(of: keptRows) }
}
