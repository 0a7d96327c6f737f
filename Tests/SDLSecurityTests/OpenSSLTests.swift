import SDLSecurity
import Testing
import Transport

@testable import SDLProtocol

/// Carries the bytes of the openssl program in security queries and encrypted frames, against each of our sides.
@Suite("Against the openssl program", .serialized, .timeLimit(.minutes(1)))
struct OpenSSLTests {
    @Test("our head unit, with openssl s_server as the app", arguments: ServiceProtection.Version.allCases)
    func headUnit(_ version: ServiceProtection.Version) async throws {
        try await OpenSSLShim().app(version)
    }

    @Test(
        "our head unit refuses what s_server shows it",
        arguments: [Certificates.Kind.expired, .selfSigned, .stranger, .otherApp, nil],
        ServiceProtection.Version.allCases)
    func refused(_ kind: Certificates.Kind?, _ version: ServiceProtection.Version) async throws {
        try await OpenSSLShim().refusedApp(kind, version)
    }

    @Test(
        "our head unit refuses an s_server that speaks no TLS it knows",
        arguments: [
            ["-tls1_3"], ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"], ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"],
        ])
    func otherVersions(_ flags: [String]) async throws {
        try await OpenSSLShim().otherVersion(flags)
    }

    @Test("our app, with openssl s_client as the head unit", arguments: ServiceProtection.Version.allCases)
    func app(_ version: ServiceProtection.Version) async throws {
        try await OpenSSLShim().headUnit(version)
    }

    @Test(
        "our app refuses an s_client without a good certificate",
        arguments: [Certificates.Kind.expired, .stranger, .selfSigned, nil], ServiceProtection.Version.allCases)
    func refusedHeadUnit(_ kind: Certificates.Kind?, _ version: ServiceProtection.Version) async throws {
        try await OpenSSLShim().refusedHeadUnit(kind, version)
    }

    @Test("records of s_server and s_client that arrive cut off end the session with code 6")
    func truncated() async throws {
        try await OpenSSLShim().truncatedApp()
        try await OpenSSLShim().truncatedHeadUnit()
    }

    @Test("a second handshake that s_client begins under the keys in use is refused, and the service goes on")
    func renegotiation() async throws {
        try await OpenSSLShim().renegotiation()
    }

    @Test("a second handshake that s_server asks for is refused, and what it encrypts under the keys in use is read")
    func renegotiationByServer() async throws {
        try await OpenSSLShim().renegotiationByServer()
    }
}

/// The other end of a session, made of frames; blocks, so it has a thread of its own.
actor OpenSSLShim {
    private let executor = BlockingExecutor(name: "openssl shim")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private func files(_ identity: ServiceProtection.Identity) -> [String] {
        ["-cert", identity.certificate, "-key", identity.key]
    }

    private func flag(_ version: ServiceProtection.Version) -> String {
        version == .tls12 ? "-tls1_2" : "-tls1_3"
    }

    // MARK: - s_server is the app

    /// A head unit with a session whose app asks for protection.
    private func module(
        _ certificates: Certificates, _ version: ServiceProtection.Version
    ) throws -> (ModuleConnection, SessionRegistry, [Frame]) {
        var registry = SessionRegistry()
        var module = ModuleConnection(number: 1, configuration: .strict)
        let payload = ControlPayload.StartService(protocolVersion: .newest).encode()
        _ = module.receive(
            Frame(control: .startService, version: 1, service: .rpc, sessionID: 0, payload: payload).encode(),
            now: .zero, sessions: &registry)
        let wish = Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .control, service: .rpc, info: 1, sessionID: 1, messageID: 1))
        _ = module.receive(wish.encode(), now: .zero, sessions: &registry)
        let channel = try certificates.headUnit(version: version).makeChannel(appID: "8675309")
        let events = module.protect(session: 1, service: .rpc, with: channel, now: .zero, sessions: &registry)
        return (module, registry, events.frames)
    }

    private func query(_ bytes: [UInt8], _ kind: SecurityQuery.Kind) -> [UInt8] {
        let query = SecurityQuery(kind: kind, identifier: .handshake, sequenceNumber: 1, binary: bytes)
        return Frame(
            header: FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 9),
            payload: query.encode()
        ).encode()
    }

    private func encrypted(_ records: [UInt8]) -> [UInt8] {
        Frame(
            header: FrameHeader(
                version: 5, isEncrypted: true, type: .single, service: .rpc, sessionID: 1, messageID: 11),
            payload: records
        ).encode()
    }

    /// A head unit whose service is protected against s_server.
    private func protected(
        _ server: borrowing OpenSSLProgram, _ certificates: Certificates, _ version: ServiceProtection.Version
    ) throws -> (ModuleConnection, SessionRegistry) {
        var (module, registry, sent) = try module(certificates, version)
        var isProtected = false
        for _ in 0..<6 where !isProtected {
            for query in sent.queries { server.sendWire(query.binary) }
            let events = module.receive(query(try server.flight(), .response), now: .zero, sessions: &registry)
            isProtected = events.contains { if case .serviceProtected = $0 { true } else { false } }
            sent = events.frames
        }
        for query in sent.queries { server.sendWire(query.binary) }
        try #require(isProtected)
        return (module, registry)
    }

    func app(_ version: ServiceProtection.Version) throws {
        let certificates = try Certificates()
        let server = try OpenSSLProgram.server(
            ["-quiet", "-num_tickets", "0", flag(version)] + files(certificates.identity(.good)))
        var (module, registry) = try protected(server, certificates, version)

        // The acknowledgement is the first thing that is encrypted.
        let answer = try #require(
            frames(in: module.acceptService(session: 1, service: .rpc, sessions: &registry)).first)
        server.sendWire(answer.payload)
        let document = try BSONDocument(parsing: try server.plainBytes(20))
        #expect(document["protocolVersion"]?.string == "5.4.0")

        server.sendPlain(message().encode())
        let received = module.receive(encrypted(try server.record()), now: .zero, sessions: &registry)
        #expect(received.messages.map(\.content) == [.rpc(message())])
        #expect(received.messages.first?.isEncrypted == true)
        let response = message(.response, size: 3_000).encode()
        for frame in frames(
            in: module.sendProtected(encoded: response, session: 1, version: 5, sessions: &registry))
        {
            server.sendWire(frame.payload)
        }
        #expect(try server.plainBytes(response.count) == response)
    }

    func truncatedApp() throws {
        let certificates = try Certificates()
        let server = try OpenSSLProgram.server(
            ["-quiet", "-num_tickets", "0", "-tls1_2"] + files(certificates.identity(.good)))
        var (module, registry) = try protected(server, certificates, .tls12)
        _ = module.acceptService(session: 1, service: .rpc, sessions: &registry)
        server.sendPlain(message().encode())
        let events = module.receive(encrypted(try server.record().dropLast()), now: .zero, sessions: &registry)
        #expect(events.frames.queries.compactMap(\.faultCode) == [.decryptionFailed])
        #expect(events.ends == [.decryptionFailed] && events.messages.isEmpty && module.sessionIDs == [])
    }

    func renegotiationByServer() throws {
        let certificates = try Certificates()
        let server = try OpenSSLProgram.server(["-tls1_2"] + files(certificates.identity(.good)))
        var (module, registry) = try protected(server, certificates, .tls12)
        for frame in frames(in: module.acceptService(session: 1, service: .rpc, sessions: &registry)) {
            server.sendWire(frame.payload)
        }
        server.sendPlain(Array("r\n".utf8))
        let hello = try server.record()
        #expect(hello.first == 22)
        let events = module.receive(query(hello, .response), now: .zero, sessions: &registry)
        #expect(events.frames.queries.last?.faultCode == .serviceAlreadyProtected)
        let alert = try #require(events.frames.queries.first?.binary)
        #expect(alert.first == 21 && events.ends == [])
        // s_server gives up when it hears that; what it encrypts before is read, so the keys are the same.
        server.sendPlain(message().encode())
        let received = module.receive(encrypted(try server.record()), now: .zero, sessions: &registry)
        #expect(received.messages.map(\.content) == [.rpc(message())])
        #expect(received.ends == [] && module.isProtected(session: 1))
    }

    func otherVersion(_ flags: [String]) throws {
        let certificates = try Certificates()
        let server = try OpenSSLProgram.server(["-quiet"] + flags + files(certificates.identity(.good)))
        var (module, registry, sent) = try module(certificates, .tls12)
        for query in sent.queries { server.sendWire(query.binary) }
        let events = module.receive(query(try server.flight(), .response), now: .zero, sessions: &registry)
        sent = events.frames
        #expect(events.failures.map(\.code) == [.handshakeFailed])
        #expect(sent.queries.compactMap(\.faultCode) == [.handshakeFailed])
        #expect(module.sessionIDs == [1] && !module.isProtected(session: 1))
    }

    func refusedApp(_ kind: Certificates.Kind?, _ version: ServiceProtection.Version) throws {
        let certificates = try Certificates()
        let server = try OpenSSLProgram.server(
            ["-quiet", flag(version)] + (kind.map { files(certificates.identity($0)) } ?? ["-nocert"]))
        var (module, registry, sent) = try module(certificates, version)
        var failure: SecureChannelFault?
        var faults: [SecurityErrorCode] = []
        for _ in 0..<6 where failure == nil {
            for query in sent.queries { server.sendWire(query.binary) }
            let events = module.receive(query(try server.flight(), .response), now: .zero, sessions: &registry)
            failure = events.failures.first
            sent = events.frames
            faults += sent.queries.compactMap(\.faultCode)
        }
        let code: SecurityErrorCode =
            switch kind {
            case .expired: .expiredCertificate
            case nil: .handshakeFailed  // s_server has no cipher without a certificate, and says so
            default: .invalidCertificate
            }
        #expect(failure?.code == code)
        #expect(faults == [code])
        #expect(module.sessionIDs == [1] && !module.isProtected(session: 1))
    }

    // MARK: - s_client is the head unit

    /// An app whose session is open and which has asked for protection.
    private func app(_ protection: ServiceProtection) throws -> AppConnection {
        var app = AppConnection(configuration: .init(hasProtection: true))
        _ = app.start(now: .zero)
        let answer = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 1, mtu: 131_072)
        let frame = Frame(
            control: .startServiceACK, version: 5, service: .rpc, sessionID: 1, payload: answer.encode(headerVersion: 5)
        )
        _ = app.receive(frame.encode(), now: .zero)
        #expect(app.protect(with: try protection.makeChannel(), now: .zero).frames.count == 1)
        return app
    }

    private func shakeHands(
        _ app: inout AppConnection, _ client: borrowing OpenSSLProgram
    ) throws -> [AppConnection.Event] {
        var all: [AppConnection.Event] = []
        for _ in 0..<6 {
            let events = app.receive(query(try client.flight(), .request), now: .zero)
            all += events
            for query in events.frames.queries { client.sendWire(query.binary) }
            if case .starting(_, isHandshakeOver: true) = app.protection { break }
            if !events.failures.isEmpty { break }
        }
        return all
    }

    func headUnit(_ version: ServiceProtection.Version) throws {
        let certificates = try Certificates()
        let client = try OpenSSLProgram.client(
            ["-quiet", flag(version), "-CAfile", certificates.authorities, "-verify_return_error"]
                + files(certificates.identity(.headUnit)))
        var app = try app(try certificates.app(asks: true, version: version))
        _ = try shakeHands(&app, client)
        // A head unit that does not encrypt the acknowledgement, as protocol 4 has none.
        let acknowledgement = FrameHeader(
            version: 5, isEncrypted: true, type: .control, service: .rpc,
            info: ControlFrameInfo.startServiceACK.rawValue, sessionID: 1, messageID: 3)
        #expect(app.receive(Frame(header: acknowledgement).encode(), now: .zero) == [.protected])

        let request = message(size: 3_000).encode()
        for frame in frames(in: try app.sendProtected(encoded: request)) { client.sendWire(frame.payload) }
        #expect(try client.plainBytes(request.count) == request)
        client.sendPlain(message(.response).encode())
        let events = app.receive(encrypted(try client.record()), now: .zero)
        #expect(events.messages.map(\.content) == [.rpc(message(.response))])
        #expect(events.messages.first?.isEncrypted == true)
    }

    func truncatedHeadUnit() throws {
        let certificates = try Certificates()
        let client = try OpenSSLProgram.client(["-quiet", "-tls1_2"])
        var app = try app(try certificates.app())
        _ = try shakeHands(&app, client)
        let acknowledgement = FrameHeader(
            version: 5, isEncrypted: true, type: .control, service: .rpc,
            info: ControlFrameInfo.startServiceACK.rawValue, sessionID: 1, messageID: 3)
        #expect(app.receive(Frame(header: acknowledgement).encode(), now: .zero) == [.protected])
        client.sendPlain(message(.response).encode())
        let events = app.receive(encrypted(try client.record().dropLast()), now: .zero)
        #expect(events.frames.queries.compactMap(\.faultCode) == [.decryptionFailed])
        #expect(events.contains(.ended(.decryptionFailed)) && events.messages.isEmpty)
    }

    func refusedHeadUnit(_ kind: Certificates.Kind?, _ version: ServiceProtection.Version) throws {
        let certificates = try Certificates()
        let client = try OpenSSLProgram.client(
            ["-quiet", flag(version)] + (kind.map { files(certificates.identity($0)) } ?? []))
        var app = try app(try certificates.app(asks: true, version: version))
        let events = try shakeHands(&app, client)
        let code: SecurityErrorCode = kind == .expired ? .expiredCertificate : .invalidCertificate
        #expect(events.failures.map(\.code) == [code])
        #expect(events.frames.queries.compactMap(\.faultCode) == [code])
        #expect(app.session != nil && !app.isProtected)
    }

    /// Without `-quiet` s_client takes a line with R as the wish to begin anew.
    func renegotiation() throws {
        let certificates = try Certificates()
        let client = try OpenSSLProgram.client(["-tls1_2"])
        var app = try app(try certificates.app())
        _ = try shakeHands(&app, client)
        let acknowledgement = FrameHeader(
            version: 5, isEncrypted: true, type: .control, service: .rpc,
            info: ControlFrameInfo.startServiceACK.rawValue, sessionID: 1, messageID: 3)
        #expect(app.receive(Frame(header: acknowledgement).encode(), now: .zero) == [.protected])
        client.sendPlain(Array("R\n".utf8))
        let hello = try client.record()
        #expect(hello.first == 22)
        let events = app.receive(query(hello, .request), now: .zero)
        #expect(events.frames.queries.last?.faultCode == .serviceAlreadyProtected)
        // The refusal travels as an alert in front of it, and the keys stay good.
        #expect(events.frames.queries.first?.binary.first == 21)
        #expect(app.isProtected)
        #expect(try !app.sendProtected(encoded: message().encode()).isEmpty)
    }
}
