import Formats
import SDLSpec

/// Facts of the spec in words, for documentation comments.
enum SpecFacts {
    /// A description as paragraphs: the first sentence by itself.
    static func paragraphs(_ description: String, or substitute: String) -> [String] {
        guard !description.isEmpty else { return [substitute] }
        var first: [Substring] = []
        var words = description.split(separator: " ")[...]
        while let word = words.popFirst() {
            first.append(word)
            if word.hasSuffix("."), words.first?.first?.isUppercase == true { break }
        }
        return [first.joined(separator: " "), words.joined(separator: " ")]
    }

    /// The bounds and versions of a parameter.
    static func bounds(_ parameter: RPCParameter) -> String {
        var facts: [String] = []
        if let size = parameter.array, let text = range(size.minimum, size.maximum) {
            facts.append(text + " elements")
        }
        let each = parameter.array == nil ? "" : "each "
        switch parameter.type {
        case .boolean, .enumeration, .structure:
            break
        case .integer(let minimum, let maximum):
            if let text = range(minimum, maximum) { facts.append(each + text) }
        case .float(let minimum, let maximum):
            if let text = range(minimum.map(number), maximum.map(number)) { facts.append(each + text) }
        case .string(let minimum, let maximum):
            if let text = range(minimum ?? 1, maximum) { facts.append(each + text + " characters") }
        }
        if let value = parameter.defaultValue {
            facts.append("default `\(String(decoding: value.serialized(), as: UTF8.self).filter { $0 != "\"" })`")
        }
        let first = parameter.history.compactMap(\.availability.since).min()
        return sentence(facts + versions(parameter.availability, first: first))
    }

    /// The versions of an item.
    ///
    /// - Parameter first: The first version of an earlier form, if there is one.
    static func versions(_ availability: RPCAvailability, first: RPCVersion? = nil) -> [String] {
        var facts: [String] = []
        if let first { facts.append("since RPC \(first.shortDescription)") }
        if let since = availability.since {
            let version = "RPC \(since.shortDescription)"
            facts.append(
                availability.isDeprecated
                    ? "deprecated since \(version)"
                    : first == nil ? "since \(version)" : "in this form since \(version)")
        }
        if let until = availability.until { facts.append("gone since RPC \(until.shortDescription)") }
        return facts
    }

    /// Facts joined to a sentence; empty without facts.
    static func sentence(_ facts: [String]) -> String {
        let text = facts.joined(separator: "; ")
        return text.isEmpty ? "" : text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func number(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func range(_ minimum: (some CustomStringConvertible)?, _ maximum: (some CustomStringConvertible)?)
        -> String?
    {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let minimum?, nil): "at least \(minimum)"
        case (nil, let maximum?): "at most \(maximum)"
        case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
        }
    }
}
