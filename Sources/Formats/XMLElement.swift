/// An element of an XML text with everything below it.
public struct XMLElement: Hashable, Sendable {
    /// The name without prefix.
    public let name: String
    /// The address of the name's namespace, if it has one.
    public let namespace: String?
    /// The attributes; names without prefix.
    public let attributes: [String: String]
    /// The elements directly below, in order.
    public let children: [XMLElement]
    /// The text directly inside, in one piece, with its white space.
    public let text: String
    /// The line where the element begins, from 1.
    public let line: Int

    /// Makes an element.
    public init(
        name: String, namespace: String? = nil, attributes: [String: String] = [:], children: [XMLElement] = [],
        text: String = "", line: Int = 0
    ) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.children = children
        self.text = text
        self.line = line
    }

    /// The value of an attribute.
    public subscript(attribute: String) -> String? { attributes[attribute] }

    /// The first child of that name.
    public func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// All children of that name, in order.
    public func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text with runs of white space made one blank, without any at the ends.
    public var collapsedText: String {
        // Nearly all texts are ASCII, and to look up the properties of each character is most of the time that reading
        // a spec takes.
        let bytes = text.utf8
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        var collapsed: [UInt8] = []
        collapsed.reserveCapacity(bytes.count)
        var isBetweenWords = false
        for byte in bytes {
            // The white space of ASCII: blank, and tab to carriage return.
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                isBetweenWords = !collapsed.isEmpty
            } else {
                if isBetweenWords { collapsed.append(0x20) }
                isBetweenWords = false
                collapsed.append(byte)
            }
        }
        return String(decoding: collapsed, as: UTF8.self)
    }
}
