internal import Formats
public import HeadUnit
internal import SDLProtocol
internal import SDLSpec
internal import Synchronization
public import Transport

/// Writes what goes over the wire as JSON, one frame a line.
///
/// Each line has `t` (seconds since the recording began), `dir` (`app->hu`, `hu->app` or `event`), `conn`, and for
/// frames `hex`, `header`, and the decoded `bson`, or `rpc` and `json`. Bytes that are no frame have `hex` alone.
public final class TrafficRecorder: Sendable {
    private struct State {
        var start: Duration?
        var decoders: [Int: (fromApp: FrameDecoder, toApp: FrameDecoder)] = [:]
    }

    private let writer: FileWriter
    private let spec = RPCSpec.embedded
    private let state = Mutex(State())

    /// Begins a recording.
    ///
    /// - Parameter writer: The file.
    public init(writer: FileWriter) {
        self.writer = writer
    }

    /// The observer to hand to a head unit.
    public var observer: HeadUnit.TrafficObserver {
        { [self] connection, time, event in record(connection, time, event) }
    }

    /// Ends the recording when all lines are written.
    ///
    /// - Throws: `TransportError` when a line could not be written.
    public func finish() async throws(TransportError) {
        try await writer.finish()
    }

    private func record(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        state.withLock { state in
            let start = state.start ?? time
            state.start = start
            let seconds = Self.seconds(time - start)
            switch event {
            case .opened(let peer):
                state.decoders[connection] = (FrameDecoder(), FrameDecoder())
                write(seconds, connection, "event", ["note": .string("connected from \(peer)")])
            case .closed:
                guard state.decoders.removeValue(forKey: connection) != nil else { return }
                write(seconds, connection, "event", ["note": "closed"])
            case .bytes(.fromApp, let bytes):
                for item in Self.items(&state.decoders[connection, default: (.init(), .init())].fromApp, bytes) {
                    write(seconds, connection, "app->hu", members(of: item))
                }
            case .bytes(.toApp, let bytes):
                for item in Self.items(&state.decoders[connection, default: (.init(), .init())].toApp, bytes) {
                    write(seconds, connection, "hu->app", members(of: item))
                }
            }
        }
    }

    private static func items(_ decoder: inout FrameDecoder, _ bytes: [UInt8]) -> [FrameDecoder.Item] {
        decoder.append(bytes)
        var items: [FrameDecoder.Item] = []
        while let item = decoder.next() { items.append(item) }
        return items
    }

    private func write(_ seconds: Double, _ connection: Int, _ direction: String, _ members: [String: JSONValue]) {
        var line = members
        line["t"] = .double(seconds)
        line["conn"] = .int(Int64(connection))
        line["dir"] = .string(direction)
        writer.append(JSONValue.object(line).serialized() + [UInt8(ascii: "\n")])
    }

    private func members(of item: FrameDecoder.Item) -> [String: JSONValue] {
        switch item {
        case .malformed(let fault):
            return ["note": .string("not a frame: \(fault)")]
        case .frame(let frame):
            var members: [String: JSONValue] = [
                "hex": .string(Self.hex(frame.encode())), "header": Self.json(frame.header),
            ]
            switch frame.header.type {
            case .control:
                if let document = try? BSONDocument(parsing: frame.payload) { members["bson"] = Self.json(document) }
            case .single:
                if let rpc = try? RPCPayload(parsing: frame.payload) { members.merge(json(rpc)) { _, new in new } }
            case .first, .consecutive:
                break
            }
            return members
        }
    }

    private func json(_ rpc: RPCPayload) -> [String: JSONValue] {
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

    private static func seconds(_ duration: Duration) -> Double {
        let parts = duration.components
        let microseconds = Double(parts.seconds) * 1e6 + (Double(parts.attoseconds) / 1e12).rounded()
        return microseconds / 1e6
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
