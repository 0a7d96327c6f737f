import SDLProtocol
import Testing

@Suite("Protocol versions")
struct ProtocolVersionTests {
    @Test(
        "texts are read as sdl_core reads them",
        arguments: [
            ("5.4.1", ProtocolVersion(5, 4, 1)), ("5.4", ProtocolVersion(5, 4, 0)), ("0.0.0", ProtocolVersion(0, 0, 0)),
            ("5.4.", ProtocolVersion(5, 4, 0)), ("5.4.1.9", ProtocolVersion(5, 4, 1)),
            ("5.4.1-beta", ProtocolVersion(5, 4, 1)), ("65535.1.2", ProtocolVersion(65_535, 1, 2)),
            ("5", nil), ("", nil), ("abc", nil), ("5.", nil), (".4", nil), ("-5.4.0", nil), ("65536.0.0", nil),
            ("5.99999999999999999999", nil), ("five", nil),
        ] as [(String, ProtocolVersion?)])
    func parsing(_ text: String, _ version: ProtocolVersion?) {
        #expect(ProtocolVersion(parsing: text) == version)
    }

    @Test("versions are ordered by their numbers and written with three")
    func order() {
        let sorted = [(4, 9, 9), (5, 0, 0), (5, 0, 1), (5, 1, 0), (5, 10, 0), (6, 0, 0)].map {
            ProtocolVersion($0.0, $0.1, $0.2)
        }
        #expect(sorted.shuffled().sorted() == sorted)
        #expect(ProtocolVersion(5, 10, 2).description == "5.10.2")
    }
}
