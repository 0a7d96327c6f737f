import SDLProtocol
import SDLSecurity
import Testing
import Transport

@Suite("TLS channels", .timeLimit(.minutes(1)))
struct ChannelTests {
    @Test("files that cannot be used are named in the error")
    func files() throws {
        let certificates = try Certificates()
        let missing = #expect(throws: TransportError.self) {
            try ServiceProtection.headUnit(authorities: "\(certificates.folder)/nobody.pem")
        }
        #expect(missing?.description.contains("nobody.pem") == true)
        var mixed = certificates.identity(.good)
        mixed.key = certificates.identity(.stranger).key
        let foreign = #expect(throws: TransportError.self) { try ServiceProtection.app(identity: mixed) }
        #expect(foreign?.description.contains("stranger.key") == true)
    }

    @Test("peers of different versions meet at TLS 1.2")
    func versions() throws {
        let certificates = try Certificates()
        for (client, server) in [
            (ServiceProtection.Version.tls13, ServiceProtection.Version.tls12), (.tls12, .tls13),
        ] {
            var pump = SecurePump(try certificates.headUnit(version: client))
            try pump.protect(try certificates.app(version: server))
            #expect(pump.app.isProtected)
        }
    }

    @Test("a certificate that names no app is good for any")
    func anyApp() throws {
        let certificates = try Certificates()
        let authority = try CertificateAuthority()
        _ = try authority.issue(.init("Any"))
        var client = try certificates.headUnit().makeChannel(appID: nil)
        var server = try certificates.app(.otherApp).makeChannel()
        var bytes = try client.beginHandshake()
        var isFinished = false
        for _ in 0..<4 where !isFinished {
            bytes = try server.continueHandshake(bytes).reply
            let step = try client.continueHandshake(bytes)
            (bytes, isFinished) = (step.reply, step.isFinished)
        }
        #expect(isFinished)
        #expect(try server.decrypt(try client.encrypt([1, 2, 3])) == [1, 2, 3])
    }
}
