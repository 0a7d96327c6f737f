internal import Formats
internal import SDLProtocol

/// A message of the head unit, of any protocol version.
struct IncomingMessage: Hashable, Sendable {
    let kind: RPCType
    let function: FunctionID
    let correlationID: Int32
    let json: [UInt8]
}

extension IncomingMessage {
    /// Takes a message as the connection hands it out; nil if it is none of the app's.
    init?(_ content: SessionMessage.Content) {
        switch content {
        case .rpc(let payload):
            self.init(
                kind: payload.rpcType, function: FunctionID(rawValue: payload.functionID),
                correlationID: payload.correlationID, json: payload.json)
        case .damaged:
            return nil
        case .protocol1(let text):
            guard let message = IncomingMessage(protocol1: text) else { return nil }
            self = message
        }
    }

    /// Reads a message of protocol 1, where the JSON text itself names kind, function and correlation id.
    private init?(protocol1 text: [UInt8]) {
        // Some head units send the terminating NUL of their language along.
        var text = text[...]
        while text.last == 0 { text.removeLast() }
        guard let value = try? JSONValue(parsing: Array(text), options: .fromHeadUnit) else { return nil }
        for (key, kind) in Self.protocol1Kinds {
            guard let body = value[key], let name = body["name"]?.stringValue, let function = FunctionID(name: name),
                let json = try? (body["parameters"] ?? .object([:])).serializedStrictly()
            else { continue }
            self.init(
                kind: kind, function: function,
                correlationID: body["correlationID"]?.intValue.flatMap { Int32(exactly: $0) } ?? 0, json: json)
            return
        }
        return nil
    }

    private static let protocol1Kinds: [(String, RPCType)] = [
        ("response", .response), ("notification", .notification), ("request", .request),
    ]

    /// The JSON text of a request of protocol 1.
    static func protocol1Request(_ function: FunctionID, correlationID: Int32, json: [UInt8]) -> [UInt8] {
        let start = "{\"request\":{\"name\":\"\(function.name)\",\"correlationID\":\(correlationID),\"parameters\":"
        return Array(start.utf8) + json + Array("}}".utf8)
    }
}

extension JSONOptions {
    /// What is read of head units: they are not all as strict as they should be.
    static let fromHeadUnit = JSONOptions(dialect: .lenient)
}
