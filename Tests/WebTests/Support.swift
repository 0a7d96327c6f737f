import Glibc
import Synchronization
import TestKit
import Transport

@testable import Web

/// Tells what it was asked, and repeats what WebSockets at `/socket` say.
struct Echo: WebService {
    func respond(to request: WebRequest, answer: WebAnswer) {
        if request.path == "/large" {
            answer(
                WebResponse(contentType: "text/plain", body: [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)))
            return
        }
        let text = "\(request.method) \(request.path) \(request.query) \(request.body.count)"
        answer(WebResponse(contentType: "text/plain", body: Array(text.utf8)))
    }

    func refusal(ofSocket request: WebRequest) -> Int? { request.path == "/socket" ? nil : 404 }

    func opened(_ socket: WebSocket, by request: WebRequest) {
        socket.start(onMessage: { socket.send($0) }, onClosure: { _ in })
    }
}

/// Answers a while later, from another thread.
final class SlowService: WebService {
    private let state = Mutex<[String]>([])

    var paths: [String] { state.withLock { $0 } }

    func respond(to request: WebRequest, answer: WebAnswer) {
        state.withLock { $0.append(request.path) }
        Task { answer(WebResponse(status: 200, text: request.path)) }
    }

    func refusal(ofSocket request: WebRequest) -> Int? { 404 }

    func opened(_ socket: WebSocket, by request: WebRequest) {}
}

func address(of server: WebServer, _ path: String) throws -> WebSocketAddress {
    try WebSocketAddress(parsing: "ws://\(server.address)\(path)")
}

/// Sends bytes to a server and takes what comes until it closes, or an answer has come whole.
func exchange(_ server: WebServer, _ request: String, untilClosed: Bool = false) async throws -> String {
    let answer = try await HTTPExchange.bytes(
        answering: Array(request.utf8), port: server.address.port, isIPv6: server.address.host.contains(":"),
        untilClosed: untilClosed)
    return String(decoding: answer, as: UTF8.self)
}

/// Connections that send nothing.
actor IdleSockets {
    private let reactor: Reactor
    private var streams: [TCPStream] = []
    private var open = 0
    private var wanted = 0
    private var continuation: CheckedContinuation<Void, Never>?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(count: Int, to address: SocketAddress, on reactor: Reactor) async throws {
        self.reactor = reactor
        wanted = 0
        for _ in 0..<count {
            let stream = try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
            add(stream)
        }
    }

    private func add(_ stream: TCPStream) {
        streams.append(stream)
        open += 1
        stream.start(
            onBytes: { _ in }, onClosure: { [weak self] _ in self?.assumeIsolated { $0.closed() } })
    }

    var openCount: Int { open }

    private func closed() {
        open -= 1
        guard open <= wanted else { return }
        continuation?.resume()
        continuation = nil
    }

    func waitUntil(atMost count: Int) async {
        guard open > count else { return }
        wanted = count
        await withCheckedContinuation { continuation = $0 }
    }
}

/// What a socket told, to be waited for.
final class SocketLog: Sendable {
    enum Entry: Hashable, Sendable {
        case message(WebMessage)
        case closed(WebSocketClosure)
    }

    private struct State {
        var entries: [Entry] = []
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    init(_ socket: WebSocket, starts: Bool = true) {
        if starts { listen(to: socket) }
    }

    func listen(to socket: WebSocket) {
        socket.start(
            onMessage: { [self] in add(.message($0)) }, onClosure: { [self] in add(.closed($0)) })
    }

    private func add(_ entry: Entry) {
        let waiting = state.withLock { state in
            state.entries.append(entry)
            return exchange(&state.waiting, with: nil)
        }
        waiting?.resume()
    }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// The next entry, taken out.
    func next() async -> Entry {
        while true {
            if let entry = state.withLock({ $0.entries.isEmpty ? nil : $0.entries.removeFirst() }) { return entry }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isThere = state.withLock { state in
                    if state.entries.isEmpty { state.waiting = continuation }
                    return !state.entries.isEmpty
                }
                if isThere { continuation.resume() }
            }
        }
    }
}

/// Whether this machine has the loopback address of IPv6.
var hasIPv6: Bool {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    unsafe address.sin6_addr.__in6_u.__u6_addr8.15 = 1
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
        }
    }
}
