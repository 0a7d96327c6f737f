import Formats
import Testing
import Transport

@testable import SDLApp

@Suite("GetWayPoints and its answers", .timeLimit(.minutes(1)))
struct WayPointRequestTests {
    private func list(_ answer: ScriptedHead.Answer, _ type: WayPointType = .all) async throws -> [LocationDetails] {
        let (head, manager) = try await connected { $0.answers[.getWayPoints] = answer }
        defer { head.reactor.stop() }
        let result = await Task { try await manager.wayPoints(type) }.result
        let sent = await head.requests.last
        #expect(sent?.parameters == ["wayPointType": .string(type.rawValue)], "the type is always sent")
        await manager.stop()
        return try result.get()
    }

    private static func answer(_ wayPoints: JSONValue?, _ code: String = "SUCCESS") -> ScriptedHead.Answer {
        .code(code, true, nil, wayPoints.map { ["wayPoints": $0] } ?? [:])
    }

    @Test("Lists of no, 1, 10 and 11 points", arguments: [0, 1, 10, 11])
    func counts(_ count: Int) async throws {
        let points = (0..<count).map { number -> JSONValue in ["locationName": .string("\(number)")] }
        let result = try await list(Self.answer(.array(points)))
        #expect(result.map(\.locationName) == (0..<count).map { "\($0)" })
    }

    @Test("No list means no route")
    func noList() async throws {
        try await #expect(list(Self.answer(nil), .destination) == [])
    }

    @Test("An empty point is a point, and a member of a wrong type is left out of it")
    func lenient() async throws {
        let result = try await list(
            Self.answer([
                [:], ["locationName": 7, "phoneNumber": "1"],
                ["coordinate": ["latitudeDegrees": "north"], "addressLines": ["a", "b"]],
                ["coordinate": ["latitudeDegrees": 1, "longitudeDegrees": 2.5], "locationImage": nil],
            ]))
        #expect(result.count == 4)
        #expect(result[0] == LocationDetails())
        #expect(result[1] == LocationDetails(phoneNumber: "1"))
        #expect(result[2] == LocationDetails(addressLines: ["a", "b"]))
        #expect(result[3].coordinate == Coordinate(latitudeDegrees: 1, longitudeDegrees: 2.5))
    }

    @Test("Elements that cannot be read are left out; a list of which nothing can be read is an error, not no route")
    func unreadable() async throws {
        try await #expect(list(Self.answer([7, ["locationName": "Home"]])).map(\.locationName) == ["Home"])
        for odd: JSONValue in ["none", 7, [1, "x"], [:], true] {
            let error = await #expect(throws: SDLError.self) { try await list(Self.answer(odd)) }
            guard case .invalidResponse(.getWayPoints, _)? = error else {
                Issue.record("\(odd): \(String(describing: error))")
                continue
            }
        }
        try await #expect(list(Self.answer(.null)) == [])
    }

    @Test("An app id in the answer does not matter")
    func appID() async throws {
        let answer = ScriptedHead.Answer.code(
            "SUCCESS", true, nil, ["appID": 42, "wayPoints": [["locationName": "Home"]]])
        try await #expect(list(answer).count == 1)
    }

    @Test("With warnings the list is there too")
    func warnings() async throws {
        try await #expect(list(Self.answer([["locationName": "Home"]], "WARNINGS")).count == 1)
    }

    @Test("No navigation is an error of its own, whatever `success` says", arguments: [true, false])
    func noNavigation(_ success: Bool) async throws {
        let answer = ScriptedHead.Answer.code("UNSUPPORTED_RESOURCE", success, "Navigation is not supported by system")
        let error = await #expect(throws: SDLError.self) { try await list(answer) }
        guard case .noNavigationSource(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.info == "Navigation is not supported by system")
    }

    @Test(
        "A refusal is told with its code, and keeps what came along",
        arguments: ["REJECTED", "IN_USE", "TIMED_OUT", "DISALLOWED", "A_NEW_CODE"])
    func refusals(_ code: String) async throws {
        let answer = ScriptedHead.Answer.code(code, false, nil, ["wayPoints": [["locationName": "Home"]]])
        let error = await #expect(throws: SDLError.self) { try await list(answer) }
        guard case .refused(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.resultCode.rawValue == code)
        #expect(failure.response["wayPoints"]?[0]?["locationName"] == "Home")
    }

    @Test("The success of a request with another code is visible as a warning")
    func warning() async throws {
        let (head, manager) = try await connected { $0.answers[.subscribeWayPoints] = .code("WARNINGS", true, "hm") }
        let response = try await manager.send(SubscribeWayPoints())
        #expect(response.warning == .warnings)
        #expect(response.info == "hm")
        #expect(try await manager.send(UnsubscribeWayPoints()).warning == nil)
        await manager.stop()
        head.reactor.stop()
    }
}
