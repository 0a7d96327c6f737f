import Formats
import HeadUnit
import SDLProtocol
import Simulator
import TestKit
import Testing

@Suite("Module files")
struct ModuleFileTests {
    private func mistake(_ text: String) -> MockModuleError? {
        do throws(MockModuleError) {
            _ = try MockModule(json: Array(text.utf8), file: "my/unit.json")
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A broken file says file, path and expectation",
        arguments: [
            (#"{"extends":"modern""#, ""), (#"[]"#, ""), (#"{"name":"x"}"#, "description"),
            (#"{"extends":"moderm"}"#, "extends"), (#"{"extends":"modern","colour":"red"}"#, "colour"),
            (#"{"extends":"modern","rpcVersion":"eight"}"#, "rpcVersion"),
            (#"{"extends":"modern","vehicle":{"wheels":4}}"#, "vehicle.wheels"),
            (#"{"extends":"modern","activation":"maybe"}"#, "activation"),
            (#"{"extends":"modern","limits":{"speed":4}}"#, "limits.speed"),
            (#"{"extends":"modern","quirks":["sings"]}"#, "quirks"),
            (#"{"extends":"modern","lenient":"very"}"#, "lenient"),
            (#"{"extends":"modern","policy":"closed"}"#, "policy"),
            (#"{"extends":"modern","policy":"no/such.json"}"#, "policy"),
            (
                #"{"extends":"modern","policy":{"extends":"open","policy_table":{"app_policies":{"default":{"groups":["?"]}}}}}"#,
                "policy"
            ),
            (#"{"extends":"modern","navigation":{"way":"x"}}"#, "navigation.way"),
            (
                #"{"extends":"modern","hmi":{"Navigation.GetWayPoints":{"mood":"bad"}}}"#,
                "hmi.Navigation.GetWayPoints.mood"
            ),
            (#"{"extends":"modern","hmi":{"Navigation":{"result":"BAD"}}}"#, "hmi.Navigation.result"),
            (#"{"extends":"modern","faults":[{"fault":"halfOpen"},{"fault":"latency"}]}"#, "faults[1].milliseconds"),
            (#"{"extends":"modern","connections":{"unsentBytes":1}}"#, "connections.unsentBytes"),
            (#"{"extends":"modern","consent":{"groups":{"x":1}}}"#, "consent.groups.x"),
            (#"{"extends":"modern","rpcVersion":"1.0.0"}"#, "rpcVersion"),
            (#"{"extends":"modern","rpcVersion":"99.0.0"}"#, "rpcVersion"),
            (#"{"extends":"modern","languages":{"display":"KLINGON"}}"#, "languages.display"),
            (#"{"extends":"modern","hmi":{"Navigation.GetWaypoints":{"silent":true}}}"#, "hmi.Navigation.GetWaypoints"),
            (#"{"extends":"modern","unavailableInterfaces":["Navigtion"]}"#, "unavailableInterfaces"),
            (#"{"extends":"modern","systemCapabilities":{"NAVIGATON":{}}}"#, "systemCapabilities.NAVIGATON"),
            (#"{"extends":"modern","systemCapabilities":{"PHONE_CALL":7}}"#, "systemCapabilities.PHONE_CALL"),
            (
                #"{"extends":"modern","systemCapabilities":{"NAVIGATION":{"getWaypointsEnabled":true}}}"#,
                "systemCapabilities.NAVIGATION"
            ),
            (#"{"extends":"modern","registration":{"hmiCapabilites":{}}}"#, "registration.hmiCapabilites"),
            (
                #"{"extends":"modern","registration":{"hmiCapabilities":{"navigation":"yes"}}}"#,
                "registration.hmiCapabilities"
            ),
            (#"{"extends":"modern","policy":{"extends":"open","policy_tabel":{}}}"#, "policy.policy_tabel"),
            (#"{"extends":"modern","faults":[{"fault":"halfOpen"},{"fault":"halfOpen"}]}"#, "faults[1].id"),
            (#"{"extends":"modern","faults":[{"fault":"halfOpen","skip":1}]}"#, "faults[0].skip"),
            (
                #"{"extends":"modern","faults":[{"fault":"unregister","reason":"IGNITION_OFF","seed":1}]}"#,
                "faults[0].seed"
            ),
            (#"{"extends":"modern","faults":[{"fault":"noAnswer","probability":0}]}"#, "faults[0].probability"),
            (#"{"extends":"modern","faults":[{"fault":"unknownField","field":""}]}"#, "faults[0].field"),
            (#"{"extends":"modern","faults":[{"fault":"unknownField","field":"a..b"}]}"#, "faults[0].field"),
            (
                #"{"extends":"modern","faults":[{"fault":"unknownField","field":"a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"}]}"#,
                "faults[0].field"
            ),
        ])
    func errors(text: String, path: String) throws {
        let error = try #require(mistake(text))
        #expect(error.file == "my/unit.json" && error.path == path && !error.expectation.isEmpty, "\(error)")
    }

    @Test("A file in a folder of any name is no part of the program, and its route is named by file and member")
    func namesFiles() throws {
        let text = #"{"extends":"modern","name":"mine","navigation":{"route":"nowhere"}}"#
        let module = try MockModule(json: Array(text.utf8), file: "modules/mine.json")
        do throws(MockModuleError) {
            _ = try module.loadRoute()
            Issue.record("loaded")
        } catch {
            #expect(error.file == "modules/mine.json" && error.path == "navigation.route", "\(error)")
        }
        let own = #"{"extends":"modern","name":"mine","navigation":{"route":"mine.gpx"}}"#
        #expect(
            try MockModule(json: Array(own.utf8), file: "modules/mine.json").navigation.route == "modules/mine.gpx")
        let many = "[" + (0...64).map { #"{"fault":"halfOpen","id":"\#($0)"}"# }.joined(separator: ",") + "]"
        #expect(mistake(#"{"extends":"modern","faults":\#(many)}"#)?.path == "faults")
    }

    @Test("A module that extends another changes only what it names")
    func extends() throws {
        let text = #"{"extends":"modern","name":"mine","vehicle":{"make":"Own"},"faults":[{"fault":"halfOpen"}]}"#
        let mine = try MockModule(json: Array(text.utf8), file: "x.json")
        let modern = try MockModule(named: "modern")
        #expect(mine.name == "mine" && mine.configuration.connection.vehicle?.make == "Own")
        #expect(mine.configuration.connection.vehicle?.model == modern.configuration.connection.vehicle?.model)
        #expect(mine.configuration.registrationMembers == modern.configuration.registrationMembers)
        #expect(mine.faults == [Fault(id: "halfOpen", .halfOpen)])
    }

    @Test("The pages on modules, faults and control have the tables that the code follows")
    func pages() throws {
        let pages = [
            ("Docs/modules.md", MockModule.schemaMarkdown), ("Docs/faults.md", FaultDescription.markdown),
            ("Docs/control.md", ControlDescription.markdown),
        ]
        for (page, table) in pages {
            let text = String(decoding: try SharedData.packageBytes(page), as: UTF8.self)
            #expect(text.contains(table), "\(page) should contain:\n\(table)")
        }
        let modules = String(decoding: try SharedData.packageBytes("Docs/modules.md"), as: UTF8.self)
        for name in MockModule.names {
            let row = "| `\(name)` | \(try MockModule(named: name).description) |"
            #expect(modules.contains(row), "\(row)")
        }
    }

    @Test("The examples of the pages on modules and faults can be used as they stand")
    func examples() throws {
        let module = try example("Docs/modules.md")
        let made = try MockModule(json: module, file: "example.json")
        #expect(made.name == "test-bench-3" && made.faults.count == 1 && made.navigation.drive == "demo")
        #expect(try made.loadRoute() != nil)
        let fault = try Fault(json: try JSONValue(parsing: try example("Docs/faults.md")))
        #expect(fault.id == "slow answers")
    }

    /// The first JSON example of a page.
    private func example(_ page: String) throws -> [UInt8] {
        let lines = String(decoding: try SharedData.packageBytes(page), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "```json"))
        let rest = lines[(start + 1)...]
        let end = try #require(rest.firstIndex(of: "```"))
        return Array(rest[..<end].joined(separator: "\n").utf8)
    }

    @Test("The table of members names exactly the members that the reader takes")
    func members() throws {
        let unknown = try #require(mistake(#"{"extends":"modern","zzz":1}"#))
        let known = Set(
            unknown.expectation.split(separator: "known are ").last?.split(separator: ", ").map(String.init) ?? [])
        #expect(known == Set(MockModule.schema.map(\.name)))
    }
}
