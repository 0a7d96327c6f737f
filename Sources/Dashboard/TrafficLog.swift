internal import Formats
internal import Simulator

/// The traffic of the head unit that is kept for those who look.
///
/// It has a row a message, with the lines of the recording behind it. Old rows make room for new ones.
struct TrafficLog: Sendable {
    /// Most rows that are kept.
    static let rowLimit = 5000
    /// Most bytes of lines that are kept.
    static let byteLimit = 16 << 20

    /// One message, control frame or event.
    struct Row: Sendable {
        /// What the page shows in a row.
        var brief: [UInt8]
        /// The lines of the recording: one a frame.
        var lines: [[UInt8]]
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

    /// The number that the next row gets.
    var endNumber: Int { firstNumber + rows.count - head }

    /// Takes a line of the recording.
    ///
    /// - Parameter epoch: What the clock said when the recording began, in milliseconds of Unix time.
    mutating func take(_ line: TrafficTranscript.Line, epoch: Double) {
        let text = line.json.serialized()
        if exchanges.isPart(line) {
            exchanges.keep(text, of: line)
            return
        }
        let lines = exchanges.parts(before: line) + [text]
        let size = lines.reduce(0) { $0 + $1.count }
        let brief = exchanges.brief(of: line, number: endNumber, epoch: epoch, size: size)
        append(Row(brief: brief.serialized(), lines: lines, byteCount: size))
    }

    /// Tells that events of the wire were lost.
    mutating func lost(_ count: Int) { lostEvents += count }

    private mutating func append(_ row: Row) {
        rows.append(row)
        byteCount += row.byteCount
        while rows.count - head > Self.rowLimit || (byteCount > Self.byteLimit && rows.count - head > 1) {
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

    /// All lines that are kept, as a recording.
    var recording: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(byteCount + rows.count)
        for row in rows[head...] {
            for line in row.lines {
                text += line
                text.append(UInt8(ascii: "\n"))
            }
        }
        return text
    }
}
