import Formats
import TestKit

/// Bytes as the vectors write them: printable ASCII with `\r \n \t \\ \xhh`.
enum WireText {
    static func bytes(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
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
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: bytes.append(escape)
            }
        }
        return bytes
    }

    static func hexadecimal(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.utf8.count, by: 2).compactMap { start in
            UInt8(String(decoding: Array(text.utf8)[start..<min(start + 2, text.utf8.count)], as: UTF8.self), radix: 16)
        }
    }
}

/// One connection of a recorded conversation.
struct RecordedConnection: Sendable {
    enum Line: Hashable, Sendable {
        case client([UInt8])
        case server([UInt8])
        case serverCloses
        case clientCloses
    }

    let lines: [Line]

    /// All connections of a transcript.
    static func all(in path: String) throws -> [RecordedConnection] {
        var connections: [[Line]] = []
        for line in try SharedData.lines(path) {
            let content = line.dropFirst(2)
            switch line.prefix(2) {
            case "! ":
                if content.hasPrefix("connect") { connections.append([]) }
                if content.hasPrefix("server closes") || content.hasPrefix("server resets") {
                    connections[connections.count - 1].append(.serverCloses)
                }
                if content.hasPrefix("client closes") { connections[connections.count - 1].append(.clientCloses) }
            case "C ": connections[connections.count - 1].append(.client(WireText.bytes(content)))
            case "S ": connections[connections.count - 1].append(.server(WireText.bytes(content)))
            default: break
            }
        }
        return connections.map { RecordedConnection(lines: $0) }
    }

    var clientBytes: [UInt8] {
        lines.flatMap { line in if case .client(let bytes) = line { bytes } else { [UInt8]() } }
    }

    var serverBytes: [UInt8] {
        lines.flatMap { line in if case .server(let bytes) = line { bytes } else { [UInt8]() } }
    }

    var isClosedByServer: Bool { lines.contains(.serverCloses) }
}

extension JSONValue {
    var whole: Int? { intValue.map { Int($0) } }
}
