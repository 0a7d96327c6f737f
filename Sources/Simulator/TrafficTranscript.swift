package import Formats
package import HeadUnit
internal import SDLProtocol
internal import SDLSpec

/// Turns what goes over the wire into lines of a recording: frames cut from the bytes, decoded as far as they can be.
///
/// What a line holds is told at ``TrafficRecorder``.
package struct TrafficTranscript: Sendable {
    /// One line of a recording.
    package struct Line: Sendable {
        /// Seconds since the first line.
        package let seconds: Double
        /// The number of the connection.
        package let connection: Int
        /// `app->hu`, `hu->app` or `event`.
        package let direction: String
        /// All members, those above among them.
        package let json: JSONValue
    }

    /// One direction of a connection: frames cut from the stream, messages put together from frames.
    private struct Flow {
        var decoder = FrameDecoder()
        var assembler = MessageAssembler()
    }

    private let spec = RPCSpec.embedded
    private var start: Duration?
    private var flows: [Int: (fromApp: Flow, toApp: Flow)] = [:]

    /// Begins a transcript.
    package init() {}

    /// Takes what happened on a connection at a time; the lines that follow from it.
    package mutating func take(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) -> [Line] {
        let start = start ?? time
        self.start = start
        let seconds = Self.seconds(time - start)
        switch event {
        case .opened(let peer):
            flows[connection] = (Flow(), Flow())
            return [Self.line(seconds, connection, "event", ["note": .string("connected from \(peer)")])]
        case .closed:
            guard flows.removeValue(forKey: connection) != nil else { return [] }
            return [Self.line(seconds, connection, "event", ["note": "closed"])]
        case .bytes(.fromApp, let bytes):
            let found = lines(&flows[connection, default: (Flow(), Flow())].fromApp, bytes, time)
            return found.map { Self.line(seconds, connection, "app->hu", $0) }
        case .bytes(.toApp, let bytes):
            let found = lines(&flows[connection, default: (Flow(), Flow())].toApp, bytes, time)
            return found.map { Self.line(seconds, connection, "hu->app", $0) }
        }
    }

    private static func line(
        _ seconds: Double, _ connection: Int, _ direction: String, _ members: [String: JSONValue]
    ) -> Line {
        var json = members
        json["t"] = .double(seconds)
        json["conn"] = .int(Int64(connection))
        json["dir"] = .string(direction)
        return Line(seconds: seconds, connection: connection, direction: direction, json: .object(json))
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
