/// Tells replies of casters of all kinds apart, whole or byte by byte.
///
/// Duties: the status line, headers where there are any, exactly the right number of line ends before the stream, and
/// the caster's words when it refuses. A stream is reported as soon as its status line is complete. Non-duties: chunks
/// and the content of tables. What is odd about real casters is in Docs/corrections.md.
struct NTRIPReplyParser: Sendable {
    enum State: Sendable {
        case firstLine
        /// Behind `ICY 200`, where headers may follow, or one empty line, or data at once.
        case icyTail(hasHeaders: Bool)
        case tableHead(hasHeaders: Bool)
        /// Headers of the status that is kept beside.
        case headers
        /// A reply without a type: the first bytes of the body say what it is.
        case untyped(isChunked: Bool)
        /// A refusal whose text may still come.
        case refusalText(NTRIPFailure, isChunked: Bool, length: Int?)
        case body
        case over
    }

    struct Status: Sendable {
        var code = 0
        var text = ""
        var headers = HTTPHeaders()
    }

    static let lineLimit = 4096
    static let headLimit = 65_536
    /// The most lines of a head; a caster that sends more means no good.
    static let headLineLimit = 200
    static let textLimit = 500
    /// How long bytes that could still become a header, or words of a refusal, are waited for.
    static let patience = Duration.seconds(1)

    var state = State.firstLine
    /// Kept outside of the state, since a copy for every header line would make a long head costly.
    var status = Status()
    /// Bytes that came; those before ``taken`` are done with and dropped when all that came was looked at.
    private var buffer: [UInt8] = []
    private var taken = 0
    private var headBytes = 0
    private var headLines = 0
    /// How many bytes of the rest hold no line end, so that a line that comes byte by byte is looked at once.
    private var searched = 0
    /// How often a state had something to do, for tests of what hostile replies cost.
    private(set) var stepCount = 0
    /// When to call ``advance(to:)`` if nothing comes before.
    private(set) var deadline: Duration?

    /// Takes bytes.
    mutating func append(_ bytes: [UInt8], now: Duration) -> [NTRIPReplyEvent] {
        if case .body = state { return bytes.isEmpty ? [] : [.body(bytes)] }
        buffer += bytes
        let events = work()
        refreshDeadline(now: now)
        return events
    }

    /// Tells that time has passed.
    mutating func advance(to now: Duration) -> [NTRIPReplyEvent] {
        guard let deadline, now >= deadline else { return [] }
        self.deadline = nil
        return giveUpWaiting()
    }

    /// Tells that the caster closed: what is undecided is decided now.
    mutating func finish() -> [NTRIPReplyEvent] {
        deadline = nil
        switch state {
        case .firstLine:
            if rest.isEmpty { return refuse(NTRIPFailure(.closedWithoutAByte)) }
            let line = takeRest()
            let events = takeFirstLine(line)
            return events + (isUndecided ? finish() : [])
        case .headers:
            status.headers.add(takeRest())
            let events = takeStatus()
            return events + (isUndecided ? finish() : [])
        case .icyTail, .untyped, .refusalText, .tableHead: return giveUpWaiting()
        case .body, .over: return []
        }
    }

    /// Whether the meaning of the reply is not known yet.
    var isUndecided: Bool {
        switch state {
        case .firstLine, .headers, .untyped, .refusalText: true
        case .icyTail, .tableHead, .body, .over: false
        }
    }

    // MARK: Steps

    /// What came and is not done with.
    private var rest: ArraySlice<UInt8> { buffer[taken...] }

    private mutating func takeRest() -> [UInt8] {
        defer { dropAll() }
        return taken == 0 ? buffer : Array(rest)
    }

    private mutating func dropAll() {
        buffer = []
        taken = 0
        searched = 0
    }

    private mutating func work() -> [NTRIPReplyEvent] {
        var events: [NTRIPReplyEvent] = []
        while let some = step() {
            events += some
            stepCount &+= 1
        }
        // Once for all lines that came together.
        buffer.removeFirst(taken)
        taken = 0
        return events
    }

    /// Does the next thing; nil when more has to come first.
    private mutating func step() -> [NTRIPReplyEvent]? {
        switch state {
        case .firstLine: firstLine()
        case .icyTail(let hasHeaders): icyTail(hasHeaders)
        case .tableHead: tableHead()
        case .headers: headers()
        case .untyped(let isChunked): untyped(isChunked)
        case .refusalText(_, _, let length): rest.count >= Self.textLength(length) ? giveUpWaiting() : nil
        case .body: takeBody()
        case .over: drop()
        }
    }

    private mutating func takeBody() -> [NTRIPReplyEvent]? {
        rest.isEmpty ? nil : [.body(takeRest())]
    }

    private mutating func drop() -> [NTRIPReplyEvent]? {
        dropAll()
        return nil
    }

    private mutating func firstLine() -> [NTRIPReplyEvent]? {
        guard let first = rest.first else { return nil }
        if first == 0xD3 {
            state = .body
            return [.reply(.stream(nil, isChunked: false))]
        }
        if first == 0x15 {
            // 0x15 0x03: an alert of TLS.
            guard let second = rest.dropFirst().first else { return nil }
            if second == 0x03 {
                return refuse(NTRIPFailure(.wrongProtocol, text: "TLS alert", hint: "this port wants TLS"))
            }
        }
        if rest.count > Self.lineLimit, !rest.prefix(Self.lineLimit).contains(0x0A) {
            return refuse(NTRIPFailure(.wrongProtocol))
        }
        return takeLine().map { takeFirstLine($0) }
    }

    private mutating func icyTail(_ hasHeaders: Bool) -> [NTRIPReplyEvent]? {
        guard let first = rest.first else { return nil }
        if first == 0x0A {
            taken += 1
            state = .body
            return []
        }
        if first == 0x0D {
            guard let second = rest.dropFirst().first else { return nil }
            if second == 0x0A { taken += 2 }
            state = .body
            return []
        }
        guard let end = rest.firstIndex(of: 0x0A) else {
            guard !couldBecomeHeader(rest) else { return nil }
            state = .body
            return []
        }
        guard countsAsHeader(rest[..<end]) else {
            state = .body
            return []
        }
        taken = end + 1
        state = .icyTail(hasHeaders: true)
        return []
    }

    /// Counts a line of a head whose lines mean nothing; false when it belongs to the data.
    private mutating func countsAsHeader(_ line: ArraySlice<UInt8>) -> Bool {
        headBytes += line.count
        headLines += 1
        return isHeader(line) && headBytes <= Self.headLimit && headLines <= Self.headLineLimit
    }

    /// Whether a line without its end is a header; never one whose begin could not have become one.
    private func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        couldBecomeHeader(line) && line.contains(UInt8(ascii: ":"))
    }

    private func couldBecomeHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= Self.lineLimit else { return false }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return bytes.count <= 64 && bytes.allSatisfy(\.isTokenCharacter)
        }
        let value = bytes[bytes.index(after: colon)...]
        return 1...64 ~= colon - bytes.startIndex && bytes[..<colon].allSatisfy(\.isTokenCharacter)
            && (value.last == 0x0D ? value.dropLast() : value).allSatisfy(\.isHeaderText)
    }

    private mutating func tableHead() -> [NTRIPReplyEvent]? {
        guard let end = rest.firstIndex(of: 0x0A) else {
            let couldBe = rest.isEmpty || rest.elementsEqual([0x0D]) || couldBecomeHeader(rest)
            guard !couldBe else { return nil }
            state = .body
            return []
        }
        if rest[..<end].isEmpty || rest[..<end].elementsEqual([0x0D]) {
            taken = end + 1
            state = .body
        } else if countsAsHeader(rest[..<end]) {
            taken = end + 1
            state = .tableHead(hasHeaders: true)
        } else {
            state = .body
        }
        return []
    }

    private mutating func headers() -> [NTRIPReplyEvent]? {
        let tooLong = NTRIPFailure(.refused, text: "the reply's header is too long", status: status.code)
        guard let line = takeLine() else {
            return headBytes + rest.count > Self.headLimit ? refuse(tooLong) : nil
        }
        headBytes += line.count + 2
        headLines += 1
        guard headBytes <= Self.headLimit, headLines <= Self.headLineLimit else { return refuse(tooLong) }
        if line.isEmpty { return takeStatus() }
        status.headers.add(line)
        return []
    }

    private mutating func untyped(_ isChunked: Bool) -> [NTRIPReplyEvent]? {
        var look = ChunkedDecoder()
        let body = isChunked ? look.append(rest) : Array(rest)
        guard let first = body.first else { return nil }
        if first == UInt8(ascii: "<") {
            state = .refusalText(NTRIPFailure(.refused, status: 200), isChunked: isChunked, length: nil)
            return []
        }
        for record in ["STR;", "CAS;", "NET;", "ENDS"].map({ Array($0.utf8) }) {
            if body.starts(with: record) {
                state = .body
                return [.reply(.sourceTable(.two, isChunked: isChunked))]
            }
            if body.count < record.count, record.starts(with: body) { return nil }
        }
        state = .body
        return [.reply(.stream(.two, isChunked: isChunked))]
    }

    private static func textLength(_ announced: Int?) -> Int {
        min(max(announced ?? textLimit, 0), textLimit)
    }

    /// Decides with what there is.
    private mutating func giveUpWaiting() -> [NTRIPReplyEvent] {
        switch state {
        case .icyTail, .tableHead:
            state = .body
            return takeBody() ?? []
        case .untyped(let isChunked):
            state = .body
            return [.reply(.stream(.two, isChunked: isChunked))] + (takeBody() ?? [])
        case .refusalText(var failure, let isChunked, let length):
            var look = ChunkedDecoder()
            let wire = rest.prefix(Self.textLength(length))
            let body = isChunked ? look.append(wire) : Array(wire)
            let text = NTRIPFailure.text(of: body)
            if !text.isEmpty { failure.text = text }
            if failure.status == 200, text.lowercased().contains("banned") { failure.kind = .banned }
            return refuse(failure)
        case .firstLine, .headers, .body, .over:
            return []
        }
    }

    private mutating func refreshDeadline(now: Duration) {
        let isWaiting: Bool
        switch state {
        case .icyTail, .tableHead: isWaiting = !rest.isEmpty
        case .untyped, .refusalText: isWaiting = true
        case .firstLine, .headers, .body, .over: isWaiting = false
        }
        if isWaiting {
            deadline = deadline ?? now + Self.patience
        } else {
            deadline = nil
        }
    }

    mutating func refuse(_ failure: NTRIPFailure) -> [NTRIPReplyEvent] {
        state = .over
        dropAll()
        return [.reply(.refused(failure))]
    }

    /// A line without its end, taken from what came.
    private mutating func takeLine() -> [UInt8]? {
        guard let end = rest.dropFirst(searched).firstIndex(of: 0x0A) else {
            searched = rest.count
            return nil
        }
        var line = rest[..<end]
        searched = 0
        taken = end + 1
        if line.last == 0x0D { line.removeLast() }
        return Array(line)
    }
}
