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

    @Test("a key with a passphrase is refused by name, and nobody is asked for it")
    func passphrase() throws {
        let certificates = try Certificates()
        var identity = certificates.identity(.good)
        let locked = "\(certificates.folder)/locked.key"
        try OpenSSLProgram.run([
            "pkcs8", "-topk8", "-v2", "aes-256-cbc", "-passout", "pass:secret", "-in", identity.key, "-out", locked,
        ])
        identity.key = locked
        let error = #expect(throws: TransportError.self) { try ServiceProtection.app(identity: identity) }
        #expect(error?.description.contains("locked.key: the key has a passphrase") == true)
    }

    @Test("peers of different versions meet at TLS 1.2")
    func versions() throws {
        let certificates = try Certificates()
        for (client, server) in [
            (ServiceProtection.Version.tls13, ServiceProtection.Version.tls12), (.tls12, .tls13), (.tls13, .tls13),
        ] {
            var pump = SecurePump(try certificates.headUnit(version: client))
            try pump.protect(try certificates.app(version: server))
            #expect(pump.app.isProtected)
            // TLS 1.3 is done with one message of the app's, 1.2 takes two.
            let answers = pump.appEvents.frames.queries.count
            #expect(answers == (client == .tls13 && server == .tls13 ? 1 : 2))
        }
    }

    /// Whether a head unit's channel takes an app's certificate; refusals have their code.
    private func takes(
        _ kind: Certificates.Kind, _ certificates: Certificates, appID: String, appName: String? = nil
    ) throws -> Bool {
        var client = try certificates.headUnit().makeChannel(appID: appID, appName: appName)
        var server = try certificates.app(kind).makeChannel()
        var bytes = try client.beginHandshake()
        var isFinished = false
        do throws(SecureChannelFault) {
            for _ in 0..<4 where !isFinished {
                bytes = try server.continueHandshake(bytes).reply
                let step = try client.continueHandshake(bytes)
                (bytes, isFinished) = (step.reply, step.isFinished)
            }
        } catch {
            #expect(error.code == .invalidCertificate)
        }
        if isFinished { #expect(try server.decrypt(try client.encrypt([1, 2, 3])) == [1, 2, 3]) }
        return isFinished
    }

    @Test("a certificate that names an app is good for that one, one that names none for any")
    func anyApp() throws {
        let certificates = try Certificates()
        for (kind, app, isGood) in [
            (Certificates.Kind.anyApp, "8675309", true), (.anyApp, "1234567", true), (.otherApp, "1234567", true),
            (.otherApp, "8675309", false), (.good, "8675309", true),
        ] {
            #expect(try takes(kind, certificates, appID: app) == isGood, "\(kind) for \(app)")
        }
    }

    @Test("where a certificate has to name the app, id and name count, and none may be left out")
    func namedApp() throws {
        let certificates = try Certificates()
        for (kind, app, name, isGood) in [
            (Certificates.Kind.good, "8675309", "way APP", true), (.good, "8675309", "Other App", false),
            (.good, "1234567", "Way App", false), (.anyApp, "8675309", "Way App", false),
        ] {
            #expect(try takes(kind, certificates, appID: app, appName: name) == isGood, "\(kind) for \(name) \(app)")
        }
    }
}
