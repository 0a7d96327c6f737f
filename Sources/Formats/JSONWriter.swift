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

    fileprivate init(tree: JSONTreeMaker) {
        self.tree = tree
    }

    fileprivate var treeValue: JSONValue { tree?.value ?? .null }

    /// Begins an object.
    public mutating func beginObject() {
        if tree?.begin(isObject: true) != nil { return }
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends an object.
    public mutating func endObject() {
        if tree?.end(isObject: true) != nil { return }
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
        if tree?.end(isObject: false) != nil { return }
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
        // What has a JSON form as it stands is taken over whole.
        if tree != nil, value.isFinite {
            tree?.add(value)
            return
        }
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
    public consuming func finishLeniently() -> [UInt8] { tree?.value.serialized() ?? bytes }

    /// The bytes written.
    ///
    /// - Throws: ``JSONError/Code/notFinite`` if a number had no JSON form.
    public consuming func finish() throws(JSONError) -> [UInt8] {
        guard isFinite else { throw JSONError(.notFinite, offset: 0) }
        return tree?.value.serialized() ?? bytes
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Appends a text; runs without escapes go in one piece.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        let span = unsafe Span(_unsafeElements: text)
        var start = 0
        var index = 0
        while true {
            index = PlainText.skip(span, from: index).place
            guard index < text.count else { break }
            let byte = span[index]
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

    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}

extension JSONValue {
    /// The value that is written, without a text in between; numbers that are not finite are `null`.
    ///
    /// It is what parsing the text would give, but nothing is refused: no limit holds, and of the members with one key the
    /// last one counts. Where the structure is wrong (an end too few or too many, no value or several) it is `null`.
    public init(written write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(tree: JSONTreeMaker())
        write(&writer)
        self = writer.treeValue
    }

    /// Whether all numbers inside have a JSON form.
    fileprivate var isFinite: Bool {
        switch self {
        case .null, .bool, .int, .string: true
        case .double(let value): value.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.allSatisfy(\.value.isFinite)
        }
    }
}
