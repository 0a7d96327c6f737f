import Formats
import SDLProtocol
import SDLSpec
import Testing

@testable import waypoint_soak

/// The soak must see what it is there for: each of its rules is broken here once by a head unit of the test.
@Suite("What must hold in a session of the soak")
struct SoakSessionTests {
    /// A session that is subscribed and was told of nothing yet, and the head unit's side of it.
    struct Link {
        var session = SoakSession(registration: ["appName": "A"], wantsPosition: false)
        var now = Duration.zero
        private var nextMessage: UInt32 = 1

        init(isResumed: Bool = false, subscribes: Bool = true) {
            if isResumed { session = SoakSession(registration: ["appName": "A", "hashID": "h"], wantsPosition: false) }
            _ = session.opening()
            receive(Frame(control: .startServiceACK, version: 5, service: .rpc, sessionID: 3).encode())
            answer(1, "RegisterAppInterface", "SUCCESS")
            guard !isResumed else { return }
            notify("OnHMIStatus", ["hmiLevel": "FULL"])
            if subscribes { answer(2, "SubscribeWayPoints", "SUCCESS") }
        }

        mutating func receive(_ bytes: [UInt8]) { _ = session.received(bytes, now: now) }

        mutating func answer(_ id: Int32, _ name: String, _ code: String, route: Int? = nil) {
            var members: [String: JSONValue] = [
                "success": .bool(code == "SUCCESS"), "resultCode": .string(code),
            ]
            if let route { members["wayPoints"] = Self.list(route) }
            send(.response, name, id, .object(members))
        }

        mutating func notify(_ name: String, _ members: JSONValue) { send(.notification, name, 0, members) }

        mutating func tell(_ route: Int) { notify("OnWayPointChange", ["wayPoints": Self.list(route)]) }

        /// The route changes, and must be told within ten seconds.
        mutating func change(to route: Int, isAllowed: Bool = true) {
            session.routeChanges(to: route, isAllowed: isAllowed, deadline: now + .seconds(10))
        }

        mutating func pass(_ time: Duration, grace: Duration = .zero) {
            now += time
            session.check(now: now, grace: grace)
        }

        private static func list(_ route: Int) -> JSONValue { [["locationName": .string("S\(route)")]] }

        private mutating func send(_ type: RPCType, _ name: String, _ id: Int32, _ json: JSONValue) {
            let kind: RPCMessageKind = type == .response ? .response : .notification
            let function = RPCSpec.embedded.function(name, kind)?.id ?? 0
            nextMessage += 1
            receive(
                FrameSplitter(version: 5, sessionID: 3, service: .rpc, messageID: nextMessage, limit: 1000).encode(
                    RPCPayload(rpcType: type, functionID: function, correlationID: id, json: json.serialized())))
        }
    }

    @Test("A session in which all is well has nothing to say")
    func good() {
        var link = Link()
        #expect(link.session.stage == .running)
        link.change(to: 1)
        link.tell(1)
        link.change(to: 2)
        _ = link.session.request("GetWayPoints", now: link.now)
        link.answer(3, "GetWayPoints", "SUCCESS", route: 2)
        link.tell(2)
        link.pass(.seconds(60))
        #expect(link.session.violations == [])
        #expect(link.session.changes == 2)
    }

    @Test("A resumed session is told of changes without asking again")
    func resumed() {
        var link = Link(isResumed: true)
        link.change(to: 1)
        link.pass(.seconds(11))
        #expect(link.session.violations == ["route 1 did not come; 1 are missing"])
    }

    @Test(
        "Each rule is seen to be broken",
        arguments: [
            ("lost", "route 1 did not come; 1 are missing"),
            ("left out", "route 1 was left out before 2"),
            ("twice", "route 1 came after 1"),
            ("late order", "route 1 came after 2"),
            ("forbidden", "route 1 came without the right to it"),
            ("old list", "GetWayPoints told route 1 after 2"),
            ("no answer", "GetWayPoints with id 3 was not answered"),
            ("answered twice", "an answer to id 3, which was not open"),
            ("damaged", "OnWayPointChange without a route"),
        ])
    func broken(_ how: String, _ violation: String) {
        var link = Link()
        switch how {
        case "lost":
            link.change(to: 1)
            link.pass(.seconds(11))
        case "left out":
            link.change(to: 1)
            link.change(to: 2)
            link.tell(2)
        case "twice":
            link.change(to: 1)
            link.tell(1)
            link.tell(1)
        case "late order":
            link.tell(2)
            link.tell(1)
        case "forbidden":
            link.change(to: 1, isAllowed: false)
            link.tell(1)
        case "damaged":
            link.notify("OnWayPointChange", [:])
        default:
            link.tell(2)
            _ = link.session.request("GetWayPoints", now: link.now)
            switch how {
            case "old list": link.answer(3, "GetWayPoints", "SUCCESS", route: 1)
            case "no answer": link.pass(.seconds(21))
            default:
                link.answer(3, "GetWayPoints", "SUCCESS", route: 2)
                link.answer(3, "GetWayPoints", "SUCCESS", route: 2)
            }
        }
        #expect(link.session.violations == [violation])
    }

    @Test("Whoever subscribes later may be told what came about without the right to it")
    func later() {
        var link = Link(subscribes: false)
        link.change(to: 1, isAllowed: false)
        link.answer(2, "SubscribeWayPoints", "SUCCESS")
        link.tell(1)
        #expect(link.session.violations == [])
    }

    @Test("An app that was not reading gets its time")
    func grace() {
        var link = Link()
        link.change(to: 1)
        link.pass(.seconds(15), grace: .seconds(20))
        #expect(link.session.violations == [])
        link.pass(.seconds(10), grace: .seconds(20))
        #expect(link.session.violations.count == 1)
    }

    @Test("A request used twice under one id wants two answers, and after its end a session wants none")
    func sameID() {
        var link = Link()
        _ = link.session.request("GetWayPoints", id: 9, now: link.now)
        _ = link.session.request("GetWayPoints", id: 9, now: link.now)
        link.answer(9, "GetWayPoints", "SUCCESS", route: 1)
        link.answer(9, "GetWayPoints", "SUCCESS", route: 1)
        #expect(link.session.violations == [])
        _ = link.session.request("GetWayPoints", now: link.now)
        link.change(to: 5)
        link.session.end()
        link.pass(.seconds(100))
        #expect(link.session.violations == [])
    }

    @Test(
        "The command line wants a program, and numbers within reason",
        arguments: [
            ([], nil), (["--server", "x"], 600), (["--server", "x", "--seconds", "30"], 30),
            (["--server", "x", "--apps", "0"], nil), (["--server", "x", "--apps", "300"], nil),
            (["--server"], nil), (["--seconds", "3"], nil), (["--server", "x", "--what", "3"], nil),
        ] as [([String], Int?)])
    func options(_ words: [String], _ seconds: Int?) {
        #expect(SoakOptions(words, seed: 1)?.seconds == seconds)
    }
}
