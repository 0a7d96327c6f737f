import Formats
import SDLSpec
import TestKit
import Testing

@Suite("Spec loading and views", .timeLimit(.minutes(1)))
struct RPCSpecTests {
    @Test(
        "Reads and orders versions",
        arguments: [("1.0", RPCVersion(1, 0)), ("4.5.1", RPCVersion(4, 5, 1)), ("8", RPCVersion(8, 0, 0))])
    func readsVersions(_ text: String, _ version: RPCVersion) {
        #expect(RPCVersion(text) == version)
        #expect(version < RPCVersion(10, 0))
        #expect(RPCVersion(version.shortDescription) == version)
    }

    @Test("Refuses texts that are no version", arguments: ["", ".", "1.", "1.2.3.4", "a", "1.-1", "+1", "1. 2"])
    func refusesVersions(_ text: String) {
        #expect(RPCVersion(text) == nil)
    }

    @Test("The embedded slice holds every function that is spoken here, with the numbers of the wire")
    func holdsFunctions() {
        let spec = RPCSpec.embedded
        #expect(spec.version == RPCVersion(8, 0))
        let expected: [(String, UInt32, [RPCMessageKind])] = [
            ("RegisterAppInterface", 1, [.request, .response]), ("UnregisterAppInterface", 2, [.request, .response]),
            ("GetWayPoints", 45, [.request, .response]), ("SubscribeWayPoints", 46, [.request, .response]),
            ("UnsubscribeWayPoints", 47, [.request, .response]), ("GetSystemCapability", 48, [.request, .response]),
            ("OnHMIStatus", 32768, [.notification]), ("OnAppInterfaceUnregistered", 32769, [.notification]),
            ("OnDriverDistraction", 32775, [.notification]), ("OnPermissionsChange", 32776, [.notification]),
            ("OnSystemRequest", 32781, [.notification]), ("OnHashChange", 32782, [.notification]),
            ("OnWayPointChange", 32784, [.notification]), ("OnSystemCapabilityUpdated", 32787, [.notification]),
            ("GenericResponse", 31, [.response]),
            // Vehicle data and places.
            ("GetVehicleData", 22, [.request, .response]), ("SubscribeVehicleData", 20, [.request, .response]),
            ("UnsubscribeVehicleData", 21, [.request, .response]), ("OnVehicleData", 32772, [.notification]),
            ("SendLocation", 39, [.request, .response]),
            // App services.
            ("PublishAppService", 52, [.request, .response]), ("UnpublishAppService", 56, [.request, .response]),
            ("GetAppServiceData", 53, [.request, .response]), ("OnAppServiceData", 32786, [.notification]),
            ("PerformAppServiceInteraction", 55, [.request, .response]),
            // Turn by turn.
            ("ShowConstantTBT", 27, [.request, .response]), ("AlertManeuver", 28, [.request, .response]),
            ("UpdateTurnList", 29, [.request, .response]), ("OnTBTClientState", 32774, [.notification]),
            // What stock app libraries may send while they start.
            ("ListFiles", 34, [.request, .response]), ("PutFile", 32, [.request, .response]),
            ("DeleteFile", 33, [.request, .response]), ("SetAppIcon", 35, [.request, .response]),
            ("SetDisplayLayout", 36, [.request, .response]), ("CreateWindow", 60, [.request, .response]),
            ("DeleteWindow", 61, [.request, .response]), ("Show", 13, [.request, .response]),
            ("SetGlobalProperties", 3, [.request, .response]), ("ResetGlobalProperties", 4, [.request, .response]),
            ("ChangeRegistration", 30, [.request, .response]), ("SystemRequest", 38, [.request, .response]),
            ("CreateInteractionChoiceSet", 9, [.request, .response]),
            ("DeleteInteractionChoiceSet", 11, [.request, .response]), ("OnLanguageChange", 32778, [.notification]),
        ]
        #expect(Set(expected.map(\.0)) == Set(spec.functions.map(\.name)))
        #expect(expected.reduce(0) { $0 + $1.2.count } == spec.functions.count)
        for (name, id, kinds) in expected {
            for kind in kinds {
                #expect(spec.function(name, kind)?.id == id, "\(name)")
                #expect(spec.function(id, kind)?.name == name)
            }
        }
    }

    @Test("The spec and its views agree on the values of enums, in all versions")
    func valuesOfEnums() {
        let spec = RPCSpec.embedded
        let versions = [RPCVersion(1, 0), RPCVersion(3, 0), RPCVersion(4, 4), RPCVersion(4, 5), RPCVersion(8, 0)]
        var (present, absent) = (0, 0)
        for version in versions {
            let view = spec.view(at: version)
            for definition in spec.enums.values {
                for value in definition.elements.map(\.name) + ["NONESUCH"] {
                    let isThere = spec.hasValue(value, of: definition.name, at: version)
                    #expect(isThere == view.hasValue(value, of: definition.name), "\(definition.name).\(value)")
                    if isThere { present += 1 } else { absent += 1 }
                }
            }
            #expect(!spec.hasValue("EN-US", of: "Nonesuch", at: version))
        }
        #expect(present > 1000 && absent > 100)
    }

    @Test("Views follow since, until and history")
    func viewsFollowVersions() throws {
        let spec = RPCSpec.embedded
        func wayPointType(_ version: RPCVersion) -> Bool? {
            spec.view(at: version).parameter("wayPointType", of: "GetWayPoints", .request)?.isMandatory
        }
        #expect(wayPointType(RPCVersion(4, 0)) == nil)
        #expect(wayPointType(RPCVersion(4, 1)) == true)
        func has(_ value: String, _ version: RPCVersion) -> Bool {
            spec.view(at: version).hasValue(value, of: "SystemCapabilityType")
        }
        #expect(!has("APP_SERVICES", RPCVersion(5, 0)))
        #expect(has("APP_SERVICES", RPCVersion(5, 1)))
        #expect(!has("NAVIGATION", RPCVersion(4, 4)))
        func url(_ version: RPCVersion) -> RPCParameterType? {
            spec.view(at: version).parameter("url", of: "OnSystemRequest", .notification)?.type
        }
        #expect(url(RPCVersion(6, 0)) == .string(minimum: nil, maximum: 1000))
        #expect(url(RPCVersion(7, 0)) == .string(minimum: nil, maximum: nil))
    }

    @Test(
        "Names the place of a fault in a spec",
        arguments: [
            ("<x/>", RPCSpecError.Code.notASpec("x"), ""),
            (#"<interface><enum/></interface>"#, .missingAttribute("name"), ""),
            (
                #"<interface name="I"><struct name="S"><param name="p" type="Q" mandatory="true"/></struct></interface>"#,
                .unknownName("Q"), "I.S.p"
            ),
            (
                #"<interface name="I"><struct name="S"><param name="p" type="Integer" minvalue="x"/></struct></interface>"#,
                .badValue(attribute: "minvalue", value: "x"), "I.S.p"
            ),
            (
                #"<interface name="I"><enum name="E"><element name="A"/><element name="A"/></enum></interface>"#,
                .duplicateName("A"), "I.E.A"
            ),
            (#"<interface name="I"><enum name="E"/><struct name="E"/></interface>"#, .duplicateName("E"), "I.E"),
            (
                #"<interface name="I"><function name="F" messagetype="call"/></interface>"#,
                .badValue(attribute: "messagetype", value: "call"), "I.F"
            ),
            (
                #"<interface name="I"><enum name="E" since="x"/></interface>"#,
                .badValue(attribute: "since", value: "x"), "I.E"
            ),
        ])
    func namesPlace(_ xml: String, _ code: RPCSpecError.Code, _ path: String) {
        let error = #expect(throws: RPCSpecError.self) { try RPCSpec(xml: Array(xml.utf8)) }
        #expect(error?.code == code)
        if !path.isEmpty { #expect(error?.path == path) }
        #expect(error?.line == 1)
    }

    @Test("Loads the whole public mobile API", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func loadsPublicMobileAPI() throws {
        let spec = try RPCSpec(xml: SharedData.bytes("spec/MOBILE_API.xml"))
        #expect(spec.functions.count == 152)
        #expect(spec.enums.count == 111)
        #expect(spec.structs.count == 121)
        #expect(spec.enums.values.allSatisfy { !$0.elements.isEmpty })
        #expect(spec.enums["VehicleDataType"]?.elements.filter { $0.name == "VEHICLEDATA_EXTERNTEMP" }.count == 1)
        #expect(spec.structs["RadioControlData"]?.members.first { $0.name == "hdChannel" }?.history.count == 2)
    }

    @Test("Loads the whole public HMI API", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func loadsPublicHMIAPI() throws {
        let spec = try RPCSpec(xml: SharedData.bytes("spec/HMI_API.xml"))
        #expect(spec.function("Navigation.GetWayPoints", .response)?.parameters.map(\.name) == ["appID", "wayPoints"])
        #expect(spec.enums["Common.Result"]?.elements.first { $0.name == "DATA_NOT_AVAILABLE" }?.ordinal == 9)
        let view = spec.view(at: RPCVersion(8, 0))
        #expect(
            view.validate(
                ["appID": 1, "wayPoints": [["locationName": ""]]], function: "Navigation.GetWayPoints", kind: .response)
                == .invalid(
                    report: "RPC.msg_params.wayPoints.0.locationName: Got string of size: 0, minimum allowed: 1"))
    }
}
