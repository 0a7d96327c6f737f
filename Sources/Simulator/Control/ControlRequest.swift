public import Formats

/// A command of the control as JSON, from a line or from words.
public struct ControlRequest: Hashable, Sendable {
    /// What is to be done.
    public let description: ControlDescription
    /// The members without `command` and `tag`.
    public let members: [String: JSONValue]
    /// What the answer repeats.
    public let tag: JSONValue?

    /// Reads the object of a line.
    ///
    /// - Throws: ``ControlError`` for unknown commands and members.
    public init(json: JSONValue) throws(ControlError) {
        guard case .object(var members) = json else { throw ControlError("line", "a JSON object with command") }
        tag = members.removeValue(forKey: "tag")
        guard let name = members.removeValue(forKey: "command")?.stringValue else {
            throw ControlError("command", "the name of a command is missing")
        }
        description = try Self.description(of: name)
        self.members = members
        // A fault brings members of its own, which its reader checks.
        guard name != "fault" else { return }
        for key in members.keys.sorted() where !description.members.contains(where: { $0.name == key }) {
            let known = description.members.map(\.name).joined(separator: ", ")
            throw ControlError(key, known.isEmpty ? "\(name) takes nothing" : "\(name) takes \(known)")
        }
    }

    /// Reads words as a shell hands them over: the command, its first members in order, others as `name=value`.
    ///
    /// Values are JSON where they can be read as such, else text.
    ///
    /// - Throws: ``ControlError`` for unknown commands and too many words.
    public init(words: [String]) throws(ControlError) {
        guard let name = words.first else { throw ControlError("command", "the name of a command is missing") }
        if name.hasPrefix("{") {
            guard words.count == 1, let json = try? JSONValue(parsing: Array(name.utf8)) else {
                throw ControlError(name, "one JSON object")
            }
            try self.init(json: json)
            return
        }
        let description = try Self.description(of: name)
        var members: [String: JSONValue] = ["command": .string(name)]
        var names = description.members.prefix(description.wordCount)[...]
        for word in words.dropFirst() {
            if let (key, text) = Self.pair(word, of: description) {
                members[key] = Self.value(text)
            } else if let next = names.popFirst() {
                members[next.name] = Self.value(word)
            } else {
                throw ControlError(word, "\(name) does not take this")
            }
        }
        try self.init(json: .object(members))
    }

    /// The request as the object of a line.
    public var json: JSONValue {
        var all = members
        all["command"] = .string(description.name)
        all["tag"] = tag
        return .object(all)
    }

    private static func description(of name: String) throws(ControlError) -> ControlDescription {
        guard let description = ControlDescription.all.first(where: { $0.name == name }) else {
            let known = ControlDescription.all.map(\.name).joined(separator: ", ")
            throw ControlError(name, "no such command; there are \(known)")
        }
        return description
    }

    private static func pair(_ word: String, of description: ControlDescription) -> (key: String, text: String)? {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        let key = String(word[..<equals])
        var known = description.members.map(\.name)
        if description.name == "fault" {
            known += FaultDescription.common.map(\.name) + FaultDescription.all.flatMap { $0.members.map(\.name) }
        }
        return known.contains(key) ? (key, String(word[word.index(after: equals)...])) : nil
    }

    private static func value(_ text: String) -> JSONValue {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), !value.isNull else { return .string(text) }
        return value
    }

    // MARK: Reading members

    func text(_ key: String) throws(ControlError) -> String {
        guard let text = try optionalText(key) else { throw missing(key) }
        return text
    }

    /// A text; numbers count as their text, since ids look like numbers.
    func optionalText(_ key: String) throws(ControlError) -> String? {
        switch members[key] {
        case .string(let text): return text
        case .int(let number): return "\(number)"
        case .double(let number): return "\(number)"
        case nil, .null: return nil
        case .bool, .array, .object: throw ControlError(key, "a text")
        }
    }

    func choice(_ key: String, of words: [String]) throws(ControlError) -> String {
        let text = try text(key)
        guard words.contains(text) else {
            throw ControlError(key, "\(words.joined(separator: " or ")), not \(text)")
        }
        return text
    }

    func flag(_ key: String) throws(ControlError) -> Bool? {
        switch members[key] {
        case .bool(let value): return value
        case nil, .null: return nil
        default: throw ControlError(key, "true or false")
        }
    }

    func optionalNumber(_ key: String, in range: ClosedRange<Double>) throws(ControlError) -> Double? {
        guard let value = members[key], !value.isNull else { return nil }
        guard let number = value.doubleValue, range.contains(number) else {
            throw ControlError(key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(ControlError) -> Double {
        guard let number = try optionalNumber(key, in: range) else { throw missing(key) }
        return number
    }

    func missing(_ key: String) -> ControlError {
        let meaning = description.members.first { $0.name == key }?.meaning ?? ""
        return ControlError(key, "is missing (\(meaning))")
    }
}
