import Formats
import Testing

@testable import HeadUnit

@Suite("Policy tables")
struct PolicyTableTests {
    private static func table(_ change: (inout [String: JSONValue], inout [String: JSONValue]) -> Void) -> JSONValue {
        var groups: [String: JSONValue] = [
            "Base": ["rpcs": ["ListFiles": ["hmi_levels": ["FULL", "NONE"]]]],
            "Way": ["rpcs": ["GetWayPoints": ["hmi_levels": ["FULL"]]], "user_consent_prompt": "Way"],
        ]
        var apps: [String: JSONValue] = [
            "default": ["groups": ["Base"]], "device": ["groups": []], "pre_DataConsent": ["groups": ["Base"]],
            "8675309": ["groups": ["Base", "Way"]],
        ]
        change(&groups, &apps)
        return ["policy_table": ["functional_groupings": .object(groups), "app_policies": .object(apps)]]
    }

    /// Tables that cannot be used, and the path of what is wrong.
    private static let broken: [(path: String, table: JSONValue)] = [
        ("policy_table.functional_groupings", ["policy_table": [:]]),
        ("policy_table.app_policies", ["policy_table": ["functional_groupings": [:]]]),
        ("policy_table.app_policies.default", table { $1["default"] = nil }),
        ("policy_table.app_policies.device", table { $1["device"] = nil }),
        ("policy_table.app_policies.pre_DataConsent", table { $1["pre_DataConsent"] = nil }),
        ("policy_table.functional_groupings.Way", table { groups, _ in groups["Way"] = 5 }),
        ("policy_table.functional_groupings.Way.rpcs", table { groups, _ in groups["Way"] = ["rpcs": 5] }),
        (
            "policy_table.functional_groupings.Way.rpcs.A.hmi_levels",
            table { groups, _ in groups["Way"] = ["rpcs": ["A": ["hmi_levels": ["HALF"]]]] }
        ),
        (
            "policy_table.functional_groupings.Way.rpcs.A.hmi_levels",
            table { groups, _ in groups["Way"] = ["rpcs": ["A": [:]]] }
        ),
        (
            "policy_table.functional_groupings.Way.rpcs.A.parameters",
            table { groups, _ in groups["Way"] = ["rpcs": ["A": ["hmi_levels": [], "parameters": [1]]]] }
        ),
        ("policy_table.app_policies.x", table { $1["x"] = 5 }),
        ("policy_table.app_policies.x.groups", table { $1["x"] = [:] }),
        ("policy_table.app_policies.x.groups", table { $1["x"] = ["groups": ["No such group"]] }),
        ("policy_table.app_policies.x.AppHMIType", table { $1["x"] = ["groups": [], "AppHMIType": "MEDIA"] }),
        ("policy_table.app_policies.x.nicknames", table { $1["x"] = ["groups": [], "nicknames": [5]] }),
    ]

    @Test("A broken table is refused with the place of the fault", arguments: broken.indices)
    func brokenTable(index: Int) {
        let (path, table) = Self.broken[index]
        do throws(PolicyError) {
            _ = try PolicyTable(json: table)
            Issue.record("taken: \(path)")
        } catch {
            #expect(error.path == path)
        }
    }

    @Test("Aliases are followed, revoked apps have none, rings end without rights")
    func aliases() throws {
        let table = try PolicyTable(
            json: Self.table { _, apps in
                apps["alias"] = "8675309"
                apps["none"] = .null
                apps["ring"] = "other ring"
                apps["other ring"] = "ring"
            })
        #expect(table.policy(of: "ALIAS")?.groups == ["Base", "Way"])
        #expect(table.policy(of: "none") == nil)
        #expect(table.policy(of: "ring")?.groups == [])
        #expect(table.policy(of: "unknown")?.groups == ["Base"])
    }

    @Test("A device that the user has not allowed gets nothing where the table has no policy for that")
    func withoutPreDataConsent() {
        var rig = Rig.asking { $0.policy.entries["pre_dataconsent"] = nil }
        let app = rig.app(level: .none)
        #expect(rig.outcome("ListFiles", on: app) == "DISALLOWED/false")
        #expect(
            rig.outcome("GetSystemCapability", "{\"systemCapabilityType\":\"NAVIGATION\"}", on: app)
                == "DISALLOWED/false")
        rig.allowDevice()
        #expect(rig.outcome("ListFiles", on: app).hasPrefix("SUCCESS/true"))
    }

    @Test("Groups that must be encrypted are told so, unless the app is exempt")
    func encryption() throws {
        for (isExempt, wanted) in [(false, true), (true, false)] {
            let json = Self.table { groups, apps in
                groups["Way"] = ["rpcs": ["GetWayPoints": ["hmi_levels": ["FULL"]]], "encryption_required": true]
                if isExempt { apps["8675309"] = ["groups": ["Base", "Way"], "encryption_required": false] }
            }
            let policy = try PolicyTable(json: json)
            var rig = Rig.changed { $0.policy = policy }
            let link = rig.connect()
            let session = rig.startSession(on: link)
            rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
            let told = rig.takeHeard(link).compactMap { heard -> JSONValue? in
                if case .notification("OnPermissionsChange", let parameters) = heard { parameters } else { nil }
            }.first
            #expect(told?["requireEncryption"] == (wanted ? true : nil))
            let items = told?["permissionItem"]?.arrayValue ?? []
            let flags = items.map { "\($0["rpcName"]?.stringValue ?? "?") \($0["requireEncryption"] == true)" }
            #expect(flags == ["GetWayPoints \(wanted)", "ListFiles false"])
            rig.activate(link)
            #expect(
                rig.outcome("GetWayPoints", Rig.all, on: link)
                    == (wanted ? "ENCRYPTION_NEEDED/false" : "SUCCESS/true +wayPoints"))
        }
    }

    @Test("A build that exchanges policies over HTTP asks the user as little as the proprietary one")
    func flavours() {
        for flavour in [PolicyFlavour.http, .proprietary] {
            var rig = Rig.changed { $0.policyFlavour = flavour }
            let app = rig.app(id: "consent-way")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "SUCCESS/true +wayPoints")
            rig.allowDevice(false)
            #expect(rig.questions(of: app) == [])
            #expect(rig.log(app) == [])
        }
    }
}
