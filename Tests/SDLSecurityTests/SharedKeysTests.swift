import SDLSecurity
import Testing
import Transport

@testable import SDLProtocol

/// What follows from one TLS session for all services of an SDL session, and from its end on either side.
@Suite("Keys that services share", .timeLimit(.minutes(1)))
struct SharedKeysTests {
    let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    private static func wish(_ service: ServiceType, _ id: UInt32 = 3) -> [UInt8] {
        Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .control, service: service, info: 1, sessionID: 1, messageID: id)
        ).encode()
    }

    private static func control(_ payload: [UInt8]) -> [UInt8] {
        Frame(
            header: FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 77),
            payload: payload
        ).encode()
    }

    private static func padded(_ frame: Frame, by zeros: Int) -> Frame {
        guard frame.header.service == .control, frame.header.type == .single else { return frame }
        return Frame(header: frame.header, payload: frame.payload + [UInt8](repeating: 0, count: zeros))
    }

    // MARK: - The handshake

    @Test(
        "an app that sends zero bytes behind its handshake messages is protected",
        arguments: ServiceProtection.Version.allCases)
    func zeros(_ version: ServiceProtection.Version) throws {
        for zeros in [1, 12, 100] {
            var pump = SecurePump(try certificates.headUnit(version: version))
            pump.meddleApp = { Self.padded($0, by: zeros) }
            try pump.protect(try certificates.app(asks: true, version: version))
            #expect(pump.app.isProtected && pump.module.isProtected(session: 1))
            pump.meddleApp = { $0 }
            pump.carryOut([AppConnection.Event.send(try pump.app.sendProtected(encoded: message().encode()))])
            #expect(pump.moduleEvents.messages.last?.content == .rpc(message()))
            #expect(pump.moduleEvents.securityFaults == [])
        }
    }

    @Test("other bytes behind a handshake message are refused", arguments: ServiceProtection.Version.allCases)
    func otherTail(_ version: ServiceProtection.Version) throws {
        for tail in [[1], [0, 0, 1], [0x17, 3, 3, 0, 2, 1, 1]] as [[UInt8]] {
            var pump = SecurePump(try certificates.headUnit(version: version))
            pump.meddleApp = { frame in
                guard frame.header.service == .control else { return frame }
                return Frame(header: frame.header, payload: frame.payload + tail)
            }
            try pump.protect(try certificates.app(version: version))
            #expect(pump.moduleEvents.failures.count == 1 && !pump.module.isProtected(session: 1), "\(tail)")
            #expect(pump.module.sessionIDs == [1])
        }
    }

    @Test("half a record behind the handshake waits for its rest and leaves the keys good")
    func halfRecord() throws {
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        let half = SecurityQuery(kind: .response, identifier: .handshake, binary: [0x16, 3, 3, 0, 40, 1])
        pump.toModule(Self.control(half.encode()))
        #expect(pump.moduleEvents.securityFaults == [])
        pump.toModule(try pump.app.sendProtected(encoded: message().encode()))
        #expect(pump.moduleEvents.messages.last?.content == .rpc(message()))
    }

    @Test("services that are asked for during a handshake are protected by it, in either order")
    func waiters() throws {
        for videoFirst in [false, true] {
            var pump = SecurePump(try certificates.headUnit())
            pump.isCut = true
            if videoFirst { pump.toModule(Self.wish(.video)) }
            try pump.protect(try certificates.app())
            if !videoFirst { pump.toModule(Self.wish(.video)) }
            #expect(pump.moduleEvents.failures.isEmpty)
            let hello = pump.moduleEvents.frames.filter { $0.header.service == .control }
            #expect(hello.count == 1)
            pump.isCut = false
            pump.toApp(hello.flatMap { $0.encode() })
            #expect(pump.app.isProtected)
            #expect(pump.module.isProtected(session: 1) && pump.module.isProtected(session: 1, service: .video))
            let granted = pump.moduleEvents.frames.filter { $0.header.controlInfo == .startServiceACK }.suffix(2)
            #expect(Set(granted.map(\.header.service)) == [.rpc, .video])
            #expect(granted.allSatisfy { $0.header.isEncrypted })
        }
    }

    @Test("services that wait for one handshake fail together")
    func waitersFail() throws {
        var pump = SecurePump(try certificates.headUnit())
        pump.isCut = true
        try pump.protect(try certificates.app())
        pump.toModule(Self.wish(.video))
        pump.toModule(Self.wish(.audio, 4))
        pump.toModule(Self.control(SecurityQuery(fault: .notSupported).encode()))
        #expect(pump.moduleEvents.failures.count == 3)
        let refused = pump.moduleEvents.frames.filter { $0.header.controlInfo == .startServiceNAK }
        #expect(refused.map(\.header.service) == [.rpc, .video, .audio])
    }

    // MARK: - Frames of services that ended

    @Test("an encrypted frame of a service that just ended is read and dropped, and the keys stay good")
    func lateFrame() throws {
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        pump.toModule(Self.wish(.video))
        let late = try pump.app.sendProtected(encoded: [1, 2, 3], service: .video)
        _ = pump.module.endService(session: 1, service: .video, sessions: &pump.registry)
        pump.toModule(late)
        #expect(pump.moduleEvents.securityFaults == [.serviceNotProtected])
        #expect(!pump.moduleEvents.contains(.mediaFrame(session: 1, service: .video, byteCount: 3)))
        #expect(pump.module.sessionIDs == [1])
    }

    @Test("after it the app's next encrypted RPC is read")
    func afterLateFrame() throws {
        var pump = SecurePump(try certificates.headUnit())
        // This app takes the report for what it is: about the frame, not about its keys.
        pump.meddle = { frame in
            let query = frame.header.service == .control ? try? SecurityQuery(parsing: frame.payload) : nil
            return query?.faultCode == nil ? frame : nil
        }
        try pump.protect(try certificates.app())
        pump.toModule(try pump.app.sendProtected(encoded: [1, 2, 3], service: .audio))
        pump.toModule(try pump.app.sendProtected(encoded: message().encode()))
        #expect(pump.moduleEvents.messages.last?.content == .rpc(message()))
        #expect(pump.moduleEvents.ends == [])
    }

    // MARK: - Keys that one side gives up

    @Test(
        "an app that refuses the head unit's certificate ends the protection, not the session",
        arguments: ServiceProtection.Version.allCases)
    func refusedHeadUnits(_ version: ServiceProtection.Version) throws {
        for (kind, code) in [
            (nil, SecurityErrorCode.invalidCertificate), (.expired, .expiredCertificate),
            (.stranger, .invalidCertificate), (.selfSigned, .invalidCertificate), (.good, .invalidCertificate),
        ] as [(Certificates.Kind?, SecurityErrorCode)] {
            var pump = SecurePump(try certificates.headUnit(kind, version: version))
            try pump.protect(try certificates.app(asks: true, version: version))
            #expect(pump.appEvents.failures.map(\.code) == [code])
            #expect(pump.appEvents.frames.queries.compactMap(\.faultCode).first == code)
            #expect(!pump.module.isProtected(session: 1) && !pump.app.isProtected)
            #expect(pump.module.sessionIDs == [1] && pump.moduleEvents.ends == [])
            let told = pump.moduleEvents.failures.map(\.code) + pump.moduleEvents.losses.map(\.code)
            #expect(!told.isEmpty && told.allSatisfy { [code, .handshakeFailed].contains($0) })
            // Both go on in the clear.
            pump.toModule(try pump.app.send(message()))
            #expect(pump.moduleEvents.messages.last?.content == .rpc(message()))
            pump.toApp(pump.module.send(message(.response), session: 1, version: 5, sessions: &pump.registry))
            #expect(pump.appEvents.messages.last?.content == .rpc(message(.response)))
        }
    }

    @Test(
        "a fault about keys that the app reports ends the protection of the session, others do not",
        arguments: SecurityErrorCode.allCases)
    func reported(_ code: SecurityErrorCode) throws {
        var pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        pump.toModule(Self.control(SecurityQuery(fault: code).encode()))
        let ends = (5...11).contains(code.rawValue)
        #expect(pump.module.isProtected(session: 1) == !ends)
        #expect(pump.moduleEvents.losses.map(\.code) == (ends ? [code] : []))
        // The same from the head unit.
        pump = SecurePump(try certificates.headUnit())
        try pump.protect(try certificates.app())
        pump.toApp(Self.control(SecurityQuery(fault: code).encode()))
        #expect(pump.app.isProtected == !ends)
        #expect(pump.appEvents.losses.map(\.code) == (ends ? [code] : []))
        #expect(pump.app.session != nil)
    }

    @Test("an acknowledgement that comes after the app has given up ends the protection on both sides")
    func lateAcknowledgement() throws {
        var pump = SecurePump(try certificates.headUnit())
        var kept: Frame?
        pump.meddle = { frame in
            guard frame.header.controlInfo == .startServiceACK else { return frame }
            kept = frame
            return nil
        }
        try pump.protect(try certificates.app())
        pump.meddle = { $0 }
        pump.meddleApp = { _ in nil }
        pump.passTime(to: .seconds(20))
        #expect(pump.appEvents.failures.map(\.code) == [.handshakeFailed])
        #expect(pump.module.isProtected(session: 1))
        pump.meddleApp = { $0 }
        pump.toApp(try #require(kept).encode())
        #expect(pump.appEvents.frames.queries.last?.faultCode == .serviceNotProtected)
        #expect(!pump.module.isProtected(session: 1))
        #expect(pump.moduleEvents.losses.map(\.code) == [.serviceNotProtected])
    }

    @Test("data that cannot be encrypted ends the session with code 7, and nothing leaves in the clear")
    func encryptionFails() throws {
        for (capacity, overhead) in [(UInt8(1), 2), (.max, 100_000)] {
            var pump = SecurePump(nil)
            pump.makeChannel = { CountingChannel(capacity: capacity) }
            pump.carryOut(pump.app.protect(with: CountingChannel(), now: .zero))
            try #require(pump.app.isProtected)
            pump.module.sessions[1]?.channel = CountingChannel(sent: 1, capacity: capacity, overhead: overhead)
            let bytes = pump.module.sendProtected(
                encoded: message(.response).encode(), session: 1, version: 5, sessions: &pump.registry)
            let sent = frames(in: bytes)
            #expect(sent.queries.map(\.faultCode) == [.encryptionFailed])
            #expect(sent.last?.header.controlInfo == .endService && sent.count == 2)
            let ends = pump.module.takeEnds()
            #expect(ends.ends == [.encryptionFailed] && ends.securityFaults == [.encryptionFailed])
            #expect(ends.count == 2 && pump.module.sessionIDs == [])
            pump.toApp(bytes)
            #expect(pump.appEvents.contains(.ended(.endedByModule)) && !pump.app.isProtected)
        }
    }

    // MARK: - Control frames

    @Test("an encrypted control payload of any service is read, one in the clear under the bit is taken as it is")
    func controlPayloads() throws {
        var pump = SecurePump(nil)
        pump.makeChannel = { CountingChannel() }
        pump.carryOut(pump.app.protect(with: CountingChannel(), now: .zero))
        try #require(pump.app.isProtected)
        let refusal = ControlPayload.Refusal(reason: "wrong hash").encode(headerVersion: 5)
        let records = try pump.module.sessions[1]?.channel?.encrypt(refusal) ?? []
        func frame(_ payload: [UInt8]) -> [UInt8] {
            Frame(
                header: FrameHeader(
                    version: 5, isEncrypted: true, type: .control, service: .rpc,
                    info: ControlFrameInfo.endServiceNAK.rawValue, sessionID: 1, messageID: 90),
                payload: payload
            ).encode()
        }
        var other = pump
        _ = pump.app.end(now: .zero)
        pump.toApp(frame(records))
        #expect(pump.appEvents.contains(.ended(.refused(reason: "wrong hash", rejectedParams: []))))
        _ = other.app.end(now: .zero)
        other.toApp(frame(refusal))
        #expect(other.appEvents.contains(.ended(.refused(reason: "wrong hash", rejectedParams: []))))
    }
}
