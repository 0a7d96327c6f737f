internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// Puts frames of one direction into the members of a recording's lines: header and decoded content.
struct FrameLines {
    private var assembler = MessageAssembler()
    private static let spec = RPCSpec.embedded

    /// The members of the line of a frame.
    mutating func members(of frame: Frame, now: Duration) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "hex": .string(Self.hex(frame.encode())), "header": Self.json(frame.header),
        ]
        var message: [UInt8]?
        switch frame.header.type {
        case .control:
            if let document = try? BSONDocument(parsing: frame.payload) { members["bson"] = Self.json(document) }
        case .single:
            message = frame.payload
        case .first:
            _ = assembler.firstFrame(frame.header, frame.payload[...], now: now)
        case .consecutive:
            if case .complete(_, let payload) = assembler.consecutiveFrame(frame.header, frame.payload[...], now: now) {
                message = payload
            }
        }
        if let message, let rpc = try? RPCPayload(parsing: message) {
            members.merge(Self.json(rpc)) { _, new in new }
        }
        return members
    }

    private static func json(_ rpc: RPCPayload) -> [String: JSONValue] {
        let kind = RPCMessageKind(rawValue: rpc.rpcType.rawValue)
        var header: [String: JSONValue] = [
            "functionId": .int(Int64(rpc.functionID)), "correlationId": .int(Int64(rpc.correlationID)),
            "jsonSize": .int(Int64(rpc.json.count)), "bulkSize": .int(Int64(rpc.bulk.count)),
        ]
        if let kind {
            header["type"] = .string(kind.name)
            if let function = spec.function(rpc.functionID, kind) { header["function"] = .string(function.name) }
        }
        var members: [String: JSONValue] = ["rpc": .object(header)]
        if let value = try? JSONValue(parsing: rpc.json) { members["json"] = value }
        return members
    }

    private static func json(_ header: FrameHeader) -> JSONValue {
        var members: [String: JSONValue] = [
            "version": .int(Int64(header.version)), "encrypted": .bool(header.isEncrypted),
            "frameType": .int(Int64(header.type.rawValue)), "serviceType": .int(Int64(header.service.rawValue)),
            "frameInfo": .int(Int64(header.info)), "sessionId": .int(Int64(header.sessionID)),
            "dataSize": .int(Int64(header.dataSize)),
        ]
        if header.version > 1 { members["messageId"] = .int(Int64(header.messageID)) }
        return .object(members)
    }

    private static func json(_ document: BSONDocument) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for element in document.elements { members[element.key] = json(element.value) }
        return .object(members)
    }

    private static func json(_ value: BSONValue) -> JSONValue {
        switch value {
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .document(let value): json(value)
        case .array(let values): .array(values.map(json))
        case .boolean(let value): .bool(value)
        case .int32(let value): .int(Int64(value))
        case .int64(let value): .int(value)
        }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
