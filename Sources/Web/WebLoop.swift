internal import CWebSockets
internal import Synchronization
internal import Transport

/// The thread of one server or client, and the only one that touches its libwebsockets context.
final class WebLoop: @unchecked Sendable {
    // Sendable although it holds plain state: `shared` is guarded by its mutex. `web` is set before the thread starts or
    // with the mutex held, and read with it held by all but the thread, which is the only one that ends it. Everything
    // else is touched before the thread starts, or by the thread itself.

    /// What the owner of a loop is told, on the loop's thread.
    struct Events: Sendable {
        var refusal: @Sendable (WebRequest) -> Int?
        /// What a request whose body of so many bytes has not come yet is answered by, for the body to stay away.
        var bodyRefusal: @Sendable (WebRequest, Int) -> WebResponse?
        var request: @Sendable (WebRequest, WebAnswer) -> Void
        var opened: @Sendable (WebSocket, WebRequest) -> Void
        /// A client that could not be opened.
        var failed: @Sendable (String) -> Void
    }

    private enum Command: Sendable {
        case respond(UInt64, WebResponse)
        case write(UInt64)
        case reading(UInt64, Bool)
        case close(UInt64, UInt16, String)
        case abort(UInt64)
        case perform(@Sendable () -> Void)
    }

    private struct Shared {
        var commands: [Command] = []
        var isStopping = false
        var hasThread = false
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private struct Connection {
        let handle: ConnectionHandle
        var socket: WebSocket?
    }

    let limits: WebLimits
    /// Let go at the end: whoever is told may hold sockets, which hold the loop.
    private var events: Events?
    private let shared = Mutex(Shared())
    private var web: ContextHandle?
    private var connections: [UInt64: Connection] = [:]

    init(limits: WebLimits, events: Events) {
        self.limits = limits
        self.events = events
    }

    // MARK: Beginning

    /// Opens a server, whose thread does not run yet, and gives its port.
    func listen(host: String, isIPv6: Bool, port: UInt16) throws(WebError) -> UInt16 {
        var bounds = cLimits
        var callbacks = unsafe cCallbacks()
        web = unsafe ContextHandle(c_web_listen(host, isIPv6, port, &bounds, &callbacks))
        guard let web else {
            throw WebError(
                .cannotListen, place: "listen on \(isIPv6 ? "[\(host)]" : host):\(port)", reason: SystemText.ofLastError
            )
        }
        return web.port
    }

    /// Starts the thread of a server that listens.
    func run() throws(WebError) { try start { self.serve() } }

    /// Starts the thread of a client, which dials first: that may wait for a name server.
    func run(dialling address: WebSocketAddress, subprotocol: String) throws(WebError) {
        try start { [self] in
            var bounds = cLimits
            var callbacks = unsafe cCallbacks()
            let dialled = unsafe ContextHandle(
                c_web_dial(address.host, address.port, address.path, subprotocol, &bounds, &callbacks))
            shared.withLock { _ in web = dialled }
            if dialled == nil { events?.failed("the system has no memory or descriptor to give") }
            serve()
        }
    }

    private func start(_ body: @escaping @Sendable () -> Void) throws(WebError) {
        shared.withLock { $0.hasThread = true }
        // The thread keeps the loop alive until it has ended.
        guard SystemThread.start(body) != 0 else { return }
        shared.withLock { $0.hasThread = false }
        destroy()
        throw WebError(.noResources, place: "thread", reason: "the system has no thread to give")
    }

    /// Ends the thread, when all is closed and freed.
    func stop() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = shared.withLock { state in
                if state.isOver || !state.hasThread { return true }
                state.waiting.append(continuation)
                state.isStopping = true
                wake()
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Lets the thread end by itself.
    func stopSoon() {
        shared.withLock { state in
            guard !state.isOver else { return }
            state.isStopping = true
            wake()
        }
    }

    // MARK: Commands, from any thread

    func respond(_ id: UInt64, _ response: WebResponse) { post(.respond(id, response)) }
    func wantToWrite(_ id: UInt64) { post(.write(id)) }
    func setReading(_ id: UInt64, _ isReading: Bool) { post(.reading(id, isReading)) }
    func close(_ id: UInt64, _ status: UInt16, _ reason: String) { post(.close(id, status, reason)) }
    func abort(_ id: UInt64) { post(.abort(id)) }
    func perform(_ body: @escaping @Sendable () -> Void) { post(.perform(body)) }

    private func post(_ command: Command) {
        let isOver = shared.withLock { state in
            guard !state.isOver else { return true }
            state.commands.append(command)
            if state.commands.count == 1 { wake() }
            return false
        }
        // Whoever begins to listen after the end still hears of it.
        if isOver, case .perform(let body) = command { body() }
    }

    /// To be called with the lock held, so that the context is still there.
    private func wake() {
        web?.wake()
    }

    // MARK: The thread

    private func serve() {
        while !shared.withLock({ $0.isStopping }) {
            guard let web, web.serve() else { break }
        }
        sayGoodbye()
        destroy()
    }

    /// Closes what is open in order, as far as the peers take part in that at once.
    private func sayGoodbye() {
        carryOut()
        for connection in connections.values where connection.socket != nil {
            connection.handle.close(1001, "going away")
        }
        for _ in 0..<20 where connections.values.contains(where: { $0.socket != nil }) {
            guard let web else { return }
            // Each turn waits for something to happen, of which the waking is one.
            web.wake()
            guard web.serve() else { return }
        }
    }

    private func destroy() {
        let gone = shared.withLock { state in
            state.isOver = true
            defer { web = nil }
            return web
        }
        gone?.destroy()
        events = nil
        // What was posted between the last turn and the end: nobody waits in vain.
        let (commands, waiting) = shared.withLock { state in
            (exchange(&state.commands, with: []), exchange(&state.waiting, with: []))
        }
        for case .perform(let body) in commands { body() }
        for continuation in waiting { continuation.resume() }
    }

    private func carryOut() {
        for command in shared.withLock({ exchange(&$0.commands, with: []) }) {
            switch command {
            case .respond(let id, let response):
                if connections[id]?.handle.respond(response) == false { connections[id]?.handle.abort() }
            case .write(let id): connections[id]?.handle.wantToWrite()
            case .reading(let id, let isReading): connections[id]?.handle.setReading(isReading)
            case .close(let id, let status, let reason):
                connections[id]?.handle.close(status, Self.shortened(reason))
            case .abort(let id): connections[id]?.handle.abort()
            case .perform(let body): body()
            }
        }
    }

    /// At most 123 bytes of whole characters, as a close frame can take.
    private static func shortened(_ reason: String) -> String {
        var text = ""
        for character in reason where character != "\0" {
            guard text.utf8.count + String(character).utf8.count <= 123 else { break }
            text.append(character)
        }
        return text
    }

    // MARK: What the library tells

    fileprivate func made(_ handle: ConnectionHandle, _ id: UInt64) {
        connections[id] = Connection(handle: handle)
    }

    fileprivate func woken() { carryOut() }

    fileprivate func refusal(of request: WebRequest) -> Int {
        guard let events else { return 503 }
        return events.refusal(request) ?? 0
    }

    fileprivate func admits(_ id: UInt64, _ request: WebRequest, bodyBytes: Int) -> Bool {
        guard let events, let handle = connections[id]?.handle else { return false }
        guard let response = events.bodyRefusal(request, bodyBytes) else { return true }
        _ = handle.respond(response)
        return false
    }

    fileprivate func requested(_ id: UInt64, _ request: WebRequest) {
        events?.request(request, WebAnswer { [weak self] response in self?.respond(id, response) })
    }

    fileprivate func opened(_ id: UInt64, _ request: WebRequest) {
        let socket = WebSocket(id: id, peer: request.peer, unsentLimit: limits.unsentBytes, loop: self)
        connections[id]?.socket = socket
        // Read when somebody takes what comes.
        connections[id]?.handle.setReading(false)
        events?.opened(socket, request)
    }

    fileprivate func received(_ id: UInt64, _ message: WebMessage) { connections[id]?.socket?.received(message) }

    fileprivate func writable(_ id: UInt64) -> Bool {
        guard let connection = connections[id], let socket = connection.socket else { return false }
        let message = socket.next()
        if let message, !connection.handle.send(message) {
            connection.handle.abort()
            return false
        }
        return socket.afterWriting(wroteSomething: message != nil)
    }

    fileprivate func closed(_ id: UInt64, _ status: Int32, _ reason: String) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        guard let socket = connection.socket else {
            events?.failed(reason)
            return
        }
        switch status {
        case 0: socket.ended(.lost)
        case -1: socket.ended(.ended)
        default: socket.ended(.closed(status: Int(status), reason: reason))
        }
    }

    // MARK: For C

    private var cLimits: c_web_limits {
        c_web_limits(
            header_bytes: UInt16(clamping: max(limits.headerBytes, 256)), all_body_bytes: max(limits.allBodyBytes, 0),
            all_answer_bytes: max(limits.allAnswerBytes, 0), message_bytes: max(limits.messageBytes, 1),
            connections: UInt32(min(max(limits.connections, 1), 60_000)),
            idle_seconds: UInt32(min(max(limits.idleSeconds, 1), 86_400)),
            silence_seconds: UInt32(min(max(limits.silenceSeconds, 1), 30_000)))
    }

    private func cCallbacks() -> c_web_callbacks {
        // Unretained: the thread, which makes all calls, holds the loop.
        unsafe c_web_callbacks(
            owner: Unmanaged.passUnretained(self).toOpaque(), upgrade: webRefusal, admit: webAdmits,
            request: webRequested,
            opened: webOpened, received: webReceived, writable: webWritable, closed: webClosed, woken: webWoken,
            made: webMade)
    }
}

// Free functions: C calls them on a thread of ours that no actor knows.

private func loop(_ owner: UnsafeMutableRawPointer?) -> WebLoop? {
    guard let owner = unsafe owner else { return nil }
    return unsafe Unmanaged<WebLoop>.fromOpaque(owner).takeUnretainedValue()
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
}

private func request(_ pointer: UnsafePointer<c_web_request>?) -> WebRequest {
    guard let c = unsafe pointer?.pointee else { return WebRequest() }
    var request = WebRequest()
    request.method =
        switch unsafe c.method {
        case C_WEB_GET: .get
        case C_WEB_HEAD: .head
        case C_WEB_POST: .post
        default: .other
        }
    request.path = unsafe text(c.path)
    request.query = unsafe text(c.query)
    request.host = unsafe text(c.host)
    request.origin = unsafe text(c.origin)
    request.cookie = unsafe text(c.cookie)
    request.authorization = unsafe text(c.authorization)
    request.contentType = unsafe text(c.content_type)
    request.fetchSite = unsafe text(c.fetch_site)
    request.peer = unsafe text(c.peer)
    request.body = unsafe Array(UnsafeBufferPointer(start: c.body, count: c.body_size))
    return request
}

private func webRefusal(_ owner: UnsafeMutableRawPointer?, _ c: UnsafePointer<c_web_request>?) -> Int32 {
    unsafe Int32(clamping: loop(owner)?.refusal(of: request(c)) ?? 500)
}

private func webAdmits(
    _ owner: UnsafeMutableRawPointer?, _ id: UInt64, _ c: UnsafePointer<c_web_request>?, _ bodyBytes: Int
) -> Bool {
    unsafe loop(owner)?.admits(id, request(c), bodyBytes: bodyBytes) ?? false
}

private func webRequested(_ owner: UnsafeMutableRawPointer?, _ id: UInt64, _ c: UnsafePointer<c_web_request>?) {
    unsafe loop(owner)?.requested(id, request(c))
}

private func webOpened(_ owner: UnsafeMutableRawPointer?, _ id: UInt64, _ c: UnsafePointer<c_web_request>?) {
    unsafe loop(owner)?.opened(id, request(c))
}

private func webReceived(
    _ owner: UnsafeMutableRawPointer?, _ id: UInt64, _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ isBinary: Bool
) {
    let content = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    unsafe loop(owner)?.received(id, isBinary ? .binary(content) : .text(content))
}

private func webWritable(_ owner: UnsafeMutableRawPointer?, _ id: UInt64) -> Bool {
    unsafe loop(owner)?.writable(id) ?? false
}

private func webClosed(
    _ owner: UnsafeMutableRawPointer?, _ id: UInt64, _ status: Int32, _ reason: UnsafePointer<CChar>?
) {
    unsafe loop(owner)?.closed(id, status, text(reason))
}

private func webWoken(_ owner: UnsafeMutableRawPointer?) {
    unsafe loop(owner)?.woken()
}

private func webMade(_ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ id: UInt64) {
    guard let connection = unsafe connection else { return }
    unsafe loop(owner)?.made(ConnectionHandle(connection), id)
}
