import Formats
import SDLProtocol
import Testing

@testable import HeadUnit

/// Lists of a navigation that an app provides, when its service changes (head unit behaviour 12).
@Suite("Provided waypoints")
struct ProvidedWayPointsTests {
    private static let list = "{\"wayPoints\":[{\"locationName\":\"Provided\"}]}"

    /// What a new subscriber hears with its subscription.
    private static func subscribes(_ rig: inout Rig, _ app: LinkID) -> [String] {
        rig.forgetHeard()
        rig.request("SubscribeWayPoints", on: app)
        return rig.log(app).filter { $0 != "OnHashChange" }
    }

    @Test("A service that handles waypoints no more, or again, leaves no old list to new subscribers")
    func manifest() {
        var rig = Rig()
        let first = rig.app()
        let second = rig.secondApp()
        rig.request("SubscribeWayPoints", on: first)
        rig.tellWayPoints()
        let provider = rig.provider()
        rig.say(.notification, "OnWayPointChange", Self.list, on: provider)
        rig.request("PublishAppService", Rig.manifest([39]), on: provider)
        #expect(rig.machine.inconsistencies == [])
        #expect(Self.subscribes(&rig, second) == ["SubscribeWayPoints SUCCESS/true"])
        // The HMI's lists flow again, until the service handles waypoints again.
        rig.tellWayPoints()
        #expect(rig.log(first).last == "OnWayPointChange Destination, Stop 1, Stop 2")
        rig.request("UnsubscribeWayPoints", on: second)
        rig.request("PublishAppService", Rig.manifest(), on: provider)
        #expect(Self.subscribes(&rig, second) == ["SubscribeWayPoints SUCCESS/true"])
        rig.request("UnsubscribeWayPoints", on: second)
        rig.request("PublishAppService", Rig.manifest([39]), on: provider)
        #expect(Self.subscribes(&rig, second) == ["SubscribeWayPoints SUCCESS/true"])
    }

    @Test("A service that only changes its manifest keeps its list")
    func sameHandler() {
        var rig = Rig()
        let app = rig.app()
        let provider = rig.provider()
        rig.say(.notification, "OnWayPointChange", Self.list, on: provider)
        rig.request("PublishAppService", Rig.manifest([45]), on: provider)
        #expect(
            Self.subscribes(&rig, app) == ["OnWayPointChange Provided", "SubscribeWayPoints SUCCESS/true"])
    }
}
