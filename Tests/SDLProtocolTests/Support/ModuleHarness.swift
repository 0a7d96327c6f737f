import SDLProtocol

/// A head unit's connection with its registry, for tests that need no second one.
struct ModuleHarness {
    var registry: SessionRegistry
    var connection: ModuleConnection
    var now = Duration.zero

    init(_ configuration: ModuleConnection.Configuration = .predictable, number: Int = 1) {
        registry = SessionRegistry(messageIDs: configuration.faultPolicy == .asCore ? .asCore : .counting)
        connection = ModuleConnection(number: number, configuration: configuration)
    }

    /// With session 1 open at 5.4.0, as the vectors assume: its hash id is 65537.
    static func withSession(_ configuration: ModuleConnection.Configuration = .predictable) -> ModuleHarness {
        var harness = ModuleHarness(configuration)
        harness.start()
        return harness
    }

    @discardableResult
    mutating func start(_ version: ProtocolVersion = .newest) -> [ModuleConnection.Event] {
        let payload = ControlPayload.StartService(protocolVersion: version).encode()
        return receive(
            Frame(control: .startService, version: 1, service: .rpc, sessionID: 0, payload: payload).encode())
    }

    mutating func receive(_ bytes: [UInt8]) -> [ModuleConnection.Event] {
        connection.receive(bytes, now: now, sessions: &registry)
    }

    mutating func receive(_ pieces: [[UInt8]]) -> [ModuleConnection.Event] {
        pieces.flatMap { receive($0) }
    }

    mutating func receive(_ frames: Frame...) -> [ModuleConnection.Event] {
        receive(frames.flatMap { $0.encode() })
    }

    mutating func send(_ message: RPCPayload, version: UInt8 = 5) -> [Frame] {
        DecodedStream([connection.send(message, session: 1, version: version, sessions: &registry)]).frames
    }

    mutating func passTime(to time: Duration) -> [ModuleConnection.Event] {
        now = time
        return connection.timePassed(now: now, sessions: &registry)
    }
}

extension [ModuleConnection.Event] {
    /// The frames that are sent.
    var sentFrames: [Frame] {
        DecodedStream(compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }).frames
    }

    /// The messages that arrived.
    var messages: [SessionMessage] {
        compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    /// The faults that were reported.
    var faults: [WireFault] {
        compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }

    /// The ends of sessions.
    var ends: [ModuleConnection.SessionEndCause] {
        compactMap { if case .sessionEnded(_, let cause) = $0 { cause } else { nil } }
    }
}

extension [AppConnection.Event] {
    /// The frames that are sent.
    var sentFrames: [Frame] {
        DecodedStream(compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }).frames
    }

    /// The messages that arrived.
    var messages: [SessionMessage] {
        compactMap { if case .message(let message) = $0 { message } else { nil } }
    }
}

extension Frame {
    /// A refusal's payload.
    var refusal: ControlPayload.Refusal {
        ControlPayload.Refusal(parsing: payload, headerVersion: header.version)
    }

    /// A data frame of the RPC service.
    static func data(
        _ type: FrameType = .single, version: UInt8 = 5, service: ServiceType = .rpc, session: UInt8 = 1,
        info: UInt8 = 0, messageID: UInt32 = 2, isEncrypted: Bool = false, _ payload: [UInt8]
    ) -> Frame {
        Frame(
            header: FrameHeader(
                version: version, isEncrypted: isEncrypted, type: type, service: service, info: info,
                sessionID: session, messageID: version < 2 ? 0 : messageID),
            payload: payload)
    }

    /// A first frame.
    static func first(
        total: UInt32, count: UInt32, session: UInt8 = 1, messageID: UInt32 = 9, service: ServiceType = .rpc
    ) -> Frame {
        let words = [total, count].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
        return data(.first, service: service, session: session, messageID: messageID, words)
    }
}

/// A request as apps send it.
func request(_ functionID: UInt32 = 45, _ correlationID: Int32 = 3, _ json: String = "{\"wayPointType\":\"ALL\"}")
    -> RPCPayload
{
    RPCPayload(rpcType: .request, functionID: functionID, correlationID: correlationID, json: Array(json.utf8))
}

extension ModuleConnection.Configuration {
    /// A careful head unit whose hash ids a test can foretell.
    static var predictable: Self {
        var configuration = strict
        configuration.hashRule = .connectionAndSession
        return configuration
    }
}
