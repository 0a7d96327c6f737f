import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let unregistered = "APPLICATION_NOT_REGISTERED/false"
private let navigation = "{\"systemCapabilityType\":\"NAVIGATION\"}"

extension Row {
    /// 15.1: the pipeline that every request passes.
    static let pipeline: [Row] = [
        Row("P1", "requests before RegisterAppInterface") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            let requests = [
                ("GetWayPoints", Rig.all), ("SubscribeWayPoints", "{}"), ("UnsubscribeWayPoints", "{}"),
                ("GetSystemCapability", navigation), ("SendLocation", "{\"latitudeDegrees\":1,\"longitudeDegrees\":2}"),
                ("GetVehicleData", "{\"gps\":true}"),
            ]
            for (name, json) in requests {
                #expect(rig.outcome(name, json, session: session, on: link) == unregistered)
            }
        },
        Row("P2", "before registration: broken JSON, unknown function, negative correlation id") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            for json in ["{\"wayPointType\":", "", "{}"] {
                #expect(rig.outcome("GetWayPoints", json, session: session, on: link) == unregistered)
            }
            #expect(rig.outcome("65000", session: session, on: link) == "15/false")
            rig.request("GetWayPoints", Rig.all, session: session, on: link, correlationID: -5)
            guard case .response(_, let id, _) = rig.takeHeard(link).first else {
                Issue.record("no answer")
                return
            }
            #expect(id == 0)
        },
        Row("P3", "any request after UnregisterAppInterface") { rig, app in
            #expect(rig.outcome("UnregisterAppInterface", on: app) == "SUCCESS/true")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == unregistered)
            #expect(rig.outcome("GetSystemCapability", navigation, on: app) == unregistered)
        },
        Row("P4", "body that is not JSON, empty, or no object") { rig, app in
            #expect(rig.outcome("GetWayPoints", "hello", on: app) == "INVALID_DATA/false: ")
            #expect(rig.outcome("GetWayPoints", "", on: app) == "INVALID_DATA/false: ")
            #expect(
                rig.outcome("GetWayPoints", "[]", on: app)
                    == "INVALID_DATA/false: RPC.msg_params: Incorrect type, expected: Object, got: Array")
        },
        Row("P5", "unknown function id") { rig, app in
            for number in ["65000", "0"] {
                #expect(
                    rig.outcome(number, on: app)
                        == "UNSUPPORTED_REQUEST/false: Module does not recognize this function id")
            }
        },
        Row("P6", "correlation id with the top bit set") { rig, app in
            for id in [Int32.min, -1] {
                #expect(
                    rig.outcome("GetWayPoints", Rig.all, on: app, correlationID: id)
                        == "INVALID_ID/false: Invalid Correlation ID for RPC Request")
            }
        },
        Row("P7", "correlation id of a request that waits for the HMI") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            rig.request("GetWayPoints", Rig.all, on: app, correlationID: 50)
            #expect(
                rig.outcome("GetWayPoints", Rig.all, on: app, correlationID: 50)
                    == "INVALID_ID/false: Duplicate correlation_id")
            // A refusal must not make the id free again.
            #expect(rig.outcome("SubscribeWayPoints", on: app, correlationID: 50).hasPrefix("INVALID_ID"))
            rig.reply(to: .getWayPoints, .success(["appID": 1]))
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true"])
        },
        Row("P8", "correlation id used again after the answer") { rig, app in
            for _ in 0..<2 {
                #expect(
                    rig.outcome("GetWayPoints", Rig.all, on: app, correlationID: 50) == "SUCCESS/true +wayPoints")
            }
        },
        Row("P9", "two requests wait, others come meanwhile, the HMI answers in another order") { rig, app in
            rig.answers[.getWayPoints] = .some(nil)
            let first = rig.request("GetWayPoints", Rig.all, on: app)
            let second = rig.request("GetWayPoints", Rig.all, on: app)
            #expect(rig.hmiLog() == ["Navigation.GetWayPoints", "Navigation.GetWayPoints"])
            #expect(rig.outcome("GetSystemCapability", navigation, on: app) == "SUCCESS/true +systemCapability")
            rig.request("GetWayPoints", Rig.all, on: app)
            let third = UInt32(rig.nextCorrelationID - 1)
            rig.request("GetWayPoints", Rig.all, on: app)
            rig.reply(to: .getWayPoints, .success(["appID": 1]), number: 1)
            rig.reply(to: .getWayPoints, .success(["appID": 1]), number: 0)
            let ids = rig.takeHeard(app).map { heard -> UInt32 in
                if case .response(_, let id, _) = heard { id } else { 0 }
            }
            #expect(ids == [third + 1, third])
            #expect(Set([first, second, third]).count == 3)
        },
        Row("P10", "parameters that the function does not have") { rig, app in
            #expect(
                rig.outcome("GetWayPoints", "{\"wayPointType\":\"ALL\",\"fake\":1,\"gps\":true}", on: app)
                    == "SUCCESS/true +wayPoints")
            let asked = rig.takeToHMI().first { $0.method == .getWayPoints }
            #expect(asked?.parameters.objectValue?.keys.sorted() == ["appID", "wayPointType"])
            #expect(rig.outcome("SubscribeWayPoints", "{\"wayPointType\":\"ALL\"}", on: app) == "SUCCESS/true")
        },
        Row("P11", "more requests at once than may wait") { _, _ in
            var rig = Rig.changed { $0.pendingRequestLimit = 5 }
            let app = rig.app()
            var bytes: [UInt8] = []
            for id in 100..<300 {
                bytes += rig.requestFrame(
                    "GetSystemCapability", navigation, correlationID: Int32(id), session: rig.session(app), on: app)
            }
            rig.send(bytes, on: app)
            let log = rig.log(app)
            #expect(log.count == 200)
            #expect(log.filter { $0.contains("TOO_MANY_PENDING_REQUESTS/false") }.count == 195)
            #expect(rig.outcome("GetSystemCapability", navigation, on: app).hasPrefix("SUCCESS"))
        },
        Row("P12", "request burst in NONE above the limit") { _, _ in
            var rig = Rig.changed { $0.requestLimitInNone = FrequencyLimit(count: 20, window: .seconds(10)) }
            let app = rig.app(level: .none)
            for _ in 0..<20 { #expect(rig.outcome("GetSystemCapability", navigation, on: app).hasPrefix("SUCCESS")) }
            rig.request("GetSystemCapability", navigation, on: app)
            #expect(rig.log(app) == ["OnAppInterfaceUnregistered REQUEST_WHILE_IN_NONE_HMI_LEVEL"])
            #expect(rig.outcome("GetSystemCapability", navigation, on: app) == unregistered)
            #expect(rig.hmiLog() == ["BasicCommunication.OnAppUnregistered unexpected false"])
        },
        Row("P13", "request burst in FULL above the limit") { _, _ in
            var rig = Rig.changed { $0.requestLimit = FrequencyLimit(count: 20, window: .seconds(5)) }
            let app = rig.app()
            // The registration is the first of the twenty.
            for _ in 0..<19 { #expect(rig.outcome("GetSystemCapability", navigation, on: app).hasPrefix("SUCCESS")) }
            rig.request("GetSystemCapability", navigation, on: app)
            #expect(rig.log(app) == ["OnAppInterfaceUnregistered TOO_MANY_REQUESTS"])
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == unregistered)
        },
        Row("P14", "registration after too many requests") { _, _ in
            var rig = Rig.changed { $0.requestLimit = FrequencyLimit(count: 20, window: .seconds(5)) }
            let app = rig.app()
            for _ in 0..<20 { rig.request("GetSystemCapability", navigation, on: app) }
            _ = rig.log(app)
            rig.request("RegisterAppInterface", Rig.registration(), on: app)
            #expect(rig.log(app) == ["OnAppInterfaceUnregistered TOO_MANY_REQUESTS"])
            let again = rig.connect()
            _ = rig.startSession(on: again)
            rig.request("RegisterAppInterface", Rig.registration(), on: again)
            #expect(
                rig.log(again) == [
                    "RegisterAppInterface TOO_MANY_PENDING_REQUESTS/false", "endService v5 rpc session 2", "closed",
                ])
            let other = rig.secondApp()
            #expect(rig.outcome("GetWayPoints", Rig.all, on: other).hasPrefix("SUCCESS"))
        },
        Row("P15", "policy demands encryption") { _, _ in
            var rig = Rig.changed { $0.policy.groups["WayPoints"]?.isEncryptionRequired = true }
            let app = rig.app()
            #expect(rig.outcome("GetWayPoints", Rig.all, on: app) == "ENCRYPTION_NEEDED/false")
            #expect(rig.outcome("GetSystemCapability", navigation, on: app).hasPrefix("SUCCESS"))
        },
        Row("P16", "a response or OnHMIStatus from the app") { rig, app in
            for type in [RPCType.response, .notification] {
                let payload = RPCPayload(rpcType: type, functionID: 32768, correlationID: 7, json: Array("{}".utf8))
                rig.send(rig.frame(payload, session: rig.session(app), on: app), on: app)
            }
            #expect(rig.log(app) == [])
        },
        Row("P17", "twelve requests wait for the HMI, five may wait to be started") { _, _ in
            var rig = Rig.changed { $0.pendingRequestLimit = 5 }
            let app = rig.app()
            rig.answers[.getWayPoints] = .some(nil)
            for _ in 0..<12 { rig.request("GetWayPoints", Rig.all, on: app) }
            #expect(rig.hmiLog().count == 12)
            #expect(rig.log(app) == [])
        },
        Row("P18", "stock limits, 130 requests in 1.5 s in NONE") { rig, app in
            rig.exit(app)
            _ = rig.log(app)
            for _ in 0..<130 {
                rig.wait(.milliseconds(11))
                #expect(rig.outcome("GetSystemCapability", navigation, on: app).hasPrefix("SUCCESS"))
            }
        },
        Row("P19", "RegisterAppInterface and a request in one write") { rig, _ in
            let link = rig.connect()
            let session = rig.startSession(on: link)
            var bytes = rig.requestFrame(
                "RegisterAppInterface", Rig.registration(name: "New", id: "base-only"), correlationID: 1,
                session: session, on: link)
            bytes += rig.requestFrame("GetWayPoints", Rig.all, correlationID: 2, session: session, on: link)
            rig.send(bytes, on: link)
            #expect(
                rig.log(link).prefix(3) == [
                    "GetWayPoints \(unregistered)", "RegisterAppInterface SUCCESS/true",
                    "OnHMIStatus NONE NOT_AUDIBLE NOT_STREAMABLE MAIN",
                ])
        },
    ]
}
