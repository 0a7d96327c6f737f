import Synchronization
import TestKit
import Testing
import Transport

@testable import Web

@Suite("Bodies of requests", .timeLimit(.minutes(1)))
struct BodyTests {
    /// Wants small bodies at `/small`.
    private struct Choosy: WebService {
        func respond(to request: WebRequest, answer: WebAnswer) {
            answer(WebResponse(status: 200, text: "\(request.body.count) bytes, \(request.cookie.utf8.count)"))
        }

        func refusal(of request: WebRequest, bodyBytes: Int) -> WebResponse? {
            request.path == "/small" && bodyBytes > 10 ? WebResponse(status: 413, text: "ten at most") : nil
        }

        func refusal(ofSocket request: WebRequest) -> Int? { 404 }

        func opened(_ socket: WebSocket, by request: WebRequest) {}
    }

    @Test(
        "are refused by their head, before a byte of them has come",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 500000\r\n\r\n", "403", "not called"),
            (
                "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nContent-Length: 5\r\n\r\n", "403",
                "pages"
            ),
            ("POST /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n", "413", "ten at most"),
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577\r\n\r\n", "413", "1048576 bytes at most"),
        ])
    func head(request: String, status: String, reason: String) async throws {
        var configuration = WebServer.Configuration()
        configuration.limits.idleSeconds = 3600
        let server = try WebServer(configuration, serving: Choosy())
        // The body never comes, and nobody closes: only an answer to the head ends this.
        let answer = try await exchange(server, request)
        #expect(answer.dropFirst(8).hasPrefix(" \(status) ") && answer.contains(reason), "\(answer)")
        #expect(answer.contains("x-content-type-options: nosniff"))
        await server.stop()
    }

    @Test("that trickle are given up when their time is over")
    func trickle() async throws {
        var configuration = WebServer.Configuration()
        configuration.limits.idleSeconds = 1
        let server = try WebServer(configuration, serving: Choosy())
        let reactor = try Reactor()
        let trickle = Trickle(reactor)
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        let sent = try await trickle.run(server.address, head: Array(head.utf8), every: .milliseconds(300))
        // Each of them renewed a time of its own; ten are three seconds.
        #expect(sent < 10, "\(sent) bytes were taken")
        await server.stop()
        reactor.stop()
    }

    @Test("are bounded together")
    func together() async throws {
        var configuration = WebServer.Configuration()
        configuration.limits.allBodyBytes = 1000
        let server = try WebServer(configuration, serving: Choosy())
        let reactor = try Reactor()
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 800\r\n\r\n"
        let first = try await TCPStream.connect(host: server.address.host, port: server.address.port, on: reactor)
        await HeldStream(reactor).begin(first, Array((head + "x").utf8))
        // Whether the first was announced already is seen by the second.
        while try await !exchange(server, head + String(repeating: "x", count: 800)).contains(" 503 ") {}
        await HeldStream(reactor).end(first)
        while try await !exchange(server, head + String(repeating: "x", count: 800)).contains("800 bytes") {}
        await server.stop()
        reactor.stop()
    }

    @Test("answers that wait to be read are bounded together")
    func answers() async throws {
        var configuration = WebServer.Configuration()
        configuration.limits.allAnswerBytes = 2_000_000
        let server = try WebServer(configuration, serving: Echo())
        #expect(try await exchange(server, "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n").contains(" 503 "))
        #expect(try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").contains(" 200 "))
        await server.stop()
    }

    @Test("cookies of other programs of this host do no harm")
    func cookies() async throws {
        let server = try WebServer(serving: Choosy())
        let cookie = String(repeating: "a=b; ", count: 1000)
        let answer = try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
        #expect(answer.contains("0 bytes, 4999") || answer.contains("0 bytes, 5000"), "\(answer.prefix(100))")
        await server.stop()
    }

    @Test("a browser's word on whose page asks is handed on", arguments: ["cross-site", "same-origin", "none"])
    func fetchSite(site: String) async throws {
        let heard = Heard()
        let server = try WebServer(serving: heard)
        _ = try await exchange(
            server, "GET / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: x\r\n\r\n")
        #expect(heard.sites.withLock { $0 } == [site])
        await server.stop()
    }
}

private final class Heard: WebService {
    let sites = Mutex<[String]>([])

    func respond(to request: WebRequest, answer: WebAnswer) {
        sites.withLock { $0.append(request.fetchSite) }
        answer(WebResponse(status: 200, text: "heard"))
    }

    func refusal(ofSocket request: WebRequest) -> Int? { 404 }

    func opened(_ socket: WebSocket, by request: WebRequest) {}
}

/// Uses a stream on its reactor.
private actor HeldStream {
    private let reactor: Reactor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    func begin(_ stream: TCPStream, _ bytes: [UInt8]) {
        stream.start(onBytes: { _ in }, onClosure: { _ in })
        stream.write(bytes)
    }

    func end(_ stream: TCPStream) { stream.close() }
}

/// Sends a byte now and then until the server closes.
private actor Trickle {
    private let reactor: Reactor
    private var sent = 0
    private var isOver = false
    private var continuation: CheckedContinuation<Void, Never>?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    func run(_ address: SocketAddress, head: [UInt8], every period: Duration) async throws -> Int {
        let stream = try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            stream.start(onBytes: { _ in }, onClosure: { [weak self] _ in self?.assumeIsolated { $0.finish() } })
            stream.write(head)
            drop(stream, period)
        }
        stream.close()
        return sent
    }

    private func drop(_ stream: TCPStream, _ period: Duration) {
        guard !isOver else { return }
        guard sent < 100 else { return finish() }
        stream.write([UInt8(ascii: "x")])
        sent += 1
        reactor.schedule(after: period) { [weak self] in self?.assumeIsolated { $0.drop(stream, period) } }
    }

    private func finish() {
        isOver = true
        continuation?.resume()
        continuation = nil
    }
}
