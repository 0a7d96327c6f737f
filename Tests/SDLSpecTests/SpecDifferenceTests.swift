import Formats
import TestKit
import Testing

@testable import SDLSpec

@Suite("Comparison of specs", .timeLimit(.minutes(1)))
struct SpecDifferenceTests {
    static let text = """
        <interface name="T" version="8.0">
          <enum name="FunctionID"><element name="DoID" value="7"/></enum>
          <enum name="E"><element name="A" since="2.0"/><element name="B"/></enum>
          <struct name="S"><param name="n" type="Integer" minvalue="0" maxvalue="9" mandatory="true" since="2.0">
            <history><param name="n" type="Integer" minvalue="0" maxvalue="5" mandatory="true" until="2.0"/></history>
          </param></struct>
          <function name="Do" functionID="DoID" messagetype="request" since="1.0">
            <param name="e" type="E" mandatory="false" defvalue="A"/>
            <param name="s" type="S" array="true" minsize="1" maxsize="3" mandatory="true"/>
          </function>
        </interface>
        """

    static func spec(replacing old: String = "", with new: String = "") throws -> RPCSpec {
        let text = old.isEmpty ? Self.text : Self.text.replacing(old, with: new)
        #expect(old.isEmpty || text != Self.text)
        return try RPCSpec(xml: Array(text.utf8))
    }

    @Test(
        "Every kind of fact is compared",
        arguments: [
            (#"value="7""#, #"value="8""#, ["Do.request functionID 7 8", "FunctionID.DoID value 7 8"]),
            (#"<element name="B"/>"#, "", ["E.B exists true -"]),
            (#"<element name="B"/>"#, #"<element name="B"/><element name="C"/>"#, ["E.C exists - true"]),
            (#"name="A" since="2.0""#, #"name="A" since="3.0""#, ["E.A since 2.0 3.0"]),
            (#"name="A" since="2.0""#, #"name="A" since="2.0" until="4.0""#, ["E.A until - 4.0"]),
            (#"maxvalue="9""#, #"maxvalue="10""#, ["S.n maxvalue 9 10"]),
            (#"maxvalue="5""#, #"maxvalue="6""#, ["S.n.history 1 maxvalue 5 6"]),
            (#"maxvalue="9" mandatory="true""#, #"maxvalue="9" mandatory="false""#, ["S.n mandatory true false"]),
            (#"defvalue="A""#, "", [#"Do.request.e defvalue "A" -"#]),
            (#"type="E""#, #"type="String""#, ["Do.request.e type E String"]),
            (#"maxsize="3""#, #"maxsize="4""#, ["Do.request.s maxsize 3 4"]),
            (
                #"array="true" minsize="1" maxsize="3""#, "",
                ["Do.request.s array true -", "Do.request.s maxsize 3 -", "Do.request.s minsize 1 -"]
            ),
            (#"since="1.0""#, #"since="1.0" deprecated="true""#, ["Do.request deprecated - true"]),
            (#"since="1.0""#, #"since="1.0" removed="true""#, ["Do.request removed - true"]),
            (
                #"messagetype="request""#, #"messagetype="notification""#,
                ["Do.notification exists - true", "Do.request exists true -"]
            ),
        ])
    func comparesFacts(_ old: String, _ new: String, _ expected: [String]) throws {
        let differences = try Self.spec().differences(to: Self.spec(replacing: old, with: new))
        #expect(differences.map { "\($0.path) \($0.fact) \($0.here ?? "-") \($0.there ?? "-")" } == expected)
    }

    @Test("A spec does not differ from itself, and what only the other has does not count")
    func sameIsSame() throws {
        #expect(try Self.spec().differences(to: Self.spec()) == [])
        let more = try Self.spec(replacing: "<struct name=\"S\">", with: "<struct name=\"T\"/><struct name=\"S\">")
        #expect(try Self.spec().differences(to: more) == [])
        #expect(try more.differences(to: Self.spec()).map(\.path) == ["T"])
    }

    @Test(
        "The embedded slices say what the public specs say",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func slicesAreExact() throws {
        #expect(try RPCSpec.embedded.differences(to: RPCSpec(xml: SharedData.bytes("spec/MOBILE_API.xml"))) == [])
        #expect(try RPCSpec.embeddedHMI.differences(to: RPCSpec(xml: SharedData.bytes("spec/HMI_API.xml"))) == [])
    }

    @Test(
        "Three seeded mutations of the public spec are found, each with its path",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
        arguments: [
            (
                #"<param name="wayPoints" type="LocationDetails" mandatory="false" array="true" minsize="1" maxsize="10">"#,
                #"maxsize="10""#, #"maxsize="20""#,
                [
                    "GetWayPoints.response.wayPoints: maxsize is 10 here, 20 there",
                    "UnsubscribeWayPoints.response.wayPoints: maxsize is 10 here, 20 there",
                ]
            ),
            (
                #"<element name="APP_SERVICES" since="5.1""#, "APP_SERVICES", "APP_SERVICE",
                [
                    "SystemCapabilityType.APP_SERVICE: exists is not given here, true there",
                    "SystemCapabilityType.APP_SERVICES: exists is true here, not given there",
                ]
            ),
            (
                #"<function name="GetWayPoints" functionID="GetWayPointsID" messagetype="request" since="4.1">"#,
                "4.1", "4.2", ["GetWayPoints.request: since is 4.1 here, 4.2 there"]
            ),
        ])
    func findsMutations(_ place: String, _ old: String, _ new: String, _ expected: [String]) throws {
        let text = String(decoding: try SharedData.bytes("spec/MOBILE_API.xml"), as: UTF8.self)
        let mutated = text.replacing(place, with: place.replacing(old, with: new))
        #expect(mutated != text)
        let differences = try RPCSpec.embedded.differences(to: RPCSpec(xml: Array(mutated.utf8)))
        #expect(differences.map(\.description) == expected)
    }

    @Test("Counts what the slices hold")
    func counts() {
        let counts = RPCSpec.embedded.counts
        #expect(counts.requests == 31)
        #expect(counts.responses == 32)
        #expect(counts.notifications == 12)
        #expect(counts.functions == 44)
        #expect(counts.structs > 90)
        #expect(counts.enums > 70)
        #expect(RPCSpec.embeddedHMI.counts.functions > 50)
        #expect(RPCSpec.embeddedHMI.function("Navigation.GetWayPoints", .request)?.parameters.count == 2)
    }

    @Test("A response that only the other spec has, and another version, are differences")
    func missingHere() {
        let all = RPCSpec.embedded
        let own = RPCSpec(
            name: all.name, version: all.version, minimumVersion: all.minimumVersion, enums: all.enums,
            structs: all.structs,
            functions: all.functions.filter { $0.name != "SubscribeWayPoints" || $0.kind != .response })
        let differences = own.differences(to: .embedded)
        #expect(differences.map(\.path) == ["SubscribeWayPoints.response"], "\(differences)")
        #expect(differences.first?.here == nil)
    }

    @Test("A view has no struct that is newer than its version, and each that is not")
    func structsOfOldVersions() throws {
        let view = RPCSpec.embedded.view(at: RPCVersion(4, 4))
        #expect(view.structs["AppServiceManifest"] == nil && view.structs["WindowCapability"] == nil)
        #expect(view.structs["LocationDetails"] != nil)
        for (name, definition) in RPCSpec.embedded.structs {
            #expect((view.structs[name] != nil) == definition.exists(at: RPCVersion(4, 4)), "\(name)")
        }
    }
}
