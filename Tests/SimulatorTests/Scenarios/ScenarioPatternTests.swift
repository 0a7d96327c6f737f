import Formats
import Testing

@testable import Simulator

@Suite("Patterns of scenarios")
struct ScenarioPatternTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let pattern: String
        let value: String
        /// The differences; none for a match.
        let differences: [String]
        var testDescription: String { "\(pattern) and \(value)" }

        init(_ pattern: String, _ value: String, _ differences: String...) {
            self.pattern = pattern
            self.value = value
            self.differences = differences
        }
    }

    static let rows: [Row] = [
        Row("{}", "{\"a\": 1}"),
        Row("{\"a\": 1}", "{\"a\": 1, \"b\": 2}"),
        Row("{\"a\": 1}", "{\"a\": 1.0}"),
        Row("{\"a\": 1}", "{\"a\": 2}", "a: expected 1, found 2"),
        Row("{\"a\": 1}", "{}", "a: expected 1, found nothing"),
        Row("{\"a\": {\"b\": \"x\"}}", "{\"a\": {\"b\": \"y\"}}", "a.b: expected \"x\", found \"y\""),
        Row("{\"a\": 1, \"b\": 2}", "{\"a\": 2, \"b\": 3}", "a: expected 1, found 2", "b: expected 2, found 3"),
        Row("{\"a\": [1, 2]}", "{\"a\": [1, 3]}", "a[1]: expected 2, found 3"),
        Row("{\"a\": [1]}", "{\"a\": [1, 2]}", "a: expected 1 elements, found 2: [1,2]"),
        Row("{\"a\": {\"$any\": true}}", "{\"a\": null}"),
        Row("{\"a\": {\"$any\": true}}", "{}", "a: expected something, found nothing"),
        Row("{\"a\": {\"$absent\": true}}", "{}"),
        Row("{\"a\": {\"$absent\": true}}", "{\"a\": 1}", "a: expected nothing, found 1"),
        Row("{\"a\": {\"$oneOf\": [1, {\"b\": 2}]}}", "{\"a\": {\"b\": 2}}"),
        Row("{\"a\": {\"$oneOf\": [1, 2]}}", "{\"a\": 3}", "a: expected one of [1,2], found 3"),
        Row("{\"a\": {\"$not\": 1}}", "{\"a\": 2}"),
        Row("{\"a\": {\"$not\": 1}}", "{\"a\": 1}", "a: expected not 1, found 1"),
        Row("{\"a\": {\"$not\": 1}}", "{}", "a: expected something, found nothing"),
        Row("{\"a\": {\"$count\": 2}}", "{\"a\": [1, 2]}"),
        Row("{\"a\": {\"$count\": 2}}", "{\"a\": [1]}", "a: expected a list of 2, found [1]"),
        Row("{\"a\": {\"$count\": 0}}", "{\"a\": 0}", "a: expected a list of 0, found 0"),
        Row("{\"a\": {\"$near\": 1, \"$tolerance\": 0.5}}", "{\"a\": 1.5}"),
        Row(
            "{\"a\": {\"$near\": 1, \"$tolerance\": 0.5}}", "{\"a\": 1.75}",
            "a: expected 1, give or take 0.5, found 1.75"),
        Row("{\"a\": {\"$contains\": \"us\"}}", "{\"a\": \"busy\"}"),
        Row("{\"a\": {\"$contains\": {\"b\": 1}}}", "{\"a\": [{\"b\": 2}, {\"b\": 1}]}"),
        Row(
            "{\"a\": {\"$contains\": \"x\"}}", "{\"a\": \"busy\"}",
            "a: expected something that contains \"x\", found \"busy\""),
        Row("{\"a\": \"${known}\"}", "{\"a\": [7]}"),
        Row("{\"a\": \"${known}\"}", "{\"a\": [8]}", "a: expected [7], found [8]"),
        Row("{\"a\": \"<${name}>\"}", "{\"a\": \"<app>\"}"),
        Row("{\"a\": {\"$not\": \"${known}\"}}", "{\"a\": [7]}", "a: expected not [7], found [7]"),
    ]

    @Test("Match or tell each difference with its place", arguments: rows)
    func compares(_ row: Row) throws {
        var pattern = ScenarioPattern(captures: ["known": [7], "name": "app"])
        pattern.compare(
            try JSONValue(parsing: Array(row.pattern.utf8)), try JSONValue(parsing: Array(row.value.utf8)), at: "")
        #expect(pattern.differences.map(\.text) == row.differences)
    }

    @Test("Keep what they capture")
    func captures() {
        var pattern = ScenarioPattern(captures: [:])
        pattern.compare(["a": ["$capture": "x", "$not": 3], "b": "${x}"], ["a": ["c": 1], "b": ["c": 1]], at: "")
        #expect(pattern.differences.isEmpty)
        #expect(pattern.captures == ["x": ["c": 1]])
        #expect(
            ScenarioPattern.filled(["v": "${x}", "t": "is ${x}, ${y}"], pattern.captures) == [
                "v": ["c": 1], "t": "is {\"c\":1}, ${y}",
            ])
    }

    @Test("Keep what is captured within lists and choices, and hold one that nothing has")
    func capturesWithin() {
        var pattern = ScenarioPattern(captures: [:])
        pattern.compare(
            ["a": ["$contains": ["n": 2, "v": ["$capture": "x"]]], "b": ["$oneOf": [["$absent": true], []]]],
            ["a": [["n": 1, "v": 5], ["n": 2, "v": 6]]], at: "")
        #expect(pattern.differences.isEmpty)
        #expect(pattern.captures == ["x": 6])
    }

    @Test("What was captured is compared as it was, not as a pattern")
    func capturedIsNoPattern() {
        for (captured, value) in [([:], ["a": 1]), (["$any": true], 5)] as [(JSONValue, JSONValue)] {
            var pattern = ScenarioPattern(captures: ["x": captured])
            pattern.compare("${x}", value, at: "")
            #expect(!pattern.differences.isEmpty)
        }
    }

    @Test("Long values are cut in what is told of them")
    func isShort() {
        var pattern = ScenarioPattern(captures: [:])
        pattern.compare(1, .string(String(repeating: "x", count: 5000)), at: "a")
        #expect((pattern.differences.first?.text.count ?? 0) < 250)
    }
}
