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

    private static func names(_ app: WireApp) async throws -> [String] {
        let answer = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
        return (answer.json["wayPoints"]?.arrayValue ?? []).map { $0["locationName"]?.stringValue ?? "?" }
    }

    @Test("A place that an app sends is the destination, and one that is queued comes behind it")
    func destination() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        #expect(try await app.request("SubscribeWayPoints").resultCode == "SUCCESS")
        var home: JSONValue = [
            "latitudeDegrees": 48.1, "longitudeDegrees": 11.5, "locationName": "Home", "phoneNumber": "1",
            "addressLines": ["Example Street 1"],
        ]
        #expect(try await app.request("SendLocation", home).resultCode == "SUCCESS")
        #expect(try await Self.names(app) == ["Home"])
        home = [
            "latitudeDegrees": 48.3, "longitudeDegrees": 11.7, "locationName": "Later", "deliveryMode": "QUEUE",
        ]
        #expect(try await app.request("SendLocation", home).resultCode == "SUCCESS")
        #expect(try await Self.names(app) == ["Later", "Home"])
        let told = await app.messages.filter { $0.name == "OnWayPointChange" }
        #expect(told.count == 2 && told.last?.json["wayPoints"]?[0]?["locationName"] == "Later")
        #expect(told.first?.json["wayPoints"]?[0]?["addressLines"] == ["Example Street 1"])
        await bench.stop()
    }

    @Test("A place without coordinates is refused where sdl_core's habit does not refuse it first")
    func addressAlone() async throws {
        for (module, code) in [("modern", "REJECTED"), ("sdl-core-8.2", "INVALID_DATA")] {
            let bench = try await Bench(module)
            let app = try await bench.activeApp()
            #expect(try await app.request("SendLocation", ["address": ["locality": "Munich"]]).resultCode == code)
            await bench.stop()
        }
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
