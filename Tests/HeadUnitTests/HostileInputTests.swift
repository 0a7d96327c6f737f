import Formats
import SDLProtocol
import TestKit
import Testing

@testable import HeadUnit

@Suite("Hostile input", .timeLimit(.minutes(1)))
struct HostileInputTests {
    /// Bytes that no app should send, and whether the connection closes afterwards.
    static let attacks: [(name: String, bytes: [UInt8], closes: Bool)] = [
        ("garbage", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), false),
        ("a length of 4 GiB", [0x51, 0x07, 0x00, 0x01, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1], false),
        ("half a frame, then the end", [0x50, 0x07, 0x01, 0x00, 0x00, 0x00], true),
        (
            "a first frame of 4 GiB",
            [0x52, 0x07, 0, 0x01, 0, 0, 0, 8, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, 0xff, 0xff], false
        ),
        ("nothing but zeros", [UInt8](repeating: 0, count: 70_000), false),
    ]

    @Test("A bad peer leaves the head unit serving its other apps", arguments: attacks.indices)
    func badPeer(index: Int) {
        let attack = Self.attacks[index]
        var rig = Rig()
        let good = rig.app()
        rig.request("SubscribeWayPoints", on: good)
        let bad = rig.connect(from: "127.0.0.9")
        rig.send(attack.bytes, on: bad)
        if attack.closes { rig.disconnect(bad) }
        _ = rig.takeHeard(good)
        expectService(&rig, of: good)
    }

    @Test(
        "Broken requests on a good session are answered and nothing else happens",
        arguments: [
            ("GetWayPoints", "{\"wayPointType\":", "INVALID_DATA"),
            ("GetWayPoints", "", "INVALID_DATA"),
            ("GetWayPoints", "[]", "INVALID_DATA"),
            ("GetWayPoints", "\u{0}", "INVALID_DATA"),
            ("GetWayPoints", String(repeating: "[", count: 20_000), "INVALID_DATA"),
            ("65000", "{}", "UNSUPPORTED_REQUEST"),
            ("268435455", "{}", "UNSUPPORTED_REQUEST"),
        ])
    func brokenRequest(function: String, json: String, code: String) {
        var rig = Rig()
        let good = rig.app()
        let other = rig.secondApp()
        let outcome = rig.outcome(function, json, on: good)
        #expect(outcome.hasPrefix("\(code)/false"))
        #expect(rig.takeHeard(other).isEmpty)
        expectService(&rig, of: other)
    }

    @Test("Random bytes never trap and never reach another app", arguments: 0..<20)
    func randomBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = Rig()
        let good = rig.app()
        for _ in 0..<20 {
            let bad = rig.connect(from: "127.0.0.9")
            rig.send(random.bytes(Int.random(in: 1...400, using: &random)), on: bad)
            // A good header with random content behind it.
            var bytes: [UInt8] = [0x51, 0x07, 0x00, UInt8.random(in: 0...3, using: &random), 0, 0, 0, 40, 0, 0, 0, 1]
            bytes += random.bytes(40)
            rig.send(bytes, on: bad)
            if Bool.random(using: &random) { rig.disconnect(bad) }
        }
        #expect(rig.takeHeard(good).isEmpty)
        #expect(rig.machine.inconsistencies == [])
        expectService(&rig, of: good)
    }

    @Test("Well-formed requests with random parameters in random order never trap and leak nothing", arguments: 0..<12)
    func randomRequests(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = Rig.changed { $0.requestLimit = .none }
        let good = rig.app(name: "Good", id: "media", from: "127.0.0.2")
        let names = rig.machine.spec.functions.filter { $0.kind == .request }.map(\.name)
        for round in 0..<12 {
            let link = rig.app(name: "Wild \(round)", id: "8675309", level: round.isMultiple(of: 3) ? .none : .full)
            for _ in 0..<25 {
                let name = names.randomElement(using: &random) ?? "GetWayPoints"
                if Int.random(in: 0..<6, using: &random) == 0 { disturb(&rig, link, &random) }
                switch Int.random(in: 0..<8, using: &random) {
                case 0: rig.request("RegisterAppInterface", Self.registration(&random), on: link)
                case 1: changeSession(&rig, link, &random)
                default:
                    rig.request(
                        name, Self.parameters(of: name, rig, &random), on: link,
                        bulk: Bool.random(using: &random) ? random.bytes(30) : [])
                }
                let inconsistencies = rig.machine.inconsistencies
                guard inconsistencies.isEmpty else {
                    Issue.record("round \(round), after \(name): \(inconsistencies)")
                    return
                }
                rig.wait(.milliseconds(Int.random(in: 0...2_000, using: &random)))
            }
            rig.disconnect(link)
        }
        // Whatever the wild apps did, nothing of it was said to the good one, and nothing of them is left.
        let foreign = rig.takeHeard(good).filter { heard in
            if case .response = heard { true } else { false }
        }
        #expect(foreign.isEmpty)
        #expect(rig.machine.apps.count == 1)
        #expect(rig.machine.sessions.count == 1)
        #expect(rig.machine.order.count == 1)
        #expect(rig.machine.links.count == 1)
    }

    /// A valid registration, with an id and a name of few, so that they meet.
    private static func registration(_ random: inout SplitMix64) -> String {
        let ids = ["8675309", "8675310", "MEDIA", "media", "base-only", "nick", "revoked", "nobody"]
        let names = ["Way App", "Second", "Good", "Right Name", "Fifth", "   "]
        let full = Bool.random(using: &random) ? ids.randomElement(using: &random) : nil
        return Rig.registration(
            name: names.randomElement(using: &random) ?? "", id: ids.randomElement(using: &random) ?? "",
            types: Bool.random(using: &random) ? ["NAVIGATION"] : ["MEDIA", "TESTING"],
            more: full.map { ",\"fullAppID\":\"\($0)\"" } ?? "")
    }

    /// Ends the app's session, or starts another one on the connection.
    private func changeSession(_ rig: inout Rig, _ link: LinkID, _ random: inout SplitMix64) {
        if Bool.random(using: &random) { rig.endSession(rig.session(link), on: link) }
        rig.control(.startService, protocolVersion: "5.4.1", on: link)
    }

    /// Something that the HMI does meanwhile.
    private func disturb(_ rig: inout Rig, _ link: LinkID, _ random: inout SplitMix64) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: rig.activate(link)
        case 1: rig.exit(link)
        case 2: rig.tellWayPoints()
        case 3: rig.event("EMBEDDED_NAVI", Bool.random(using: &random))
        case 4: rig.answers[.getWayPoints] = .some(Bool.random(using: &random) ? nil : .raw(["result": "odd"]))
        case 5: rig.answers[.subscribeWayPoints] = .error(code: Int.random(in: 0...30, using: &random), message: "m")
        case 6: rig.notify(.onVehicleData, ["gps": ["latitudeDegrees": 1.0, "longitudeDegrees": 2.0]])
        default: rig.notify(.onAppDeactivated, ["appID": rig.hmiID(link)])
        }
    }

    /// Parameters of the right names with values that may fit.
    private static func parameters(of name: String, _ rig: Rig, _ random: inout SplitMix64) -> String {
        let values: [JSONValue] = [
            true, false, 0, 1, -1, 2_147_483_648, 1.5, "", "text", "ALL", "NAVIGATION", [], [[:]], [:], nil, [1, "a"],
        ]
        var members: [String: JSONValue] = [:]
        for parameter in rig.machine.spec.function(name, .request)?.parameters ?? [] {
            if Int.random(in: 0..<3, using: &random) > 0 { continue }
            members[parameter.name] = values.randomElement(using: &random)
        }
        return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
    }

    /// The app can still ask and is answered.
    private func expectService(_ rig: inout Rig, of link: LinkID) {
        let id = rig.request("GetWayPoints", Rig.all, on: link)
        let expected: JSONValue = ["success": true, "resultCode": "SUCCESS", "wayPoints": Rig.places]
        #expect(rig.takeHeard(link) == [.response("GetWayPoints", id, expected)])
    }
}
