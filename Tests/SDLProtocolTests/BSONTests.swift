import SDLProtocol
import TestKit
import Testing

@Suite("BSON documents")
struct BSONTests {
    @Test("every type is written little-endian and read back")
    func types() throws {
        let document: BSONDocument = [
            "d": .double(-0.5), "s": .string("Zürich"), "n": .document(["x": .int32(-2)]),
            "l": .array([.string("a"), .array([]), .boolean(true)]), "b": .boolean(false), "i": .int32(.min),
            "L": .int64(.max),
        ]
        #expect(try BSONDocument(parsing: try document.encode()) == document)
        let small: BSONDocument = ["i": .int32(0x0102_0304), "l": .array([.int32(1)])]
        #expect(try small.encode().hex == "1b000000106900040302010" + "46c000c000000103000010000000000")
    }

    @Test("of equal keys the last one counts")
    func duplicates() {
        let document = BSONDocument([
            .init(key: "a", value: .int32(1)), .init(key: "a", value: .int32(2)),
        ])
        #expect(document["a"] == .int32(2))
        #expect(document["b"] == nil)
    }

    @Test(
        "numbers are read from every integer type and from whole doubles",
        arguments: [
            (BSONValue.int32(-1), -1), (.int64(1 << 40), 1 << 40), (.double(4e9), 4_000_000_000), (.double(0.5), nil),
            (.double(.infinity), nil), (.double(.nan), nil), (.double(1e300), nil), (.string("1"), nil),
            (.boolean(true), nil),
        ] as [(BSONValue, Int64?)])
    func integers(_ value: BSONValue, _ number: Int64?) {
        #expect(value.integer == number)
    }

    @Test("the limits of reading hold, one inside and one beyond")
    func readLimits() throws {
        func nested(_ levels: Int) -> [UInt8] {
            var bytes: [UInt8] = [5, 0, 0, 0, 0]
            for _ in 0..<levels {
                let size = UInt32(bytes.count + 8)
                bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + [3, 0x61, 0] + bytes + [0]
            }
            return bytes
        }
        #expect(throws: Never.self) { try BSONDocument(parsing: nested(16)) }
        #expect(throws: BSONError.depth) { try BSONDocument(parsing: nested(17)) }
        func keys(_ count: Int, key: String = "k") -> [UInt8] {
            let element: [UInt8] = [8] + Array(key.utf8) + [0, 1]
            let size = UInt32(5 + count * element.count)
            let head = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            return head + [[UInt8]](repeating: element, count: count).flatMap(\.self) + [0]
        }
        #expect(try BSONDocument(parsing: keys(256)).elements.count == 256)
        #expect(throws: BSONError.count) { try BSONDocument(parsing: keys(257)) }
        #expect(throws: Never.self) { try BSONDocument(parsing: keys(1, key: String(repeating: "k", count: 254))) }
        #expect(throws: BSONError.key) {
            try BSONDocument(parsing: keys(1, key: String(repeating: "k", count: 255)))
        }
    }

    @Test(
        "the limits of writing hold, so that every peer can read it",
        arguments: [
            (BSONDocument((0..<33).map { .init(key: "\($0)", value: .int32(0)) }), BSONError.count),
            (["a": .array([BSONValue](repeating: .int32(0), count: 33))], .count),
            (["a\0b": .int32(1)], .key),
            ([String(repeating: "k", count: 255): .int32(1)], .key),
            (["a": .string(String(repeating: "x", count: 65_537))], .stringLength(65_537)),
            (["a": deep(17)], .depth),
        ] as [(BSONDocument, BSONError)])
    func writeLimits(_ document: BSONDocument, _ error: BSONError) {
        #expect(throws: error) { try document.encode() }
    }

    @Test("what may be written can be read")
    func longest() throws {
        let document: BSONDocument = [
            "s": .string(String(repeating: "x", count: 65_536)), "d": BSONTests.deep(16),
            String(repeating: "k", count: 254): .int32(1),
        ]
        #expect(try BSONDocument(parsing: try document.encode()) == document)
    }

    static func deep(_ levels: Int) -> BSONValue {
        (0..<levels).reduce(BSONValue.int32(0)) { value, _ in .array([value]) }
    }

    @Test("random documents survive, and no damage to them traps")
    func random() throws {
        var generator = SplitMix64(seed: 13)
        for _ in 0..<300 {
            let document = BSONTests.randomDocument(level: 0, using: &generator)
            let bytes = try document.encode()
            #expect(try BSONDocument(parsing: bytes) == document)
            #expect(try BSONDocument(parsing: bytes + [1, 2, 3]) == document)
            for _ in 0..<20 {
                var damaged = bytes
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
                _ = try? BSONDocument(parsing: damaged)
                _ = try? BSONDocument(
                    parsing: Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &generator))))
            }
        }
    }

    static func randomDocument(level: Int, using generator: inout SplitMix64) -> BSONDocument {
        BSONDocument(
            (0..<Int.random(in: 0...4, using: &generator)).map { index in
                .init(key: "k\(index)", value: randomValue(level: level, using: &generator))
            })
    }

    private static func randomValue(level: Int, using generator: inout SplitMix64) -> BSONValue {
        switch Int.random(in: 0...(level < 3 ? 6 : 4), using: &generator) {
        case 0: .double(Double(Int.random(in: -9...9, using: &generator)) / 4)
        case 1: .string(String(repeating: "é", count: Int.random(in: 0...20, using: &generator)))
        case 2: .boolean(Bool.random(using: &generator))
        case 3: .int32(Int32(truncatingIfNeeded: generator.next()))
        case 4: .int64(Int64(bitPattern: generator.next()))
        case 5: .document(randomDocument(level: level + 1, using: &generator))
        default: .array(randomDocument(level: level + 1, using: &generator).elements.map(\.value))
        }
    }
}
