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

    /// Requests with a header that is bad on purpose, by their correlation ids.
    static let badRPCs: [Int: RPCPayloadFault] = [
        201: .jsonSizePastEnd(declared: 87, available: 37), 205: .unknownType(3), 206: .unknownType(15),
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
        guard let rpc = line.rpc, frame.header.version >= 2 else { return }
        let payload: RPCPayload
        do {
            payload = try RPCPayload(parsing: frame.payload)
        } catch {
            // Some requests are bad on purpose: too short, of no type, with a size that lies.
            #expect(line.direction == .fromApp)
            #expect(Self.badRPCs[rpc.int("correlationId") ?? 0] == error, "line \(line.number)")
            return
        }
        #expect(Int(payload.functionID) == rpc.int("functionId"))
        #expect(Int(UInt32(bitPattern: payload.correlationID)) == rpc.int("correlationId").map { $0 & 0xFFFF_FFFF })
        #expect(payload.json.count == rpc.int("jsonSize"))
        #expect("\(payload.rpcType)" == rpc["type"]?.stringValue)
        #expect(payload.encode() == frame.payload)
    }

    /// What is left of a stream when its frames are taken out.
    struct Rest: Equatable {
        var malformed = 0
        var skipped = 0
        var waiting = 0
    }

    @Test("every byte of every connection belongs to a frame that is encoded back, or is bad on purpose")
    func streams() throws {
        var rests: [String: Rest] = [:]
        var frames = 0
        for recording in Recording.all {
            var streams: [String: [UInt8]] = [:]
            for line in try recording.lines() where line.direction != .event {
                streams["\(line.direction) \(line.connection)", default: []] += line.bytes
            }
            for (name, bytes) in streams {
                // What sdl_core refuses (message id 0) it sends itself.
                let isFromApp = name.hasPrefix("fromApp")
                let stream = DecodedStream([bytes], .init(faultPolicy: isFromApp ? .asCore : .strict))
                let encoded = stream.frames.flatMap { $0.encode() }
                frames += stream.frames.count
                #expect(encoded.count + stream.skipped + stream.waiting == bytes.count, "\(recording.name) \(name)")
                guard encoded != bytes else { continue }
                #expect(isFromApp, "\(recording.name)")
                var rest = rests[recording.name, default: Rest()]
                rest.malformed += stream.malformed.count
                rest.skipped += stream.skipped
                rest.waiting += stream.waiting
                rests[recording.name] = rest
            }
        }
        #expect(frames == 4188)
        #expect(
            rests == [
                "handshake_other_services_first": Rest(malformed: 2, skipped: 74, waiting: 14),
                "framing_malformed_headers": Rest(malformed: 11, skipped: 198, waiting: 27),
                "framing_garbage_then_good": Rest(malformed: 4, skipped: 121, waiting: 0),
                "framing_malformed_flood": Rest(malformed: 11, skipped: 176, waiting: 0),
                "control_unknown_frame_info": Rest(malformed: 1, skipped: 12, waiting: 0),
            ])
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
