import Formats
import SDLSpec
import TestKit

/// Random messages of a spec, valid or with one thing wrong.
struct RandomMessages {
    let view: RPCSpecView
    var generator: SplitMix64

    init(_ view: RPCSpecView, seed: UInt64) {
        self.view = view
        generator = SplitMix64(seed: seed)
    }

    /// The parameters of a message that follows the spec.
    mutating func message(_ function: RPCFunction) -> JSONValue {
        object(function.parameters, depth: 0)
    }

    private mutating func object(_ parameters: [RPCParameter], depth: Int) -> JSONValue {
        var members: [String: JSONValue] = [:]
        // Deep optional structs grow without end: the deeper, the fewer.
        let share = max(1, 3 - depth)
        for parameter in parameters where parameter.isMandatory || Int.random(in: 0..<4, using: &generator) < share {
            members[parameter.name] = value(parameter, depth: depth)
        }
        return .object(members)
    }

    private mutating func value(_ parameter: RPCParameter, depth: Int) -> JSONValue {
        guard let size = parameter.array else { return single(parameter.type, depth: depth) }
        let lower = size.minimum ?? 0
        let upper = min(size.maximum ?? lower + 2, lower + 2)
        var count = Int.random(in: lower...max(lower, upper), using: &generator)
        // The longest list that is allowed, and one more, where that stays small.
        if let maximum = size.maximum, maximum <= 16, depth == 0, Int.random(in: 0..<6, using: &generator) == 0 {
            count = maximum + Int.random(in: 0...1, using: &generator)
        }
        return .array((0..<count).map { _ in single(parameter.type, depth: depth) })
    }

    private mutating func single(_ type: RPCParameterType, depth: Int) -> JSONValue {
        switch type {
        case .boolean:
            return .bool(Bool.random(using: &generator))
        case .integer(let minimum, let maximum):
            let range = RPCParameterType.wireRange(minimum: minimum, maximum: maximum)
            let outer = Int.random(in: 0..<20, using: &generator) == 0 ? Int64(1) : 0
            let edges = [
                range.lowerBound.subtractingReportingOverflow(outer).partialValue,
                range.upperBound.addingReportingOverflow(outer).partialValue,
            ]
            return .int(
                Bool.random(using: &generator)
                    ? Int64.random(in: range, using: &generator) : edges.randomElement(using: &generator) ?? 0)
        case .float(let minimum, let maximum):
            let range = (minimum ?? -1000)...(maximum ?? 1000)
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: return .double(range.upperBound)
            case 1: return .double(range.upperBound.nextUp)
            case 2: return .double(range.lowerBound.nextDown)
            default: break
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                return .int(Int64(range.lowerBound.rounded(.up)))
            }
            return .double(Double.random(in: range, using: &generator))
        case .string(let minimum, let maximum):
            let lower = minimum ?? 1
            let upper = min(maximum ?? 20, lower + 20)
            // The longest text that is allowed, and one more; the shortest, and one less.
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: if let maximum, maximum <= 1000 { return .string(text(maximum)) }
            case 1: if let maximum, maximum <= 1000 { return .string(text(maximum + 1)) }
            case 2: return .string(text(max(0, lower - 1)))
            default: break
            }
            return .string(text(Int.random(in: lower...max(lower, upper), using: &generator)))
        case .enumeration(let name):
            let elements = view.enums[name]?.elements ?? []
            guard let element = elements.randomElement(using: &generator) else { return .null }
            return Int.random(in: 0..<6, using: &generator) == 0 ? .int(Int64(element.ordinal)) : .string(element.name)
        case .structure(let name):
            return object(view.structs[name]?.members ?? [], depth: depth + 1)
        }
    }

    private mutating func text(_ count: Int) -> String {
        let alphabet: [Unicode.Scalar] = ["a", "Z", "0", " ", "\"", "\\", "/", "\n", "ä", "€", "\u{1F600}", "\u{301}"]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<count { scalars.append(alphabet.randomElement(using: &generator) ?? "a") }
        return String(scalars)
    }

    /// The message with one random change at a random place.
    mutating func mutated(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members):
            // Stop here or go deeper.
            guard let key = members.keys.sorted().randomElement(using: &generator),
                Int.random(in: 0..<5, using: &generator) > 0, let member = members[key]
            else {
                if Bool.random(using: &generator), let key = members.keys.sorted().randomElement(using: &generator) {
                    members[key] = nil
                } else {
                    members["unknown\(Int.random(in: 0..<3, using: &generator))"] = odd()
                }
                return .object(members)
            }
            members[key] = mutated(member)
            return .object(members)
        case .array(var elements):
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return .array([])
            case 1 where Bool.random(using: &generator):
                return .array(elements + elements.prefix(1))
            case 1: return .array(elements + [JSONValue](repeating: elements.first ?? .null, count: 101))
            default:
                guard let place = elements.indices.randomElement(using: &generator) else { return odd() }
                elements[place] = mutated(elements[place])
                return .array(elements)
            }
        case .null, .bool, .int, .double, .string:
            return odd()
        }
    }

    private static let oddities: [JSONValue] = [
        nil, true, false, 0, 1, -1, 7, 100_000, 5_000_000_000, .int(.min), 1.0, -0.5, 1e9, "", "x", "SUCCESS", "\0",
        "a\0b", .string(String(repeating: "é", count: 70_000)), [], [1], ["x", nil], [:], ["a": 1],
    ]

    private mutating func odd() -> JSONValue {
        Self.oddities.randomElement(using: &generator) ?? .null
    }
}
