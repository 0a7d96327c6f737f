import SDLProtocol
import TestKit
import Testing

@Suite("Head unit: audio, video, protection, other control frames")
struct ModuleServiceTests {
    private let video = VideoParameters(height: 480, width: 800, videoProtocol: "RAW", videoCodec: "H264")

    private func startVideo(version: UInt8 = 5, session: UInt8 = 1, isEncrypted: Bool = false) -> Frame {
        Frame(
            header: FrameHeader(
                version: version, isEncrypted: isEncrypted, type: .control, service: .video, info: 1,
                sessionID: session, messageID: 4),
            payload: version < 5 ? [] : ControlPayload.StartService(video: video).encode())
    }

    @Test("a video service is granted with what was asked, carries frames and ends")
    func granted() throws {
        var harness = ModuleHarness.withSession()
        guard case .serviceRequested(let wish) = harness.receive(startVideo()).first else {
            Issue.record("no request")
            return
        }
        #expect(wish.service == .video)
        #expect(wish.video == video)
        #expect(!wish.isEncrypted)
        let accepted = harness.connection.acceptService(session: 1, service: .video, sessions: &harness.registry)
        let frame = try #require(DecodedStream([accepted]).frames.first)
        #expect(frame.header.controlInfo == .startServiceACK)
        let payload = ControlPayload.StartServiceACK(parsing: frame.payload, headerVersion: 5)
        #expect(payload.video == video)
        #expect(payload.mtu == 131_072)
        #expect(payload.hashID == nil)
        let picture = Frame.data(.single, service: .video, [1, 2, 3])
        #expect(harness.receive(picture) == [.mediaFrame(session: 1, service: .video, byteCount: 3)])
        #expect(harness.receive(picture, picture).count == 2)
        let connection = harness.connection
        #expect(connection.mediaTraffic(session: 1, service: .video) == MediaTraffic(frames: 3, bytes: 9))
        #expect(connection.mediaTraffic(session: 1, service: .audio) == MediaTraffic())
        #expect(connection.mediaTraffic(session: 1, service: .rpc) == nil)
        #expect(connection.mediaTraffic(session: 2, service: .video) == nil)
        // Granted twice is granted once.
        #expect(harness.connection.acceptService(session: 1, service: .video, sessions: &harness.registry).isEmpty)
        let again = harness.receive(startVideo()).sentFrames.first
        #expect(
            again?.refusal.reason
                == "Cannot start an unprotected service of type 11. Session 1 already has an unprotected service of type 11"
        )
        let end = harness.receive(Frame(control: .endService, version: 5, service: .video, sessionID: 1))
        #expect(end.sentFrames.first?.header.controlInfo == .endServiceACK)
        #expect(end.last == .serviceEnded(session: 1, service: .video))
        #expect(harness.receive(picture) == [.fault(.unexpectedFrame(session: 1, service: .video))])
        let count = harness.connection.mediaTraffic(session: 1, service: .video)
        #expect(count == MediaTraffic(frames: 3, bytes: 9))
        let second = harness.receive(Frame(control: .endService, version: 5, service: .video, sessionID: 1))
        #expect(second.sentFrames.first?.refusal.reason == "Couldn't remove service 11")
        #expect(second.sentFrames.first?.refusal.rejectedParams == [])
    }

    @Test("a refusal names reason and parameters, or nothing below version 5")
    func refused() throws {
        for version in [UInt8(5), 4] {
            var harness = ModuleHarness.withSession()
            _ = harness.receive(startVideo(version: version))
            let bytes = harness.connection.refuseService(
                session: 1, service: .video, reason: "Not now", rejectedParams: ["width"],
                sessions: &harness.registry)
            let frame = try #require(DecodedStream([bytes]).frames.first)
            #expect(frame.header.version == version)
            #expect(frame.refusal == (version == 5 ? .init(rejectedParams: ["width"], reason: "Not now") : .init()))
            // It may be asked for again.
            #expect(harness.receive(startVideo()).count == 1)
        }
    }

    @Test(
        "services of strangers, of old versions and of reserved kind are refused at once",
        arguments: [
            (startFrame(.video, 5, 0), 0, nil), (startFrame(.audio, 5, 0), 0, nil), (startFrame(.bulk, 5, 0), 0, nil),
            (startFrame(.control, 5, 0), 0, nil),
            (
                startFrame(.audio, 5, 9), 9,
                "Cannot start an unprotected service of type 10. Session 9 not found for connection 1"
            ),
            (startFrame(.video, 2, 1), 1, nil),
            (
                startFrame(.bulk, 5, 1), 1,
                "Cannot start an unprotected service of type 15. Session 1 already has an unprotected service of type 15"
            ),
            (
                startFrame(.control, 5, 1), 1,
                "Cannot start an unprotected service of type 0. Services of type 0 are not started"
            ),
        ] as [(Frame, UInt8, String?)])
    func refusedAtOnce(_ frame: Frame, _ session: UInt8, _ reason: String?) {
        var harness = ModuleHarness.withSession()
        let frames = harness.receive(frame).sentFrames
        #expect(frames.map(\.header.controlInfo) == [.startServiceNAK])
        #expect(frames.first?.header.sessionID == session)
        #expect(frames.first?.header.version == frame.header.version)
        #expect(frames.first?.refusal.reason == reason)
    }

    static func startFrame(_ service: ServiceType, _ version: UInt8, _ session: UInt8) -> Frame {
        Frame(control: .startService, version: version, service: service, sessionID: session)
    }

    @Test("reasons are told from 5.3 on")
    func reasons() {
        for (version, told) in [(ProtocolVersion(5, 2, 0), false), (ProtocolVersion(5, 3, 0), true)] {
            var harness = ModuleHarness()
            harness.start(version)
            let frame = harness.receive(ModuleServiceTests.startFrame(.rpc, 5, 1)).sentFrames.first
            #expect((frame?.refusal.reason != nil) == told)
        }
    }

    @Test("a wish to protect the RPC service can only be refused; sdl_core says EndService first")
    func protection() throws {
        let wish = Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .control, service: .rpc, info: 1, sessionID: 1, messageID: 3))
        for configuration in [ModuleConnection.Configuration.predictable, .core] {
            var harness = ModuleHarness.withSession(configuration)
            guard case .serviceRequested(let request) = harness.receive(wish).first else {
                Issue.record("no request")
                return
            }
            #expect(request.isEncrypted)
            #expect(harness.connection.acceptService(session: 1, service: .rpc, sessions: &harness.registry).isEmpty)
            let bytes = harness.connection.refuseService(
                session: 1, service: .rpc, reason: "No clock", sessions: &harness.registry)
            let expected: [ControlFrameInfo] =
                configuration.faultPolicy == .asCore ? [.endService, .startServiceNAK] : [.startServiceNAK]
            #expect(DecodedStream([bytes]).frames.map(\.header.controlInfo) == expected)
            #expect(harness.connection.sessionIDs == [1])
        }
        var harness = ModuleHarness()
        var first = wish.header
        first.sessionID = 0
        #expect(harness.receive(Frame(header: first)).sentFrames.first?.header.controlInfo == .startServiceNAK)
    }

    @Test(
        "encrypted data of an unprotected service is answered by a fault and dropped",
        arguments: [.control, .rpc, .audio, .video, .bulk] as [ServiceType])
    func encryptedData(service: ServiceType) throws {
        var harness = ModuleHarness.withSession()
        if service == .audio || service == .video {
            _ = harness.receive(Self.startFrame(service, 5, 1))
            _ = harness.connection.acceptService(session: 1, service: service, sessions: &harness.registry)
        }
        let events = harness.receive(.data(.single, service: service, isEncrypted: true, request().encode()))
        #expect(!events.contains { if case .mediaFrame = $0 { true } else { false } })
        let query = try SecurityQuery(parsing: try #require(events.sentFrames.first).payload)
        #expect(query.faultCode == .serviceNotProtected)
        #expect(events.messages.isEmpty)
        #expect(harness.receive(.data(.single, session: 9, isEncrypted: true, request().encode())).sentFrames.isEmpty)
    }

    @Test(
        "a second connection is always refused, with the reason and message id of sdl_core",
        arguments: [
            (0, "RegisterSecondaryTransport needs a session ID"),
            (1, "RegisterSecondaryTransport session ID has already been registered"),
            (7, "RegisterSecondaryTransport session ID was not found"),
        ] as [(UInt8, String)])
    func secondaryTransport(_ session: UInt8, _ reason: String) throws {
        var registry = SessionRegistry()
        var first = ModuleConnection(number: 1, configuration: .predictable)
        _ = first.receive(ModuleServiceTests.startFrame(.rpc, 5, 0).encode(), now: .zero, sessions: &registry)
        var second = ModuleConnection(number: 2, configuration: .predictable)
        let question = Frame(control: .registerSecondaryTransport, version: 5, service: .control, sessionID: session)
        let events = second.receive(question.encode(), now: .zero, sessions: &registry)
        let frame = try #require(events.sentFrames.first)
        #expect(frame.header.controlInfo == .registerSecondaryTransportNAK)
        #expect(frame.header.messageID == 2)
        #expect(frame.refusal.reason == reason)
    }

    @Test(
        "what an app has no reason to say is ignored",
        arguments: [
            ControlFrameInfo.startServiceACK, .startServiceNAK, .endServiceACK, .endServiceNAK,
            .registerSecondaryTransportACK, .registerSecondaryTransportNAK, .transportEventUpdate, .serviceDataACK,
            .heartbeatACK,
        ])
    func ignored(_ info: ControlFrameInfo) {
        var harness = ModuleHarness.withSession()
        #expect(
            harness.receive(Frame(control: info, version: 5, service: .rpc, sessionID: 1, payload: [1, 2])).isEmpty)
    }
}
