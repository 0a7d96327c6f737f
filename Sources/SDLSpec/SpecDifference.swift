/// A fact in which two specs differ.
public struct SpecDifference: Hashable, Sendable, CustomStringConvertible {
    /// Where: names from the outside in, such as `GetWayPoints.request.wayPointType`.
    public let path: String
    /// Which fact, by the attribute's name in the files; `exists` if the item is missing in one of them.
    public let fact: String
    /// What this spec says; `nil` if nothing.
    public let here: String?
    /// What the other spec says; `nil` if nothing.
    public let there: String?

    /// The difference in words.
    public var description: String {
        "\(path): \(fact) is \(here ?? "not given") here, \(there ?? "not given") there"
    }
}

/// How much a spec holds.
public struct SpecCounts: Hashable, Sendable {
    /// Names of functions; a request and its response count once.
    public var functions = 0
    /// Requests.
    public var requests = 0
    /// Responses.
    public var responses = 0
    /// Notifications.
    public var notifications = 0
    /// Parameters of functions.
    public var parameters = 0
    /// Structs.
    public var structs = 0
    /// Members of structs.
    public var members = 0
    /// Enums.
    public var enums = 0
    /// Values of enums.
    public var values = 0
}

extension RPCSpec {
    /// How much this spec holds.
    public var counts: SpecCounts {
        var counts = SpecCounts()
        counts.functions = Set(functions.map(\.name)).count
        counts.requests = functions.count { $0.kind == .request }
        counts.responses = functions.count { $0.kind == .response }
        counts.notifications = functions.count { $0.kind == .notification }
        counts.parameters = functions.reduce(0) { $0 + $1.parameters.count }
        counts.structs = structs.count
        counts.members = structs.values.reduce(0) { $0 + $1.members.count }
        counts.enums = enums.count
        counts.values = enums.values.reduce(0) { $0 + $1.elements.count }
        return counts
    }

    /// Where this spec and another say different things, for everything that this spec covers.
    ///
    /// Functions, structs and enums that only the other has are no difference; inside those that both have everything
    /// counts: numbers, types, ranges, mandatory flags, versions, history, defaults, values of enums. Descriptions do
    /// not count.
    ///
    /// - Parameter other: The spec to compare with, such as the public one.
    /// - Returns: The differences, by path.
    public func differences(to other: RPCSpec) -> [SpecDifference] {
        var comparison = SpecComparison()
        for function in functions {
            comparison.compare(
                SpecItem(function), other.function(function.name, function.kind).map { SpecItem($0) }, path: "")
        }
        // A request whose response only the other has, and the like.
        let names = Set(functions.map(\.name))
        for function in other.functions where names.contains(function.name) {
            guard self.function(function.name, function.kind) == nil else { continue }
            comparison.note(missingHere: "\(function.name).\(function.kind)")
        }
        if let version, let theirs = other.version, version != theirs {
            comparison.note(SpecDifference(path: "interface", fact: "version", here: "\(version)", there: "\(theirs)"))
        }
        for definition in structs.values {
            comparison.compare(SpecItem(definition), other.structs[definition.name].map { SpecItem($0) }, path: "")
        }
        for definition in enums.values {
            comparison.compare(SpecItem(definition), other.enums[definition.name].map { SpecItem($0) }, path: "")
        }
        return comparison.differences.sorted { ($0.path, $0.fact) < ($1.path, $1.fact) }
    }
}

/// Two trees of facts, walked side by side.
private struct SpecComparison {
    private(set) var differences: [SpecDifference] = []

    mutating func note(_ difference: SpecDifference) {
        differences.append(difference)
    }

    mutating func note(missingHere path: String) {
        note(SpecDifference(path: path, fact: "exists", here: nil, there: "true"))
    }

    mutating func compare(_ here: SpecItem, _ there: SpecItem?, path: String) {
        let path = path.isEmpty ? here.name : "\(path).\(here.name)"
        guard let there else {
            return note(SpecDifference(path: path, fact: "exists", here: "true", there: nil))
        }
        for fact in Set(here.facts.keys).union(there.facts.keys) where here.facts[fact] != there.facts[fact] {
            note(SpecDifference(path: path, fact: fact, here: here.facts[fact], there: there.facts[fact]))
        }
        let others = Dictionary(there.children.map { ($0.name, $0) }) { first, _ in first }
        for child in here.children { compare(child, others[child.name], path: path) }
        let names = Set(here.children.map(\.name))
        for child in there.children where !names.contains(child.name) {
            note(missingHere: "\(path).\(child.name)")
        }
    }
}
