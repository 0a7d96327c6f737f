import Glibc
import TestKit
import Testing
import Transport

@Suite("Hostile connections to a head unit that serves", .timeLimit(.minutes(1)))
struct HostileConnectionTests {
    /// What is sent before the connection is closed.
    static let attacks: [(name: String, bytes: [UInt8])] = [
        ("garbage", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)),
        ("a length of 4 GiB", [0x51, 0x07, 0x00, 0x01, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1]),
        ("half a frame", [0x50, 0x07, 0x01]),
        ("invalid JSON on a session that nobody opened", rpc(Array("{\"wayPointType\":".utf8))),
        ("an unknown function", rpc(Array("{}".utf8), function: 65_000)),
        ("nothing", []),
    ]

    private static func rpc(_ json: [UInt8], function: UInt16 = 45) -> [UInt8] {
        let payload: [UInt8] =
            [0, 0, UInt8(function >> 8), UInt8(function & 0xff), 0, 0, 0, 1, 0, 0, 0, UInt8(json.count)] + json
        return [0x51, 0x07, 0x00, 0x01, 0, 0, 0, UInt8(payload.count), 0, 0, 0, 1] + payload
    }

    @Test("Each leaves it serving its other apps, over real sockets")
    func attacks() async throws {
        let unit = try Program(["serve", "--port", "0", "--route", "demo"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
        let good = try Program(["app", "--connect", String(address)])
        _ = try await good.lines(until: "subscribed to waypoints")
        let reactor = try Reactor()
        defer { reactor.stop() }
        for attack in Self.attacks {
            let stream = try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)
            await Attacker(reactor: reactor).send(attack.bytes, on: stream)
            let app = try Program(["app", "--connect", String(address), "--once"])
            let lines = try await app.rest()
            // The same app id is taken on this device, so the second app is refused in order; the unit answers.
            #expect(lines.contains { $0.contains("APPLICATION_REGISTERED_ALREADY") }, "\(attack.name): \(lines)")
            _ = await app.wait()
        }
        good.interrupt()
        let rest = try await good.rest()
        #expect(rest.contains("unsubscribed from waypoints: SUCCESS"))
        #expect(await good.wait() == 0)
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }
}

/// Sends bytes and closes.
private actor Attacker {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    func send(_ bytes: [UInt8], on stream: TCPStream) {
        stream.start(onBytes: { _ in }, onClosure: { _ in })
        stream.write(bytes)
        stream.close()
    }
}
