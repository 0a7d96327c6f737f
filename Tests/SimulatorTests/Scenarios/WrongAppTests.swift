import Formats
import Simulator
import Testing
import Transport

@Suite("Scenarios find wrong apps", .timeLimit(.minutes(1)))
struct WrongAppTests {
    /// An app that one scenario must not let pass, and how it is told.
    struct Row: Sendable, CustomTestStringConvertible {
        let scenario: String
        let scripts: [[WrongApp.Act]]
        let step: String
        let reason: String
        let details: [String]
        let tells: Bool
        var testDescription: String { "\(scenario): \(step), \(reason)" }

        init(
            _ scenario: String, _ scripts: [WrongApp.Act]..., tells: Bool = false, step: String, _ reason: String,
            _ details: [String] = []
        ) {
            self.scenario = scenario
            self.scripts = scripts
            self.step = step
            self.reason = reason
            self.details = details
            self.tells = tells
        }
    }

    private static let get = WrongApp.Act.ask("GetWayPoints", ["wayPointType": "ALL"])
    private static let subscribe = WrongApp.Act.ask("SubscribeWayPoints", [:])
    private static let capability = WrongApp.Act.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
    private static let full = WrongApp.Act.level("FULL")
    private static let nag = WrongApp.Act.nag("GetWayPoints", ["wayPointType": "ALL"])
    private static let change = WrongApp.Act.hear("OnWayPointChange", 1)
    private static let neverSubscribe = "never SubscribeWayPoints request for"
    private static let neverGet = "never GetWayPoints request for"
    private static let expectGet = "expect GetWayPoints request"
    private static let nothing = "nothing like it came in time"

    static let rows: [Row] = [
        Row(
            "full-flow", [full, get], step: "expect GetSystemCapability request", "GetWayPoints came before it"),
        Row(
            "full-flow", [full, capability, .ask("GetWayPoints", ["wayPointType": "DESTINATION"])],
            step: expectGet, "it differs", ["parameters.wayPointType: expected \"ALL\", found \"DESTINATION\""]),
        Row("only-in-full", [.send("GetWayPoints", ["wayPointType": "ALL"])], step: neverGet, "it came"),
        // Anything but NONE is enough for it.
        Row("only-in-full", [full, get, subscribe, .level("BACKGROUND"), get], step: neverGet, "it came"),
        Row("deactivated", [full, get, subscribe, .level("LIMITED"), get], step: neverGet, "it came"),
        Row(
            "allowed-in-background",
            [
                full, get, subscribe, .level("BACKGROUND"), .hear("OnWayPointChange", 1),
                .ask("UnsubscribeWayPoints", [:]),
            ],
            step: "never UnsubscribeWayPoints request for", "it came"),
        Row("not-permitted", [full, get], step: neverGet, "it came"),
        Row("revoked-meanwhile", [full, get, subscribe, nag], step: neverGet, "it came"),
        Row("app-revoked", [full, get, subscribe, .level("NONE"), get], step: neverGet, "it came"),
        Row("group-taken", [full, get, subscribe, nag], step: neverGet, "it came"),
        Row(
            "parameters", [full, get, subscribe, .ask("SubscribeVehicleData", ["gps": true])],
            step: "never SubscribeVehicleData request for", "it came"),
        Row("user-refuses", [full, get], step: neverGet, "it came"),
        // Refused once, it never looks again.
        Row("user-agrees", [full], step: expectGet, nothing),
        Row("user-withdraws", [full, get, subscribe, nag], step: neverGet, "it came"),
        Row("subscription-not-permitted", [full, get, subscribe], step: neverSubscribe, "it came"),
        Row("capability-false", [full, capability, get], step: neverGet, "it came"),
        Row(
            "capability-changes", [full, capability], step: "expect GetSystemCapability request", "it differs",
            ["parameters.subscribe: expected true, found nothing"]),
        Row("no-navigation", [full, get], step: neverGet, "it came"),
        Row("legacy-3.0", [full, get], step: neverGet, "it came"),
        Row("legacy-4.1", [full, capability], step: expectGet, "GetSystemCapability came before it"),
        Row("legacy-4.4", [full, capability], step: expectGet, "GetSystemCapability came before it"),
        Row(
            "first-with-capability",
            [full, .ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION", "subscribe": true])],
            step: "expect GetSystemCapability request", "it differs",
            ["parameters.subscribe: expected one of [{\"$absent\":true},false], found true"]),
        Row("unknown-version", [full, capability], step: expectGet, "GetSystemCapability came before it"),
        // An empty list is an error for it.
        Row("no-route-yet", [full, get], step: "expect SubscribeWayPoints request", nothing),
        Row(
            "route-replaced", [full, get, subscribe, .hear("OnWayPointChange", 2), subscribe], step: neverSubscribe,
            "it came"),
        Row("change-in-none", [full, get, subscribe, .level("NONE"), get], step: neverGet, "it came"),
        // What it missed it never knows.
        Row("change-in-none", [full, get, subscribe], step: expectGet, nothing),
        Row(
            "level-flapping",
            [full, get, subscribe, .hear("OnHMIStatus", 4), subscribe, .hear("OnHMIStatus", 6), subscribe],
            step: neverSubscribe, "it came"),
        Row(
            "slow-navigation",
            [
                full, .send("GetWayPoints", ["wayPointType": "ALL"]), .pause(.seconds(1)),
                .send("GetWayPoints", ["wayPointType": "ALL"]),
            ], step: "expect GetWayPoints response", "GetWayPoints came before it"),
        Row("silent-navigation", [full, get, get], step: neverGet, "it came"),
        Row("rejecting-navigation", [full, get, get], step: neverGet, "it came"),
        Row("ignored-subscription", [full, get, subscribe, subscribe], step: neverSubscribe, "it came"),
        Row(
            "notification-first", [full, get, subscribe, .hear("OnWayPointChange", 1), subscribe],
            step: neverSubscribe, "it came"),
        Row(
            "generic-response",
            [full, .send("GetWayPoints", ["wayPointType": "ALL"]), .pause(.milliseconds(200)), get],
            step: neverGet, "it came"),
        Row("ignition-cycle", [full, get, subscribe, .end], [full], step: expectGet, nothing),
        // It does not see that the connection is gone.
        Row(
            "link-lost", [full, get, subscribe], step: "the app comes back", "the app has neither come back nor ended"),
        Row(
            "thrown-out", [full, get, subscribe, .hear("OnAppInterfaceUnregistered", 1), .die(0)], [full],
            step: expectGet, nothing),
        Row(
            "unauthorized", [full, get, subscribe, .hear("OnAppInterfaceUnregistered", 1), .again],
            step: "never RegisterAppInterface request for", "it came"),
        Row(
            "resumed", [full, get, subscribe, .end], [], step: "expect RegisterAppInterface request", "it differs"),
        // It drops whole messages for a member that it does not know.
        Row("unknown-members", [full, get, subscribe], tells: true, step: "await output", nothing),
        Row(
            "slow-link", [full, .send("GetWayPoints", ["wayPointType": "ALL"]), get, subscribe],
            step: "expect SubscribeWayPoints request", "GetWayPoints came before it"),
        Row("small-pieces", [.readsAreFrames], step: "expect RegisterAppInterface request", nothing),
        Row("said-twice", [full, get, subscribe, change, subscribe], step: neverSubscribe, "it came"),
        // What it cannot read makes it fall over.
        Row(
            "malformed-frames", [full, get, subscribe, change, .die(139)], step: "",
            "the app has ended by itself, status 139"),
        // The last element is the destination for it.
        Row(
            "recorded-drive",
            [
                full, get, subscribe, .hear("OnWayPointChange", 2),
                .tell(["event": "wayPointChange", "wayPoints": [["locationName": "Last"]]]),
            ], tells: true, step: "await output", "\(nothing); the last of its kind differs"),
        Row("positions", [full, get, subscribe, .hear("OnWayPointChange", 2), get], step: neverGet, "it came"),
        // It keeps the list of the navigation that is no longer the one.
        Row("provider", [full, get, subscribe], step: expectGet, nothing),
    ]

    /// The scenario with less patience: what does not come need not be waited for that long.
    private static func scenario(_ name: String) throws -> Scenario {
        let path = "scenarios/\(name).json"
        guard case .object(var members) = try JSONValue(parsing: try #require(MockFiles.bytes(path))) else {
            throw WireApp.Late()
        }
        members["patience"] = 5
        return try Scenario(json: JSONValue.object(members).serialized(), file: path)
    }

    private static func play(_ name: String, _ app: WrongApp) async throws -> ScenarioReport {
        let player = ScenarioPlayer(try scenario(name), on: try Reactor())
        return await player.run(app)
    }

    /// Does something with each element, with some at a time: they mostly wait, but what comes late is no mistake of an
    /// app, so not with all at once.
    private static func each<Element: Sendable>(
        of elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            var rest = elements[...]
            for element in rest.prefix(16) {
                rest.removeFirst()
                group.addTask { try await body(element) }
            }
            while try await group.next() != nil {
                guard let element = rest.popFirst() else { continue }
                group.addTask { try await body(element) }
            }
        }
    }

    @Test("Each scenario fails where its wrong app is wrong")
    func wrong() async throws {
        try await Self.each(of: Self.rows) { row in
            let report = try await Self.play(row.scenario, WrongApp(row.scripts, tellsEvents: row.tells))
            guard let failure = report.failure else {
                Issue.record("\(row) passes: \(report.steps.map(\.text))")
                return
            }
            #expect(failure.step?.text.hasPrefix(row.step) == true, "\(row): \(failure)")
            #expect(failure.reason == row.reason, "\(row): \(failure)")
            if !row.details.isEmpty { #expect(failure.details == row.details, "\(row)") }
            #expect(!report.exchange.isEmpty)
        }
    }

    @Test("There is a wrong app for each scenario")
    func all() {
        #expect(Set(Self.rows.map(\.scenario)) == Set(Scenario.names))
    }

    @Test("An app that crashes passes no scenario, whatever that waits for")
    func crashes() async throws {
        try await Self.each(of: Scenario.names) { name in
            for script: [WrongApp.Act] in [[.die(139)], [Self.full, Self.get, Self.subscribe, .die(134)]] {
                let report = try await Self.play(name, WrongApp([script, script]))
                #expect(!report.isPassed, "\(name): \(report.steps.map(\.text))")
            }
        }
    }

    @Test("An app that just leaves passes none but those in which no head unit could open the way")
    func leaves() async throws {
        try await Self.each(of: Scenario.names) { name in
            let leaving: [WrongApp.Act] = [Self.full, .die(0)]
            let report = try await Self.play(name, WrongApp([leaving, leaving]))
            let isHopeless = name == "no-navigation" || name == "legacy-3.0"
            #expect(report.isPassed == isHopeless, "\(name): \(report.steps.map(\.text))")
        }
    }
}
