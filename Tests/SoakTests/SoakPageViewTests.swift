import Formats
import Testing

@testable import waypoint_soak

/// Each rule for the page is broken here once by a page of the test.
@Suite("What must hold for a reader of the page in the soak")
struct SoakPageViewTests {
    /// A reader with a connection that was told all that is known.
    struct Desk {
        var view = SoakPageView(secrets: ["hush-hush"])
        var now = Duration.seconds(1)
        var connection = 0
        var surroundings = SoakPageView.Surroundings(positionsFlowSince: .zero, appsTalkSince: .zero)

        init() {
            connect()
            tell(["route": Self.route(3)])
            tell(["state": ["apps": [[:], [:]]]])
            tell(["track": ["start": 0, "points": [[1, 2, "autonomous"], [1, 3, "autonomous"]]]])
            tell(position("09:00:00.05"))
            tell(rows(1...3))
        }

        mutating func connect() { connection = view.opened(now: now) }

        mutating func tell(_ message: JSONValue) {
            view.received(message.serialized(), on: connection, now: now)
        }

        mutating func pass(_ time: Duration, grace: Duration = .zero) {
            now += time
            view.check(surroundings, grace: grace, now: now)
        }

        static func route(_ number: Int) -> JSONValue {
            ["stops": [["name": "Via 1"], ["name": .string("S\(number)")]]]
        }

        func position(_ time: String) -> JSONValue {
            ["position": ["fix": ["time": .string("2026-05-14T\(time)Z")]]]
        }

        func rows(_ numbers: ClosedRange<Int>, missed: Int = 0, lost: Int = 0) -> JSONValue {
            let rows = numbers.map { number in JSONValue.object(["n": .int(Int64(number))]) }
            return ["log": ["missed": .int(Int64(missed)), "lost": .int(Int64(lost)), "rows": .array(rows)]]
        }
    }

    @Test("A page on which all is well leaves nothing to say, also after another connection")
    func good() {
        var desk = Desk()
        for number in 1...40 {
            desk.pass(.seconds(1))
            desk.tell(["route": Desk.route(3 + number)])
            desk.tell(desk.position("09:10:\(10 + number)"))
            desk.tell(desk.rows((3 + number)...(3 + number)))
            desk.tell(["track": ["start": .int(Int64(1 + number)), "points": [[1, 4, "autonomous"]]]])
        }
        desk.view.closed()
        desk.pass(.seconds(60))
        desk.connect()
        desk.tell(["route": Desk.route(43)])
        desk.tell(["state": ["apps": []]])
        desk.tell(desk.rows(30...50, missed: 29))
        // The drive begins anew, and the track was thinned out.
        desk.tell(desk.position("09:00:00.05"))
        desk.tell(["track": ["start": 0, "points": []]])
        desk.pass(.seconds(5))
        #expect(desk.view.violations == [])
        #expect(desk.view.snapshots == 2 && desk.view.positions == 42 && desk.view.missedRows == 0)
        #expect(desk.view.route == 43 && desk.view.apps == 0)
    }

    @Test(
        "Each rule is seen to be broken",
        arguments: [
            ("old route", "route 2 was shown after 3"), ("nameless route", "a route without its number"),
            ("older position", "a position of 2026-05-14T09:00:00Z was shown after one of 2026-05-14T09:00:00.05Z"),
            ("row twice", "row 3 of the log, where 4 was to come"),
            ("row left out", "row 6 of the log, where 5 was to come"),
            ("track with a hole", "points of the track from 5, after 2"),
            ("secret", "a secret on the page"), ("two members", "a message that is no object with one member"),
            ("no JSON", "a message that is no object with one member"), ("unknown", "an unknown message: weather"),
            ("stands still", "the position stands still"), ("no rows", "the log does not grow"),
            ("fewer lost", "the log has lost 1, and 2 before"),
        ])
    func broken(_ how: String, _ violation: String) {
        var desk = Desk()
        switch how {
        case "old route": desk.tell(["route": Desk.route(2)])
        case "nameless route": desk.tell(["route": .null])
        case "older position": desk.tell(desk.position("09:00:00"))
        case "row twice": desk.tell(desk.rows(3...3))
        case "row left out": desk.tell(desk.rows(6...6, missed: 1))
        case "track with a hole": desk.tell(["track": ["start": 5, "points": []]])
        case "secret": desk.tell(["state": ["corrections": ["State": "asks as soak:hush-hush"]]])
        case "two members": desk.tell(["state": [:], "route": Desk.route(4)])
        case "no JSON": desk.view.received(Array("{".utf8), on: desk.connection, now: desk.now)
        case "unknown": desk.tell(["weather": "fine"])
        case "fewer lost":
            desk.tell(desk.rows(4...4, lost: 2))
            desk.tell(desk.rows(5...5, lost: 1))
        default:
            if how == "stands still" {
                desk.surroundings.appsTalkSince = nil
                // The same place told again is none that moves.
                desk.pass(.seconds(6))
                desk.tell(desk.position("09:00:00.05"))
                desk.pass(.seconds(6))
            } else {
                desk.surroundings.positionsFlowSince = nil
                desk.pass(.seconds(11))
            }
        }
        #expect(desk.view.violations == [violation])
        #expect(desk.view.takeViolations() == [violation] && desk.view.takeViolations() == [])
    }

    @Test("A connection that is not told all that is known is seen, whoever did not read has time")
    func snapshot() {
        var desk = Desk()
        desk.view.closed()
        desk.surroundings = SoakPageView.Surroundings()
        desk.connect()
        desk.tell(["state": ["apps": []]])
        desk.pass(.seconds(15), grace: desk.now + .seconds(10))
        #expect(desk.view.violations == [])
        desk.pass(.seconds(6))
        #expect(desk.view.violations == ["no route after a connection", "no log after a connection"])
        #expect(desk.view.snapshots == 1)
    }

    @Test("Nothing is late while the receiver pauses, while no app talks, and while there is no connection")
    func quiet() {
        var desk = Desk()
        desk.surroundings = SoakPageView.Surroundings()
        desk.pass(.seconds(60))
        desk.surroundings = SoakPageView.Surroundings(positionsFlowSince: desk.now, appsTalkSince: desk.now)
        desk.pass(.seconds(9))
        desk.view.closed()
        desk.pass(.seconds(60))
        #expect(desk.view.violations == [])
    }

    @Test("What an old connection still brings does not count on the new one")
    func late() {
        var desk = Desk()
        let old = desk.connection
        desk.view.closed()
        desk.connect()
        desk.view.received(desk.rows(9...9).serialized(), on: old, now: desk.now)
        #expect(desk.view.violations == [])
    }
}
