/// Tells replies of casters of all kinds apart, whole or byte by byte.
///
/// Duties: the status line, headers where there are any, exactly the right number of line ends before the stream, and
/// the caster's words when it refuses. A stream is reported as soon as its status line is complete. Non-duties: chunks
/// and the content of tables. What is odd about real casters is in Docs/corrections.md.
struct NTRIPReplyParser: Sendable {
    enum State: Hashable, Sendable {
        case firstLine
        /// Behind `ICY 200`, where headers may follow, or one empty line, or data at once.
        case icyTail(hasHeaders: Bool)
        case tableHead(hasHeaders: Bool)
        case headers(Status)
        /// A reply without a type: the first bytes of the body say what it is.
        case untyped(isChunked: Bool)
        /// A refusal whose text may still come.
        case refusalText(NTRIPFailure, isChunked: Bool, length: Int?)
        case body
        case over
    }

    struct Status: Hashable, Sendable {
        var code: Int
        var text: String
        var headers = HTTPHeaders()
    }

    static let lineLimit = 4096
    static let headLimit = 65_536
    static let textLimit = 500
    /// How long bytes that could still become a header, or words of a refusal, are waited for.
    static let patience = Duration.seconds(1)

    var state = State.firstLine
    var buffer: [UInt8] = []
    private var headBytes = 0
    /// How many bytes of the buffer hold no line end, so that a line that comes byte by byte is looked at once.
    private var searched = 0
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
            if buffer.isEmpty { return refuse(NTRIPFailure(.closedWithoutAByte)) }
            let line = buffer
            buffer = []
            let events = takeFirstLine(line)
            return events + (isUndecided ? finish() : [])
        case .headers(var status):
            status.headers.add(buffer)
            buffer = []
            let events = takeStatus(status)
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

    private mutating func work() -> [NTRIPReplyEvent] {
        var events: [NTRIPReplyEvent] = []
        while true {
            let before = (state, buffer.count)
            events += step()
            if before == (state, buffer.count) { return events }
        }
    }

    private mutating func step() -> [NTRIPReplyEvent] {
        switch state {
        case .firstLine: firstLine()
        case .icyTail(let hasHeaders): icyTail(hasHeaders)
        case .tableHead(let hasHeaders): tableHead(hasHeaders)
        case .headers(let status): headers(status)
        case .untyped(let isChunked): untyped(isChunked)
        case .refusalText(let failure, let isChunked, let length): refusalText(failure, isChunked, length)
        case .body: takeBody()
        case .over: drop()
        }
    }

    private mutating func takeBody() -> [NTRIPReplyEvent] {
        guard !buffer.isEmpty else { return [] }
        defer { buffer = [] }
        return [.body(buffer)]
    }

    private mutating func drop() -> [NTRIPReplyEvent] {
        buffer = []
        return []
    }

    private mutating func firstLine() -> [NTRIPReplyEvent] {
        guard let first = buffer.first else { return [] }
        if first == 0xD3 {
            state = .body
            return [.reply(.stream(nil, isChunked: false))]
        }
        if first == 0x15 {
            // 0x15 0x03: an alert of TLS.
            guard buffer.count > 1 else { return [] }
            if buffer[1] == 0x03 {
                return refuse(NTRIPFailure(.wrongProtocol, text: "TLS alert", hint: "this port wants TLS"))
            }
        }
        if buffer.count > Self.lineLimit, !buffer.prefix(Self.lineLimit).contains(0x0A) {
            return refuse(NTRIPFailure(.wrongProtocol))
        }
        return takeLine().map { takeFirstLine($0) } ?? []
    }

    private mutating func icyTail(_ hasHeaders: Bool) -> [NTRIPReplyEvent] {
        guard let first = buffer.first else { return [] }
        if first == 0x0A {
            buffer.removeFirst()
            state = .body
            return []
        }
        if first == 0x0D {
            guard buffer.count > 1 else { return [] }
            if buffer[1] == 0x0A { buffer.removeFirst(2) }
            state = .body
            return []
        }
        guard let end = buffer.firstIndex(of: 0x0A) else {
            if !couldBecomeHeader(buffer[...]) { state = .body }
            return []
        }
        let line = buffer[..<end].last == 0x0D ? buffer[..<end].dropLast() : buffer[..<end]
        headBytes += line.count
        guard isHeader(buffer[..<end]), headBytes <= Self.headLimit else {
            state = .body
            return []
        }
        buffer.removeFirst(end + 1)
        state = .icyTail(hasHeaders: true)
        return []
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

    private mutating func tableHead(_ hasHeaders: Bool) -> [NTRIPReplyEvent] {
        guard let end = buffer.firstIndex(of: 0x0A) else {
            if !buffer.isEmpty, buffer != [0x0D], !couldBecomeHeader(buffer[...]) { state = .body }
            return []
        }
        let line = buffer[..<end].last == 0x0D ? buffer[..<end].dropLast() : buffer[..<end]
        headBytes += line.count
        if line.isEmpty {
            buffer.removeFirst(end + 1)
            state = .body
        } else if isHeader(buffer[..<end]), headBytes <= Self.headLimit {
            buffer.removeFirst(end + 1)
            state = .tableHead(hasHeaders: true)
        } else {
            state = .body
        }
        return []
    }

    private mutating func headers(_ status: Status) -> [NTRIPReplyEvent] {
        guard let line = takeLine() else {
            guard headBytes + buffer.count > Self.headLimit else { return [] }
            return refuse(NTRIPFailure(.refused, text: "the reply's header is too long", status: status.code))
        }
        headBytes += line.count + 2
        guard headBytes <= Self.headLimit else {
            return refuse(NTRIPFailure(.refused, text: "the reply's header is too long", status: status.code))
        }
        if line.isEmpty { return takeStatus(status) }
        var status = status
        status.headers.add(line)
        state = .headers(status)
        return []
    }

    private mutating func untyped(_ isChunked: Bool) -> [NTRIPReplyEvent] {
        var look = ChunkedDecoder()
        let body = isChunked ? look.append(buffer[...]) : buffer
        guard let first = body.first else { return [] }
        if first == UInt8(ascii: "<") {
            state = .refusalText(NTRIPFailure(.refused, status: 200), isChunked: isChunked, length: nil)
            return []
        }
        for record in ["STR;", "CAS;", "NET;", "ENDS"].map({ Array($0.utf8) }) {
            if body.starts(with: record) {
                state = .body
                return [.reply(.sourceTable(.two, isChunked: isChunked))]
            }
            if body.count < record.count, record.starts(with: body) { return [] }
        }
        state = .body
        return [.reply(.stream(.two, isChunked: isChunked))]
    }

    private mutating func refusalText(
        _ failure: NTRIPFailure, _ isChunked: Bool, _ length: Int?
    ) -> [NTRIPReplyEvent] {
        buffer.count >= Self.textLength(length) ? giveUpWaiting() : []
    }

    private static func textLength(_ announced: Int?) -> Int {
        min(max(announced ?? textLimit, 0), textLimit)
    }

    /// Decides with what there is.
    private mutating func giveUpWaiting() -> [NTRIPReplyEvent] {
        switch state {
        case .icyTail, .tableHead:
            state = .body
            return takeBody()
        case .untyped(let isChunked):
            state = .body
            return [.reply(.stream(.two, isChunked: isChunked))] + takeBody()
        case .refusalText(var failure, let isChunked, let length):
            var look = ChunkedDecoder()
            let wire = buffer.prefix(Self.textLength(length))
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
        case .icyTail, .tableHead: isWaiting = !buffer.isEmpty
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
        buffer = []
        return [.reply(.refused(failure))]
    }

    /// A line without its end, taken from the buffer.
    private mutating func takeLine() -> [UInt8]? {
        guard let end = buffer[min(searched, buffer.count)...].firstIndex(of: 0x0A) else {
            searched = buffer.count
            return nil
        }
        searched = 0
        var line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if line.last == 0x0D { line.removeLast() }
        return line
    }
}
