import Formats
import Testing

@testable import SDLApp

@Suite("The last answer")
struct LastAnswerTests {
    private func answer(_ name: String, code: String = "SUCCESS", success: Bool = true) -> RequestOutcome {
        let places = (0..<10).map { LocationDetails(locationName: "\(name) \($0), a place with a long name") }
        let list = JSONValue.array(places.map(\.json))
        let json: JSONValue = ["success": .bool(success), "resultCode": .string(code), "wayPoints": list]
        return .answer(json.serialized())
    }

    @Test("Whatever came before, an answer reads as it would alone")
    func same() throws {
        let last = LastAnswer()
        let outcomes = [
            answer("A"), answer("A"), answer("B"), answer("A"), answer("A", code: "WARNINGS"),
            .answer(Array(#"{"success":true,"resultCode":"SUCCESS"}"#.utf8)), answer("A"),
        ]
        for outcome in outcomes {
            #expect(
                try last.response(of: outcome, to: GetWayPoints.self) == outcome.response(to: GetWayPoints.self))
        }
    }

    @Test("The same text as the answer to another request is read as that one")
    func otherType() throws {
        let last = LastAnswer()
        #expect(try last.response(of: answer("A"), to: GetWayPoints.self).wayPoints?.count == 10)
        #expect(try last.response(of: answer("A"), to: UnsubscribeWayPoints.self).wayPoints?.count == 10)
        #expect(try last.response(of: answer("A"), to: SubscribeWayPoints.self).success)
        #expect(try last.response(of: answer("A"), to: GetWayPoints.self).wayPoints?.count == 10)
    }

    @Test("A refusal stays a refusal, a failure a failure, and nonsense nonsense, each time")
    func failures() {
        let last = LastAnswer()
        let nonsense = RequestOutcome.answer([UInt8](repeating: 0x7B, count: 500))
        for _ in 0..<2 {
            for outcome in [answer("A", code: "REJECTED", success: false), nonsense, .failure(.cancelled)] {
                #expect(throws: SDLError.self) { try last.response(of: outcome, to: GetWayPoints.self) }
            }
        }
    }
}
