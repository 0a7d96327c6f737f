import Formats
import SDLProtocol
import SDLSpec
import Testing

@testable import HeadUnit

@Suite("Modules of older versions, and wider ones")
struct OldModuleTests {
    private static func module(_ version: RPCVersion) -> Rig {
        Rig.changed { $0.rpcVersion = version }
    }

    @Test(
        "A function newer than the module is refused in the way of its time",
        arguments: [
            (RPCVersion(4, 0, 0), "GetWayPoints", "GenericResponse INVALID_DATA/false"),
            (RPCVersion(4, 1, 0), "GetWayPoints", "GetWayPoints SUCCESS/true +wayPoints"),
            (RPCVersion(4, 4, 0), "GetSystemCapability", "GenericResponse INVALID_DATA/false"),
            (RPCVersion(4, 5, 1), "GetSystemCapability", "GetSystemCapability SUCCESS/true +systemCapability"),
            (
                RPCVersion(5, 0, 0), "PublishAppService",
                "PublishAppService UNSUPPORTED_REQUEST/false: Module does not recognize this function id"
            ),
        ])
    func newerFunction(version: RPCVersion, function: String, expected: String) {
        var rig = Self.module(version)
        let app = rig.app()
        let json = function == "GetWayPoints" ? Rig.all : "{\"systemCapabilityType\":\"NAVIGATION\"}"
        rig.request(function, json, on: app)
        #expect(rig.log(app) == [expected])
    }

    @Test(
        "A module that does not know the subscription of capabilities does not see the wish for it",
        arguments: [
            (RPCVersion(4, 5, 1), "8.0.0", "GetSystemCapability SUCCESS/true +systemCapability"),
            (RPCVersion(5, 0, 0), "8.0.0", "GetSystemCapability SUCCESS/true +systemCapability"),
            (RPCVersion(5, 1, 0), "8.0.0", "GetSystemCapability SUCCESS/true +systemCapability"),
            // An old app at a newer module: row C8.
            (RPCVersion(8, 0, 0), "5.0.0", "GetSystemCapability INVALID_DATA/false: "),
        ])
    func subscription(module: RPCVersion, app: String, expected: String) {
        var rig = Self.module(module)
        let link = rig.app(version: app)
        rig.request(
            "GetSystemCapability", "{\"systemCapabilityType\":\"NAVIGATION\",\"subscribe\":true}", on: link)
        #expect(rig.log(link) == [expected])
        let subscriptions = rig.machine.apps.values.first { $0.key.link == link }?.capabilitySubscriptions
        #expect(subscriptions == (module >= RPCVersion(5, 1, 0) && app == "8.0.0" ? ["NAVIGATION"] : []))
    }

    @Test(
        "A module before 5.0 says its own version, later ones the smaller one",
        arguments: [
            (RPCVersion(4, 1, 0), "8.0.0", RPCVersion(4, 1, 0)), (RPCVersion(2, 0, 0), "4.5.0", RPCVersion(2, 0, 0)),
            (RPCVersion(6, 0, 0), "8.0.0", RPCVersion(6, 0, 0)), (RPCVersion(6, 0, 0), "5.1.0", RPCVersion(5, 1, 0)),
            (RPCVersion(6, 0, 0), "4.0.0", RPCVersion(4, 5, 1)),
        ])
    func negotiation(module: RPCVersion, app: String, expected: RPCVersion) {
        var rig = Self.module(module)
        let link = rig.app(version: app)
        #expect(rig.machine.apps.values.first { $0.key.link == link }?.rpcVersion == expected)
    }

    @Test(
        "Members newer than the module are not told",
        arguments: [(RPCVersion(2, 0, 0), false), (RPCVersion(3, 0, 0), true)])
    func newerMembers(version: RPCVersion, hasCapabilities: Bool) {
        var rig = Self.module(version)
        let link = rig.connect()
        let session = rig.startSession(on: link)
        let id = rig.request("RegisterAppInterface", Rig.registration(), session: session, on: link)
        for heard in rig.takeHeard(link) {
            switch heard {
            case .response(_, id, let body):
                #expect((body["hmiCapabilities"] != nil) == hasCapabilities)
                // Since 5.0.
                #expect(body["pcmStreamCapabilities"] == nil)
            case .notification("OnHMIStatus", let status):
                #expect(status["hmiLevel"] == "NONE")
                #expect(status["windowID"] == nil)
                #expect(status["videoStreamingState"] == nil)
            default: break
            }
        }
    }

    @Test("A lenient module lets the functions of a wider spec succeed")
    func lenient() throws {
        let xml = """
            <interface name="Wide" version="8.0.0" minVersion="1.0" date="2026-01-01">
            <enum name="FunctionID" internal_scope="base"><element name="RESERVED" value="0"/>
            <element name="AddCommandID" value="5" hexvalue="5"/></enum>
            <enum name="messageType" internal_scope="base"><element name="request" value="0"/></enum>
            <struct name="Inner"><param name="size" type="Integer" minvalue="3" mandatory="true"/></struct>
            <function name="AddCommand" functionID="AddCommandID" messagetype="request">
            <param name="cmdID" type="Integer" mandatory="true"/></function>
            <function name="AddCommand" functionID="AddCommandID" messagetype="response">
            <param name="inner" type="Inner" mandatory="true"/><param name="list" type="String" array="true" minsize="2"
            maxsize="5" mandatory="true"/><param name="odd" type="Boolean" mandatory="false"/></function>
            </interface>
            """
        var rig = Rig.changed { $0.lenientSpec = try? RPCSpec(xml: Array(xml.utf8)) }
        let app = rig.app()
        let body = rig.body("5", on: app)
        #expect(body == ["success": true, "resultCode": "SUCCESS", "inner": ["size": 3], "list": ["-", "-"]])
        var strict = Rig()
        let other = strict.app()
        #expect(strict.outcome("5", on: other).hasPrefix("UNSUPPORTED_REQUEST/false"))
    }
}
