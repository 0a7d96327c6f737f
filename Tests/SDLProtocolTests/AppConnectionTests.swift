import SDLProtocol
import TestKit
import Testing

@Suite("App: the session")
struct AppConnectionTests {
    private func acknowledgement(
        version: UInt8 = 5, session: UInt8 = 3, _ payload: ControlPayload.StartServiceACK? = nil
    ) -> [UInt8] {
        let content = payload ?? .init(protocolVersion: "5.4.0", hashID: 0x8765_4321, mtu: 2000)
        return Frame(
            control: .startServiceACK, version: version, service: .rpc, sessionID: session,
            payload: version < 2 ? [] : content.encode(headerVersion: version)
        ).encode()
    }

    private func started(_ configuration: AppConnection.Configuration = .init(), version: UInt8 = 5) throws
        -> AppConnection
    {
        var app = AppConnection(configuration: configuration)
        _ = app.start(now: .zero)
        guard case .started = app.receive(acknowledgement(version: version), now: .zero).first else {
            Issue.record("not started")
            return app
        }
        return app
    }

    private func control(
        _ info: ControlFrameInfo, service: ServiceType = .rpc, session: UInt8 = 3, _ payload: [UInt8] = []
    )
        -> [UInt8]
    {
        Frame(control: info, version: 5, service: service, sessionID: session, messageID: 50, payload: payload).encode()
    }

    // MARK: - Starting

    @Test("the session is asked for by one write of 40 bytes, by an old app with 8")
    func start() {
        var app = AppConnection()
        #expect(
            app.start(now: .zero) == [
                .send([UInt8](hex: "1007010000000020200000000270726f746f636f6c56657273696f6e0006000000352e342e310000"))
            ])
        #expect(app.start(now: .zero).isEmpty)
        #expect(app.nextDeadline == .seconds(10))
        var old = AppConnection(configuration: .init(version: ProtocolVersion(4, 0, 0)))
        #expect(old.start(now: .zero) == [.send([UInt8](hex: "1007010000000000"))])
    }

    @Test(
        "the negotiated version is the lower one of both sides",
        arguments: [
            (5, "5.4.0", "5.4.1", "5.4.0"), (5, "5.9.0", "5.4.1", "5.4.1"), (5, nil, "5.4.1", "5.0.0"),
            (5, "nonsense", "5.4.1", "5.0.0"), (5, "4.2.0", "5.4.1", "5.0.0"), (5, "5.4.0", "5.2.0", "5.2.0"),
            (4, nil, "5.4.1", "4.0.0"), (3, nil, "5.4.1", "3.0.0"), (2, nil, "5.4.1", "2.0.0"),
            (1, nil, "5.4.1", "1.0.0"),
            (4, nil, "3.0.0", "3.0.0"),
        ] as [(UInt8, String?, String, String)])
    func versions(_ header: UInt8, _ told: String?, _ own: String, _ expected: String) throws {
        var app = AppConnection(configuration: .init(version: try #require(ProtocolVersion(parsing: own))))
        _ = app.start(now: .zero)
        let answer = acknowledgement(version: header, .init(protocolVersion: told, hashID: 9, mtu: 131_072))
        guard case .started(let session) = app.receive(answer, now: .zero).first else {
            Issue.record("not started")
            return
        }
        #expect(session.version.description == expected)
        #expect(session.hashID == (header == 1 ? nil : 9))
        #expect(session.id == 3)
        let frame = try #require(DecodedStream([try app.send(request())]).frames.first)
        #expect(frame.header.version == session.version.major)
        #expect(frame.header.sessionID == 3)
        #expect(frame.header.messageID == (session.version.major < 2 ? 0 : 1))
    }

    @Test(
        "frames are kept below the mtu, whatever it counts",
        arguments: [
            (5, 2000, 1987), (5, nil, 131_059), (5, 0, 131_059), (5, -5, 131_059), (5, 1 << 40, 131_059), (5, 64, 51),
            (5, 13, 1), (5, 1, 1), (4, nil, 131_059), (3, nil, 131_059), (2, nil, 1488), (1, nil, 1488),
        ] as [(UInt8, Int64?, Int)])
    func sendLimits(_ version: UInt8, _ mtu: Int64?, _ limit: Int) {
        var app = AppConnection()
        _ = app.start(now: .zero)
        _ = app.receive(acknowledgement(version: version, .init(hashID: 9, mtu: mtu)), now: .zero)
        #expect(app.session?.sendLimit == limit)
    }

    @Test(
        "a refusal ends the try, in any version",
        arguments: [
            (5, ["protocolVersion"], "Too old"), (5, [], nil), (4, [], nil), (1, [], nil),
        ] as [(UInt8, [String], String?)])
    func refused(_ version: UInt8, _ rejected: [String], _ reason: String?) {
        var app = AppConnection()
        _ = app.start(now: .zero)
        let refusal = ControlPayload.Refusal(rejectedParams: rejected, reason: reason)
        let frame = Frame(
            control: .startServiceNAK, version: version, service: .rpc, sessionID: 0,
            payload: refusal.encode(headerVersion: version))
        #expect(
            app.receive(frame.encode(), now: .zero)
                == [.startFailed(.refused(reason: reason, rejectedParams: rejected)), .close])
        #expect(app.receive(acknowledgement(), now: .zero).isEmpty)
    }

    @Test("no answer, an early end, no session id and a lost line end the try too")
    func failures() {
        var late = AppConnection()
        _ = late.start(now: .seconds(5))
        #expect(late.timePassed(now: .milliseconds(14_999)).isEmpty)
        #expect(late.timePassed(now: .seconds(15)) == [.startFailed(.timeout), .close])
        var ended = AppConnection()
        _ = ended.start(now: .zero)
        #expect(ended.receive(control(.endService, session: 0), now: .zero) == [.startFailed(.ended), .close])
        var zero = AppConnection()
        _ = zero.start(now: .zero)
        #expect(zero.receive(acknowledgement(session: 0), now: .zero) == [.startFailed(.noSession), .close])
        var lost = AppConnection()
        _ = lost.start(now: .zero)
        #expect(lost.transportClosed() == [.startFailed(.transportClosed)])
        #expect(lost.transportClosed().isEmpty)
    }

    @Test("before the start nothing can be sent")
    func notStarted() {
        var app = AppConnection()
        #expect(throws: AppConnection.NotStarted.self) { try app.send(request()) }
        _ = app.start(now: .zero)
        #expect(throws: AppConnection.NotStarted.self) { try app.send(encoded: [1]) }
    }

    @Test("other frames while starting are ignored; garbage does not matter")
    func whileStarting() {
        var app = AppConnection()
        _ = app.start(now: .zero)
        let noise: [UInt8] =
            [0xFF, 0xFF] + control(.heartbeatACK) + Frame.data(.single, session: 3, request().encode()).encode()
        _ = app.receive(noise + acknowledgement(), now: .zero)
        #expect(app.session?.id == 3)
    }

    // MARK: - Started

    @Test("message ids count from 1, in one counter")
    func messageIDs() throws {
        var app = try started()
        let frames =
            try (0..<3).map { _ in try app.send(request()) }
            + [app.end(now: .zero)].flatMap { events in
                events.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
            }
        #expect(DecodedStream(frames).frames.map(\.header.messageID) == [1, 2, 3, 4])
    }

    @Test("binary data travels on the bulk service")
    func bulk() throws {
        var app = try started()
        var message = request(32)
        message.bulk = [UInt8](repeating: 1, count: 5000)
        let frames = DecodedStream([try app.send(message)]).frames
        #expect(frames.map(\.header.type) == [.first, .consecutive, .consecutive, .consecutive])
        #expect(frames.allSatisfy { $0.header.service == .bulk })
    }

    @Test("heartbeats are answered, with session 0 too; none is sent unasked")
    func heartbeats() throws {
        var app = try started()
        for session in [UInt8(3), 0] {
            let answers = app.receive(control(.heartbeat, service: .control, session: session), now: .zero).sentFrames
            #expect(answers.map(\.header.controlInfo) == [.heartbeatACK])
            #expect(answers.first?.header.sessionID == 3)
            #expect(answers.first?.header.messageID == 50)
        }
        #expect(app.nextDeadline == nil)
        #expect(app.timePassed(now: .seconds(1000)).isEmpty)
    }

    @Test("own heartbeats are sent where asked for, from version 3 on")
    func ownHeartbeats() throws {
        var app = try started(.init(heartbeatInterval: .seconds(3)))
        #expect(app.nextDeadline == .seconds(3))
        #expect(app.timePassed(now: .seconds(3)).sentFrames.map(\.header.controlInfo) == [.heartbeat])
        #expect(app.nextDeadline == .seconds(6))
        let old = try started(.init(heartbeatInterval: .seconds(3)), version: 2)
        #expect(old.nextDeadline == nil)
    }

    @Test("frames of other sessions are dropped")
    func otherSession() throws {
        var app = try started()
        let frame = Frame.data(.single, session: 4, request().encode())
        #expect(app.receive(frame.encode(), now: .zero) == [.fault(.unexpectedFrame(session: 4, service: .rpc))])
        #expect(app.receive(control(.endService, session: 4), now: .zero).sentFrames.isEmpty)
    }

    @Test("where a second connection could be opened is noted")
    func transportEvent() throws {
        var app = try started()
        let update = ControlPayload.TransportEventUpdate(tcpIPAddress: "192.0.2.1", tcpPort: 12_345)
        #expect(app.receive(control(.transportEventUpdate, update.encode()), now: .zero) == [.transportEvent(update)])
        let gone = ControlPayload.TransportEventUpdate(tcpIPAddress: "")
        #expect(app.receive(control(.transportEventUpdate, gone.encode()), now: .zero) == [.transportEvent(gone)])
    }

    @Test("a handshake is answered by 'not supported', encrypted data by 'not protected' and dropped")
    func security() throws {
        var app = try started()
        let handshake = SecurityQuery(kind: .notification, identifier: .handshake, sequenceNumber: 4, binary: [22])
        let events = app.receive(
            Frame.data(.single, service: .control, session: 3, handshake.encode()).encode(), now: .zero)
        let answer = try SecurityQuery(parsing: try #require(events.sentFrames.first).payload)
        #expect(answer.faultCode == .notSupported)
        #expect(answer.sequenceNumber == 4)
        let secret = Frame.data(.single, session: 3, isEncrypted: true, request().encode())
        let answers = app.receive(secret.encode(), now: .zero)
        #expect(answers.first == .fault(.security(.serviceNotProtected)) && answers.count == 2)
        let told = try #require(answers.sentFrames.first)
        #expect(try SecurityQuery(parsing: told.payload).faultCode == .serviceNotProtected)
    }

    @Test("the head unit's version 1 answers are passed on as text")
    func version1() throws {
        var app = try started(version: 1)
        let text = Array("{\"response\":{}}".utf8) + [0]
        let events = app.receive(Frame.data(.single, version: 1, session: 3, text).encode(), now: .zero)
        #expect(events.messages.map(\.content) == [.protocol1(text)])
    }

    // MARK: - Ending

    @Test(
        "EndService carries the hash id in the form of the version",
        arguments: [
            (5, "11000000106861736849640021436587" + "00"), (4, "87654321"), (2, "87654321"),
        ] as [(UInt8, String)])
    func endPayload(_ version: UInt8, _ payload: String) throws {
        var app = try started(version: version)
        let frame = try #require(app.end(now: .zero).sentFrames.first)
        #expect(frame.header.controlInfo == .endService)
        #expect(frame.header.version == version)
        #expect(frame.payload.hex == payload)
    }

    @Test("an orderly end waits one second for the answer")
    func ending() throws {
        let refusal = ControlPayload.Refusal(rejectedParams: ["hashId"], reason: "Wrong")
        var app = try started()
        _ = app.end(now: .seconds(2))
        #expect(app.nextDeadline == .seconds(3))
        #expect(throws: AppConnection.NotStarted.self) { try app.send(request()) }
        var silent = app
        #expect(silent.timePassed(now: .seconds(3)) == [.ended(.unanswered), .close])
        var refused = app
        #expect(
            refused.receive(control(.endServiceNAK, refusal.encode(headerVersion: 5)), now: .seconds(2))
                == [.ended(.refused(reason: "Wrong", rejectedParams: ["hashId"])), .close])
        var lost = app
        #expect(lost.transportClosed() == [.ended(.transportClosed)])
        var crossed = app
        let events = crossed.receive(control(.endService), now: .seconds(2))
        #expect(events.sentFrames.map(\.header.controlInfo) == [.endServiceACK])
        #expect(events.suffix(2) == [.ended(.acknowledged), .close])
        // The answer to an earlier request may still come before it.
        let late = Frame.data(.single, session: 3, request().encode()).encode()
        let good = app.receive(late + control(.endServiceACK), now: .seconds(2))
        #expect(good.messages.count == 1)
        #expect(good.suffix(2) == [.ended(.acknowledged), .close])
        #expect(app.receive(late, now: .seconds(2)).isEmpty)
    }

    @Test("after the head unit's EndService nothing is sent, but what it still says is passed on")
    func endedByModule() throws {
        var app = try started()
        let reason = Frame.data(
            .single, session: 3,
            RPCPayload(rpcType: .notification, functionID: 32_770, correlationID: -1, json: Array("{}".utf8)).encode())
        let events = app.receive(control(.endService) + reason.encode(), now: .zero)
        #expect(events.sentFrames.map(\.header.controlInfo) == [.endServiceACK])
        #expect(events[1] == .ended(.endedByModule))
        #expect(events.messages.count == 1)
        #expect(app.session == nil)
        #expect(throws: AppConnection.NotStarted.self) { try app.send(request()) }
        #expect(app.end(now: .zero) == [.close])
        #expect(app.transportClosed().isEmpty)
    }

    @Test("the end of another service is acknowledged and told")
    func mediaEnd() throws {
        var app = try started()
        let events = app.receive(control(.endService, service: .video), now: .zero)
        #expect(events.sentFrames.map(\.header.service) == [.video])
        #expect(events.last == .serviceEnded(.video))
        #expect(app.session != nil)
    }
}
