import Glibc
import Synchronization
import TestKit
import Testing
import Transport

@testable import Web

@Suite("A web server", .timeLimit(.minutes(1)))
struct WebServerTests {
    @Test("answers GET, HEAD and POST, with the headers that keep a page to itself")
    func answers() async throws {
        let server = try WebServer(serving: Echo())
        let get = try await exchange(server, "GET /some/../path?x=1&y=a%20b HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(get.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(get.contains("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"))
        #expect(get.contains("x-content-type-options: nosniff\r\n"))
        #expect(get.hasSuffix("\r\n\r\nget /path x=1&y=a b 0"))
        let head = try await exchange(
            server, "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", untilClosed: true)
        #expect(head.contains("content-length: 9\r\n") && head.hasSuffix("\r\n\r\n"))
        let post = try await exchange(
            server, "POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
        #expect(post.hasSuffix("\r\n\r\npost /p  5"))
        await server.stop()
    }

    @Test("sends a large answer whole")
    func largeAnswer() async throws {
        let server = try WebServer(serving: Echo())
        let answer = try await exchange(server, "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? ""
        #expect(body.utf8.count == 3_000_000 && body.utf8.allSatisfy { $0 == UInt8(ascii: "x") })
        await server.stop()
    }

    @Test(
        "refuses what is too large, unclear or not for it",
        arguments: [
            ("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n", "413"),
            ("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n", "413"),
            ("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", "400"),
            ("POST /p HTTP/1.1\r\nHost: localhost\r\n\r\n", "411"),
            ("POST /p HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501"),
            ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
            ("GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", "403"),
            ("GET / HTTP/1.1\r\nHost: localhost:80evil\r\n\r\n", "403"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n", "403"),
            ("GET / HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: http://localhost:3000\r\n\r\n", "403"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n", "403"),
            (
                "GET /socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Sec-WebSocket-Version: 13\r\n\r\n", "403"
            ),
            (
                "GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Sec-WebSocket-Version: 13\r\n\r\n", "404"
            ),
        ])
    func refuses(request: String, status: String) async throws {
        let server = try WebServer(serving: Echo())
        let answer = try await exchange(server, request)
        // The library refuses in the words of HTTP/1.0 where it is to end the connection.
        #expect(answer.dropFirst(8).hasPrefix(" \(status) "), "\(answer.prefix(200))")
        await server.stop()
    }

    @Test(
        "ends on what is no HTTP, and goes on serving",
        arguments: [
            "\0\0\0\0", "BREW /pot HTTP/1.1\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\nHost: \u{1}\r\n\r\n",
            "GET /" + String(repeating: "a", count: 100_000),
            "GET / HTTP/1.1\r\nCookie: "
                + String(repeating: "b", count: 100_000),
            String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 300),
        ])
    func hostileBytes(bytes: String) async throws {
        let server = try WebServer(serving: Echo())
        _ = try await exchange(server, bytes)
        let answer = try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
    }

    @Test("asks for the answer to each request once, and ends when more is sent before an answer")
    func pipelining() async throws {
        let service = SlowService()
        let server = try WebServer(serving: service)
        let post = "POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
        _ = try await exchange(server, post + post + post, untilClosed: true)
        #expect(service.paths == ["/p"])
        _ = try await exchange(server, post + "garbage that is no request", untilClosed: true)
        #expect(service.paths == ["/p", "/p"])
        #expect(try await exchange(server, post).hasSuffix("\r\n\r\n/p\n"))
        await server.stop()
    }

    @Test("says why it cannot listen")
    func cannotListen() async throws {
        let server = try WebServer(serving: Echo())
        var configuration = WebServer.Configuration()
        configuration.port = server.address.port
        let error = #expect(throws: WebError.self) { try WebServer(configuration, serving: Echo()) }
        #expect(error?.code == .cannotListen && error?.reason == "Address already in use")
        configuration.host = "not-an-address"
        #expect(throws: WebError.self) { try WebServer(configuration, serving: Echo()) }
        await server.stop()
    }

    @Test("listens on IPv6 too", .enabled(if: hasIPv6, "this machine has no IPv6 loopback"))
    func ipv6() async throws {
        var configuration = WebServer.Configuration()
        configuration.host = "::1"
        let server = try WebServer(configuration, serving: Echo())
        let answer = try await exchange(server, "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
    }

    @Test("starts and stops a hundred times without keeping anything")
    func startsAndStops() async throws {
        func cycle() async throws {
            let server = try WebServer(serving: Echo())
            let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
            client.socket.send(.text(Array("on the way".utf8)))
            await client.stop()
            await server.stop()
        }
        for _ in 0..<10 { try await cycle() }
        let before = ProcessRemains()
        for _ in 0..<100 { try await cycle() }
        let after = ProcessRemains()
        #expect(after.descriptors <= before.descriptors + 4, "\(before) \(after)")
        #expect(after.threads <= before.threads + 2, "\(before) \(after)")
        #expect(after.bytes < before.bytes + 400_000, "\(before) \(after)")
    }

    @Test("refuses the connections above its bound, and serves again when they are gone")
    func manyConnections() async throws {
        var configuration = WebServer.Configuration()
        configuration.limits.connections = 20
        configuration.limits.idleSeconds = 5
        let server = try WebServer(configuration, serving: Echo())
        let reactor = try Reactor()
        let idle = try await IdleSockets(count: 200, to: server.address, on: reactor)
        await idle.waitUntil(atMost: 20)
        // Only their time would close those that it holds.
        #expect(await idle.openCount == 20)
        await idle.waitUntil(atMost: 0)
        let answer = try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
        reactor.stop()
    }
}
