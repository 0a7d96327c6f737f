internal import Formats
internal import Glibc
internal import Log

/// Standard output and standard error; lines are written whole, from any thread.
struct Console: Sendable {
    /// Whether a person reads standard output.
    let isTerminal: Bool

    init() {
        isTerminal = isatty(1) == 1
    }

    /// Writes a line to standard output.
    func print(_ line: String) {
        Self.write(line + "\n", to: 1)
    }

    /// Writes a line of JSON to standard output.
    func print(_ value: JSONValue) {
        print(line: value.serialized())
    }

    /// Writes bytes that make a line to standard output.
    func print(line: [UInt8]) {
        Self.write(line + [UInt8(ascii: "\n")], to: 1)
    }

    /// Writes a line in a colour where a person reads it.
    func print(_ line: String, _ style: Style) {
        print(isTerminal ? "\u{1B}[\(style.rawValue)m\(line)\u{1B}[0m" : line)
    }

    /// Writes over the current line of a terminal.
    func redraw(_ line: String) {
        Self.write("\r\u{1B}[K" + line, to: 1)
    }

    /// Tells an error: `waypoint-sim: what: why`.
    func complain(_ what: String, _ why: String) {
        note("waypoint-sim: \(what): \(why)")
    }

    /// Writes a line to standard error.
    func note(_ line: String) {
        Self.write(line + "\n", to: 2)
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
        Self.write(JSONValue.object(members).serialized() + [UInt8(ascii: "\n")], to: 2)
    }

    /// Colours and weights of a terminal (ECMA-48, SGR).
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case good = "32"
        case bad = "31"
        case accent = "36"
    }

    private static func write(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                unsafe Glibc.write(descriptor, raw.baseAddress.map { unsafe $0 + written }, raw.count - written)
            }
            if count > 0 {
                written += count
            } else if count < 0, errno != EINTR {
                return  // nobody listens any more
            }
        }
    }
}
