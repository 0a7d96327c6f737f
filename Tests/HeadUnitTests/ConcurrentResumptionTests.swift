import Formats
import SDLSpec
import Testing

@testable import HeadUnit

private let gps = "{\"gps\":true}"
private let good = "RegisterAppInterface SUCCESS/true: Data resumption successful"
private let failed = "RegisterAppInterface RESUME_FAILED/true"
private let subscribeVehicle = "VehicleInfo.SubscribeVehicleData"
private let unsubscribeVehicle = "VehicleInfo.UnsubscribeVehicleData"

private func confirmed(_ items: [String] = ["gps"]) -> HMIAnswer {
    .success(
        Dictionary(
            items.map { item in
                (item, ["dataType": .string("VEHICLEDATA_\(item.uppercased())"), "resultCode": "SUCCESS"])
            }
        ) { first, _ in first })
}

/// Several apps that come back at the same time (head unit behaviour 6.3).
@Suite("Apps that resume together")
struct ConcurrentResumptionTests {
    private typealias Lost = (name: String, id: String, hash: String)

    private static let first = (name: "Way App", id: "8675309")
    private static let second = (name: "Second", id: "8675310")

    /// Apps that lost their connections with subscriptions.
    private static func lost(
        _ rig: inout Rig, _ apps: [(app: (name: String, id: String), items: String?, hearsWayPoints: Bool)]
    ) -> [Lost] {
        rig.answers[.subscribeVehicleData] = confirmed(["gps", "speed"])
        let links = apps.map { wish in
            let link = rig.app(name: wish.app.name, id: wish.app.id)
            if let items = wish.items { rig.request("SubscribeVehicleData", items, on: link) }
            if wish.hearsWayPoints { rig.request("SubscribeWayPoints", on: link) }
            return link
        }
        let lost = zip(apps, links).map { ($0.app.name, $0.app.id, rig.hash($1) ?? "?") }
        for link in links { rig.drop(link) }
        return lost
    }

    private static func comesBack(_ rig: inout Rig, _ lost: Lost) -> LinkID {
        rig.comesBack(lost.hash, name: lost.name, id: lost.id)
    }

    @Test("All apps that wait for waypoints are answered when another app has subscribed meanwhile")
    func wayPoints() {
        var rig = Rig()
        _ = rig.provider()
        let other = rig.app(name: "Media", id: "media", types: ["MEDIA"], isMedia: true)
        let lost = Self.lost(
            &rig,
            [(Self.first, nil, true), (Self.second, nil, true), ((name: "Third", id: "auto-bg"), nil, true)])
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = lost.map { Self.comesBack(&rig, $0) }
        rig.request("SubscribeWayPoints", on: other)
        rig.reply(to: .subscribeWayPoints, .error(code: 4, message: "no"), number: 1)
        #expect(rig.log(other).first == "SubscribeWayPoints WARNINGS/true: no")
        rig.reply(to: .subscribeWayPoints, .error(code: 4, message: "no"), number: 0)
        let heard = back.map { rig.log($0).first ?? "nothing" }
        #expect(heard[0].hasPrefix(failed) && heard.dropFirst() == [good, good], "\(heard)")
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("Apps that wait for waypoints are tried one after another while the navigation is silent")
    func silentNavigation() {
        var rig = Rig()
        let lost = Self.lost(&rig, [(Self.first, nil, true), (Self.second, nil, true)])
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = lost.map { Self.comesBack(&rig, $0) }
        rig.wait(.seconds(22))
        let heard = back.map { rig.log($0).first ?? "nothing" }
        #expect(heard.allSatisfy { $0.hasPrefix(failed) }, "\(heard)")
        #expect(rig.machine.inconsistencies == [])
    }

    @Test("One question about vehicle data serves all apps that want the item")
    func oneQuestion() {
        var rig = Rig()
        let lost = Self.lost(&rig, [(Self.first, gps, false), (Self.second, gps, false)])
        rig.answers[.subscribeVehicleData] = .some(nil)
        let back = lost.map { Self.comesBack(&rig, $0) }
        #expect(back.map { rig.log($0) } == [[], []])
        rig.reply(to: .subscribeVehicleData, confirmed())
        #expect(back.map { rig.log($0).first } == [good, good])
        #expect(rig.hmiLog().filter { $0 == subscribeVehicle }.count == 1)
        for link in back { rig.activate(link) }
        rig.forgetAll()
        rig.notify(.onVehicleData, ["gps": ["latitudeDegrees": 1, "longitudeDegrees": 2]])
        #expect(rig.log(back[1]) == ["OnVehicleData"] && rig.machine.inconsistencies == [])
    }

    @Test("After a refusal the next app is tried, and items that are missing are asked for", arguments: [true, false])
    func next(isSilent: Bool) {
        var rig = Rig()
        let lost = Self.lost(&rig, [(Self.first, gps, false), (Self.second, "{\"gps\":true,\"speed\":true}", false)])
        rig.answers[.subscribeVehicleData] = .some(nil)
        let back = lost.map { Self.comesBack(&rig, $0) }
        if isSilent {
            rig.wait(.seconds(11))
        } else {
            rig.reply(to: .subscribeVehicleData, .error(code: 4, message: "no"))
        }
        #expect(rig.log(back[0]).first?.hasPrefix(failed) == true)
        #expect(rig.log(back[1]) == [])
        #expect(rig.asked.last?.parameters == ["gps": true, "speed": true])
        rig.reply(to: .subscribeVehicleData, confirmed(["gps", "speed"]), number: 1)
        #expect(rig.log(back[1]).first == good && rig.machine.inconsistencies == [])
    }

    @Test("What an app takes back stays for those that wait for it")
    func undone() {
        var rig = Rig()
        let lost = Self.lost(
            &rig, [(Self.first, gps, true), (Self.second, "{\"gps\":true,\"speed\":true}", false)])
        rig.answers[.subscribeVehicleData] = .some(nil)
        rig.answers[.subscribeWayPoints] = .error(code: 4, message: "no")
        let back = lost.map { Self.comesBack(&rig, $0) }
        rig.reply(to: .subscribeVehicleData, confirmed())
        #expect(rig.log(back[0]).first?.hasPrefix(failed) == true)
        #expect(rig.asked.last?.parameters == ["speed": true])
        rig.reply(to: .subscribeVehicleData, confirmed(["speed"]), number: 1)
        #expect(rig.log(back[1]).first == good)
        #expect(!rig.hmiLog().contains(unsubscribeVehicle))
        rig.drop(back[1])
        #expect(rig.machine.inconsistencies == [] && rig.machine.vehicleData.apps.isEmpty)
    }

    @Test("An app that is gone when the vehicle agrees leaves its items to those that wait, or to nobody")
    func gone() {
        for isAlone in [true, false] {
            var rig = Rig()
            let lost = Self.lost(&rig, [(Self.first, gps, false), (Self.second, gps, false)])
            rig.answers[.subscribeVehicleData] = .some(nil)
            let back = Self.comesBack(&rig, lost[0])
            let other = isAlone ? nil : Self.comesBack(&rig, lost[1])
            rig.disconnect(back)
            rig.reply(to: .subscribeVehicleData, confirmed())
            #expect(rig.hmiLog().contains(unsubscribeVehicle) == isAlone)
            if let other { #expect(rig.log(other).first == good) }
            #expect(rig.machine.inconsistencies == [])
        }
    }

    @Test("Items that the module does not know are left out")
    func unknownItems() {
        var rig = Rig.changed { $0.rpcVersion = RPCVersion(6, 0, 0) }
        let place = Consents.AppOnDevice(device: "127.0.0.1:12345", policyID: Self.first.id)
        let record = SavedApp(
            place: place, hash: "hash", hmiAppID: 7, level: .full, hearsWayPoints: false,
            vehicleData: ["gearStatus", "gps", "nose"])
        rig.restart(with: StoredState(apps: [record]))
        rig.answers[.subscribeVehicleData] = confirmed()
        let back = rig.comesBack("hash")
        #expect(rig.asked.last { $0.method == .subscribeVehicleData }?.parameters == ["gps": true])
        #expect(rig.log(back).first == good)
    }
}
