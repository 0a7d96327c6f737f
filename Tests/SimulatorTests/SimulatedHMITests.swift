import Formats
import GNSS
import HeadUnit
import Navigation
import SDLProtocol
import Simulator
import Synchronization
import Testing

@Suite("The simulated inside of a head unit", .timeLimit(.minutes(1)))
struct SimulatedHMITests {
    /// Requests that a navigation has no more to say to than that it took them.
    private static let requests: [(function: String, parameters: JSONValue)] = [
        ("SendLocation", ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5]),
        ("ShowConstantTBT", ["navigationText1": "Left", "distanceToManeuver": 200, "distanceToManeuverScale": 1000]),
        ("AlertManeuver", [:]),
        ("UpdateTurnList", ["turnList": [["navigationText": "Left"]]]),
    ]

    @Test("The navigation takes what a minimal component takes", arguments: requests.indices)
    func taken(index: Int) async throws {
        let (function, parameters) = Self.requests[index]
        let bench = try await Bench()
        let app = try await bench.activeApp()
        #expect(try await app.request(function, parameters).resultCode == "SUCCESS")
        await bench.stop()
    }

    @Test("The list asked for is that of the present moment: after each stop, and on another route")
    func present() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        func names(_ type: String) async throws -> [String] {
            let answer = try await app.request("GetWayPoints", ["wayPointType": .string(type)])
            return answer.json["wayPoints"]?.arrayValue?.compactMap { $0["locationName"]?.stringValue } ?? []
        }
        func route(_ names: [String]) -> Route {
            Route(
                waypoints: names.enumerated().compactMap { place, name in
                    GeodeticCoordinate(latitude: 10 + Double(place), longitude: 100).map {
                        Waypoint(coordinate: $0, name: name)
                    }
                })
        }
        await bench.unit.setRoute(route(["One", "Two", "End"]))
        for _ in 0..<2 {
            #expect(try await names("ALL") == ["End", "One", "Two"])
            #expect(try await names("DESTINATION") == ["End"])
        }
        _ = try await bench.unit.advanceRoute()
        #expect(try await names("ALL") == ["End", "Two"])
        #expect(try await names("DESTINATION") == ["End"])
        await bench.unit.setRoute(route(["Elsewhere"]))
        #expect(try await names("DESTINATION") == ["Elsewhere"])
        #expect(try await names("ALL") == ["Elsewhere"])
        await bench.unit.setRoute(nil)
        #expect(try await names("ALL") == [])
        await bench.stop()
    }

    @Test("A video service is granted")
    func video() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        let answer = try await app.startService(.video, headerVersion: 5)
        #expect(answer.header.controlInfo == .startServiceACK)
        await bench.stop()
    }

    @Test("An app whose session another one takes over is reported as gone, and not kept")
    func replaced() async throws {
        let bench = try await Bench()
        let events = Mutex<[String]>([])
        await bench.unit.observe { event in
            switch event {
            case .simulator(.appRegistered(let name)): events.withLock { $0.append("+\(name)") }
            case .simulator(.appUnregistered(let name)): events.withLock { $0.append("-\(name)") }
            default: break
            }
        }
        let app = try await bench.activeApp("First", id: "first")
        for number in 1...3 {
            let json = WireApp.registration("App \(number)", id: "app-\(number)")
            #expect(try await app.request("RegisterAppInterface", json).resultCode == "SUCCESS")
        }
        let seen = events.withLock { $0 }
        #expect(seen == ["+First", "+App 1", "-First", "+App 2", "-App 1", "+App 3", "-App 2"])
        await bench.stop()
    }

    @Test("A module file says that its head unit is lenient")
    func lenient() throws {
        for (text, isLenient) in [(#"{"extends":"modern","lenient":true}"#, true), (#"{"extends":"modern"}"#, false)] {
            #expect(try MockModule(json: Array(text.utf8), file: "x.json").isLenient == isLenient)
        }
    }
}
