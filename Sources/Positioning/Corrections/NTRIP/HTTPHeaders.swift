/// Header lines of a request or reply, looked up by name in any case.
struct HTTPHeaders: Sendable {
    private var fields: [(name: String, value: String)] = []

    /// Takes a line without its end; lines that are no header are dropped.
    mutating func add(_ line: some Collection<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(lenient: Array(line[line.index(after: colon)...]))
        fields.append((name, value.trimmed))
    }

    /// The first value of a name given in lower case.
    subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// All values of a name given in lower case.
    func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Where the empty line behind a request or reply line and its headers ends; nil when it has not come.
    static func headEnd(_ bytes: [UInt8]) -> Int? {
        var isLineEmpty = false
        for (index, byte) in bytes.enumerated() where byte != 0x0D {
            if byte == 0x0A, isLineEmpty { return index + 1 }
            isLineEmpty = byte == 0x0A
        }
        return nil
    }
}

extension String {
    /// Reads UTF-8, or ISO 8859-1 where the bytes are no UTF-8.
    init(lenient bytes: [UInt8]) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The text without blanks, tabs and line ends around it.
    var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
        let scalars = unicodeScalars.drop(while: isBlank)
        guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(String.UnicodeScalarView(scalars[...last]))
    }
}
