/// A recorded conversation between a rover and a caster, to be played by the caster's side.
///
/// A text of lines: `! connect N` begins a connection, `C ` are bytes of the rover, `S ` bytes of the caster, `! server
/// closes` is its end; bytes are printable ASCII or `\r`, `\n`, `\t`, `\\`, `\xhh`.
public struct RecordedDialogue: Hashable, Sendable {
    /// A step of the caster.
    enum Step: Hashable, Sendable {
        /// Waits until the rover has said something.
        case wait
        case send([UInt8])
        case close
    }

    /// The steps of each connection, in order.
    let connections: [[Step]]

    /// Reads a recording; nil when it holds no connection.
    public init?(_ text: [UInt8]) {
        var connections: [[Step]] = []
        for line in text.split(separator: 0x0A) {
            let content = line.dropFirst(2)
            let words = String(lenient: Array(content))
            switch line.first {
            case UInt8(ascii: "!"):
                if words.hasPrefix("connect") { connections.append([]) }
                if words.hasPrefix("server"), !connections.isEmpty { connections[connections.count - 1].append(.close) }
            case UInt8(ascii: "C") where !connections.isEmpty:
                if connections[connections.count - 1].last != .wait { connections[connections.count - 1].append(.wait) }
            case UInt8(ascii: "S") where !connections.isEmpty:
                connections[connections.count - 1].append(.send(Self.bytes(content)))
            default: break
            }
        }
        guard !connections.isEmpty else { return nil }
        self.connections = connections
    }

    private static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "x"):
                let high = rest.popFirst()?.hexadecimalValue ?? 0
                bytes.append(high << 4 | (rest.popFirst()?.hexadecimalValue ?? 0))
            default: bytes.append(escape)
            }
        }
        return bytes
    }
}
