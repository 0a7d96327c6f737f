import Formats
import SDLProtocol
import TestKit
import Testing

@testable import HeadUnit

@Suite("Hostile input")
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
        let other = rig.app(name: "Other", id: "other")
        _ = rig.takeHeard(good)
        let id = rig.request(function, json, on: good)
        let answers = rig.takeHeard(good)
        #expect(answers.count == 1)
        guard case .response(_, id, let body) = answers.first else {
            Issue.record("no answer to that request: \(answers)")
            return
        }
        #expect(body["resultCode"]?.stringValue == code)
        #expect(body["success"] == false)
        rig.activate(other)
        _ = rig.takeHeard(other)
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
        expectService(&rig, of: good)
    }

    /// The app can still ask and is answered.
    private func expectService(_ rig: inout Rig, of link: LinkID) {
        let id = rig.request("GetWayPoints", "{\"wayPointType\":\"ALL\"}", session: rig.session(link), on: link)
        let expected: JSONValue = ["success": true, "resultCode": "SUCCESS", "wayPoints": Rig.places]
        #expect(rig.takeHeard(link) == [.response("GetWayPoints", id, expected)])
    }
}
