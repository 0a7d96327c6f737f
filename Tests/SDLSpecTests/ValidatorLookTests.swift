import Formats
import TestKit
import Testing

@testable import SDLSpec

@Suite("Validator's first look", .timeLimit(.minutes(1)))
struct ValidatorLookTests {
    @Test("Says of a message what both passes say", arguments: ["2.0", "5.0", "6.0", "7.0"])
    func agreesWithThePasses(_ version: String) throws {
        let view = try #require(ValidatorTests.spec).view(at: try #require(RPCVersion(version)))
        let key = ValidationSchema.Key(name: "Do", kind: .request)
        let parameters = try #require(view.schema.functions[key]).parameters
        var generator = SplitMix64(seed: 20_261_130)
        var counts = (good: 0, bad: 0, warned: 0)
        for _ in 0..<5_000 {
            let message = Self.message(using: &generator)
            for items in [UnknownItems.drop, .keep] {
                var (quick, slow) = (
                    Validator(schema: view.schema, version: view.version, unknownItems: items),
                    Validator(schema: view.schema, version: view.version, unknownItems: items)
                )
                let outcome = quick.validate(.object(message), as: parameters)
                try #require(outcome == slow.judge(.object(message), message, as: parameters))
                switch outcome {
                case .valid(_, let warnings) where warnings.isEmpty: counts.good += 1
                case .valid: counts.warned += 1
                case .invalid, .unknownFunction: counts.bad += 1
                }
            }
        }
        #expect(counts.good > 500 && counts.bad > 500 && counts.warned > 50)
    }

    /// Parameters of the small spec's function, mostly good ones.
    private static func message(using generator: inout SplitMix64) -> [String: JSONValue] {
        let pool: [String: [JSONValue]] = [
            "colours": [["RED"], ["RED", "GREEN", "GREEN"], ["BLUE"], ["GREY"], ["PINK", "RED"], [], [0, 1], "RED"],
            "count": [1, 10, 5, 0, 11, 2.0, "1"],
            "wide": [0, 100_000_000_000, -1, 100_000_000_001],
            "below": [-5, 5, 0, -6, 6, 3_000_000_000],
            "depth": [0.5, 1, 1_000_000.0, 0.25, true],
            "paint": [["colour": "RED"], ["colour": "GREEN", "name": ""], ["name": "a"], ["colour": "PINK"], []],
            "paints": [
                [], [["colour": "RED"]], [["colour": "RED"], ["colour": "PINK"]],
                [["colour": "RED", "name": "abcdef"]],
                [["colour": "RED"], ["colour": "RED"], ["colour": "RED"]], [1],
            ],
            "must": [true, false, true, false, true, nil, 1],
            "text": ["abc", "äöü", "a", "", "abcd", "a\0bcd"],
            "late": [true, 3],
            "strict": [0, 5, 4, 3, 9, "x"],
            "other": [1],
            "info": ["kept"],
        ]
        var message: [String: JSONValue] = [:]
        for (name, values) in pool.sorted(by: { $0.key < $1.key }) {
            let isLikely = name == "must" || name == "strict"
            guard Int.random(in: 0..<8, using: &generator) < (isLikely ? 7 : 2) else { continue }
            // The good ones come first.
            let last = Bool.random(using: &generator) ? min(2, values.count) : values.count
            message[name] = values[Int.random(in: 0..<last, using: &generator)]
        }
        return message
    }
}
