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
}
