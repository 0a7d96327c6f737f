internal import Formats

/// How two values differ, at one place.
struct ScenarioDifference: Hashable {
    let path: String
    let expected: String
    let found: String

    var text: String { "\(path): expected \(expected), found \(found)" }
}

/// Compares what came with what a scenario expects.
///
/// An object has to have the named members, and may have others; a list has to have as many elements, in their order;
/// all else has to be equal. `"${name}"` stands for what was captured. An object whose members all begin with `$`
/// is an operator (``operators``), of which all have to hold.
struct ScenarioPattern {
    /// The operators, with what each means.
    static let operators: [(name: String, meaning: String)] = [
        ("$any", "true: any value"), ("$absent", "true: the member is not there"),
        ("$capture", "a name: any value, kept under this name for `${name}`"),
        ("$oneOf", "a list: one of these patterns"), ("$not", "a pattern that must not hold"),
        ("$count", "a whole number: a list of so many elements"),
        ("$near", "a number: within `$tolerance` (default 0.00001)"), ("$tolerance", "a number beside `$near`"),
        ("$contains", "a pattern that one element of a list holds, or a text within a text"),
    ]

    private(set) var captures: [String: JSONValue]
    private(set) var differences: [ScenarioDifference] = []

    init(captures: [String: JSONValue]) {
        self.captures = captures
    }

    /// Compares; captures count only when nothing differs.
    mutating func compare(_ pattern: JSONValue, _ value: JSONValue?, at path: String) {
        if case .object(let members) = pattern, !members.isEmpty, members.keys.allSatisfy({ $0.hasPrefix("$") }) {
            for name in members.keys.sorted() {
                guard let operand = members[name] else { continue }
                apply(name, operand, members, value, path)
            }
            return
        }
        guard let value else { return differ(path, Self.text(pattern), "nothing") }
        switch (Self.filled(pattern, captures), value) {
        case (.object(let members), .object(let found)):
            for key in members.keys.sorted() {
                guard let member = members[key] else { continue }
                compare(member, found[key], at: path.isEmpty ? key : "\(path).\(key)")
            }
        case (.array(let elements), .array(let found)):
            guard elements.count == found.count else {
                return differ(path, "\(elements.count) elements", "\(found.count): \(Self.text(value))")
            }
            for (index, pair) in zip(elements, found).enumerated() { compare(pair.0, pair.1, at: "\(path)[\(index)]") }
        case (let expected, let found):
            if let one = expected.doubleValue, let other = found.doubleValue, one == other { return }
            if expected != found { differ(path, Self.text(expected), Self.text(found)) }
        }
    }

    private mutating func apply(
        _ name: String, _ operand: JSONValue, _ all: [String: JSONValue], _ value: JSONValue?, _ path: String
    ) {
        guard name != "$absent" else {
            if let value { differ(path, "nothing", Self.text(value)) }
            return
        }
        guard let value else { return differ(path, "something", "nothing") }
        switch name {
        case "$capture":
            if let name = operand.stringValue { captures[name] = value }
        case "$oneOf":
            let isOne = operand.arrayValue?.contains { matches($0, value) } ?? false
            if !isOne { differ(path, "one of \(Self.text(operand))", Self.text(value)) }
        case "$not":
            if matches(operand, value) { differ(path, "not \(Self.text(operand))", Self.text(value)) }
        case "$count":
            let count = value.arrayValue.map { Int64($0.count) }
            if count != operand.intValue { differ(path, "a list of \(Self.text(operand))", Self.text(value)) }
        case "$near":
            let tolerance = all["$tolerance"]?.doubleValue ?? 0.00001
            guard let wanted = operand.doubleValue, let found = value.doubleValue, abs(wanted - found) <= tolerance
            else { return differ(path, "\(Self.text(operand)), give or take \(tolerance)", Self.text(value)) }
        case "$contains":
            if !contains(operand, value) {
                differ(path, "something that contains \(Self.text(operand))", Self.text(value))
            }
        default: break  // $any, and $tolerance of $near
        }
    }

    private func contains(_ operand: JSONValue, _ value: JSONValue) -> Bool {
        if let text = value.stringValue, let part = Self.filled(operand, captures).stringValue {
            return part.isEmpty || text.firstRange(of: part) != nil
        }
        return value.arrayValue?.contains { matches(operand, $0) } ?? false
    }

    private func matches(_ pattern: JSONValue, _ value: JSONValue) -> Bool {
        var other = ScenarioPattern(captures: captures)
        other.compare(pattern, value, at: "")
        return other.differences.isEmpty
    }

    private mutating func differ(_ path: String, _ expected: String, _ found: String) {
        differences.append(ScenarioDifference(path: path, expected: expected, found: found))
    }

    private static func text(_ value: JSONValue) -> String {
        let text = String(decoding: value.serialized(), as: UTF8.self)
        return text.count > 200 ? "\(text.prefix(200))…" : text
    }

    // MARK: Captures

    /// A value with what was captured in the place of `${name}`; a text that is nothing else becomes the value itself.
    static func filled(_ value: JSONValue, _ captures: [String: JSONValue]) -> JSONValue {
        switch value {
        case .string(let text): filled(text, captures)
        case .array(let elements): .array(elements.map { filled($0, captures) })
        case .object(let members): .object(members.mapValues { filled($0, captures) })
        case .null, .bool, .int, .double: value
        }
    }

    private static func filled(_ text: String, _ captures: [String: JSONValue]) -> JSONValue {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let value = captures[String(rest[start.upperBound..<end])]
            let after = rest.index(after: end)
            if start.lowerBound == text.startIndex, after == text.endIndex, let value { return value }
            result += rest[..<start.lowerBound]
            result += value.map { $0.stringValue ?? Self.text($0) } ?? String(rest[start.lowerBound..<after])
            rest = rest[after...]
        }
        return .string(result + rest)
    }

    /// The names that `${name}` asks for anywhere in a value.
    static func uses(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text):
            var names: [String] = []
            var rest = text[...]
            while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
                names.append(String(rest[start.upperBound..<end]))
                rest = rest[rest.index(after: end)...]
            }
            return names
        case .array(let elements): return elements.flatMap(uses)
        case .object(let members): return members.keys.sorted().flatMap { members[$0].map(uses) ?? [] }
        case .null, .bool, .int, .double: return []
        }
    }

    /// The names under which `$capture` keeps something.
    static func makes(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap(makes)
        case .object(let members):
            members.keys.sorted().flatMap { key in
                key == "$capture" ? [members[key]?.stringValue ?? ""] : members[key].map(makes) ?? []
            }
        case .null, .bool, .int, .double, .string: []
        }
    }

    /// What is wrong with a pattern; `nil` for nothing.
    static func mistake(in pattern: JSONValue, at path: String) -> (path: String, expectation: String)? {
        switch pattern {
        case .null, .bool, .int, .double, .string: return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let found = mistake(in: element, at: "\(path)[\(index)]") { return found }
            }
            return nil
        case .object(let members):
            let marked = members.keys.filter { $0.hasPrefix("$") }.sorted()
            if let first = marked.first, marked.count < members.count {
                return ("\(path).\(first)", "operators and members in different objects")
            }
            for key in members.keys.sorted() {
                guard let member = members[key] else { continue }
                if let found = key.hasPrefix("$") ? mistake(inOperator: key, member, members, path) : nil {
                    return found
                }
                if let found = mistake(in: member, at: "\(path).\(key)") { return found }
            }
            return nil
        }
    }

    private static func mistake(
        inOperator name: String, _ operand: JSONValue, _ all: [String: JSONValue], _ path: String
    ) -> (path: String, expectation: String)? {
        let place = "\(path).\(name)"
        switch name {
        case "$any", "$absent": return operand == true ? nil : (place, "true")
        case "$capture": return operand.stringValue?.isEmpty == false ? nil : (place, "a name")
        case "$oneOf": return operand.arrayValue == nil ? (place, "a list") : nil
        case "$count": return operand.intValue == nil ? (place, "a whole number") : nil
        case "$near": return operand.doubleValue == nil ? (place, "a number") : nil
        case "$tolerance":
            return operand.doubleValue == nil || all["$near"] == nil ? (place, "a number beside $near") : nil
        case "$not", "$contains": return nil
        default: return (place, "one of \(operators.map(\.name).joined(separator: ", "))")
        }
    }
}
