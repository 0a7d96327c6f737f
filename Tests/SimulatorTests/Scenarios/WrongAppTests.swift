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
        var testDescription: String { "\(scenario): \(step), \(reason)" }

        init(
            _ scenario: String, _ scripts: [WrongApp.Act]..., step: String, _ reason: String, _ details: [String] = []
        ) {
            self.scenario = scenario
            self.scripts = scripts
            self.step = step
            self.reason = reason
            self.details = details
        }
    }

    private static let get = WrongApp.Act.ask("GetWayPoints", ["wayPointType": "ALL"])
    private static let subscribe = WrongApp.Act.ask("SubscribeWayPoints", [:])
    private static let capability = WrongApp.Act.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
    private static let full = WrongApp.Act.level("FULL")
    private static let nag = WrongApp.Act.nag("GetWayPoints", ["wayPointType": "ALL"])
    private static let nagSubscribe = WrongApp.Act.nag("SubscribeWayPoints", [:])
    private static let neverSubscribe = "never SubscribeWayPoints request for"
    private static let neverGet = "never GetWayPoints request for"

    /// Asks anew when it hears of a change.
    private static let askingAgain: [WrongApp.Act] = [full, get, subscribe, .hear("OnWayPointChange"), get]

    static let rows: [Row] = [
        Row(
            "full-flow", [full, get], step: "expect GetSystemCapability request", "GetWayPoints came before it"),
        Row(
            "full-flow", [full, capability, .ask("GetWayPoints", ["wayPointType": "DESTINATION"])],
            step: "expect GetWayPoints request", "it differs",
            ["parameters.wayPointType: expected \"ALL\", found \"DESTINATION\""]),
        Row("only-in-full", [.send("GetWayPoints", ["wayPointType": "ALL"])], step: neverGet, "it came"),
        Row("not-permitted", [full, get], step: neverGet, "it came"),
        Row("capability-false", [full, capability, get], step: neverGet, "it came"),
        Row("no-navigation", [full, get], step: neverGet, "it came"),
        Row(
            "legacy-4.4", [full, capability], step: "expect GetWayPoints request", "GetSystemCapability came before it"),
        Row("legacy-3.0", [full, get], step: neverGet, "it came"),
        Row("no-route-yet", [full, get], step: "expect SubscribeWayPoints request", "the app has ended"),
        Row(
            "route-replaced", [full, get, subscribe, .hear("OnWayPointChange"), subscribe],
            step: "never SubscribeWayPoints request for", "it came"),
        Row("change-in-none", [full, get, subscribe, .level("NONE"), get], step: neverGet, "it came"),
        Row("silent-navigation", [full, get, get], step: neverGet, "it came"),
        Row(
            "slow-navigation", [full, .send("GetWayPoints", ["wayPointType": "ALL"]), subscribe],
            step: "expect GetWayPoints response", "SubscribeWayPoints came before it"),
        Row("rejecting-navigation", [full, get, get], step: neverGet, "it came"),
        Row(
            "ignition-cycle", [full, get, subscribe, .end], [full], step: "expect GetWayPoints request",
            "the app has ended"),
        Row(
            "link-lost", [full, get, subscribe, .end], step: "expect appEnded", "it differs",
            ["status: expected 3, found 0"]),
        Row("unknown-members", [full, get], step: "expect SubscribeWayPoints request", "the app has ended"),
        Row("unknown-members", askingAgain, step: neverGet, "it came"),
        Row("single-bytes", askingAgain, step: neverGet, "it came"),
        Row("vehicle-placed", askingAgain, step: neverGet, "it came"),
        Row("user-changes-mind", [full, get, subscribe, nagSubscribe], step: neverSubscribe, "it came"),
        Row(
            "resume", [full, get, subscribe, .hear("OnHashChange"), .end], step: "expect appEnded", "it differs",
            ["status: expected 3, found 0"]),
        Row(
            "capability-changes", [full, capability], step: "expect GetSystemCapability request", "it differs",
            ["parameters.subscribe: expected true, found nothing"]),
        Row(
            "thrown-out", [full, get, subscribe, .hear("OnAppInterfaceUnregistered"), get], step: neverGet, "it came"),
        Row(
            "legacy-4.1", [full, capability], step: "expect GetWayPoints request", "GetSystemCapability came before it"),
        Row(
            "first-with-capability", [full, get], step: "expect GetSystemCapability request",
            "GetWayPoints came before it"),
        Row(
            "subscription-not-permitted", [full, get, subscribe], step: "never SubscribeWayPoints request for",
            "it came"),
        Row("revoked-meanwhile", [full, get, subscribe, nag], step: neverGet, "it came"),
        Row("app-revoked", [full, get, subscribe, .level("NONE"), get], step: neverGet, "it came"),
        Row("user-refuses", [full, get], step: neverGet, "it came"),
        Row("user-agrees", [full, get, subscribe, nag], step: neverGet, "it came"),
        Row("unknown-version", [full, capability], step: "never GetSystemCapability request for", "it came"),
        Row(
            "slow-link", [full, .send("GetWayPoints", ["wayPointType": "ALL"]), get, subscribe],
            step: "expect SubscribeWayPoints request", "GetWayPoints came before it"),
        Row("single-bytes", [full, get], step: "expect SubscribeWayPoints request", "the app has ended"),
        Row("said-twice", [full, get, subscribe, nagSubscribe], step: neverSubscribe, "it came"),
        Row(
            "thrown-out", [full, get, subscribe, .hear("OnAppInterfaceUnregistered")], [full],
            step: "expect GetWayPoints request", "the app has ended"),
        Row("level-flapping", [full, get, subscribe, nagSubscribe], step: neverSubscribe, "it came"),
        Row("recorded-drive", [full, get, subscribe, nag], step: neverGet, "it came"),
    ]

    @Test("Each scenario fails where its wrong app is wrong", arguments: rows)
    func wrong(_ row: Row) async throws {
        let player = ScenarioPlayer(try Scenario(named: row.scenario), on: try Reactor())
        let report = await player.run(WrongApp(row.scripts))
        let failure = try #require(report.failure, "\(report.steps.map(\.text))")
        #expect(failure.step?.text.hasPrefix(row.step) == true, "\(failure)")
        #expect(failure.reason == row.reason, "\(failure)")
        if !row.details.isEmpty { #expect(failure.details == row.details) }
        #expect(!report.exchange.isEmpty)
    }

    @Test("There is a wrong app for each scenario")
    func all() {
        #expect(Set(Self.rows.map(\.scenario)) == Set(Scenario.names))
    }
}
