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
