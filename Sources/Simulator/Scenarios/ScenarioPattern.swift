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
    /// The operators.
    static let operators = [
        "$any", "$absent", "$capture", "$oneOf", "$not", "$count", "$near", "$tolerance", "$contains",
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
        if let name = Self.wholeName(pattern), let captured = captures[name] {
            // What came before is no pattern: it has to be the same.
            if !Self.isSame(captured, value) { differ(path, Self.text(captured), Self.text(value)) }
            return
        }
        // Members and elements are filled one by one, so that what was captured is known as such.
        let isText = pattern.stringValue != nil
        switch (isText ? Self.filled(pattern, captures) : pattern, value) {
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
            if !Self.isSame(expected, found) { differ(path, Self.text(expected), Self.text(found)) }
        }
    }

    private mutating func apply(
        _ name: String, _ operand: JSONValue, _ all: [String: JSONValue], _ value: JSONValue?, _ path: String
    ) {
        guard name != "$absent" else {
            if let value { differ(path, "nothing", Self.text(value)) }
            return
        }
        if name == "$oneOf" {
            // Before the value is asked for: one of them may be that there is none.
            if let found = first(of: operand.arrayValue ?? [], value) {
                captures = found
            } else {
                differ(path, "one of \(Self.text(Self.filled(operand, captures)))", value.map(Self.text) ?? "nothing")
            }
            return
        }
        guard let value else { return differ(path, "something", "nothing") }
        switch name {
        case "$capture":
            if let name = operand.stringValue { captures[name] = value }
        case "$not":
            if matched(operand, value) != nil {
                differ(path, "not \(Self.text(Self.filled(operand, captures)))", Self.text(value))
            }
        case "$count":
            let count = value.arrayValue.map { Int64($0.count) }
            if count != operand.intValue { differ(path, "a list of \(Self.text(operand))", Self.text(value)) }
        case "$near":
            let tolerance = all["$tolerance"]?.doubleValue ?? 0.00001
            guard let wanted = operand.doubleValue, let found = value.doubleValue, abs(wanted - found) <= tolerance
            else { return differ(path, "\(Self.text(operand)), give or take \(tolerance)", Self.text(value)) }
        case "$contains":
            if let found = contained(operand, value) {
                captures = found
            } else {
                differ(path, "something that contains \(Self.text(Self.filled(operand, captures)))", Self.text(value))
            }
        default: break  // $any, and $tolerance of $near
        }
    }

    /// What is captured then; `nil` where the value does not contain such a thing.
    private func contained(_ operand: JSONValue, _ value: JSONValue) -> [String: JSONValue]? {
        if let text = value.stringValue, let part = Self.filled(operand, captures).stringValue {
            return part.isEmpty || text.firstRange(of: part) != nil ? captures : nil
        }
        for element in value.arrayValue ?? [] {
            if let found = matched(operand, element) { return found }
        }
        return nil
    }

    /// What is captured by the first pattern that holds; `nil` where none does.
    private func first(of patterns: [JSONValue], _ value: JSONValue?) -> [String: JSONValue]? {
        for pattern in patterns {
            if let found = matched(pattern, value) { return found }
        }
        return nil
    }

    /// What is captured then; `nil` where the value differs.
    private func matched(_ pattern: JSONValue, _ value: JSONValue?) -> [String: JSONValue]? {
        var other = ScenarioPattern(captures: captures)
        other.compare(pattern, value, at: "")
        return other.differences.isEmpty ? other.captures : nil
    }

    private mutating func differ(_ path: String, _ expected: String, _ found: String) {
        differences.append(ScenarioDifference(path: path, expected: expected, found: found))
    }

    /// Whether two values are equal; 1 and 1.0 are.
    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.int(let number), .double(let other)), (.double(let other), .int(let number)): Double(number) == other
        case (.array(let elements), .array(let others)):
            elements.count == others.count && zip(elements, others).allSatisfy(isSame)
        case (.object(let members), .object(let others)):
            members.count == others.count
                && members.allSatisfy { key, value in others[key].map { isSame(value, $0) } ?? false }
        default: one == other
        }
    }

    /// The name in a text that is `${name}` and nothing else.
    private static func wholeName(_ pattern: JSONValue) -> String? {
        guard let text = pattern.stringValue, text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let name = text.dropFirst(2).dropLast()
        return name.contains("}") ? nil : String(name)
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
        case .object(let members):
            .object(
                [String: JSONValue](
                    members.map { (filled($0.key, captures).stringValue ?? $0.key, filled($0.value, captures)) },
                    uniquingKeysWith: { first, _ in first }))
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
        case .object(let members):
            return members.keys.sorted().flatMap { key in uses(.string(key)) + (members[key].map(uses) ?? []) }
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
        case "$not": return makes(operand).isEmpty ? nil : (place, "nothing to capture from what must not be")
        case "$contains": return nil
        default: return (place, "one of \(operators.joined(separator: ", "))")
        }
    }
}
