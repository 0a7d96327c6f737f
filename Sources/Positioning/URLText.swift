/// What the URLs of this module have in common.
enum URLText {
    /// Text with its `%` escapes resolved; nil when an escape is wrong or the bytes are no UTF-8.
    static func unescaped(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Host and port of an authority, the port as it stands where there is one; IPv6 hosts lose their brackets.
    ///
    /// Nil when a bracket is not closed, or something else than a port follows it.
    static func hostAndPort(_ authority: Substring) -> (host: Substring, port: Substring?)? {
        guard authority.hasPrefix("[") else {
            guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
            return (authority[..<colon], authority[authority.index(after: colon)...])
        }
        guard let end = authority.firstIndex(of: "]") else { return nil }
        let host = authority[..<end].dropFirst()
        let rest = authority[authority.index(after: end)...]
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        return (host, rest.isEmpty ? nil : rest.dropFirst())
    }
}
