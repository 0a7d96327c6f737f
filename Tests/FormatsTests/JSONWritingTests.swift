internal import CJSONC
import Formats
import TestKit
import Testing

@Suite("JSON writing", .timeLimit(.minutes(1)))
struct JSONWritingTests {
    @Test("Writes compact text with sorted keys and shortest numbers")
    func writesCompactText() {
        let value: JSONValue = [
            "b": [1, 42.1, -0.0, 1e21, 1e-7, true, nil, [:], []], "a": ["z": "q\"\\/\u{1}\n\u{7F}ä😀", "y": .int(.min)],
        ]
        let text = String(decoding: value.serialized(), as: UTF8.self)
        #expect(
            text == #"{"a":{"y":-9223372036854775808,"z":"q\"\\/\u0001\n"# + "\u{7F}ä😀"
                + #""},"b":[1,42.1,-0.0,1e+21,1e-07,true,null,{},[]]}"#)
    }

    @Test("Refuses numbers that JSON cannot say", arguments: [Double.nan, .infinity, -.infinity])
    func refusesNonFinite(_ number: Double) {
        #expect(throws: JSONError(.notFinite, offset: 0)) {
            try JSONValue.array([.double(number)]).serializedStrictly()
        }
        #expect(JSONValue.array([.double(number)]).serialized() == Array("[null]".utf8))
    }

    @Test("Agrees with json-c's printer byte by byte on random values")
    func agreesWithJSONC() throws {
        var generator = SplitMix64(seed: 20_260_601)
        for _ in 0..<300 {
            let bytes = JSONValue.array([JSONSamples.value(depth: 4, using: &generator)]).serialized()
            #expect(try Self.reprinted(bytes) == bytes)
        }
    }

    @Test("Reads back what it writes")
    func readsBack() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let value = JSONSamples.value(depth: 5, using: &generator)
            #expect(try JSONValue(parsing: value.serializedStrictly()) == value)
            #expect(try JSONValue(parsing: value.styled()) == value)
        }
    }

    @Test("Makes the value that parsing its text would make, member by member")
    func makesValues() throws {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<300 {
            let value = JSONSamples.value(depth: 5, using: &generator)
            #expect(try JSONWriter.value { Self.write(value, to: &$0) } == JSONValue(parsing: value.serialized()))
        }
    }

    @Test("Makes a value of whatever is written, numbers that JSON cannot say and a wrong structure included")
    func makesValuesOfAnything() {
        #expect(
            JSONWriter.value { writer in
                writer.beginObject()
                writer.key("name")
                writer.double(.nan)
                writer.key("list")
                writer.value([.double(.infinity), 1])
                writer.endObject()
                writer.endObject()
            } == ["name": nil, "list": [nil, 1]])
        #expect(JSONWriter.value { _ in } == nil)
        #expect(JSONWriter.value { $0.endArray() } == nil)
    }

    /// Writes a value by the calls for its parts.
    private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .int(let value): writer.int(value)
        case .double(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { write(element, to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, member) in members {
                writer.key(key)
                write(member, to: &writer)
            }
            writer.endObject()
        }
    }

    @Test(
        "Escapes a character wherever it stands among eight",
        arguments: ["\"", "\\", "\n", "\u{1F}", "\u{0}", "ä", "\u{20}", "!"])
    func escapesAnywhere(_ character: String) throws {
        for length in 0..<20 {
            for place in 0...length {
                let before = String(repeating: "x", count: place)
                let value: JSONValue = [.string(before + character + String(repeating: "y", count: length - place))]
                let bytes = value.serialized()
                #expect(try Self.reprinted(bytes) == bytes)
                #expect(try JSONValue(parsing: bytes) == value)
            }
        }
    }

    @Test("Writes sdl_core's style", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func writesCoreStyle() throws {
        var compared = 0
        for name in ["waypoints_full_flow", "waypoints_notification_shapes", "system_capabilities", "vehicle_data_gps"]
        {
            for line in try SharedData.lines("vectors/sdl_core/\(name).jsonl") {
                let record = try JSONValue(parsing: Array(line.utf8))
                guard record["dir"] == "hu->app", record["rpc"] != nil, record["payload"] == nil,
                    record["header"]?["frameType"] == 1, let hex = record["hex"]?.stringValue
                else { continue }
                let bytes = Self.bytes(hex)
                guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { continue }
                let body = Array(bytes[start...])
                // Core escapes what it was sent; its own parser accepts any text, so read it as core would.
                #expect(try JSONValue(parsing: body, options: .asCore).styled() == body)
                compared += 1
            }
        }
        #expect(compared > 60)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The text as json-c prints it after reading it; json-c keeps the spelling of numbers with fractions.
    private static func reprinted(_ text: [UInt8]) throws -> [UInt8] {
        let terminated = text.map { CChar(bitPattern: $0) } + [0]
        let tree = unsafe try #require(json_tokener_parse(terminated))
        defer { unsafe json_object_put(tree) }
        let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
        var length = 0
        let start = unsafe try #require(json_object_to_json_string_length(tree, flags, &length))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
    }
}

/// Random JSON values that json-c keeps as they are.
enum JSONSamples {
    static func value(depth: Int, using generator: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .int(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3: return .double(Double.random(in: -1e6...1e6, using: &generator))
        case 4: return .double(Double(bitPattern: generator.next() & 0xBFFF_FFFF_FFFF_FFFF))
        case 5: return .string(text(using: &generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1, using: &generator) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let key = text(using: &generator).filter { $0 != "\0" }
                members[key] = value(depth: depth - 1, using: &generator)
            }
            return .object(members)
        }
    }

    static func text(using generator: inout SplitMix64) -> String {
        let alphabet: [Character] = Array("abcXYZ 0189/\\\"\n\t\u{8}\u{C}\r\u{1}\u{1F}\u{7F}\0äß€😀ת")
        return String(
            (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator)
            })
    }
}
