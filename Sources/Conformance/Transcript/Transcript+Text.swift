internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Entries as people read them.
extension Transcript.Entry {
    /// The entry in one line, cut where it is long.
    package var text: String {
        "\(Self.seconds(time))\(textWithoutTime)"
    }

    /// The same without its moment.
    package var textWithoutTime: String {
        let link = connection > 0 ? " link \(connection)" : ""
        let origin = place.isEmpty ? "" : " (\(place))"
        return "\(link)  \(what)\(origin)".printable
    }

    private var what: String {
        switch event {
        case .opened: "the link is up"
        case .unreachable(let reason): "no link to the head unit: \(reason)"
        case .closed(let party): party.map { "the \($0.rawValue) closes the link" } ?? "the link is gone"
        case .control(let party, let frame): "\(party.arrow) \(Self.name(frame))"
        case .message(let party, let message): "\(party.arrow) \(message.text)"
        case .data(let party, let header): "\(party.arrow) \(header.service) data, \(header.dataSize) bytes"
        case .malformed(let party, .header(let fault)): "\(party.arrow) no frame: \(fault)"
        case .malformed(let party, .message(let fault)): "\(party.arrow) no message: \(fault)"
        case .malformed(let party, .unfinished(let what)): "\(party.arrow) \(what)"
        case .stimulus(let stimulus): "[\(stimulus.text)]"
        }
    }

    private static func name(_ frame: Frame) -> String {
        let name = frame.header.controlInfo.map { "\($0)" } ?? "control \(frame.header.info)"
        var text =
            "\(name) service \(frame.header.service) session \(frame.header.sessionID) version \(frame.header.version)"
        if let document = try? BSONDocument(parsing: frame.payload) {
            let members = document.elements.map { "\($0.key): \($0.value.text)" }
            text += " {\(members.joined(separator: ", "))}"
        } else if !frame.payload.isEmpty {
            text += " \(frame.payload.count) bytes"
        }
        return text.bounded
    }

    /// Seconds with three decimals.
    static func seconds(_ time: Duration) -> String {
        let thousandths = max(time.milliseconds, 0)
        let text = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - text.count))\(text)"
    }
}

extension Transcript.Message {
    /// The message in a few words.
    package var text: String {
        switch content {
        case .unreadable(let reason): return "unreadable RPC, session \(header.sessionID): \(reason)"
        case .rpc(let rpc):
            let kind = RPCMessageKind(rawValue: rpc.header.rpcType.rawValue) ?? .request
            let name =
                RPCSpec.embedded.function(rpc.header.functionID, kind)?.name ?? "function \(rpc.header.functionID)"
            let id = kind == .notification ? "" : " \(rpc.header.correlationID)"
            let body = rpc.json.map { String(decoding: $0.serialized(), as: UTF8.self) } ?? "no JSON"
            return "\(name) \(kind.name)\(id), session \(header.sessionID) \(body)".bounded
        }
    }
}

extension Transcript.Party {
    fileprivate var arrow: String { self == .app ? "app →" : "    ←" }
}

extension BSONValue {
    fileprivate var text: String {
        switch self {
        case .double(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .document: "{…}"
        case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .boolean(let value): "\(value)"
        case .int32(let value): "\(value)"
        case .int64(let value): "\(value) (int64)"
        }
    }
}

extension String {
    /// The text without what moves the cursor of a terminal or turns the direction of a line.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isHidden) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case let scalar where Self.isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// At most 400 characters of the text.
    fileprivate var bounded: String {
        guard utf8.count > 400 else { return self }
        return prefix(400) + "…"
    }
}

extension Duration {
    /// Whole milliseconds, bounded.
    var milliseconds: Int64 {
        let parts = components
        let (product, overflow) = parts.seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (parts.seconds < 0 ? .min : .max) : product &+ parts.attoseconds / 1_000_000_000_000_000
    }
}
