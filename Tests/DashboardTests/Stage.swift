import Formats
import HeadUnit
import Positioning
import Simulator
import Synchronization
import TestKit
import Transport
import Web

@testable import Dashboard

/// A head unit with a page.
struct Stage: Sendable {
    let reactor: Reactor
    let unit: MockHeadUnit
    let feed: PositionFeed
    let dashboard: Dashboard

    init(module: String = "modern", route: String? = "demo", limits: WebLimits? = nil, token: String? = nil)
        async throws
    {
        reactor = try Reactor()
        unit = try await MockHeadUnit(
            MockModule(named: module), route: try route.map { try MockFiles.route($0, file: "test") }, on: reactor)
        feed = await PositionFeed(of: unit)
        var configuration = DashboardConfiguration()
        if let limits { configuration.limits = limits }
        configuration.token = token
        dashboard = try await Dashboard(of: unit, positions: feed, configuration)
        await unit.observeWire(dashboard.traffic)
    }

    func stop() async {
        await dashboard.stop()
        await feed.stop()
        await unit.stop()
        reactor.stop()
    }

    /// Asks the API, and gives status, head and body of the answer.
    func ask(_ method: String, _ path: String, _ body: String = "", type: String = "application/json") async throws
        -> Answer
    {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if method == "POST" { request += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n" }
        return try await send("\(request)\r\n\(body)")
    }

    /// Sends a request as it is, and gives the answer.
    func send(_ request: String) async throws -> Answer {
        Answer(try await HTTPExchange.bytes(answering: Array(request.utf8), port: dashboard.address.port))
    }

    /// A page's connection.
    func reader() async throws -> LiveReader {
        let address = try WebSocketAddress(parsing: "ws://\(dashboard.address)/live")
        return LiveReader(try await WebSocketClient.connect(to: address))
    }
}

/// The answer to a request.
struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let mark = bytes.firstRange(of: Array("\r\n\r\n".utf8)) ?? bytes.count..<bytes.count
        head = String(decoding: bytes[..<mark.lowerBound], as: UTF8.self)
        body = Array(bytes[mark.upperBound...])
        status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}

/// What a page is told.
final class LiveReader: Sendable {
    private struct State {
        var messages: [JSONValue] = []
        var closure: WebSocketClosure?
        var waiting: CheckedContinuation<Void, Never>?
    }

    let client: WebSocketClient
    private let state = Mutex(State())

    init(_ client: WebSocketClient) {
        self.client = client
        client.socket.start(
            onMessage: { [self] message in
                change { $0.messages.append((try? JSONValue(parsing: message.bytes)) ?? .null) }
            },
            onClosure: { [self] closure in change { $0.closure = closure } })
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            return exchange(&state.waiting, with: nil)
        }
        waiting?.resume()
    }

    /// The next message with that key that is as wanted; those before are dropped.
    func next(_ key: String, where isWanted: @Sendable (JSONValue) -> Bool = { _ in true }) async -> JSONValue {
        while true {
            let found = state.withLock { state -> JSONValue? in
                while !state.messages.isEmpty {
                    if let value = state.messages.removeFirst()[key], isWanted(value) { return value }
                }
                return state.closure == nil ? nil : .null
            }
            if let found { return found }
            await pause()
        }
    }

    func closure() async -> WebSocketClosure {
        while true {
            if let closure = state.withLock({ $0.closure }) { return closure }
            await pause()
        }
    }

    private func pause() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isThere = state.withLock { state in
                if state.messages.isEmpty, state.closure == nil { state.waiting = continuation }
                return !state.messages.isEmpty || state.closure != nil
            }
            if isThere { continuation.resume() }
        }
    }
}
