internal import Formats
internal import Glibc
internal import Log
internal import Synchronization
internal import Transport

/// Standard output and standard error: lines are written whole and in order, from any thread.
///
/// `print` waits for a reader that is slow; `post`, for a reactor's thread, drops a line rather than wait.
struct Console: Sendable {
    /// Whether a person reads standard output.
    let isTerminal: Bool
    /// Whether a person reads standard error.
    let hasErrorTerminal: Bool
    private let output: OutputQueue
    private let errors: OutputQueue
    private let standing = StandingLine()

    /// The line that stands below all others on a terminal.
    private final class StandingLine: Sendable {
        let text = Mutex("")
    }

    init() {
        isTerminal = isatty(1) == 1
        hasErrorTerminal = isatty(2) == 1
        output = OutputQueue(descriptor: 1) { failure in
            // Nobody reads any more: what follows is the orderly end.
            if failure == .closed { TerminationSignals.raise() }
        }
        errors = OutputQueue(descriptor: 2)
    }

    /// What the first SIGINT or SIGTERM does; from then on a reader that does not read holds nothing up.
    func onTermination(_ handler: @escaping @Sendable () -> Void) {
        TerminationSignals.handle {
            output.stopWaiting()
            handler()
        }
    }

    /// Writes what waits, and tells what could not be written.
    ///
    /// - Returns: Whether the output is complete.
    func finish() -> Bool {
        let (failure, dropped) = output.flush()
        if case .failed(let error) = failure { complain("standard output", "\(error)") }
        if dropped > 0 { complain("standard output", "\(dropped) lines were dropped for a slow reader") }
        _ = errors.flush()
        if case .failed = failure { return false }
        return dropped == 0
    }

    /// Writes a line to standard output.
    func print(_ line: String) {
        output.append(Array(above(line).utf8))
    }

    /// Writes a line to standard output without waiting, in a colour where a person reads it.
    func post(_ line: String, _ style: Style? = nil) {
        output.appendOrDrop(Array(above(styled(line, style)).utf8))
    }

    /// Shows a line below all others on a terminal, without waiting, in the place of the one before; `nil` takes it away.
    func stand(_ line: String?) {
        let text = line.map { "\u{1B}[2m\($0.prefix(max(size.columns - 1, 1)))\u{1B}[0m" } ?? ""
        let before = standing.text.withLock { exchange(&$0, with: text) }
        guard before != text else { return }
        output.appendOrDrop(Array("\r\u{1B}[K\(text)".utf8))
    }

    /// A line, and again what stands below.
    private func above(_ line: String) -> String {
        let text = standing.text.withLock { $0 }
        return text.isEmpty ? line + "\n" : "\r\u{1B}[K\(line)\n\(text)"
    }

    /// Writes a line of JSON to standard output.
    func print(_ value: JSONValue) {
        print(line: value.serialized())
    }

    /// Writes bytes that make a line to standard output.
    func print(line: [UInt8]) {
        output.append(line + [UInt8(ascii: "\n")])
    }

    /// Writes bytes as they are to standard output.
    func write(_ bytes: [UInt8]) {
        output.append(bytes)
    }

    /// Writes a line in a colour where a person reads it.
    func print(_ line: String, _ style: Style) {
        print(styled(line, style))
    }

    /// A line in a colour where a person reads it.
    func styled(_ line: String, _ style: Style?) -> String {
        guard let style, isTerminal else { return line }
        return "\u{1B}[\(style.rawValue)m\(line)\u{1B}[0m"
    }

    /// Writes a line on a terminal and, below it, a line that the next one replaces.
    func print(_ line: String?, above standing: String?) {
        var text = "\r\u{1B}[K"
        if let line { text += line + "\n" }
        if let standing { text += "\u{1B}[2m\(standing)\u{1B}[0m" }
        output.append(Array(text.utf8))
    }

    /// How much the terminal at standard output shows; that of old terminals when it does not tell.
    var size: TerminalSize { TerminalSize(of: 1) ?? TerminalSize(columns: 80, rows: 24) }

    /// Writes text as it is to the terminal at standard output.
    func draw(_ text: String) {
        output.append(Array(text.utf8))
    }

    /// Writes a line on the terminal at standard error that the next one replaces; `nil` takes it away.
    func progress(_ text: String?) {
        errors.appendOrDrop(Array(("\r\u{1B}[K" + (text ?? "")).utf8))
    }

    /// Tells an error: `waypoint-sim: what: why`.
    func complain(_ what: String, _ why: String) {
        note("waypoint-sim: \(what): \(why)")
    }

    /// Writes a line to standard error.
    func note(_ line: String) {
        if isTerminal, hasErrorTerminal, !standing.text.withLock({ $0.isEmpty }) {
            // Both are one terminal: the line would be written behind what stands there.
            output.appendOrDrop(Array(above(line).utf8))
            return
        }
        errors.append(Array((line + "\n").utf8))
    }

    /// Writes a log entry as a JSON object to standard error.
    func log(_ entry: LogEntry) {
        var members: [String: JSONValue] = [
            "level": .string(entry.level.rawValue), "subsystem": .string(entry.subsystem),
            "message": .string(entry.message),
        ]
        for (name, value) in entry.fields {
            members[name] =
                switch value {
                case .string(let text): .string(text)
                case .int(let number): .int(Int64(number))
                case .double(let number): .double(number)
                case .bool(let flag): .bool(flag)
                case .redacted: .string("(redacted)")
                }
        }
        errors.appendOrDrop(JSONValue.object(members).serialized() + [UInt8(ascii: "\n")])
    }

    /// Colours and weights of a terminal (ECMA-48, SGR).
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case good = "32"
        case bad = "31"
        case accent = "36"
    }
}
