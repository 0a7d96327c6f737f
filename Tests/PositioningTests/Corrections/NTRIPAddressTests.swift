import Testing

@testable import Positioning

@Suite("NTRIP addresses and secrets")
struct NTRIPAddressTests {
    @Test("URLs are read with their defaults, percent-encoding and IPv6 hosts")
    func parsing() throws {
        let plain = try NTRIPAddress(parsing: "ntrip://caster.example/BASE1")
        #expect((plain.host, plain.port, plain.isSecure, plain.mountpoint) == ("caster.example", 2101, false, "BASE1"))
        let full = try NTRIPAddress(parsing: "NTRIPS://me%40mail.example:p%3A%2Fs@[2001:db8::1]:2102/RTCM_3-1")
        #expect(full.credentials == NTRIPCredentials(user: "me@mail.example", password: "p:/s"))
        #expect((full.host, full.port, full.isSecure) == ("2001:db8::1", 2102, true))
        #expect(full.hostHeader == "[2001:db8::1]:2102")
        #expect(try NTRIPAddress(parsing: "ntrips://caster.example").port == 443)
        #expect(try NTRIPAddress(parsing: "ntrips://caster.example").hostHeader == "caster.example")
    }

    @Test(
        "Texts that would break a request are refused",
        arguments: [
            "http://caster/M", "ntrip://", "ntrip://host:0/M", "ntrip://host:99999/M", "ntrip://host/A B",
            "ntrip://host/A\r\nX: y", "ntrip://host/A;B", "ntrip://u%zz@host/M", "ntrip://a%3Ab:c@host/M",
            "ntrip://ho st/M", "ntrip://host/" + String(repeating: "A", count: 101), "ntrip://[::1/M",
        ])
    func refusal(text: String) {
        #expect(throws: NTRIPAddress.ParsingError.self) { try NTRIPAddress(parsing: text) }
    }

    @Test("No description shows a credential")
    func redaction() throws {
        let address = try NTRIPAddress(parsing: "ntrip://user:geheim@caster.example/BASE1")
        var configuration = NTRIPConfiguration(address)
        configuration.proxy = NTRIPProxy(
            host: "p", port: 1, credentials: NTRIPCredentials(user: "u", password: "geheim"))
        var shown = "\(address) \(configuration)"
        dump(configuration, to: &shown)
        debugPrint(configuration, to: &shown)
        #expect(!shown.contains("geheim"))
        #expect("\(address)" == "ntrip://caster.example:2101/BASE1")
    }

    @Test("Base 64 is that of the standard", arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func base64(text: String) {
        let expected = [
            "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
            "foobar": "Zm9vYmFy",
        ]
        #expect(Base64.encode(Array(text.utf8)) == expected[text])
        #expect(Base64.decode(Base64.encode(Array(text.utf8))) == Array(text.utf8))
    }
}
