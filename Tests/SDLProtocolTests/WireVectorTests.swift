import Formats
import SDLProtocol
import TestKit
import Testing

/// The good vectors, and the parts of the odd ones that were decoded by others.
@Suite(
    "Wire vectors: frames and payloads", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(1)))
struct WireVectorTests {
    static let good = WireVector.all.filter { $0.expect == nil && $0.decoded?["bson"] == nil }
    static let accepted = WireVector.all.filter { $0.reaction == "accept" && $0.decoded?["frames"] != nil }

    @Test("the file has its 288 lines, 142 of them made by other implementations")
    func count() {
        #expect(WireVector.all.count == 288)
        #expect(WireVector.all.count { $0.expect == nil } == 143)
    }

    @Test("a good vector decodes to its fields and encodes back to the same bytes", arguments: good + accepted)
    func decodesAndEncodes(_ vector: WireVector) throws {
        let stream = DecodedStream([vector.bytes])
        #expect(stream.malformed.isEmpty)
        #expect(stream.frames.flatMap { $0.encode() } == vector.bytes)
        let decoded = try #require(vector.decoded)
        if let frames = decoded["frames"]?.arrayValue {
            try #require(frames.count == stream.frames.count)
            for (frame, expected) in zip(stream.frames, frames) {
                try compare(frame, expected, isExact: vector.expect == nil)
            }
        } else {
            try compareRows(stream.frames, decoded)
        }
    }

    @Test("the frames of every vector are the same however its bytes arrive", arguments: WireVector.all)
    func anySplit(_ vector: WireVector) {
        for policy in [FaultPolicy.strict, .asCore] {
            let configuration = FrameDecoder.Configuration(faultPolicy: policy)
            let whole = DecodedStream([vector.bytes], configuration)
            for split in vector.splits {
                #expect(DecodedStream(split.pieces, configuration) == whole, "\(policy) \(split)")
            }
        }
    }

    @Test("messages of several frames come out whole", arguments: good.filter { $0.decoded?["messages"] != nil })
    func messages(_ vector: WireVector) throws {
        let expected = try #require(vector.decoded?["messages"]?.arrayValue)
        var assembler = MessageAssembler()
        var found: [(FrameHeader, [UInt8])] = []
        for frame in DecodedStream([vector.bytes]).frames where frame.header.type != .single {
            let outcome =
                frame.header.type == .first
                ? assembler.firstFrame(frame.header, frame.payload[...], now: .zero)
                : assembler.consecutiveFrame(frame.header, frame.payload[...], now: .zero)
            switch outcome {
            case .more: break
            case .complete(let header, let payload): found.append((header, payload))
            case .damaged, .dropped: Issue.record("\(outcome)")
            }
        }
        try #require(found.count == expected.count)
        for ((header, payload), message) in zip(found, expected) {
            #expect(Int(header.sessionID) == message.int("sessionId"))
            #expect(Int(header.messageID) == message.int("messageId"))
            #expect(Int(header.service.rawValue) == message.int("serviceType"))
            #expect(payload.count == message.int("totalSize"))
            try compareContent(payload, message, isExact: true)
        }
    }

    @Test(
        "a message of several frames is cut as its sender cut it",
        arguments: [
            ("js_multi_on_way_point_change_64_v5", 64), ("js_multi_get_way_points_response_200_v4", 200),
            ("js_multi_on_way_point_change_1488_v2", 1488), ("js_multi_exact_multiple_v5", 93),
            ("js_multi_wrap_counter_v5", 1), ("js_multi_rai_100_v5", 100),
            ("java_mtu64_live_multi_RegisterAppInterface", 64), ("js_mtu64_live_multi_RegisterAppInterface", 64),
            ("java_multi_put_file_service_15_v5", 20),
        ])
    func cutsAlike(_ name: String, _ limit: Int) throws {
        let vector = try #require(WireVector.all.first { $0.name == name })
        let frames = DecodedStream([vector.bytes]).frames
        let first = try #require(frames.first).header
        let payload = frames.dropFirst().flatMap(\.payload)
        let splitter = FrameSplitter(
            version: first.version, sessionID: first.sessionID, service: first.service, messageID: first.messageID,
            limit: limit)
        #expect(splitter.encode(payload) == vector.bytes)
        #expect(splitter.frameCount(ofMessage: payload.count) == frames.count)
        #expect(splitter.encode(try RPCPayload(parsing: payload)) == vector.bytes)
    }

    @Test("a bare document with every type decodes and encodes back")
    func bareDocument() throws {
        let vector = try #require(WireVector.all.first { $0.decoded?["bson"] != nil && $0.expect == nil })
        let document = try BSONDocument(parsing: vector.bytes)
        #expect(document == vector.decoded?["bson"].flatMap(bsonDocument))
        #expect(try document.encode() == vector.bytes)
    }

    // MARK: - Comparing

    private func compare(_ frame: Frame, _ expected: JSONValue, isExact: Bool) throws {
        let header = frame.header
        #expect(Int(header.version) == expected.int("version"))
        #expect(header.isEncrypted == expected["encrypted"]?.boolValue)
        #expect(Int(header.type.rawValue) == expected.int("frameType"))
        #expect(Int(header.service.rawValue) == expected.int("serviceType"))
        #expect(Int(header.info) == expected.int("frameInfo"))
        #expect(Int(header.sessionID) == expected.int("sessionId"))
        #expect(Int(header.dataSize) == expected.int("dataSize"))
        let messageID = expected["messageId"].flatMap { $0.isNull ? 0 : expected.int("messageId") }
        #expect(Int(header.messageID) == messageID)
        if let name = expected["controlName"]?.stringValue {
            let info = try #require(header.controlInfo)
            #expect("\(info)".lowercased() == name.lowercased())
        }
        try compareContent(frame.payload, expected, isExact: isExact)
    }

    private func compareRows(_ frames: [Frame], _ decoded: JSONValue) throws {
        let columns = try #require(decoded["frameColumns"]?.arrayValue).compactMap(\.stringValue)
        let rows = try #require(decoded["frameRows"]?.arrayValue)
        try #require(rows.count == frames.count)
        for (frame, row) in zip(frames, rows) {
            let cells = try #require(row.arrayValue)
            try compare(frame, .object(Dictionary(uniqueKeysWithValues: zip(columns, cells))), isExact: true)
        }
    }

    private func compareContent(_ payload: [UInt8], _ expected: JSONValue, isExact: Bool) throws {
        if let bson = expected["bson"] {
            let document = try BSONDocument(parsing: payload)
            #expect(document == bsonDocument(bson))
            // The odd documents have bytes behind them or other array keys, which are not written again.
            if isExact { #expect(try document.encode() == payload) }
        }
        if let number = expected.int("be32") {
            #expect(ControlPayload.EndService(parsing: payload, headerVersion: 4).hashID.map { Int($0) } == number)
        }
        if let first = expected["firstFrame"] {
            let splitter = payload.prefix(8).map { Int($0) }
            #expect(splitter.prefix(4).reduce(0) { $0 << 8 | $1 } == first.int("totalSize"))
            #expect(splitter.suffix(4).reduce(0) { $0 << 8 | $1 } == first.int("frameCount"))
        }
        if let hex = expected["payloadHex"]?.stringValue { #expect(payload.hex == hex) }
        if let query = expected["securityQuery"] {
            let found = try SecurityQuery(parsing: payload)
            #expect(Int(found.kind.rawValue) == query.int("queryType"))
            #expect(Int(found.identifier.rawValue) == query.int("queryId"))
            #expect(Int(found.sequenceNumber) == query.int("seq"))
            #expect(found.json.count == query.int("jsonSize"))
            #expect(found.binary.hex == query["binaryHex"]?.stringValue)
            #expect(found.encode() == payload)
        }
        if let rpc = expected["rpc"], rpc["rpcType"] != nil {
            let found = try RPCPayload(parsing: payload)
            #expect(Int(found.rpcType.rawValue) == rpc.int("rpcType"))
            #expect(Int(found.functionID) == rpc.int("functionId"))
            #expect(Int(found.correlationID) == rpc.int("correlationId"))
            #expect(found.json.count == rpc.int("jsonSize"))
            #expect(found.bulk.hex == rpc["bulkHex"]?.stringValue ?? "")
            #expect(try JSONValue(parsing: found.json, options: .asCore) == rpc["json"])
            #expect(found.encode() == payload)
        }
    }
}
