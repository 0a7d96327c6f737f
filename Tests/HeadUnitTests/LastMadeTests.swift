import Formats
import Testing

@testable import HeadUnit

@Suite("What was made last")
struct LastMadeTests {
    @Test("The same input is worked on once, another one anew, and only the last one is kept")
    func once() {
        var last = LastMade<JSONValue, Int>()
        var count = 0
        func output(_ value: JSONValue) -> Int {
            last.output(of: value) { _ in
                count += 1
                return count
            }
        }
        #expect([output([1, "a"]), output([1, "a"]), output([1, "b"]), output([1, "a"])] == [1, 1, 2, 3])
    }

    /// Texts and numbers that are equal in Swift and differ on the wire.
    static let twins: [(JSONValue, JSONValue)] = [
        ("caf\u{E9}", "cafe\u{301}"), (0.0, -0.0), (["caf\u{E9}"], ["cafe\u{301}"]),
        (["caf\u{E9}": 1], ["cafe\u{301}": 1]), (["a": [0.0]], ["a": [-0.0]]),
    ]

    @Test("What differs in one bit is not the same", arguments: twins)
    func bits(_ one: JSONValue, _ other: JSONValue) {
        #expect(one == other)
        #expect(!one.isExactly(other))
        #expect(one.isExactly(one) && other.isExactly(other))
    }

    static let values: [JSONValue] = [
        nil, true, false, 1, 1.0, "1", "", [], [nil], [1, 2], [2, 1], [[1]], [:], ["a": 1], ["a": 2], ["b": 1],
        ["a": 1, "b": 2], ["a": ["b": [1, 2]]], ["a": ["b": [1, 3]]],
    ]

    @Test("Every value is exactly itself, made anew too, and nothing else")
    func every() throws {
        for (place, value) in Self.values.enumerated() {
            let again = try JSONValue(parsing: value.serialized())
            for (otherPlace, other) in Self.values.enumerated() {
                #expect(again.isExactly(other) == (place == otherPlace), "\(value) \(other)")
            }
        }
    }

    @Test("An answer is the same only to the same question, and only as a result")
    func answers() {
        let list = GivenAnswer(method: .getWayPoints, answer: .success(["wayPoints": [["locationName": "A"]]]))
        #expect(list.isExactly(list))
        #expect(!list.isExactly(GivenAnswer(method: .getVehicleData, answer: list.answer)))
        #expect(!list.isExactly(GivenAnswer(method: .getWayPoints, answer: .success())))
        let error = GivenAnswer(method: .getWayPoints, answer: .error(code: 4, message: "x"))
        #expect(!error.isExactly(error))
    }

    @Test("An app hears what the navigation says now, each time, down to how a text is written")
    func told() {
        var rig = Rig()
        let app = rig.app()
        for name in ["caf\u{E9}", "cafe\u{301}", "cafe\u{301}", "caf\u{E9}"] {
            let list: JSONValue = [["locationName": .string(name)]]
            rig.answers[.getWayPoints] = .success(["appID": rig.hmiID(app), "wayPoints": list])
            let heard = rig.body("GetWayPoints", "{\"wayPointType\":\"ALL\"}", on: app)["wayPoints"]
            #expect(heard?.isExactly(list) == true, "\(name.unicodeScalars.count)")
        }
    }
}
