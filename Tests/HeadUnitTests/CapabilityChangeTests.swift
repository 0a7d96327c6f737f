import Formats
import Testing

@testable import HeadUnit

@Suite("Capabilities that change while apps run")
struct CapabilityChangeTests {
    private static let asked = "{\"systemCapabilityType\":\"NAVIGATION\"}"

    private func flags(_ rig: inout Rig, _ app: LinkID) -> JSONValue? {
        rig.body("GetSystemCapability", Self.asked, on: app)["systemCapability"]?["navigationCapability"]
    }

    @Test("Subscribers are told, the others see it when they ask")
    func told() {
        var rig = Rig()
        let app = rig.app()
        let second = rig.secondApp()
        rig.request("GetSystemCapability", "{\"systemCapabilityType\":\"NAVIGATION\",\"subscribe\":true}", on: app)
        rig.forgetAll()
        rig.setCapability("NAVIGATION", ["getWayPointsEnabled": false])
        #expect(rig.log(app) == ["OnSystemCapabilityUpdated NAVIGATION"])
        #expect(rig.log(second) == [])
        #expect(flags(&rig, app) == ["getWayPointsEnabled": false])
        #expect(flags(&rig, second) == ["getWayPointsEnabled": false])
    }

    /// What an app hears of a capability after it has subscribed and the HMI tells a new one.
    private func heard(_ type: String, _ member: String, _ value: JSONValue, isMeant: Bool = true) -> [JSONValue?] {
        var rig = Rig.changed { $0.quirks = [] }
        let app = rig.app()
        rig.request("GetSystemCapability", "{\"systemCapabilityType\":\"\(type)\",\"subscribe\":true}", on: app)
        rig.forgetAll()
        rig.notify(
            .onSystemCapabilityUpdated,
            [
                "systemCapability": ["systemCapabilityType": .string(type), member: value],
                "appID": isMeant ? rig.hmiID(app) : -1,
            ])
        return rig.takeHeard(app).map { heard in
            guard case .notification("OnSystemCapabilityUpdated", let told) = heard else { return nil }
            return told["systemCapability"]?[member]
        }
    }

    @Test("A changed phone capability is told to subscribers, a video one to the app that is named")
    func toldByHMI() {
        #expect(
            heard("PHONE_CALL", "phoneCapability", ["dialNumberEnabled": false]) == [["dialNumberEnabled": false]])
        let video: JSONValue = ["maxBitrate": 2_000]
        let own = heard("VIDEO_STREAMING", "videoStreamingCapability", video)
        #expect(own.count == 1 && own.first??["maxBitrate"] == 2_000)
        #expect(heard("VIDEO_STREAMING", "videoStreamingCapability", video, isMeant: false) == [])
    }
}
