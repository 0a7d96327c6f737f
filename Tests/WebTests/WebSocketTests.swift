import Glibc
import Synchronization
import TestKit
import Testing
import Transport

@testable import Web

@Suite("A WebSocket", .timeLimit(.minutes(1)))
struct WebSocketTests {
    @Test("carries text and bytes both ways, in order")
    func echo() async throws {
        let server = try WebServer(serving: Echo())
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let log = SocketLog(client.socket)
        var expected: [WebMessage] = []
        for number in 0..<200 {
            let bytes = [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 26), count: number * 37)
            expected.append(number % 2 == 0 ? .text(bytes) : .binary(bytes))
        }
        for message in expected { client.socket.send(message) }
        for message in expected { #expect(await log.next() == .message(message)) }
        client.socket.close(status: 1000, reason: "done")
        #expect(await log.next() == .closed(.ended))
        await client.stop()
        await server.stop()
    }

    @Test("carries a message as large as its bound, and no larger one")
    func messageBound() async throws {
        let server = try WebServer(serving: Echo())
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let log = SocketLog(client.socket)
        let largest = WebMessage.binary((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        client.socket.send(largest)
        #expect(await log.next() == .message(largest))
        client.socket.send(.binary([UInt8](repeating: 1, count: (1 << 20) + 1)))
        #expect(await log.next() == .closed(.closed(status: 1009, reason: "message too large")))
        await client.stop()
        await server.stop()
    }

    @Test("tells that the server stops")
    func goingAway() async throws {
        let server = try WebServer(serving: Echo())
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let log = SocketLog(client.socket)
        await server.stop()
        #expect(await log.next() == .closed(.closed(status: 1001, reason: "going away")))
        await client.stop()
    }

    @Test("cuts a peer that does not read")
    func slowPeer() async throws {
        let service = Talker()
        var configuration = WebServer.Configuration()
        configuration.limits.unsentBytes = 1 << 20
        let server = try WebServer(configuration, serving: service)
        // Not started, so not read.
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let socket = await service.socket()
        let log = SocketLog(socket)
        var sent = 0
        while socket.send(.binary([UInt8](repeating: 0, count: 65_536))) {
            sent += 1
            await Task.yield()
            try #require(sent < 10_000)
        }
        guard case .closed(.slowPeer(let unsent)) = await log.next() else {
            Issue.record("the peer was not cut")
            return
        }
        #expect(unsent <= 1 << 20)
        await client.stop()
        await server.stop()
    }

    @Test("asks a supply for the newest when there is room")
    func supply() async throws {
        let service = Talker()
        let server = try WebServer(serving: service)
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let socket = await service.socket()
        let log = SocketLog(client.socket)
        let numbers = Mutex((next: 0, limit: 3))
        socket.start(onMessage: { _ in }, onClosure: { _ in })
        socket.supply {
            numbers.withLock { state in
                guard state.next < state.limit else { return nil }
                state.next += 1
                return .text(Array("\(state.next)".utf8))
            }
        }
        for number in 1...3 { #expect(await log.next() == .message(.text(Array("\(number)".utf8)))) }
        numbers.withLock { $0.limit = 5 }
        socket.supplyIsReady()
        for number in 4...5 { #expect(await log.next() == .message(.text(Array("\(number)".utf8)))) }
        await client.stop()
        await server.stop()
    }

    @Test("that cannot be dialled tells why")
    func cannotConnect() async throws {
        let server = try WebServer(serving: Echo())
        let elsewhere = try address(of: server, "/elsewhere")
        let error = await #expect(throws: WebError.self) { _ = try await WebSocketClient.connect(to: elsewhere) }
        #expect(error?.code == .cannotConnect)
        let gone = try address(of: server, "/socket")
        await server.stop()
        let refused = await #expect(throws: WebError.self) { _ = try await WebSocketClient.connect(to: gone) }
        #expect(refused?.code == .cannotConnect)
    }

    @Test("that does not read yet writes all the same")
    func writesUnread() async throws {
        let service = Talker()
        let server = try WebServer(serving: service)
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let log = SocketLog(await service.socket())
        client.socket.send(.text(Array("first".utf8)))
        #expect(await log.next() == .message(.text(Array("first".utf8))))
        await client.stop()
        await server.stop()
    }

    @Test("that is told to pause as soon as it was started does not read before it is told to")
    func pausesAtOnce() async throws {
        let service = Talker()
        let server = try WebServer(serving: service)
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let talking = await service.socket()
        let log = SocketLog(client.socket, starts: false)
        log.listen(to: client.socket)
        client.socket.setReading(false)
        talking.send(.text(Array("early".utf8)))
        // Whatever was under way has had its time once others were served.
        for _ in 0..<5 { _ = try await exchange(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(log.isEmpty)
        client.socket.setReading(true)
        #expect(await log.next() == .message(.text(Array("early".utf8))))
        await client.stop()
        await server.stop()
    }

    @Test("is dialled where it was asked for, whatever proxy the environment names")
    func noProxy() async throws {
        // In a process of its own: no other thread reads the environment while it is changed.
        await #expect(processExitsWith: .success) {
            unsafe setenv("http_proxy", "http://127.0.0.1:1", 1)
            let server = try WebServer(serving: Echo())
            let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
            await client.stop()
            await server.stop()
        }
    }

    @Test("that a program does not close is closed when nobody holds it any more")
    func dropped() async throws {
        let service = Talker()
        let server = try WebServer(serving: service)
        var client: WebSocketClient? = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let log = SocketLog(await service.socket())
        #expect(client != nil)
        client = nil
        guard case .closed = await log.next() else {
            Issue.record("it stays open")
            return
        }
        await server.stop()
    }

    @Test(
        "URL is read",
        arguments: [
            ("ws://localhost", "localhost", 80, "/"), ("ws://127.0.0.1:8087", "127.0.0.1", 8087, "/"),
            ("ws://[::1]:2020/a/b?c=d", "::1", 2020, "/a/b?c=d"), ("ws://host?x", "host", 80, "/?x"),
        ])
    func url(text: String, host: String, port: Int, path: String) throws {
        let address = try WebSocketAddress(parsing: text)
        #expect(address.host == host && Int(address.port) == port && address.path == path)
    }

    @Test(
        "URL that is none is refused",
        arguments: [
            "", "ws://", "wss://host", "http://host", "ws://:80", "ws://host:", "ws://host:0", "ws://host:65536",
            "ws://[::1", "ws://ho st", "ws://host/a b", "ws://host/\r\nX: y", "ws://user@host", "ws://host:80:90",
        ])
    func badURL(text: String) {
        let error = #expect(throws: WebError.self) { try WebSocketAddress(parsing: text) }
        #expect(error?.code == .badURL)
    }

    @Test("as a byte stream carries an SDL session's bytes between two reactors")
    func byteStream() async throws {
        let service = Talker()
        let server = try WebServer(serving: service)
        let reactor = try Reactor()
        let client = try await WebSocketClient.connect(to: address(of: server, "/socket"))
        let near = StreamUser(WebSocketStream(client, on: reactor), on: reactor)
        let far = StreamUser(WebSocketStream(await service.socket(), on: reactor), on: reactor)
        await near.begin()
        await far.begin()
        var expected: [UInt8] = []
        for number in 0..<500 {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1000 + number)
            expected += bytes
            await near.write(bytes)
        }
        #expect(await far.bytes(count: expected.count) == expected)
        await far.write([1, 2, 3])
        #expect(await near.bytes(count: 3) == [1, 2, 3])
        await near.close()
        #expect(await far.closure() == .endOfStream)
        await server.stop()
        reactor.stop()
    }
}

/// Hands out the sockets that are opened.
final class Talker: WebService {
    private struct State {
        var sockets: [WebSocket] = []
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func respond(to request: WebRequest, answer: WebAnswer) { answer(WebResponse(status: 404, text: "nothing")) }

    func refusal(ofSocket request: WebRequest) -> Int? { nil }

    func opened(_ socket: WebSocket, by request: WebRequest) {
        let waiting = state.withLock { state in
            state.sockets.append(socket)
            return exchange(&state.waiting, with: nil)
        }
        waiting?.resume()
    }

    func socket() async -> WebSocket {
        while true {
            if let socket = state.withLock({ $0.sockets.isEmpty ? nil : $0.sockets.removeFirst() }) { return socket }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isThere = state.withLock { state in
                    if state.sockets.isEmpty { state.waiting = continuation }
                    return !state.sockets.isEmpty
                }
                if isThere { continuation.resume() }
            }
        }
    }
}

/// Uses a stream on its reactor.
private actor StreamUser {
    private let stream: WebSocketStream
    private let reactor: Reactor
    private var received: [UInt8] = []
    private var over: StreamClosure?
    private var waiting: CheckedContinuation<Void, Never>?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ stream: WebSocketStream, on reactor: Reactor) {
        self.stream = stream
        self.reactor = reactor
    }

    func begin() {
        stream.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated {
                    $0.received += bytes
                    $0.wake()
                }
            },
            onClosure: { [weak self] closure in
                self?.assumeIsolated {
                    $0.over = closure
                    $0.wake()
                }
            })
    }

    func write(_ bytes: [UInt8]) { stream.write(bytes) }

    func close() { stream.close() }

    func bytes(count: Int) async -> [UInt8] {
        while received.count < count, over == nil { await withCheckedContinuation { waiting = $0 } }
        return received
    }

    func closure() async -> StreamClosure? {
        while over == nil { await withCheckedContinuation { waiting = $0 } }
        return over
    }

    private func wake() {
        waiting?.resume()
        waiting = nil
    }
}
