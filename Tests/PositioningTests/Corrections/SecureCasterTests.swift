import TestKit
import Testing
import Transport

@testable import Positioning

@Suite("Secure casters", .timeLimit(.minutes(1)))
struct SecureCasterTests {
    private static let folder = SharedData.packageRoot + "/Tests/Fixtures/tls/"

    private func outcome(
        certificate: String, trust: TLSTrust, host: String = "127.0.0.1"
    ) async throws -> (frames: Int, failure: NTRIPFailure?) {
        let file = Self.folder + certificate
        var caster = CasterConfiguration(mountpoints: [.init("BASE1")])
        caster.users = ["user": "pass"]
        let loop = try await Loop(caster, tls: try TLSContext.server(certificate: file, key: file))
        let configuration = NTRIPConfiguration(try loop.address("BASE1", isSecure: true, host: host))
        let events = try await loop.run(configuration, tls: try TLSContext.client(trust: trust)) { event in
            if case .frames = event { return true }
            return isOver(event)
        }
        let frames = events.count { if case .frames = $0 { true } else { false } }
        return (frames, failure(events))
    }

    @Test("A good certificate serves by name and by address", arguments: ["localhost", "127.0.0.1"])
    func good(host: String) async throws {
        let outcome = try await outcome(
            certificate: "good.pem", trust: .file(Self.folder + "authority.pem"), host: host)
        #expect(outcome.failure == nil)
        #expect(outcome.frames == 1)
    }

    @Test(
        "A wrong host, an expired, a self-signed and an unknown certificate are refused, and say why",
        arguments: [
            ("other-host.pem", true, "localhost", "hostname mismatch"),
            ("other-host.pem", true, "127.0.0.1", "IP address mismatch"),
            ("expired.pem", true, "localhost", "certificate has expired"),
            ("self-signed.pem", true, "localhost", "self-signed certificate"),
            ("good.pem", false, "localhost", "unable to get local issuer certificate"),
        ])
    func refused(certificate: String, trustsAuthority: Bool, host: String, words: String) async throws {
        let trust = trustsAuthority ? TLSTrust.file(Self.folder + "authority.pem") : .system
        let outcome = try await outcome(certificate: certificate, trust: trust, host: host)
        #expect(outcome.frames == 0)
        #expect(outcome.failure?.kind == .security)
        #expect(outcome.failure?.isFinal == true)
        #expect(outcome.failure?.description.contains(words) == true, "\(outcome.failure?.description ?? "")")
    }

    @Test("Whoever asks for no checks gets none", arguments: ["other-host.pem", "expired.pem", "self-signed.pem"])
    func insecure(certificate: String) async throws {
        let outcome = try await outcome(certificate: certificate, trust: .anyone)
        #expect(outcome.frames == 1)
    }

    @Test("A self-signed certificate is believed when its file is named")
    func pinned() async throws {
        let outcome = try await outcome(certificate: "self-signed.pem", trust: .file(Self.folder + "self-signed.pem"))
        #expect(outcome.frames == 1)
    }

    @Test(
        "A certificate that an authority issued is believed when its own file is named, for its host and time only",
        arguments: [("good.pem", nil), ("other-host.pem", "hostname mismatch"), ("expired.pem", "has expired")])
    func pinnedLeaf(certificate: String, words: String?) async throws {
        let outcome = try await outcome(
            certificate: certificate, trust: .file(Self.folder + certificate), host: "localhost")
        #expect(outcome.frames == (words == nil ? 1 : 0), "\(outcome.failure?.description ?? "")")
        if let words { #expect(outcome.failure?.description.contains(words) == true) }
    }

    @Test("TLS to a plain port and plain to a TLS port give a hint")
    func mismatch() async throws {
        let plain = try await Loop(CasterConfiguration(mountpoints: [.init("BASE1")]))
        let first = try await plain.run(
            NTRIPConfiguration(try plain.address("BASE1", isSecure: true)), tls: try TLSContext.client(trust: .anyone),
            until: isOver)
        // Trying again would not help.
        #expect(failure(first)?.isFinal == true)
        #expect(failure(first)?.kind == .wrongProtocol)
        #expect(failure(first)?.hint?.contains("no TLS") == true)
        let file = Self.folder + "good.pem"
        let secure = try await Loop(
            CasterConfiguration(mountpoints: [.init("BASE1")]), tls: try TLSContext.server(certificate: file, key: file)
        )
        let second = try await secure.run(NTRIPConfiguration(try secure.address("BASE1")), until: isOver)
        #expect(failure(second)?.kind == .closedWithoutAByte)
        #expect(failure(second)?.hint?.contains("TLS") == true)
    }
}
