internal import Log

/// The arguments of a command, split by its grammar.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    let operands: [String]

    /// Splits words into flags, options with their values (`--port 1` or `--port=1`) and operands.
    ///
    /// - Throws: ``UsageError`` for unknown options, missing values and too many operands.
    init(_ words: [String], for description: CommandDescription) throws(UsageError) {
        var operands: [String] = []
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word != "-", Double(word) == nil, !onlyOperands else {
                operands.append(word)
                continue
            }
            if word == "--" {
                onlyOperands = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? word
            guard let option = description.options.first(where: { $0.name == name }) else {
                throw UsageError(name, "\(description.name) has no such option")
            }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError(name, "takes no value") }
                flags.insert(name)
            } else if parts.count == 2 {
                values[name, default: []].append(parts[1])
            } else if let value = rest.popFirst() {
                values[name, default: []].append(value)
            } else {
                throw UsageError(name, "a value is missing (\(option.value ?? ""))")
            }
        }
        guard operands.count <= description.operands.count || description.operands.last == "…" else {
            throw UsageError(operands[description.operands.count], "\(description.name) does not take this")
        }
        self.operands = operands
    }

    func flag(_ name: String) -> Bool { flags.contains(name) }

    /// Whether an option stands there, with or without a value.
    func has(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

    /// The value of an option; the last one when it stands several times.
    func text(_ name: String) -> String? { values[name]?.last }

    /// The values of an option that may stand several times.
    func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// A whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(name, "a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }

    /// A number in a range.
    func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(name, "a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }

    /// A port, 0 for any free one.
    func port(_ name: String) throws(UsageError) -> UInt16? {
        try integer(name, in: 0...65_535).map { UInt16($0) }
    }

    /// A host with a port, as `HOST:PORT`; IPv6 hosts in brackets.
    func hostAndPort(_ name: String) throws(UsageError) -> (host: String, port: UInt16)? {
        guard let text = text(name) else { return nil }
        return try Self.hostAndPort(text, option: name)
    }

    /// Reads `HOST:PORT`, both stated.
    static func hostAndPort(_ text: String, option name: String) throws(UsageError) -> (host: String, port: UInt16) {
        guard let (host, port) = hostAndPort(in: text[...]), !host.isEmpty, port > 0 else {
            throw UsageError(name, "HOST:PORT, not \(text)")
        }
        return (host, port)
    }

    /// The parts of `HOST:PORT`, of which the host may be empty and the port 0; `nil` when it is none.
    static func hostAndPort(in text: Substring) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return (String(host), port)
    }

    /// One of several words.
    func choice(_ name: String, of words: [String]) throws(UsageError) -> String? {
        guard let text = text(name) else { return nil }
        guard words.contains(text) else {
            throw UsageError(name, "\(words.joined(separator: " or ")), not \(text)")
        }
        return text
    }

    /// The logger that `--log` asks for.
    func logger(_ console: Console) throws(UsageError) -> Logger {
        let names = LogLevel.allCases.map(\.rawValue)
        guard let name = try choice("--log", of: names), let level = LogLevel(rawValue: name) else { return .disabled }
        return Logger(subsystem: "waypoint-sim", level: level) { console.log($0) }
    }
}
