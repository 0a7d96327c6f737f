import Formats
import Testing

@testable import HeadUnit

private let gps = "{\"gps\":true}"
private let both = "{\"gps\":true,\"speed\":true}"
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

/// Subscriptions of several apps whose questions to the vehicle cross or are refused (head unit behaviour 11.3).
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

    // MARK: Crossing

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

    @Test("An item whose holder leaves while another app waits is asked for again")
    func holderLeaves() {
        var (rig, first, second) = Self.rig()
        rig.answers[.subscribeVehicleData] = .some(nil)
        rig.request("SubscribeVehicleData", both, on: second)
        rig.disconnect(first)
        rig.reply(to: .subscribeVehicleData, confirmed(["speed"]))
        #expect(rig.asked.last?.parameters == ["gps": true] && rig.asked.last?.method == .subscribeVehicleData)
        #expect(Self.hears(&rig, second) == ["gps", "speed"])
    }

    @Test("An item that its other holder leaves while the vehicle is asked is given back")
    func otherHolderLeaves() {
        var (rig, first, second) = Self.rig(both)
        rig.request("SubscribeVehicleData", gps, on: second)
        rig.answers[.unsubscribeVehicleData] = .some(nil)
        rig.request("UnsubscribeVehicleData", both, on: first)
        rig.disconnect(second)
        rig.reply(to: .unsubscribeVehicleData, confirmed(["speed"]))
        #expect(rig.asked.last?.parameters == ["gps": true] && rig.asked.last?.method == .unsubscribeVehicleData)
        #expect(rig.machine.vehicleData.apps.isEmpty)
    }

    // MARK: Refused

    @Test("A refused subscription subscribes to nothing, not even to what others have", arguments: [true, false])
    func refused(isSilent: Bool) {
        var (rig, _, second) = Self.rig()
        let hash = rig.hash(second)
        rig.answers[.subscribeVehicleData] = isSilent ? .some(nil) : .error(code: 4, message: "no")
        rig.request("SubscribeVehicleData", both, on: second)
        rig.wait(.seconds(11))
        let text = isSilent ? "GENERIC_ERROR/false: VehicleInfo component does not respond" : "REJECTED/false: no"
        #expect(rig.log(second) == ["SubscribeVehicleData \(text)"])
        #expect(Self.hears(&rig, second) == [] && rig.hash(second) == hash)
        rig.answers[.subscribeVehicleData] = confirmed(["speed"])
        #expect(rig.outcome("SubscribeVehicleData", both, on: second) == "SUCCESS/true +gps +speed")
        #expect(Self.hears(&rig, second) == ["gps", "speed"])
    }

    @Test("A subscription that misses an item is none, and what the vehicle granted is given back")
    func incomplete() {
        var (rig, _, second) = Self.rig("{\"rpm\":true}")
        rig.answers[.subscribeVehicleData] = confirmed(["speed"])
        #expect(
            rig.outcome("SubscribeVehicleData", both, on: second)
                == "GENERIC_ERROR/false: Subscription failed for some Vehicle data +speed")
        #expect(rig.asked.last?.method == .unsubscribeVehicleData)
        #expect(rig.asked.last?.parameters == ["speed": true])
        #expect(Self.hears(&rig, second) == [])
    }

    @Test("A refused end of a subscription ends nothing, not even what others have")
    func refusedEnd() {
        var (rig, first, second) = Self.rig(both)
        rig.request("SubscribeVehicleData", gps, on: second)
        let hash = rig.hash(first)
        rig.answers[.unsubscribeVehicleData] = .error(code: 4, message: "no")
        #expect(rig.outcome("UnsubscribeVehicleData", both, on: first) == "REJECTED/false: no")
        #expect(Self.hears(&rig, first) == ["gps", "speed"] && rig.hash(first) == hash)
    }

    @Test("An end that misses an item is none, and what the vehicle ended is asked for again")
    func incompleteEnd() {
        var (rig, first, _) = Self.rig(both)
        rig.answers[.unsubscribeVehicleData] = confirmed(["gps"])
        #expect(
            rig.outcome("UnsubscribeVehicleData", both, on: first)
                == "GENERIC_ERROR/false: Unsubscription failed for some Vehicle data +gps")
        #expect(rig.asked.last?.method == .subscribeVehicleData && rig.asked.last?.parameters == ["gps": true])
        #expect(Self.hears(&rig, first) == ["gps", "speed"])
    }
}
