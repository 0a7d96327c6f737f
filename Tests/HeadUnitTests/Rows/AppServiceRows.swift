import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

private let allPoints = "{\"wayPointType\":\"ALL\"}"
private let provided = "{\"success\":true,\"resultCode\":\"SUCCESS\",\"wayPoints\":[{\"locationName\":\"Provided\"}]}"
private let navigation = "{\"systemCapabilityType\":\"NAVIGATION\",\"subscribe\":true}"

extension Rig {
    /// Asks as a consumer, and gives the id of the request.
    fileprivate mutating func asks(_ name: String = "GetWayPoints", _ json: String = allPoints, on app: LinkID)
        -> UInt32
    {
        forgetAll()
        return request(name, json, on: app)
    }
}

extension Row {
    /// 15.10, second part, and the rows of 15.8 about services: an app that provides the navigation.
    static let appServices: [Row] = [
        Row("V13", "provider active with 45, consumer asks GetWayPoints") { rig, app in
            let provider = rig.provider()
            let id = rig.asks(on: app)
            #expect(rig.log(provider) == ["asked GetWayPoints \(id) {\"wayPointType\":\"ALL\"}"])
            #expect(rig.log(app) == [])
            rig.say(.response, "GetWayPoints", provided, id: id, on: provider)
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
            #expect(rig.hmiLog() == [])
        },
        Row("V14", "provider answers UNSUPPORTED_REQUEST, or is silent for 10 s") { rig, app in
            let provider = rig.provider()
            let id = rig.asks(on: app)
            let refusal = "{\"success\":false,\"resultCode\":\"UNSUPPORTED_REQUEST\"}"
            rig.say(.response, "GetWayPoints", refusal, id: id, on: provider)
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
            #expect(rig.hmiLog() == ["Navigation.GetWayPoints"])
            let late = rig.asks(on: app)
            rig.wait(.milliseconds(9_999))
            #expect(rig.log(app) == [] && rig.hmiLog() == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
            #expect(rig.hmiLog() == ["Navigation.GetWayPoints"])
            rig.say(.response, "GetWayPoints", provided, id: late, on: provider)
            #expect(rig.log(app) == [])
        },
        Row("V15", "provider active, HMI error on Subscribe") { rig, app in
            _ = rig.provider()
            rig.answers[.subscribeWayPoints] = .error(code: 4, message: "m")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "WARNINGS/true: m")
            #expect(rig.outcome("SubscribeWayPoints", on: app) == "IGNORED/false")
            let second = rig.secondApp()
            rig.answers[.subscribeWayPoints] = .some(nil)
            rig.request("SubscribeWayPoints", on: second)
            rig.wait(.seconds(11))
            let text = "HMI request timeout expired, waypoints are available through NAVIGATION service"
            #expect(rig.log(second).first == "SubscribeWayPoints WARNINGS/true: \(text)")
            #expect(!rig.machine.wayPoints.isHMISubscribed)
        },
        Row("V16", "provider sends OnWayPointChange") { rig, app in
            let provider = rig.provider()
            rig.request("SubscribeWayPoints", on: app)
            _ = rig.log(app)
            let list = "{\"wayPoints\":[{\"locationName\":\"Provided\"}]}"
            rig.say(.notification, "OnWayPointChange", list, on: provider)
            #expect(rig.log(app) == ["OnWayPointChange Provided"])
            rig.tellWayPoints()
            #expect(rig.log(app) == [])
            // A later subscriber gets the provider's list before its answer; invalid lists and other apps' do not count.
            rig.say(.notification, "OnWayPointChange", "{\"wayPoints\":[]}", on: provider)
            rig.say(.notification, "OnWayPointChange", list, on: app)
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second).prefix(2) == ["OnWayPointChange Provided", "SubscribeWayPoints SUCCESS/true"])
            #expect(rig.log(app) == [])
        },
        Row("V17", "provider unpublishes") { rig, app in
            let provider = rig.provider()
            rig.request("SubscribeWayPoints", on: app)
            rig.say(.notification, "OnWayPointChange", "{\"wayPoints\":[{\"locationName\":\"P\"}]}", on: provider)
            rig.forgetAll()
            rig.request("UnpublishAppService", "{\"serviceID\":\"\(rig.serviceID(of: provider))\"}", on: provider)
            #expect(
                rig.log(provider)
                    == ["OnSystemCapabilityUpdated APP_SERVICES REMOVED", "UnpublishAppService SUCCESS/true"])
            let second = rig.secondApp()
            rig.request("SubscribeWayPoints", on: second)
            #expect(rig.log(second).first == "SubscribeWayPoints SUCCESS/true")
            rig.tellWayPoints()
            #expect(rig.log(app) == ["OnWayPointChange Destination, Stop 1, Stop 2"])
        },
        Row("V18", "consumer lacks GetWayPoints") { rig, _ in
            let provider = rig.provider()
            let consumer = rig.app(name: "Poor", id: "consumer-nowp")
            #expect(rig.outcome("GetWayPoints", Rig.all, on: consumer) == "DISALLOWED/false")
            #expect(!rig.log(provider).contains { $0.hasPrefix("asked") })
        },
        Row("V19", "PublishAppService not granted, function not listed") { rig, app in
            #expect(rig.outcome("PublishAppService", Rig.manifest([45]), on: app) == "DISALLOWED/false")
            let provider = rig.app(name: "Provider", id: "provider")
            for manifest in [Rig.manifest([45, 43]), Rig.manifest([45], name: "Other Service")] {
                #expect(
                    rig.outcome("PublishAppService", manifest, on: provider)
                        == "DISALLOWED/false: Service disallowed by policies")
            }
        },
        Row("V22", "pass-through of a request with unknown members") { rig, app in
            let provider = rig.provider()
            let id = rig.asks("GetWayPoints", "{\"wayPointType\":\"SOME\",\"odd\":1}", on: app)
            #expect(rig.log(provider) == ["asked GetWayPoints \(id) {\"odd\":1,\"wayPointType\":\"SOME\"}"])
        },
        Row("V23", "provider answers REJECTED") { rig, app in
            let provider = rig.provider()
            let id = rig.asks(on: app)
            let refusal = "{\"success\":false,\"resultCode\":\"REJECTED\",\"info\":\"no\"}"
            rig.say(.response, "GetWayPoints", refusal, id: id, on: provider)
            #expect(rig.log(app) == ["GetWayPoints REJECTED/false: no"])
            #expect(rig.hmiLog() == [])
        },
        Row("V24", "same service published again") { rig, _ in
            let provider = rig.provider()
            rig.request("PublishAppService", Rig.manifest(), on: provider)
            #expect(
                rig.log(provider) == [
                    "OnSystemCapabilityUpdated APP_SERVICES MANIFEST_UPDATE",
                    "PublishAppService SUCCESS/true +appServiceRecord",
                ])
        },
        Row("V27", "provider active, SendLocation answered SAVED") { rig, app in
            let provider = rig.provider()
            let id = rig.asks("SendLocation", "{\"latitudeDegrees\":1.5,\"longitudeDegrees\":2.5}", on: app)
            let saved = "{\"success\":true,\"resultCode\":\"SAVED\",\"info\":\"from the provider\"}"
            rig.say(.response, "SendLocation", saved, id: id, on: provider)
            #expect(rig.log(app) == ["SendLocation SAVED/true: from the provider"])
        },
        Row("V30", "provider's link drops with a request in flight") { rig, app in
            let provider = rig.provider()
            _ = rig.asks(on: app)
            rig.disconnect(provider)
            rig.wait(.milliseconds(9_999))
            #expect(rig.log(app) == [])
            rig.wait(.milliseconds(1))
            #expect(rig.log(app) == ["GetWayPoints SUCCESS/true +wayPoints"])
        },
        Row("C10", "NAVIGATION service published with handled 45") { rig, app in
            rig.setCapability("NAVIGATION", ["getWayPointsEnabled": false])
            rig.request("GetSystemCapability", navigation, on: app)
            _ = rig.log(app)
            _ = rig.app(name: "Provider", id: "provider")
            let provider = rig.machine.apps.values.first { $0.policyID == "provider" }?.key.link ?? app
            rig.request("PublishAppService", Rig.manifest([45]), on: provider)
            let told = rig.told("OnSystemCapabilityUpdated", app).last?["systemCapability"]
            #expect(told?["systemCapabilityType"] == "NAVIGATION")
            #expect(
                told?["navigationCapability"] == ["getWayPointsEnabled": true, "sendLocationEnabled": false])
            #expect(
                rig.log(provider) == [
                    "OnSystemCapabilityUpdated APP_SERVICES PUBLISHED",
                    "OnSystemCapabilityUpdated APP_SERVICES ACTIVATED",
                    "PublishAppService SUCCESS/true +appServiceRecord",
                ])
        },
        Row("C11", "the service is unpublished") { rig, app in
            rig.setCapability("NAVIGATION", ["getWayPointsEnabled": false])
            rig.request("GetSystemCapability", navigation, on: app)
            let provider = rig.provider([45])
            _ = rig.log(app)
            rig.request("UnpublishAppService", "{\"serviceID\":\"\(rig.serviceID(of: provider))\"}", on: provider)
            #expect(rig.log(app) == [])
            let answer = rig.body("GetSystemCapability", "{\"systemCapabilityType\":\"NAVIGATION\"}", on: app)
            #expect(answer["systemCapability"]?["navigationCapability"] == ["getWayPointsEnabled": false])
        },
    ]
}
