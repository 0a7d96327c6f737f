import SDLProtocol
import SDLSecurity
import TestKit
import Testing
import Transport

@Suite("Protected sessions", .timeLimit(.minutes(1)))
struct ProtectedSessionTests {
    let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    @Test(
        "handshake and messages of both directions, whole and in pieces, TLS 1.2 and 1.3",
        arguments: ServiceProtection.Version.allCases, [0, 1, 17])
    func exchange(_ version: ServiceProtection.Version, _ pieceSize: Int) throws {
        for asks in [false, true] {
            var pump = SecurePump(try certificates.headUnit(version: version), pieceSize: pieceSize)
            let hash = try #require(pump.app.session?.hashID)
            try pump.protect(try certificates.app(asks: asks, version: version))
            #expect(pump.appEvents.contains(.protected))
            #expect(pump.app.isProtected)
            #expect(pump.module.isProtected(session: 1))
            #expect(pump.app.session?.hashID == hash)

            // One frame, several records' worth of frames, and one in the clear.
            for size in [1, 20_000, 200_000] where size < 10_000 || pieceSize != 1 {
                pump.toModule(try pump.app.sendProtected(encoded: message(size: size).encode()))
                #expect(pump.moduleEvents.messages.last?.content == .rpc(message(size: size)))
                #expect(pump.moduleEvents.messages.last?.isEncrypted == true)
                pump.toApp(
                    pump.module.sendProtected(
                        encoded: message(.response, size: size).encode(), session: 1, version: 5,
                        sessions: &pump.registry))
                #expect(pump.appEvents.messages.last?.content == .rpc(message(.response, size: size)))
                #expect(pump.appEvents.messages.last?.isEncrypted == true)
            }
            pump.toModule(try pump.app.send(message()))
            #expect(pump.moduleEvents.messages.last?.isEncrypted == false)
            #expect(pump.moduleEvents.securityFaults == [])
            #expect(pump.appEvents.securityFaults == [])
        }
    }

    @Test("queries and frames look as the protocol says")
    func wire() throws {
        var pump = SecurePump(try certificates.headUnit())
        let plainStart = pump.appEvents.count
        try pump.protect(try certificates.app())
        let fromApp = Array(pump.appEvents[plainStart...]).frames
        let fromModule = pump.moduleEvents.frames.dropFirst()
        let wish = try #require(fromApp.first)
        #expect(wish.header.isEncrypted && wish.header.controlInfo == .startService && wish.header.sessionID == 1)
        #expect(ControlPayload.StartService(parsing: wish.payload).protocolVersion == "5.4.1")
        for frame in fromApp.dropFirst() + fromModule.dropLast() {
            #expect(frame.header.type == .single && frame.header.service == .control)
            #expect(!frame.header.isEncrypted && frame.header.version == 5 && frame.header.sessionID == 1)
        }
        let asked = fromModule.dropLast().map { $0 }.queries
        let answered = fromApp.dropFirst().map { $0 }.queries
        #expect(asked.map(\.kind) == [.request, .request] && answered.map(\.kind) == [.response, .response])
        #expect(asked.map(\.sequenceNumber) == [1, 1] && answered.map(\.sequenceNumber) == [1, 1])
        #expect(asked.allSatisfy { $0.identifier == .handshake && $0.json.isEmpty })
        let acknowledgement = try #require(fromModule.last)
        #expect(acknowledgement.header.isEncrypted && acknowledgement.header.controlInfo == .startServiceACK)
        #expect(!acknowledgement.payload.isEmpty && acknowledgement.payload.starts(with: [0x17, 3, 3]))

        // Sizes: a first frame in the clear about plain bytes, pieces that fit into frames and records.
        let long = message(size: 40_000).encode()
        let frames = frames(in: try pump.app.sendProtected(encoded: long))
        let first = try #require(frames.first)
        #expect(!first.header.isEncrypted && first.header.type == .first)
        #expect(first.payload == bigEndian(UInt32(long.count)) + bigEndian(UInt32(frames.count - 1)))
        #expect(frames.dropFirst().allSatisfy { $0.header.isEncrypted && $0.payload.count <= 16_384 })
        #expect(frames.dropFirst().dropLast().allSatisfy { $0.payload.count == 16_384 })
        #expect(frames.last?.header.info == 0)
    }

    private func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    @Test("small frames of old sessions and small payload limits hold the handshake and the pieces")
    func smallFrames() throws {
        for (version, limit) in [(ProtocolVersion(4, 0, 0), 131_072), (.newest, 500)] {
            var configuration = ModuleConnection.Configuration.strict
            configuration.setMaximumPayloadSize(limit)
            var pump = SecurePump(
                try certificates.headUnit(), configuration: configuration, appVersion: version)
            try pump.protect(try certificates.app(asks: true))
            #expect(pump.app.isProtected)
            pump.toModule(try pump.app.sendProtected(encoded: message(size: 3_000).encode()))
            #expect(pump.moduleEvents.messages.last?.content == .rpc(message(size: 3_000)))
            let frames = pump.appEvents.frames + pump.moduleEvents.frames
            #expect(frames.allSatisfy { $0.payload.count <= limit })
        }
    }

    // MARK: - Refusals

    @Test(
        "certificates that are wrong, expired, not valid yet, self-signed or another app's are refused by their codes",
        arguments: Certificates.Kind.allCases.filter { $0 != .good && $0 != .anyApp },
        ServiceProtection.Version.allCases)
    func refusedApps(_ kind: Certificates.Kind, _ version: ServiceProtection.Version) throws {
        var pump = SecurePump(try certificates.headUnit(version: version))
        try pump.protect(try certificates.app(kind, version: version))
        let code: SecurityErrorCode = kind == .expired ? .expiredCertificate : .invalidCertificate
        #expect(pump.moduleEvents.failures.map(\.code) == [code])
        #expect(pump.moduleEvents.frames.queries.compactMap(\.faultCode) == [code])
        let refusal = try #require(pump.moduleEvents.failures.first?.reason)
        #expect(refusal.contains("ertificate"))
        #expect(!pump.app.isProtected && !pump.module.isProtected(session: 1))
        #expect(pump.appEvents.failures.count == 1)
        // The session lives on, and nothing leaves it that should be encrypted.
        pump.toModule(try pump.app.send(message()))
        #expect(pump.moduleEvents.messages.count == 1)
        #expect(throws: SecureChannelFault.self) { try pump.app.sendProtected(encoded: [1]) }
        #expect(
            pump.module.sendProtected(encoded: [1], session: 1, version: 5, sessions: &pump.registry).isEmpty)
    }

    @Test("a head unit without certificates refuses, as sdl_core with an EndService before that changes nothing")
    func withoutCertificates() throws {
        for configuration in [ModuleConnection.Configuration.strict, .core] {
            // The pump plays the owner, who refuses; here it is about what becomes of the session.
            var pump = SecurePump(nil, configuration: configuration)
            try pump.protect(try certificates.app())
            #expect(pump.appEvents.failures == [.init(reason: "no certificates")])
            #expect(pump.app.session != nil)
            pump.passTime(to: .seconds(30))
            pump.toModule(try pump.app.send(message()))
            #expect(pump.moduleEvents.messages.count == 1)
        }
    }

    @Test("an EndService that no refusal follows ends the session after a moment")
    func realEnd() throws {
        var pump = SecurePump(try certificates.headUnit())
        pump.isCut = true
        try pump.protect(try certificates.app())
        pump.isCut = false
        pump.toApp(Frame(control: .endService, version: 5, service: .rpc, sessionID: 1, messageID: 9).encode())
        #expect(pump.app.session != nil)
        #expect(pump.app.nextDeadline == .milliseconds(500))
        pump.passTime(to: .milliseconds(500))
        #expect(pump.appEvents.contains(.ended(.endedByModule)))
        #expect(pump.appEvents.failures.count == 1)
    }

    @Test("a handshake that stops is given up in time by both sides")
    func silence() throws {
        var pump = SecurePump(try certificates.headUnit())
        pump.meddle = { $0.header.service == .control && $0.header.type == .single ? nil : $0 }
        try pump.protect(try certificates.app())
        #expect(pump.module.nextDeadline == .seconds(10))
        pump.meddle = { $0.header.controlInfo == .startServiceNAK ? nil : $0 }
        pump.passTime(to: .seconds(10))
        #expect(pump.moduleEvents.failures.map(\.code) == [.handshakeFailed])
        #expect(pump.appEvents.failures.map(\.code) == [.handshakeFailed])
        #expect(!pump.app.isProtected)
        pump.passTime(to: .seconds(20))
        #expect(pump.app.session != nil && pump.module.sessionIDs == [1])
        // And a second attempt succeeds.
        pump.meddle = { $0 }
        try pump.protect(try certificates.app())
        #expect(pump.app.isProtected)
    }

    // MARK: - Broken TLS

    @Test("handshake bytes that are no TLS end the handshake with code 8")
    func brokenHandshake() throws {
        for junk in [[UInt8](repeating: 0x41, count: 40), [0x16, 3, 3, 0, 4, 2, 0, 0, 9], [0x17, 3, 3, 0, 1, 0]] {
            var pump = SecurePump(try certificates.headUnit())
            pump.isCut = true
            try pump.protect(try certificates.app())
            let query = SecurityQuery(kind: .response, identifier: .handshake, sequenceNumber: 5, binary: junk)
            pump.toModule(control(query.encode()))
            if junk[0] == 0x16 {
                // A record that goes on: cut off, the handshake waits until its time is over.
                #expect(pump.moduleEvents.failures.isEmpty)
                pump.passTime(to: .seconds(10))
                #expect(pump.moduleEvents.failures.map(\.code) == [.handshakeFailed])
            } else {
                #expect(pump.moduleEvents.failures.map(\.code) == [.sslInvalidData])
                let fault = try #require(pump.moduleEvents.frames.queries.last)
                #expect(fault.faultCode == .sslInvalidData && fault.sequenceNumber == 5)
            }
            #expect(pump.module.sessionIDs == [1])
        }
    }

    private func control(_ payload: [UInt8]) -> [UInt8] {
        Frame(
            header: FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 77),
            payload: payload
        ).encode()
    }

    @Test("records that are cut off, changed, repeated or without data end the session with code 6")
    func brokenRecords() throws {
        let changes: [(String, ([UInt8]) -> [UInt8])] = [
            ("cut off", { Array($0.dropLast()) }), ("a header alone", { Array($0.prefix(5)) }),
            ("half a header", { Array($0.prefix(3)) }), ("followed by half", { $0 + $0.prefix(7) }),
            ("changed", { $0.dropLast() + [$0.last.map { $0 ^ 1 } ?? 0] }),
            ("no TLS", { [UInt8](repeating: 0x20, count: $0.count) }),
        ]
        for (name, change) in changes {
            var pump = SecurePump(try certificates.headUnit())
            try pump.protect(try certificates.app())
            let frame = try #require(frames(in: try pump.app.sendProtected(encoded: message().encode())).first)
            pump.toModule(Frame(header: frame.header, payload: change(frame.payload)).encode())
            #expect(pump.moduleEvents.securityFaults == [.decryptionFailed], "\(name)")
            #expect(pump.moduleEvents.frames.queries.compactMap(\.faultCode) == [.decryptionFailed], "\(name)")
            #expect(pump.moduleEvents.ends == [.decryptionFailed], "\(name)")
            #expect(pump.moduleEvents.frames.last?.header.controlInfo == .endService, "\(name)")
        }
        // The app's side, and the same frame twice.
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        let bytes = pump.module.sendProtected(
            encoded: message(.response).encode(), session: 1, version: 5, sessions: &pump.registry)
        pump.toApp(bytes)
        #expect(pump.appEvents.messages.count == 1)
        pump.toApp(bytes)
        #expect(pump.appEvents.messages.count == 1)
        #expect(pump.appEvents.contains(.ended(.decryptionFailed)))
        #expect(pump.appEvents.frames.queries.last?.faultCode == .decryptionFailed)
    }

    @Test("a message of which a part came in the clear does not count as encrypted")
    func mixedMessage() throws {
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        let long = message(size: 20_000).encode()
        var frames = frames(in: try pump.app.sendProtected(encoded: long))
        try #require(frames.count == 3)
        var header = frames[2].header
        header.isEncrypted = false
        frames[2] = Frame(header: header, payload: Array(long[(16_384 - 29)...]))
        pump.toModule(frames.flatMap { $0.encode() })
        #expect(pump.moduleEvents.messages.last?.content == .rpc(message(size: 20_000)))
        #expect(pump.moduleEvents.messages.last?.isEncrypted == false)
    }

    @Test("encrypted data before any protection is answered by code 5, and queries out of place by their codes")
    func outOfPlace() throws {
        var pump = SecurePump(try certificates.headUnit())
        var header = FrameHeader(
            version: 5, isEncrypted: true, type: .single, service: .rpc, sessionID: 1, messageID: 4)
        pump.toModule(Frame(header: header, payload: [1, 2, 3]).encode())
        header.isEncrypted = false
        let handshake = SecurityQuery(kind: .response, identifier: .handshake, sequenceNumber: 3, binary: [22])
        pump.toModule(control(handshake.encode()))
        pump.toModule(control([0, 0, 0, 1]))
        pump.toModule(control([0, 0, 0, 9] + [UInt8](repeating: 0, count: 9)))
        pump.toModule(control([0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)))
        let codes = pump.moduleEvents.frames.queries.compactMap(\.faultCode)
        #expect(
            codes == [
                .serviceNotProtected, .serviceNotProtected, .invalidQuerySize, .invalidQueryID, .invalidQuerySize,
            ])
        #expect(pump.module.sessionIDs == [1])
        // The app's side of the same.
        pump.toApp(
            Frame(
                header: FrameHeader(
                    version: 5, isEncrypted: true, type: .single, service: .rpc, sessionID: 1, messageID: 4),
                payload: [1]
            ).encode())
        pump.toApp(control(handshake.encode()))
        #expect(
            pump.appEvents.frames.queries.compactMap(\.faultCode) == [.serviceNotProtected, .serviceNotProtected])
    }

    @Test("an app that reports a fault ends the handshake; after it a report changes nothing")
    func reportedFaults() throws {
        for code in [SecurityErrorCode.notSupported, .sslInvalidData] {
            var pump = SecurePump(try certificates.headUnit())
            pump.isCut = true
            try pump.protect(try certificates.app())
            pump.toModule(control(SecurityQuery(fault: code).encode()))
            #expect(pump.moduleEvents.failures.map(\.code) == [code])
            pump.toModule(control(SecurityQuery(fault: code).encode()))
            #expect(pump.moduleEvents.failures.count == 1)
        }
    }

    @Test("a protected service is not started again, and a second handshake is refused")
    func again() throws {
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        let wish = Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .control, service: .rpc, info: 1, sessionID: 1, messageID: 30))
        pump.toModule(wish.encode())
        let refusal = try #require(pump.moduleEvents.frames.last)
        #expect(refusal.header.controlInfo == .startServiceNAK)
        #expect(
            ControlPayload.Refusal(parsing: refusal.payload, headerVersion: 5).reason
                == "Cannot start a protected service of type 7. Session 1 already has a protected service of type 7")
        // A fresh ClientHello to the app, which is not under the keys in use: no peer would send that, the session ends.
        var stranger = try certificates.headUnit().makeChannel()
        let hello = SecurityQuery(
            kind: .request, identifier: .handshake, sequenceNumber: 9, binary: try stranger.beginHandshake())
        pump.toApp(control(hello.encode()))
        #expect(pump.appEvents.frames.queries.last?.faultCode == .sslInvalidData)
        #expect(pump.appEvents.frames.queries.last?.sequenceNumber == 9)
        #expect(pump.appEvents.contains(.ended(.decryptionFailed)) && pump.app.session == nil)
    }

    // MARK: - Audio and video

    @Test("a video service starts protected, its frames are read, and it goes on unprotected where that fails")
    func video() throws {
        var pump = SecurePump(try certificates.headUnit())
        let wish = Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .control, service: .video, info: 1, sessionID: 1, messageID: 3))
        // Without keys of the session a handshake begins; this app does not take it up.
        pump.toModule(wish.encode())
        #expect(pump.moduleEvents.frames.queries.last?.identifier == .handshake)
        pump.toModule(control(SecurityQuery(fault: .notSupported).encode()))
        try pump.protect(try certificates.app())
        #expect(pump.app.isProtected)
        pump.toModule(wish.encode())
        #expect(pump.moduleEvents.frames.last?.header.isEncrypted == true)
        #expect(pump.module.isProtected(session: 1, service: .video))
        let piece = try #require(frames(in: try pump.app.sendProtected(encoded: [1, 2, 3], service: .video)).first)
        pump.toModule(piece.encode())
        #expect(pump.moduleEvents.contains(.mediaFrame(session: 1, service: .video, byteCount: 3)))
    }
}
