import Formats
import SDLProtocol
import TestKit
import Testing

/// The malformed and unusual vectors: the reaction in `expect`, with the careful policy.
///
/// Where `observed` of sdl_core differs from `expect` the careful policy follows `expect`; the table at the end names
/// each such vector, says why, and what the policy of sdl_core does with it. What sdl_core's frames and messages are in
/// whole sessions is held by the replays of its recordings.
@Suite(
    "Wire vectors: reactions", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"), .timeLimit(.minutes(1)))
struct WireReactionTests {
    static func layer(_ names: String...) -> [WireVector] {
        WireVector.all.filter { vector in vector.layer.map(names.contains) ?? false && vector.expect != nil }
    }

    @Test("every handmade vector belongs to a table below")
    func complete() {
        let known = WireReactionTests.layer("stream", "frame", "multi", "rpc", "control", "bson", "security")
        #expect(known.count == 145)
    }

    // MARK: - Frames and messages

    @Test("streams, frames and messages of several frames", arguments: layer("stream", "frame", "multi"))
    func frames(_ vector: WireVector) throws {
        let expect = try #require(vector.expect)
        for split in vector.splits {
            let stream = DecodedStream(split.pieces)
            #expect(stream.frames.count == expect.int("frames"), "\(split)")
            #expect(stream.malformed.count == expect.int("malformed") ?? 0, "\(split)")
        }
        guard let messages = expect.int("messages") else { return }
        var harness = ModuleHarness.withSession()
        let events = harness.receive(vector.bytes)
        #expect(events.messages.count { if case .rpc = $0.content { true } else { false } } == messages)
        switch vector.reaction {
        case "drop", "limit": #expect(!events.faults.isEmpty)
        case "accept": #expect(!events.faults.contains { if case .malformed = $0 { true } else { false } })
        default: Issue.record("unexpected reaction")
        }
    }

    /// A vector with which sdl_core did something else than is expected of a careful peer.
    struct Difference: Sendable {
        /// Whether the policy that does as sdl_core follows it here too.
        let isFollowed: Bool
        /// Why the careful policy does not do as sdl_core, or why not even the other one does.
        let why: String
    }

    static let differences: [String: Difference] = [
        "bad_stream_partial_11_of_12_header": .init(
            isFollowed: false, why: "it judges a message id that has not arrived: the result hangs on the cut"),
        "odd_stream_header_split_8_4": .init(
            isFollowed: false, why: "it judges the message id of the frame before: the result hangs on the cut"),
        "odd_stream_byte_by_byte": .init(isFollowed: false, why: "as above"),
        "bad_stream_false_candidate": .init(
            isFollowed: true, why: "a header that cannot be one should not swallow the frames behind it"),
        "odd_single_message_id_0": .init(isFollowed: true, why: "sdl_core itself sends such ids"),
        "bad_first_encrypted_size_37": .init(
            isFollowed: true, why: "old head units send such frames; the stream stays in step"),
        "bad_first_total_0": .init(
            isFollowed: false, why: "it gets stuck for good: nobody can want that"),
        "bad_first_count_0": .init(isFollowed: true, why: "what announces no frames has none"),
        "bad_first_count_above_total": .init(isFollowed: true, why: "every frame has a byte at least"),
        "bad_consecutive_skip": .init(isFollowed: true, why: "a message with a hole is no message"),
        "bad_consecutive_starts_at_2": .init(isFollowed: true, why: "the same"),
        "bad_consecutive_short_total": .init(isFollowed: true, why: "the same"),
        "bad_consecutive_overflow": .init(isFollowed: true, why: "the same"),
        "bad_consecutive_number_0_not_last": .init(isFollowed: true, why: "the same"),
        "bad_consecutive_256_becomes_0": .init(isFollowed: true, why: "the same"),
    ]

    @Test("where sdl_core was seen to do something else, the two policies do as the table says")
    func differences() throws {
        var found: Set<String> = []
        for vector in WireVector.all {
            guard let core = vector.core, core.objectValue != nil, let expect = vector.expect else { continue }
            let counts = ["frames", "malformed", "messages"].filter { expect[$0] != nil || $0 == "malformed" }
            func isAlike(_ counted: JSONValue) -> Bool {
                counts.allSatisfy { (counted.int($0) ?? 0) == (core.int($0) ?? 0) }
            }
            if !isAlike(expect) { found.insert(vector.name) }
            let isFollowed = Self.differences[vector.name]?.isFollowed ?? true
            #expect(isAlike(count(vector)) == isFollowed, "\(vector.name): \(count(vector)), \(core)")
        }
        #expect(found == Set(Self.differences.keys))
    }

    /// What comes out with the policy of sdl_core.
    private func count(_ vector: WireVector) -> JSONValue {
        let stream = DecodedStream([vector.bytes], .init(faultPolicy: .asCore))
        var harness = ModuleHarness.withSession(.core)
        let events = harness.receive(vector.bytes)
        // The reader of sdl_core was asked for messages without a look into them: short ones were messages to it.
        let messages =
            events.messages.count { if case .rpc = $0.content { true } else { false } }
            + events.faults.count { if case .rpc = $0 { true } else { false } }
        return [
            "frames": .int(Int64(stream.frames.count)), "malformed": .int(Int64(stream.malformed.count)),
            "messages": .int(Int64(messages)),
        ]
    }

    // MARK: - RPC

    @Test("RPC headers and what is in them", arguments: layer("rpc"))
    func rpc(_ vector: WireVector) throws {
        let expect = try #require(vector.expect)
        var results: [[ModuleConnection.Event]] = []
        for split in vector.splits {
            var harness = ModuleHarness.withSession()
            results.append(harness.receive(split.pieces))
        }
        let events = try #require(results.first)
        #expect(results.allSatisfy { $0 == events })
        #expect(events.sentFrames.isEmpty)
        switch vector.reaction {
        case "drop":
            #expect(events.messages.isEmpty)
            #expect(events.faults.contains { if case .rpc = $0 { true } else { false } })
        case "accept":
            #expect(events.messages.count == 1)
        case "error-response":
            try checkErrorResponse(try #require(events.messages.first), code: expect["resultCode"]?.stringValue)
        default:
            Issue.record("unexpected reaction")
        }
    }

    /// The head unit above answers; here it must get what it needs for that.
    private func checkErrorResponse(_ message: SessionMessage, code: String?) throws {
        if code == "UNSUPPORTED_VERSION" {
            guard case .protocol1(let json) = message.content else {
                Issue.record("\(message)")
                return
            }
            #expect(try JSONValue(parsing: json)["request"]?["name"] == "RegisterAppInterface")
            return
        }
        guard case .rpc(let payload) = message.content else {
            Issue.record("\(message)")
            return
        }
        switch code {
        case "INVALID_DATA":
            let json = try? JSONValue(parsing: payload.json)
            #expect(json?.objectValue == nil)
        case "UNSUPPORTED_REQUEST":
            #expect(payload.functionID == 0x0FFF_FFFF)
        case "INVALID_ID":
            #expect(payload.correlationID < 0)
        case "APPLICATION_NOT_REGISTERED":
            #expect(!message.isKnownSession)
        default:
            Issue.record("unexpected code")
        }
    }

    // MARK: - Control frames to the head unit

    @Test("control frames to the head unit", arguments: layer("control").filter(\.isFromApp))
    func control(_ vector: WireVector) throws {
        let expect = try #require(vector.expect)
        var results: [[ModuleConnection.Event]] = []
        for split in vector.splits {
            var harness = ModuleHarness.withSession()
            if vector.name == "odd_end_video_without_hash" { openVideo(&harness) }
            results.append(harness.receive(split.pieces))
        }
        let events = try #require(results.first)
        #expect(results.allSatisfy { $0 == events })
        let answers = events.sentFrames
        let request = try #require(DecodedStream([vector.bytes]).frames.first).header
        switch vector.reaction {
        case "drop":
            #expect(answers.isEmpty)
        case "nak":
            try checkRefusal(try #require(answers.first), request, expect)
            #expect(answers.count == 1)
        case "accept":
            try checkAcceptance(try #require(answers.first), request, expect)
        case "nak-or-accept":
            // A hash as a 64 bit number: we read every integer, so the right hash ends the session.
            #expect(answers.first?.header.controlInfo == .endServiceACK)
            #expect(events.ends == [.endService])
        case "nak-or-ignore":
            // Members of the wrong type count as absent; the owner decides on a request without parameters.
            guard case .serviceRequested(let wish) = events.first else {
                Issue.record("\(events)")
                return
            }
            #expect(wish.video == VideoParameters())
        default:
            Issue.record("unexpected reaction")
        }
    }

    private func openVideo(_ harness: inout ModuleHarness) {
        _ = harness.receive(
            Frame(control: .startService, version: 5, service: .video, sessionID: 1, messageID: 2))
        _ = harness.connection.acceptService(session: 1, service: .video, sessions: &harness.registry)
    }

    private func checkRefusal(_ answer: Frame, _ request: FrameHeader, _ expect: JSONValue) throws {
        let info = try #require(answer.header.controlInfo)
        switch request.controlInfo {
        case .startService: #expect(info == .startServiceNAK)
        case .endService: #expect(info == .endServiceNAK)
        default: #expect(Int(info.rawValue) == expect.int("replyInfo"))
        }
        #expect(answer.header.version == request.version)
        if let version = expect.int("replyVersion") { #expect(Int(answer.header.version) == version) }
        if let rejected = expect["rejectedParams"]?.arrayValue, answer.header.version >= 5 {
            #expect(answer.refusal.rejectedParams == rejected.compactMap(\.stringValue))
        }
        if answer.header.version < 5 { #expect(answer.payload.isEmpty) }
    }

    private func checkAcceptance(_ answer: Frame, _ request: FrameHeader, _ expect: JSONValue) throws {
        switch request.controlInfo {
        case .startService:
            #expect(answer.header.controlInfo == .startServiceACK)
            let payload = ControlPayload.StartServiceACK(
                parsing: answer.payload, headerVersion: answer.header.version)
            if let version = expect["ackVersion"]?.stringValue { #expect(payload.protocolVersion == version) }
            if let major = expect.int("ackMajor") {
                #expect(Int(answer.header.version) == major)
                #expect(payload.hashID != nil)
            }
            if payload.protocolVersion == "5.0.0" { #expect(payload.secondaryTransports == nil) }
        case .endService:
            #expect(answer.header.controlInfo == .endServiceACK)
        case .heartbeat:
            #expect(answer.header.controlInfo == .heartbeatACK)
            #expect(answer.header.service == .control)
            #expect(answer.header.messageID == request.messageID)
        default:
            Issue.record("\(answer)")
        }
    }

    // MARK: - Control frames to the app

    @Test("control frames to the app", arguments: layer("control").filter { !$0.isFromApp })
    func controlToApp(_ vector: WireVector) throws {
        #expect(vector.reaction == "drop")
        var app = try startedApp()
        #expect(app.receive(vector.bytes, now: .zero).isEmpty)
    }

    private func startedApp() throws -> AppConnection {
        var app = AppConnection()
        _ = app.start(now: .zero)
        let answer = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 65_537, mtu: 131_072)
        let frame = Frame(
            control: .startServiceACK, version: 5, service: .rpc, sessionID: 1, payload: answer.encode(headerVersion: 5)
        )
        let events = app.receive(frame.encode(), now: .zero)
        try #require(events.count == 1)
        return app
    }

    @Test("documents of a StartServiceACK", arguments: layer("bson"))
    func bson(_ vector: WireVector) throws {
        let expect = try #require(vector.expect)
        var results: [[AppConnection.Event]] = []
        for split in vector.splits {
            var app = AppConnection()
            _ = app.start(now: .zero)
            results.append(split.pieces.flatMap { app.receive($0, now: .zero) })
        }
        let events = try #require(results.first)
        #expect(results.allSatisfy { $0 == events })
        guard case .started(let session) = events.first, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        let payload = try #require(DecodedStream([vector.bytes]).frames.first).payload
        let document = try? BSONDocument(parsing: payload)
        switch vector.reaction {
        case "bad-bson":
            // As if there were no payload: the defaults.
            #expect(document == nil)
            #expect(session.version == ProtocolVersion(5, 0, 0))
            #expect(session.hashID == nil)
            #expect(session.sendLimit == 131_059)
        case "accept":
            let isHeader4 = vector.name == "odd_ack_version_header_mismatch"
            #expect(session.version.major == (isHeader4 ? 4 : 5))
            if isHeader4 || vector.name == "odd_ack_no_hash" { #expect(session.hashID == nil) }
            if let version = expect["version"]?.stringValue { #expect(session.version.description == version) }
            if let mtu = expect.int("mtu") { #expect(session.sendLimit == mtu - 13) }
            if vector.name == "odd_ack_mtu_huge" { #expect(session.sendLimit == 131_059) }
            if vector.name == "odd_ack_mtu_double" { #expect(session.acknowledgement.mtu ?? 0 > 0) }
            if let list = expect["audioServiceTransports"]?.arrayValue {
                let numbers = session.acknowledgement.audioServiceTransports?.map { JSONValue.int(Int64($0)) }
                #expect(numbers == list)
            }
        default:
            Issue.record("unexpected reaction")
        }
    }

    // MARK: - Security queries

    @Test("security queries", arguments: layer("security"))
    func security(_ vector: WireVector) throws {
        let expect = try #require(vector.expect)
        if vector.isFromApp || vector.reaction == "error-query" {
            var harness = ModuleHarness.withSession()
            try checkSecurity(harness.receive(vector.bytes).sentFrames, vector, expect)
        }
        if !vector.isFromApp {
            var app = try startedApp()
            try checkSecurity(app.receive(vector.bytes, now: .zero).sentFrames, vector, expect)
        }
    }

    private func checkSecurity(_ answers: [Frame], _ vector: WireVector, _ expect: JSONValue) throws {
        let payload = try #require(DecodedStream([vector.bytes]).frames.first).payload
        guard vector.reaction == "error-query" else {
            // Read well; answered by "not supported", unless it is a fault itself.
            let query = try SecurityQuery(parsing: payload)
            if query.identifier == .internalError {
                #expect(query.faultCode == .sslInvalidData)
                #expect(answers.isEmpty)
            } else {
                #expect(try answers.map { try SecurityQuery(parsing: $0.payload).faultCode } == [.notSupported])
            }
            return
        }
        let answer = try SecurityQuery(parsing: try #require(answers.first).payload)
        #expect(answer.faultCode.map { Int($0.rawValue) } == expect.int("errorCode"))
        #expect(answers.first?.header.service == .control)
        #expect(answers.first?.header.type == .single)
        #expect(try JSONValue(parsing: answer.json)["id"]?.intValue.map { Int($0) } == expect.int("errorCode"))
    }
}
