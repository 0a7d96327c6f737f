import TestKit
import Testing
import Transport

@testable import Web

@Suite("Hostile requests", .timeLimit(.minutes(1)))
struct HostileRequestTests {
    private static let socketHead =
        "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    private static let seeds =
        [
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "HEAD /x?y=1&z=%41%00 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n",
            "PUT /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA\r\n\r\n",
            socketHead,
        ].map { Array($0.utf8) }
    private static let pieces =
        [
            "\r\n", "\r\n\r\n", "\0", "%", "../", "Content-Length: ", "Transfer-Encoding: chunked\r\n", "?", "&", ":",
            "Upgrade: websocket\r\n", "HTTP/1.1", "Sec-WebSocket-Protocol: x, http\r\n", "Sec-WebSocket-Key: \r\n",
        ].map { Array($0.utf8) }

    private static func mutated(_ random: inout SplitMix64) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1, 0: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...20, using: &random), bytes.count))
            case 3: bytes += seeds.randomElement(using: &random) ?? []
            default:
                bytes.insert(
                    contentsOf: (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &random) }, at: place)
            }
        }
        return bytes
    }

    /// Frames of a client, right and wrong ones: any opcode, reserved bits, without mask, with lengths that do not come.
    private static func frames(_ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(socketHead.utf8)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let isMasked = Int.random(in: 0..<8, using: &random) > 0
            let body = [UInt8](
                repeating: UInt8.random(in: .min ... .max, using: &random),
                count: [0, 1, 2, 125].randomElement(using: &random) ?? 0)
            bytes.append(
                UInt8.random(in: 0...15, using: &random) | ([0, 0x80, 0x80, 0xC0].randomElement(using: &random) ?? 0))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes += [0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            case 1: bytes += [0xFE, 0xFF, 0xFF]
            default: bytes.append(UInt8(body.count) | (isMasked ? 0x80 : 0))
            }
            bytes += (isMasked ? [0, 0, 0, 0] : []) + body
        }
        return bytes
    }

    @Test("leave the server answering", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let server = try WebServer(serving: Echo())
        let reactor = try Reactor()
        let sender = Sender(reactor)
        for number in 0..<400 {
            let bytes = number % 3 == 0 ? Self.frames(&random) : Self.mutated(&random)
            // In two parts now and then, so that a request arrives in the middle of another.
            let cut = number % 5 == 0 ? Int.random(in: 0...bytes.count, using: &random) : bytes.count
            try await sender.send(Array(bytes[..<cut]), Array(bytes[cut...]), to: server.address)
        }
        let answer = try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
        reactor.stop()
    }
}

/// Sends bytes without waiting for anything.
private actor Sender {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    func send(_ first: [UInt8], _ second: [UInt8], to address: SocketAddress) async throws {
        let stream = try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
        stream.start(onBytes: { _ in }, onClosure: { _ in })
        stream.write(first)
        await Task.yield()
        stream.write(second)
        await Task.yield()
        stream.close()
    }
}
