import Formats
import Testing

@Suite("JSON reading", .timeLimit(.minutes(1)))
struct JSONParsingTests {
    struct Good: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue
        var testDescription: String { text }
    }

    static let good: [Good] = [
        Good(text: "null", value: .null), Good(text: " true ", value: true), Good(text: "false", value: false),
        Good(text: "0", value: 0), Good(text: "-7", value: -7), Good(text: "1.0", value: .double(1)),
        Good(text: "-0.0", value: .double(-0.0)), Good(text: "1e2", value: .double(100)),
        Good(text: "9223372036854775807", value: .int(.max)), Good(text: "-9223372036854775808", value: .int(.min)),
        Good(text: "1e-400", value: .double(0)),
        Good(text: "1.7976931348623157e308", value: .double(.greatestFiniteMagnitude)),
        Good(text: #""""#, value: ""), Good(text: #""\"\\\/\b\f\n\r\t""#, value: "\"\\/\u{8}\u{C}\n\r\t"),
        Good(text: #""\u00e4\uD83D\uDE00""#, value: "ä😀"), Good(text: #""a\u0000b""#, value: "a\0b"),
        // Pairs whose low 16 bits look like a surrogate: json-c 0.16 makes U+FFFD of them.
        Good(text: #""a\uD836\uDC00b\udbf7\udfffc\ud837\ude00""#, value: "a\u{1D800}b\u{10DFFF}c\u{1DE00}"),
        Good(text: #"{"\ud836\udc00":1,"\ud837\udc00":2}"#, value: ["\u{1D800}": 1, "\u{1DC00}": 2]),
        Good(text: "\"Zürich תל\"", value: "Zürich תל"), Good(text: "[]", value: []), Good(text: "{}", value: [:]),
        Good(text: "[1, 1.5,\n[null]]", value: [1, 1.5, [nil]]),
        Good(text: #"{"a":{"b":[true]},"c":"d"}"#, value: ["a": ["b": [true]], "c": "d"]),
        Good(text: #"{"a":{"x":1},"b":{"x":1}}"#, value: ["a": ["x": 1], "b": ["x": 1]]),
    ]

    @Test("Reads what RFC 8259 allows", arguments: good)
    func readsGoodText(_ sample: Good) throws {
        #expect(try JSONValue(parsing: Array(sample.text.utf8)) == sample.value)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let code: JSONError.Code
        let offset: Int
        var testDescription: String { String(decoding: bytes, as: UTF8.self) }

        init(_ text: String, _ code: JSONError.Code, _ offset: Int) {
            self.init(Array(text.utf8), code, offset)
        }

        init(_ bytes: [UInt8], _ code: JSONError.Code, _ offset: Int) {
            self.bytes = bytes
            self.code = code
            self.offset = offset
        }
    }

    static let bad: [Bad] = [
        Bad("", .empty, 0), Bad("   ", .empty, 3), Bad("hello", .unexpectedByte(0x68), 0), Bad("tru", .truncated, 3),
        Bad("trux", .unexpectedByte(0x78), 3), Bad("[1", .truncated, 2), Bad(#"{"a":"b"#, .truncated, 7),
        Bad("NaN", .unexpectedByte(0x4E), 0), Bad("[NaN]", .unexpectedByte(0x4E), 1),
        Bad("Infinity", .unexpectedByte(0x49), 0), Bad("-Infinity", .invalidNumber, 0),
        Bad("{'a':1}", .unexpectedByte(0x27), 1), Bad("['a']", .unexpectedByte(0x27), 1),
        Bad(#"{"a":1,"a":2}"#, .duplicateKey("a"), 7), Bad(#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7),
        Bad(#"[{"b":{"c":1,"d":2,"c":3}}]"#, .duplicateKey("c"), 19),
        Bad("9223372036854775808", .numberOutOfRange, 0), Bad("[-9223372036854775809]", .numberOutOfRange, 1),
        Bad("18446744073709551616", .numberOutOfRange, 0), Bad("1e400", .numberOutOfRange, 0),
        Bad("[-1e400]", .numberOutOfRange, 1), Bad("01", .invalidNumber, 0), Bad("-", .invalidNumber, 0),
        Bad("1.", .invalidNumber, 0), Bad("1e", .invalidNumber, 0), Bad("1e+", .invalidNumber, 0),
        Bad(".5", .unexpectedByte(0x2E), 0), Bad("+1", .unexpectedByte(0x2B), 0), Bad("0x1", .invalidNumber, 0),
        Bad("1-2", .invalidNumber, 0), Bad("-01", .invalidNumber, 0),
        Bad([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .byteOrderMark, 0), Bad("{}x", .trailingBytes, 2),
        Bad("{}{}", .trailingBytes, 2), Bad("{}\0", .trailingBytes, 2), Bad("1 2", .trailingBytes, 2),
        Bad("{\"a\":1,}", .unexpectedByte(0x7D), 7), Bad("[1,]", .unexpectedByte(0x5D), 3),
        Bad("{/*c*/}", .unexpectedByte(0x2F), 1), Bad("//c\n1", .unexpectedByte(0x2F), 0),
        Bad(#""\ud83d""#, .loneSurrogate, 1), Bad(#""\ude00""#, .loneSurrogate, 1),
        Bad(#""\ud83dx\ude00""#, .loneSurrogate, 1), Bad(#""\ud83d\u0041""#, .loneSurrogate, 1),
        Bad(#"["\ud836\udc00" 1]"#, .unexpectedByte(0x31), 16), Bad(#"["\ud836\udc00",]"#, .unexpectedByte(0x5D), 16),
        Bad(#"{"\ud836\udc00":1,"\uD836\uDC00":2}"#, .duplicateKey("\u{1D800}"), 18),
        Bad(#""\x""#, .invalidEscape, 1), Bad(#""\u12g4""#, .invalidEscape, 1), Bad(#""\u12"#, .truncated, 5),
        Bad("\"a\nb\"", .controlCharacter(0x0A), 2), Bad([0x22, 0x00, 0x22], .controlCharacter(0), 1),
        Bad(#"{"a\u0000b":1}"#, .nulInKey, 11), Bad([0x22, 0xFF, 0x22], .invalidUTF8, 1),
        Bad([0x22, 0xC0, 0x80, 0x22], .invalidUTF8, 1), Bad([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1),
        Bad([0x22, 0xE2, 0x82, 0x22], .invalidUTF8, 1), Bad("[1 2]", .unexpectedByte(0x32), 3),
        Bad(#"{"a" 1}"#, .unexpectedByte(0x31), 5), Bad("{1:2}", .unexpectedByte(0x31), 1),
        Bad("[}", .unexpectedByte(0x7D), 1), Bad("]", .unexpectedByte(0x5D), 0), Bad(",", .unexpectedByte(0x2C), 0),
        Bad("[1:2]", .unexpectedByte(0x3A), 2), Bad("{\u{B}}", .unexpectedByte(0x0B), 1),
        Bad("\u{C}1", .unexpectedByte(0x0C), 0), Bad("TRUE", .unexpectedByte(0x54), 0), Bad("nul", .truncated, 3),
    ]

    @Test("Refuses everything else, with the place", arguments: bad)
    func refusesBadText(_ sample: Bad) {
        #expect(throws: JSONError(sample.code, offset: sample.offset)) { try JSONValue(parsing: sample.bytes) }
    }

    @Test("Holds depth, size and number of values to their limits")
    func holdsLimits() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
        }
        _ = try JSONValue(parsing: nested(32))
        #expect(throws: JSONError(.tooDeep, offset: 32)) { try JSONValue(parsing: nested(33)) }
        _ = try JSONValue(parsing: nested(512), options: .asCore)
        #expect(throws: JSONError(.tooDeep, offset: 512)) { try JSONValue(parsing: nested(513), options: .asCore) }
        let three = JSONOptions(maximumBytes: 3)
        _ = try JSONValue(parsing: Array("[1]".utf8), options: three)
        #expect(throws: JSONError(.tooLarge, offset: 4)) { try JSONValue(parsing: Array("[12]".utf8), options: three) }
        let few = JSONOptions(maximumValues: 4)
        _ = try JSONValue(parsing: Array("[1,2,3]".utf8), options: few)
        #expect(throws: JSONError(.tooManyValues, offset: 7)) {
            try JSONValue(parsing: Array("[1,2,3,4]".utf8), options: few)
        }
    }

    static let forgiven: [Good] = [
        Good(text: #"{"a":1} xyz"#, value: ["a": 1]), Good(text: #"{"a":1}{"a":2}"#, value: ["a": 1]),
        Good(text: "{\"a\":1}\0", value: ["a": 1]), Good(text: #"{"a":1,}"#, value: ["a": 1]),
        Good(text: "[1,]", value: [1]), Good(text: #"{/*c*/"a"/*d*/:1//e"# + "\n}", value: ["a": 1]),
        Good(text: #"{"a":007}"#, value: ["a": 7]), Good(text: #"{"a":1,"a":2}"#, value: ["a": 2]),
        Good(text: "\"a\nb\"", value: "a\nb"), Good(text: #""\ud83d""#, value: "\u{FFFD}"),
        Good(text: "[18446744073709551616,1]", value: [.double(18_446_744_073_709_551_616), 1]),
        Good(text: "9223372036854775808", value: .double(9_223_372_036_854_775_808)),
        Good(
            text: #"["\ud836\udc00\ud836",9223372036854775808,"\udbf6\udc00",]"#,
            value: [
                "\u{1D800}\u{FFFD}", .double(9_223_372_036_854_775_808), "\u{10D800}",
            ]),
    ]

    @Test("Forgives what sdl_core's parser forgives", arguments: forgiven)
    func forgives(_ sample: Good) throws {
        #expect(try JSONValue(parsing: Array(sample.text.utf8), options: .asCore) == sample.value)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(sample.text.utf8)) }
    }

    @Test("Repairs invalid UTF-8 when forgiving")
    func repairsInvalidUTF8() throws {
        #expect(try JSONValue(parsing: [0x22, 0xFF, 0xFE, 0x61, 0x22], options: .asCore) == "\u{FFFD}\u{FFFD}a")
    }

    static let unforgiven = [
        "", "  ", "hello", #"{"a":"b"#, "{'a':1}", "NaN", #"{"x":NaN}"#, "\u{FEFF}{}", "{\"a\0\":1}", "/*",
    ]

    @Test("Refuses even when forgiving", arguments: unforgiven)
    func refusesWhenForgiving(_ text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), options: .asCore) }
    }

    @Test("Names the place of a fault in the text as it was given")
    func placesOfForgiven() {
        #expect(throws: JSONError(.unexpectedByte(0x31), offset: 40)) {
            try JSONValue(parsing: Array(#"["\ud836\udc00",18446744073709551616, 1 1]"#.utf8), options: .asCore)
        }
    }

    @Test("Reads every escaped pair as the character it stands for")
    func readsEveryPair() throws {
        for plane in UInt32(1)...16 {
            var text: [UInt8] = [UInt8(ascii: "\"")]
            var expected = String.UnicodeScalarView()
            for offset in stride(from: UInt32(0), to: 0x1_0000, by: 61) {
                let scalar = try #require(Unicode.Scalar(plane << 16 | offset))
                expected.append(scalar)
                for unit in String(scalar).utf16 { text += Array("\\u\(String(unit, radix: 16))".utf8) }
            }
            text.append(UInt8(ascii: "\""))
            #expect(try JSONValue(parsing: text) == .string(String(expected)))
        }
    }

    @Test("Cursors read members in any order and name those left over")
    func cursorsReadMembers() throws {
        let document = try JSONDocument(parsing: Array(#"{"a":1,"b":[true,2.5],"c":"x","d":null}"#.utf8))
        guard var members = document.root.members() else {
            Issue.record("no object")
            return
        }
        #expect(members.take("c")?.string == "x")
        #expect(members.take("a")?.int == 1)
        let missing = members.take("z")?.kind
        #expect(missing == nil)
        #expect(members.remaining == 2)
        #expect(document.root.member("b")?[1].number == 2.5)
        #expect(document.root.member("b")?[7].kind == .null)
        let isObject = document.root.member("b")?.members() != nil
        #expect(!isObject)
        #expect(members.others(than: ["a", "c"]) == ["b": [true, 2.5], "d": nil])
    }
}
