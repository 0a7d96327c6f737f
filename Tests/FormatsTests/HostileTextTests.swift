import Formats
import TestKit
import Testing

/// Whatever the bytes, the readers answer with a value or a typed error.
@Suite("Hostile texts", .timeLimit(.minutes(1)))
struct HostileTextTests {
    static let seeds: [String] = [
        #"{"wayPoints":[{"coordinate":{"latitudeDegrees":48.1,"longitudeDegrees":-1.5e-3},"locationName":"\u00e4\ud83d\ude00"}]}"#,
        #"[null,true,false,-0,1e10,"a\\b\"c",{"a":{"b":[[]]}}]"#, "  {\n\t\"k\" : 12345678901234567890 }",
        "/*c*/{\"a\":01,}x",
    ]

    @Test("Random changes of JSON texts never do more than throw, and what is read is written and read alike")
    func mutatedJSON() throws {
        var generator = SplitMix64(seed: 99)
        var accepted = 0
        for round in 0..<6_000 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.change(&bytes, &generator) }
            if let value = try? JSONValue(parsing: bytes) {
                accepted += 1
                #expect(try JSONValue(parsing: value.serializedStrictly()) == value)
                #expect(try JSONValue(parsing: bytes, options: .asCore) == value)
            }
            if let value = try? JSONValue(parsing: bytes, options: .asCore) {
                #expect(try JSONValue(parsing: value.serializedStrictly(), options: .asCore) == value)
            }
        }
        #expect(accepted > 100)
    }

    @Test("Random changes of XML texts never do more than throw")
    func mutatedXML() {
        var generator = SplitMix64(seed: 5)
        let seed = #"<?xml version="1.0"?><a b="c&amp;d"><![CDATA[x]]><e>t&#65;</e><!-- n --><f g='h'/></a>"#
        var accepted = 0
        for _ in 0..<3_000 {
            var bytes = Array(seed.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.change(&bytes, &generator) }
            if let root = try? XMLElement(parsing: bytes) {
                accepted += 1
                #expect(!root.name.isEmpty)
            }
        }
        #expect(accepted > 100)
    }

    @Test("Texts that ask for much memory are refused by their limits")
    func boundsMemory() {
        let arrays = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: JSONError(.tooDeep, offset: 32)) { try JSONValue(parsing: arrays) }
        let empties = Array("[".utf8) + Array(repeating: Array("{},".utf8), count: 200_000).joined()
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(empties)) }
        let huge = [UInt8](repeating: UInt8(ascii: " "), count: 9 << 20)
        #expect(throws: JSONError(.tooLarge, offset: 9 << 20)) { try JSONValue(parsing: huge) }
        let digits = [UInt8](repeating: UInt8(ascii: "9"), count: 1 << 16)
        #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try JSONValue(parsing: digits) }
    }

    private static func change(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
        guard let place = bytes.indices.randomElement(using: &generator) else { return }
        let marks = Array("{}[]\",:\\/'*-+.eEnu09<>&;! \n\0\u{7F}".utf8)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = marks.randomElement(using: &generator) ?? 0
        case 2: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: place)
        case 3: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        default: bytes.removeSubrange(place...)
        }
    }
}
