import Formats
import Testing

@testable import HeadUnit

private let good = "RegisterAppInterface SUCCESS/true: Data resumption successful"
private let failed = "RegisterAppInterface RESUME_FAILED/true"

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

    @Test("All apps that wait for waypoints are answered when the navigation goes away meanwhile")
    func noNavigation() {
        var rig = Rig()
        let lost = Self.lost(&rig, [(Self.first, nil, true), (Self.second, nil, true)])
        rig.answers[.subscribeWayPoints] = .some(nil)
        let back = lost.map { Self.comesBack(&rig, $0) }
        rig.wait(.seconds(22))
        let heard = back.map { rig.log($0).first ?? "nothing" }
        #expect(heard.allSatisfy { $0.hasPrefix(failed) }, "\(heard)")
        #expect(rig.machine.inconsistencies == [])
    }
}
