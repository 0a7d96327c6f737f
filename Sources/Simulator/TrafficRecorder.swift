internal import Formats
public import HeadUnit
internal import SDLProtocol
internal import SDLSpec
internal import Synchronization
public import Transport

/// Writes what goes over the wire as JSON, one frame a line.
///
/// Each line has `t` (seconds since the recording began), `dir` (`app->hu`, `hu->app` or `event`), `conn`, and for
/// frames `hex`, `header`, and the decoded `bson`, or `rpc` and `json`; of a message of several frames the last one has
/// the decoded content. Where bytes are no frame, a line with `note` has all bytes of that read as `hex`.
public final class TrafficRecorder: Sendable {
    /// One direction of a connection: frames cut from the stream, messages put together from frames.
    private struct Flow {
        var decoder = FrameDecoder()
        var assembler = MessageAssembler()
    }

    private struct State {
        var start: Duration?
        var flows: [Int: (fromApp: Flow, toApp: Flow)] = [:]
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
    /// - Returns: How many lines are missing because the disk was too slow.
    /// - Throws: `TransportError` when a line could not be written.
    public func finish() async throws(TransportError) -> Int {
        try await writer.finish()
    }

    private func record(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        state.withLock { state in
            let start = state.start ?? time
            state.start = start
            let seconds = Self.seconds(time - start)
            switch event {
            case .opened(let peer):
                state.flows[connection] = (Flow(), Flow())
                write(seconds, connection, "event", ["note": .string("connected from \(peer)")])
            case .closed:
                guard state.flows.removeValue(forKey: connection) != nil else { return }
                write(seconds, connection, "event", ["note": "closed"])
            case .bytes(.fromApp, let bytes):
                for line in lines(&state.flows[connection, default: (Flow(), Flow())].fromApp, bytes, time) {
                    write(seconds, connection, "app->hu", line)
                }
            case .bytes(.toApp, let bytes):
                for line in lines(&state.flows[connection, default: (Flow(), Flow())].toApp, bytes, time) {
                    write(seconds, connection, "hu->app", line)
                }
            }
        }
    }

    private func lines(_ flow: inout Flow, _ bytes: [UInt8], _ time: Duration) -> [[String: JSONValue]] {
        flow.decoder.append(bytes)
        var lines: [[String: JSONValue]] = []
        while let item = flow.decoder.next() {
            switch item {
            case .frame(let frame):
                lines.append(members(of: frame, &flow.assembler, time))
            case .malformed(let fault):
                lines.append(["note": .string("not a frame: \(fault)"), "hex": .string(Self.hex(bytes))])
            }
        }
        return lines
    }

    private func write(_ seconds: Double, _ connection: Int, _ direction: String, _ members: [String: JSONValue]) {
        var line = members
        line["t"] = .double(seconds)
        line["conn"] = .int(Int64(connection))
        line["dir"] = .string(direction)
        writer.append(JSONValue.object(line).serialized() + [UInt8(ascii: "\n")])
    }

    private func members(
        of frame: Frame, _ assembler: inout MessageAssembler, _ time: Duration
    ) -> [String: JSONValue] {
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
            _ = assembler.firstFrame(frame.header, frame.payload[...], now: time)
        case .consecutive:
            if case .complete(_, let payload) = assembler.consecutiveFrame(frame.header, frame.payload[...], now: time)
            {
                message = payload
            }
        }
        if let message, let rpc = try? RPCPayload(parsing: message) {
            members.merge(json(rpc)) { _, new in new }
        }
        return members
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
