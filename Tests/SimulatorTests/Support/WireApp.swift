import Formats
import SDLProtocol
import SDLSpec
import Simulator
import Testing
import Transport

/// An app that looks at every frame: what a head unit sends is seen as it is.
actor WireApp {
    /// A message of the head unit.
    struct Message: Sendable {
        var type: RPCType
        var functionID: UInt32
        var correlationID: Int32
        var json: JSONValue
        var session: UInt8
        /// When it was complete, by the reactor's clock.
        var time: Duration

        var name: String {
            let kind: RPCMessageKind = type == .response ? .response : .notification
            return RPCSpec.embedded.function(functionID, kind)?.name ?? "\(functionID)"
        }
        var resultCode: String? { json["resultCode"]?.stringValue }
    }

    struct Late: Error {}

    nonisolated let reactor: Reactor
    private let stream: TCPStream
    private var decoder = FrameDecoder()
    private var assembler = MessageAssembler()
    private var nextID: Int32 = 1
    private(set) var session: UInt8 = 0
    private(set) var version: UInt8 = 0
    /// Control frames that came, in order.
    private(set) var controls: [Frame] = []
    /// Messages that came, in order.
    private(set) var messages: [Message] = []
    private(set) var malformed = 0
    /// The sizes of what was read at a time.
    private(set) var reads: [Int] = []
    private(set) var closure: StreamClosure?
    private var waiting: [Int: () -> Void] = [:]
    private var nextWaiting = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ address: SocketAddress, on reactor: Reactor) async throws {
        self.reactor = reactor
        stream = try await TCPStream.connect(host: address.host, port: address.port, on: reactor)
        begin()
    }

    private func begin() {
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } },
            onClosure: { [weak self] closure in self?.assumeIsolated { $0.ended(closure) } })
    }

    private func received(_ bytes: [UInt8]) {
        reads.append(bytes.count)
        decoder.append(bytes)
        while let item = decoder.next() {
            switch item {
            case .malformed: malformed += 1
            case .frame(let frame): take(frame)
            }
        }
        wake()
    }

    private func take(_ frame: Frame) {
        var payload: [UInt8]?
        switch frame.header.type {
        case .control: controls.append(frame)
        case .single: payload = frame.payload
        case .first: _ = assembler.firstFrame(frame.header, frame.payload[...], now: reactor.now)
        case .consecutive:
            if case .complete(_, let whole) = assembler.consecutiveFrame(
                frame.header, frame.payload[...], now: reactor.now)
            {
                payload = whole
            }
        }
        guard let payload, let rpc = try? RPCPayload(parsing: payload) else { return }
        messages.append(
            Message(
                type: rpc.rpcType, functionID: rpc.functionID, correlationID: rpc.correlationID,
                json: (try? JSONValue(parsing: rpc.json)) ?? .null, session: frame.header.sessionID,
                time: reactor.now))
    }

    private func ended(_ closure: StreamClosure) {
        self.closure = closure
        wake()
    }

    private func wake() {
        let all = waiting
        waiting = [:]
        for resume in all.values { resume() }
    }

    /// Reads, or leaves what comes with the system.
    func setReading(_ isReading: Bool) { stream.setReading(isReading) }

    // MARK: Waiting

    /// Waits until something is there; nil when it does not come in time.
    func wait<Value: Sendable>(
        _ timeout: Duration = .seconds(10), until value: @Sendable (isolated WireApp) -> Value?
    ) async -> Value? {
        let deadline = reactor.now + timeout
        while true {
            if let found = value(self) { return found }
            guard reactor.now < deadline else { return nil }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let number = nextWaiting
                nextWaiting += 1
                let timer = reactor.schedule(at: deadline) { [weak self] in
                    self?.assumeIsolated { $0.waiting.removeValue(forKey: number)?() }
                }
                let reactor = reactor
                waiting[number] = {
                    reactor.cancel(timer)
                    continuation.resume()
                }
            }
        }
    }

    /// The response with that id.
    func response(_ id: Int32, _ timeout: Duration = .seconds(10)) async throws -> Message {
        let found = await wait(timeout) { app in
            app.messages.first { $0.type == .response && $0.correlationID == id }
        }
        guard let found else { throw Late() }
        return found
    }

    /// The notification with that number among those of its name, counted from 1.
    func notification(_ name: String, number: Int = 1, _ timeout: Duration = .seconds(10)) async throws -> Message {
        let found = await wait(timeout) { app -> Message? in
            let all = app.messages.filter { $0.type == .notification && $0.name == name }
            return all.count >= number ? all[number - 1] : nil
        }
        guard let found else { throw Late() }
        return found
    }

    func level(_ level: String, _ timeout: Duration = .seconds(10)) async throws {
        let found: Bool? = await wait(timeout) { app in
            let last = app.messages.last { $0.name == "OnHMIStatus" }
            return last?.json["hmiLevel"]?.stringValue == level ? true : nil
        }
        guard found == true else { throw Late() }
    }

    /// The end of the connection.
    func end(_ timeout: Duration = .seconds(10)) async throws -> StreamClosure {
        guard let found = await wait(timeout, until: { $0.closure }) else { throw Late() }
        return found
    }

    // MARK: Sending

    func write(_ bytes: [UInt8]) {
        stream.write(bytes)
    }

    func close() {
        stream.close()
    }

    /// Starts the RPC service; the answer is an ACK or a NAK.
    func startService(
        _ service: ServiceType = .rpc, payload: [UInt8]? = nil, headerVersion: UInt8 = 1
    ) async throws -> Frame {
        let count = controls.count
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        let bytes = try payload ?? document.encode()
        write(
            Frame(
                control: .startService, version: headerVersion, service: service, sessionID: session, payload: bytes
            ).encode())
        guard let answer = await wait(until: { $0.controls.count > count ? $0.controls[count] : nil }) else {
            throw Late()
        }
        if answer.header.controlInfo == .startServiceACK {
            session = answer.header.sessionID
            decoder.knownSessions = SessionIDSet([session])
            version = answer.header.version
        }
        return answer
    }

    /// Sends a request.
    func send(_ name: String, _ parameters: JSONValue = [:]) throws -> Int32 {
        let id = nextID
        nextID += 1
        let function = try #require(RPCSpec.embedded.function(name, .request)?.id)
        let splitter = FrameSplitter(
            version: version, sessionID: session, service: .rpc, messageID: UInt32(id), limit: 1000)
        write(
            splitter.encode(
                RPCPayload(rpcType: .request, functionID: function, correlationID: id, json: parameters.serialized())))
        return id
    }

    /// Sends a request and waits for its response.
    func request(_ name: String, _ parameters: JSONValue = [:], timeout: Duration = .seconds(10)) async throws
        -> Message
    {
        try await response(try send(name, parameters), timeout)
    }

    /// Starts the session and registers.
    @discardableResult
    func register(
        _ name: String = "Way App", id: String = "8675309", types: [String] = ["NAVIGATION"]
    ) async throws -> Message {
        let answer = try await startService()
        try #require(answer.header.controlInfo == .startServiceACK)
        return try await request("RegisterAppInterface", Self.registration(name, id: id, types: types))
    }

    static func registration(_ name: String, id: String, types: [String] = ["NAVIGATION"]) -> JSONValue {
        [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0], "appName": .string(name),
            "appID": .string(id), "isMediaApplication": false, "languageDesired": "EN-US",
            "hmiDisplayLanguageDesired": "EN-US", "appHMIType": .array(types.map { .string($0) }),
        ]
    }
}
