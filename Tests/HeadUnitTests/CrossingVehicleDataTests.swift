import Formats
import Testing

@testable import HeadUnit

private let gps = "{\"gps\":true}"
private let subscribe = "VehicleInfo.SubscribeVehicleData"
private let unsubscribe = "VehicleInfo.UnsubscribeVehicleData"

private func confirmed(_ items: [String] = ["gps", "speed"]) -> HMIAnswer {
    .success(
        Dictionary(
            items.map { item in
                (item, ["dataType": .string("VEHICLEDATA_\(item.uppercased())"), "resultCode": "SUCCESS"])
            }
        ) { first, _ in first })
}

/// Subscriptions of several apps whose questions to the vehicle cross (head unit behaviour 11.3).
@Suite("Crossing subscriptions of vehicle data")
struct CrossingVehicleDataTests {
    /// A first app that has subscribed to gps, and a second one.
    private static func rig(_ items: String = gps) -> (Rig, LinkID, LinkID) {
        var rig = Rig()
        rig.answers[.subscribeVehicleData] = confirmed()
        rig.answers[.unsubscribeVehicleData] = confirmed()
        let first = rig.app()
        let second = rig.secondApp()
        rig.request("SubscribeVehicleData", items, on: first)
        rig.forgetAll()
        return (rig, first, second)
    }

    /// The items that an app hears of.
    private static func hears(_ rig: inout Rig, _ app: LinkID) -> [String] {
        rig.forgetHeard()
        rig.notify(.onVehicleData, ["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2], "speed": 3.0])
        return rig.told("OnVehicleData", app).flatMap { ($0.objectValue ?? [:]).keys.sorted() }
    }

    @Test("A subscription that crosses the last one's end is made again", arguments: [true, false])
    func crossing(isGone: Bool) {
        var (rig, first, second) = Self.rig()
        rig.answers[.unsubscribeVehicleData] = .some(nil)
        rig.request("UnsubscribeVehicleData", gps, on: first)
        #expect(rig.outcome("SubscribeVehicleData", gps, on: second) == "SUCCESS/true +gps")
        if isGone { rig.disconnect(first) }
        #expect(!rig.hmiLog(keepsOpen: true).contains(subscribe))
        rig.reply(to: .unsubscribeVehicleData, confirmed(["gps"]))
        #expect(rig.hmiLog() == [subscribe])
        #expect(Self.hears(&rig, second) == ["gps"])
        #expect(Self.hears(&rig, first) == [])
    }

    @Test("Where it cannot be made again, the next app asks anew")
    func notRenewed() {
        var (rig, first, second) = Self.rig()
        rig.answers[.unsubscribeVehicleData] = .some(nil)
        rig.request("UnsubscribeVehicleData", gps, on: first)
        rig.request("SubscribeVehicleData", gps, on: second)
        rig.answers[.subscribeVehicleData] = .error(code: 4, message: "no")
        rig.reply(to: .unsubscribeVehicleData, confirmed(["gps"]))
        #expect(rig.hmiLog() == [unsubscribe, subscribe])
        rig.answers[.subscribeVehicleData] = confirmed(["gps"])
        rig.answers[.unsubscribeVehicleData] = confirmed(["gps"])
        #expect(rig.outcome("SubscribeVehicleData", gps, on: first) == "SUCCESS/true +gps")
        #expect(rig.hmiLog() == [subscribe])
        // From now on it is as before.
        #expect(rig.outcome("UnsubscribeVehicleData", gps, on: first) == "SUCCESS/true +gps")
        #expect(rig.hmiLog() == [])
        #expect(rig.outcome("UnsubscribeVehicleData", gps, on: second) == "SUCCESS/true +gps")
        #expect(rig.hmiLog() == [unsubscribe])
    }

    @Test("What the vehicle does not send is given back without it", arguments: [true, false])
    func lapsed(isGone: Bool) {
        var (rig, first, second) = Self.rig()
        rig.answers[.unsubscribeVehicleData] = .some(nil)
        rig.request("UnsubscribeVehicleData", gps, on: first)
        rig.request("SubscribeVehicleData", gps, on: second)
        rig.answers[.subscribeVehicleData] = .some(nil)
        rig.reply(to: .unsubscribeVehicleData, confirmed(["gps"]))
        rig.wait(.seconds(11))
        rig.forgetAll()
        if isGone {
            rig.disconnect(second)
        } else {
            #expect(rig.outcome("UnsubscribeVehicleData", gps, on: second) == "SUCCESS/true +gps")
        }
        #expect(!rig.hmiLog().contains(unsubscribe))
    }
}
