/// The parts of `scheme://authority/path?name=value&…`.
struct SourceText {
    let text: String
    let scheme: String
    let authority: String
    /// With its slash, escapes as they are.
    let rawPath: String
    let path: String
    private let query: [(name: String, value: String)]

    /// `nil` when the text has no scheme.
    init?(_ text: String) {
        guard let mark = Self.range(of: "://", in: text), mark.lowerBound > text.startIndex else { return nil }
        let scheme = text[..<mark.lowerBound]
        guard scheme.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
        self.text = text
        self.scheme = String(scheme)
        var rest = text[mark.upperBound...]
        var query: [(name: String, value: String)] = []
        if let question = rest.lastIndex(of: "?") {
            for pair in rest[rest.index(after: question)...].split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = sides.count == 2 ? String(sides[1]) : ""
                query.append((String(sides.first ?? ""), URLText.unescaped(value) ?? value))
            }
            rest = rest[..<question]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        authority = String(rest[..<slash])
        rawPath = String(rest[slash...])
        path = URLText.unescaped(rawPath) ?? rawPath
        self.query = query
    }

    private static func range(of mark: String, in text: String) -> Range<String.Index>? {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix(mark) { return index..<text.index(index, offsetBy: mark.count) }
            index = text.index(after: index)
        }
        return nil
    }

    func value(_ name: String) -> String? { query.last { $0.name == name }?.value }

    /// Refuses parameters that the source does not have.
    func allow(_ names: Set<String>) throws(LocationSourceError) {
        guard let other = query.first(where: { !names.contains($0.name) }) else { return }
        let known = names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
        throw SourceAddress.bad(text, "\(scheme) has no parameter \(other.name); it has \(known)")
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(LocationSourceError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let number = Int(word), range.contains(number) else {
            throw SourceAddress.bad(text, "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(LocationSourceError) -> Double? {
        guard let word = value(name) else { return nil }
        guard let number = Double(word), range.contains(number) else {
            throw SourceAddress.bad(text, "\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Host and port of the authority; IPv6 hosts in brackets.
    func hostAndPort(default port: UInt16) throws(LocationSourceError) -> (host: String, port: UInt16) {
        guard let (host, word) = URLText.hostAndPort(authority[...]) else {
            throw SourceAddress.bad(text, "a host in brackets is not closed")
        }
        guard let word else { return (String(host), port) }
        guard let number = UInt16(word), number > 0 else {
            throw SourceAddress.bad(text, "a port is a number from 1 to 65535")
        }
        return (String(host), number)
    }
}
