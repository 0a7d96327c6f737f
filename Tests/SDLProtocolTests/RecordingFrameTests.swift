import Formats
import SDLProtocol
import TestKit
import Testing

/// Every frame that a real head unit and its apps exchanged.
@Suite(
    "Recordings: frames", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"), .timeLimit(.minutes(1)))
struct RecordingFrameTests {
    /// How many lines of a recording are no frame, by the name of the recording: bad on purpose.
    static let badLines = [
        "framing_malformed_headers": 10, "handshake_other_services_first": 2, "control_unknown_frame_info": 1,
    ]

    @Test("there are 139 recordings")
    func count() {
        #expect(Recording.all.count == 139)
    }

    @Test("every frame decodes to its recorded fields and encodes back to the same bytes", arguments: Recording.all)
    func decodes(_ recording: Recording) throws {
        var bad = 0
        for line in try recording.lines() where line.direction != .event {
            guard let header = line.header else { continue }
            let stream = DecodedStream([line.bytes])
            guard stream.malformed.isEmpty else {
                // What has a bad header must have been sent as such.
                #expect(line.direction == .fromApp)
                bad += 1
                continue
            }
            let frame = try #require(stream.frames.first, "line \(line.number)")
            #expect(stream.frames.count == 1)
            #expect(frame.encode() == line.bytes, "line \(line.number)")
            try compare(frame, header, line)
        }
        #expect(bad == RecordingFrameTests.badLines[recording.name, default: 0])
    }

    private func compare(_ frame: Frame, _ header: JSONValue, _ line: Recording.Line) throws {
        #expect(Int(frame.header.version) == header.int("version"))
        #expect(frame.header.isEncrypted == header["encrypted"]?.boolValue)
        #expect(Int(frame.header.type.rawValue) == header.int("frameType"))
        #expect(Int(frame.header.service.rawValue) == header.int("serviceType"))
        #expect(Int(frame.header.info) == header.int("frameInfo"))
        #expect(Int(frame.header.sessionID) == header.int("sessionId"))
        #expect(Int(frame.header.dataSize) == header.int("dataSize"))
        #expect(Int(frame.header.messageID) == header.int("messageId") ?? 0)
        if let bson = line.bson { #expect(plainJSON(try BSONDocument(parsing: frame.payload)) == bson) }
        guard let rpc = line.rpc, line.direction == .fromModule, frame.header.version >= 2 else { return }
        let payload = try RPCPayload(parsing: frame.payload)
        #expect(Int(payload.functionID) == rpc.int("functionId"))
        #expect(Int(UInt32(bitPattern: payload.correlationID)) == rpc.int("correlationId").map { $0 & 0xFFFF_FFFF })
        #expect(payload.json.count == rpc.int("jsonSize"))
        #expect("\(payload.rpcType)" == rpc["type"]?.stringValue)
        #expect(payload.encode() == frame.payload)
    }

    @Test(
        "streams of whole connections give the same frames however they are cut",
        arguments: [
            "waypoints_full_flow", "framing_malformed_headers", "small_mtu", "framing_garbage_then_good", "client_java",
        ])
    func cuts(_ name: String) throws {
        let recording = try #require(Recording.all.first { $0.name == name })
        let lines = try recording.lines()
        for direction in [Recording.Line.Direction.fromApp, .fromModule] {
            let bytes = lines.filter { $0.direction == direction }.flatMap(\.bytes)
            for policy in [FaultPolicy.strict, .asCore] {
                let configuration = FrameDecoder.Configuration(faultPolicy: policy)
                let whole = DecodedStream([bytes], configuration)
                for split in Splits.all(bytes, cutLimit: 0, oneByOneLimit: 60_000, randomCount: 4) {
                    #expect(DecodedStream(split.pieces, configuration) == whole, "\(policy) \(split)")
                }
            }
        }
    }
}
