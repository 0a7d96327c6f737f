package import Formats
package import SDLProtocol
internal import SDLSpec
package import Transport

/// One link of a raw app: it says what it is told to say, right or wrong, and shows every frame that comes.
package actor WireLink: Waiting {
    /// Why a walk cannot go on.
    package enum Stop: Error, Hashable, Sendable {
        /// No answer in time.
        case silent(String)
        /// The link is gone.
        case closed(String)
        /// An answer that leaves no way on.
        case refused(String)

        /// Whether the head unit has answered, if not as the walk needs it.
        package var isRefusal: Bool { if case .refused = self { true } else { false } }

        /// Why, for people.
        package var reason: String {
            switch self {
            case .silent(let what): "no answer to \(what)"
            case .closed(let what): "the link ended, waiting for \(what)"
            case .refused(let what): what
            }
        }
    }

    /// A message of the head unit.
    package struct Message: Sendable {
        /// Type, function and correlation id.
        package let header: RPCHeader
        /// Its body.
        package let json: JSONValue
        /// Its session.
        package let session: UInt8
        /// The name of its function.
        package let name: String

        package var resultCode: String? { json["resultCode"]?.stringValue }
        package var succeeded: Bool { json["success"]?.boolValue ?? false }
    }

    package nonisolated let reactor: Reactor
    /// Its number in the transcript.
    package let number: Int
    private let stream: any ByteStream
    private let log: TranscriptLog
    private let pace: Pace
    private var decoder = FrameDecoder()
    private var assembler = MessageAssembler(limits: .init(message: 8 << 20, timeout: .zero))
    /// Control frames that came, in order.
    package private(set) var controls: [Frame] = []
    /// Messages that came, in order.
    package private(set) var messages: [Message] = []
    /// The first bytes that came, for errors.
    package private(set) var firstBytes: [UInt8] = []
    /// Whether any bytes made no frame.
    package private(set) var hasMalformed = false
    package private(set) var isClosed = false
    package private(set) var session: UInt8 = 0
    package private(set) var version: UInt8 = 1
    package private(set) var acknowledgement: ControlPayload.StartServiceACK?
    /// Heartbeats of the head unit are answered in frames of versions below this one.
    private var heartbeatVersions: UInt8 = .max
    private var nextID: Int32 = 1
    private var nextMessageID: UInt32 = 1
    var waits = WaitList()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ stream: any ByteStream, number: Int, log: TranscriptLog, pace: Pace) {
        reactor = stream.reactor
        self.stream = stream
        self.log = log
        self.pace = pace
        self.number = number
    }

    /// Begins to listen.
    func begin() {
        stream.start(
            onBytes: { [weak self] bytes in self?.assumeIsolated { $0.received(bytes) } },
            onClosure: { [weak self] closure in self?.assumeIsolated { $0.ended(closure) } })
    }

    /// Leaves heartbeats of the head unit without an answer, from a version of the protocol on.
    package func ignoreHeartbeats(from version: UInt8 = 0) { heartbeatVersions = version }

    /// Sends frames of another version from now on.
    package func pretend(version: UInt8) { self.version = version }

    // MARK: What comes

    private func received(_ bytes: [UInt8]) {
        log.bytes(bytes, from: .headUnit, number)
        if firstBytes.count < 64 { firstBytes += bytes.prefix(64 - firstBytes.count) }
        decoder.append(bytes)
        while let item = decoder.next() {
            switch item {
            case .malformed: hasMalformed = true
            case .frame(let frame): take(frame)
            }
        }
        wake()
    }

    private func take(_ frame: Frame) {
        // Who says more than a transcript holds is not listened to any longer.
        guard controls.count + messages.count < TranscriptBuilder.entryLimit else { return close() }
        var payload: [UInt8]?
        switch frame.header.type {
        case .control:
            controls.append(frame)
            guard frame.header.controlInfo == .heartbeat, frame.header.version < heartbeatVersions else { break }
            let header = frame.header
            write(
                Frame(
                    control: .heartbeatACK, version: header.version, service: .control, sessionID: header.sessionID,
                    messageID: header.messageID
                ).encode())
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
        let kind: RPCMessageKind = rpc.rpcType == .response ? .response : .notification
        messages.append(
            Message(
                header: rpc.header, json: (try? JSONValue(parsing: rpc.json)) ?? .null, session: frame.header.sessionID,
                name: RPCSpec.embedded.function(rpc.functionID, kind)?.name ?? "\(rpc.functionID)"))
    }

    private func ended(_ closure: StreamClosure) {
        isClosed = true
        log.ended(number, closure, by: .headUnit)
        wake()
    }

    // MARK: Waiting

    /// Waits until something is there; `nil` when it does not come in time, or the link is gone.
    package func wait<Value: Sendable>(
        _ timeout: Duration, until value: @Sendable (isolated WireLink) -> Value?
    ) async -> Value? {
        let deadline = reactor.now + timeout
        while true {
            if let found = value(self) { return found }
            guard !isClosed, !isOver(deadline) else { return nil }
            await change(before: deadline)
        }
    }

    /// Lets time pass.
    package func pause(_ time: Duration) async {
        let _: Bool? = await wait(time) { _ in nil }
    }

    private func stop(_ what: String) -> Stop { isClosed ? .closed(what) : .silent(what) }

    // MARK: Saying

    /// Writes bytes as they are.
    package func write(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        log.bytes(bytes, from: .app, number)
        stream.write(bytes)
    }

    /// Ends the link.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        log.closed(number, by: .app)
        stream.close()
        wake()
    }

    /// Sends a control frame and waits for what answers it.
    ///
    /// - Returns: The answer; `nil` when none comes in time.
    package func control(
        _ info: ControlFrameInfo, service: ServiceType = .rpc, session: UInt8? = nil, version: UInt8? = nil,
        payload: [UInt8] = [], within time: Duration? = nil
    ) async -> Frame? {
        let count = controls.count
        let id = nextMessageID
        nextMessageID += 1
        write(
            Frame(
                control: info, version: version ?? self.version, service: service, sessionID: session ?? self.session,
                messageID: id, payload: payload
            ).encode())
        let answers = info.answers
        return await wait(time ?? pace.control) { link in
            link.controls.dropFirst(count).first { frame in
                frame.header.controlInfo.map { answers.contains($0) } ?? false
            }
        }
    }

    /// Starts the RPC service, in a new session.
    ///
    /// - Parameters:
    ///   - headerVersion: The version of the frame.
    ///   - asked: The version that the payload names; `nil` for no payload.
    /// - Returns: The answer; `nil` when none comes in time.
    package func startService(headerVersion: UInt8 = 1, asked: String? = "5.4.1") async -> Frame? {
        let document: BSONDocument? = asked.map { ["protocolVersion": .string($0)] }
        let answer = await control(
            .startService, session: 0, version: headerVersion, payload: (try? document?.encode()) ?? [])
        take(answer: answer)
        return answer
    }

    /// Remembers what an acknowledgement tells, for the frames that follow.
    package func take(answer: Frame?) {
        guard let answer, answer.header.controlInfo == .startServiceACK else { return }
        session = answer.header.sessionID
        version = max(answer.header.version, 2)
        acknowledgement = ControlPayload.StartServiceACK(
            parsing: answer.payload, headerVersion: answer.header.version)
    }

    /// Ends the RPC service with the hash id it was given.
    @discardableResult
    package func endService() async -> Frame? {
        let payload = ControlPayload.EndService(hashID: acknowledgement?.hashID).encode(headerVersion: version)
        return await control(.endService, payload: payload)
    }

    /// The frames of an RPC.
    package func frames(
        of type: RPCType, _ function: UInt32, _ json: [UInt8], id: Int32, session: UInt8? = nil, limit: Int? = nil
    ) -> [UInt8] {
        let messageID = nextMessageID
        nextMessageID += 1
        let splitter = FrameSplitter(
            version: version, sessionID: session ?? self.session, service: .rpc, messageID: messageID,
            limit: limit ?? (version < 3 ? 1000 : 60_000))
        return splitter.encode(RPCPayload(rpcType: type, functionID: function, correlationID: id, json: json))
    }

    /// A correlation id that was not used yet.
    package func freshID() -> Int32 {
        defer { nextID += 1 }
        return nextID
    }

    /// Sends a request by the name of its function, and waits for nothing.
    package func send(_ name: String, _ parameters: JSONValue = [:], session: UInt8? = nil) -> Int32 {
        let id = freshID()
        let function = RPCSpec.embedded.function(name, .request)?.id ?? 0
        write(frames(of: .request, function, parameters.serialized(), id: id, session: session))
        return id
    }

    /// Waits for the response with an id.
    ///
    /// - Throws: ``Stop`` when it does not come.
    package func response(_ id: Int32, session: UInt8? = nil, to what: String) async throws(Stop) -> Message {
        let session = session ?? self.session
        let found = await wait(pace.answer) { link in
            link.messages.first {
                $0.header.rpcType == .response && $0.header.correlationID == id && $0.session == session
            }
        }
        guard let found else { throw stop(what) }
        return found
    }

    /// Sends a request and waits for its response.
    ///
    /// - Throws: ``Stop`` when none comes.
    @discardableResult
    package func ask(_ name: String, _ parameters: JSONValue = [:], session: UInt8? = nil) async throws(Stop) -> Message
    {
        try await response(send(name, parameters, session: session), session: session, to: name)
    }

    /// The last level that was told in a session.
    package func level(_ session: UInt8? = nil) -> String? {
        let session = session ?? self.session
        return messages.last { message in
            message.name == "OnHMIStatus" && message.session == session
                && message.json["windowID"]?.intValue ?? 0 == 0
        }?.json["hmiLevel"]?.stringValue
    }

    /// Waits for a notification behind the first so many messages.
    package func notification(
        _ name: String, behind count: Int, session: UInt8? = nil, within time: Duration
    ) async -> Message? {
        let session = session ?? self.session
        return await wait(time) { link in
            link.messages.dropFirst(count).first {
                $0.header.rpcType == .notification && $0.name == name && $0.session == session
            }
        }
    }
}

extension ControlFrameInfo {
    /// What answers it; nothing where it asks nothing.
    var answers: Set<ControlFrameInfo> {
        switch self {
        case .startService: [.startServiceACK, .startServiceNAK]
        case .endService: [.endServiceACK, .endServiceNAK]
        case .heartbeat: [.heartbeatACK]
        case .registerSecondaryTransport: [.registerSecondaryTransportACK, .registerSecondaryTransportNAK]
        case .startServiceACK, .startServiceNAK, .endServiceACK, .endServiceNAK, .registerSecondaryTransportACK,
            .registerSecondaryTransportNAK, .transportEventUpdate, .serviceDataACK, .heartbeatACK:
            []
        }
    }
}
