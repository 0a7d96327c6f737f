/// Writes compact JSON straight into bytes, without a tree in between; or a tree, without a text in between.
///
/// The caller keeps the structure right (a key before each member's value); commas and escapes are the writer's.
/// A number that is not finite is no JSON: ``finish()`` then throws.
public struct JSONWriter: Sendable {
    /// Where everything goes instead of into the bytes, if a tree is wanted.
    private var tree: JSONTreeMaker?
    private var bytes: [UInt8] = []
    private var needsComma = false
    private var isFinite = true

    /// Makes a writer.
    ///
    /// - Parameter capacity: The expected length in bytes.
    public init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    private init(tree: JSONTreeMaker) {
        self.tree = tree
    }

    /// The value that is written, as if its text had been parsed; numbers that are not finite are `null`.
    public static func value(writtenBy write: (inout JSONWriter) -> Void) -> JSONValue {
        var writer = JSONWriter(tree: JSONTreeMaker())
        write(&writer)
        return writer.tree?.value ?? .null
    }

    /// Begins an object.
    public mutating func beginObject() {
        if tree?.begin(isObject: true) != nil { return }
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends an object.
    public mutating func endObject() {
        if tree?.end() != nil { return }
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins a list.
    public mutating func beginArray() {
        if tree?.begin(isObject: false) != nil { return }
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Ends a list.
    public mutating func endArray() {
        if tree?.end() != nil { return }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's key, which must need no escape (spec names never do).
    public mutating func key(_ name: StaticString) {
        if tree?.setKey(name.description) != nil { return }
        separate()
        bytes.append(UInt8(ascii: "\""))
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's key.
    public mutating func key(_ name: String) {
        if tree?.setKey(name) != nil { return }
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() {
        if tree?.add(.null) != nil { return }
        separate()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Writes a Boolean.
    public mutating func bool(_ value: Bool) {
        if tree?.add(.bool(value)) != nil { return }
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        needsComma = true
    }

    /// Writes an integer.
    public mutating func int(_ value: Int64) {
        if tree?.add(.int(value)) != nil { return }
        separate()
        if value >= 0, value < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(value))
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
        needsComma = true
    }

    /// Writes a number in its shortest form that reads back the same, with a fraction or an exponent.
    public mutating func double(_ value: Double) {
        guard value.isFinite else {
            isFinite = false
            null()
            return
        }
        if tree?.add(.double(value)) != nil { return }
        separate()
        bytes.append(contentsOf: value.description.utf8)
        needsComma = true
    }

    /// Writes a text.
    public mutating func string(_ value: String) {
        if tree?.add(.string(value)) != nil { return }
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { unsafe Self.append($0, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a whole value, the keys of its objects sorted.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .double(let value): double(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                self.key(key)
                self.value(member)
            }
            endObject()
        }
    }

    /// The bytes written, whether all numbers were finite or not (those that were not are `null`).
    public consuming func finishLeniently() -> [UInt8] { bytes }

    /// The bytes written.
    ///
    /// - Throws: ``JSONError/Code/notFinite`` if a number had no JSON form.
    public consuming func finish() throws(JSONError) -> [UInt8] {
        guard isFinite else { throw JSONError(.notFinite, offset: 0) }
        return bytes
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Appends a text; runs without escapes go in one piece.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        var index = 0
        while index < text.count {
            if unsafe isPlain(text, at: index) {
                index += 8
                continue
            }
            let byte = unsafe text[index]
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                index += 1
                continue
            }
            unsafe bytes.append(contentsOf: text[start..<index])
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            default:
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            }
            index += 1
            start = index
        }
        if start == 0 {
            unsafe bytes.append(contentsOf: text)
        } else {
            unsafe bytes.append(contentsOf: text[start...])
        }
    }

    /// Whether the next eight bytes are there and none of them needs an escape.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard text.count - index >= 8, let start = text.baseAddress else { return false }
        let word = unsafe UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The highest bit of a byte says: below the subtracted value, and below 0x80 itself.
        func below(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word }
        let found = below(word, 0x20) | below(word ^ (ones &* 0x22), 1) | below(word ^ (ones &* 0x5C), 1)
        return found & (ones &* 0x80) == 0
    }

    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}
