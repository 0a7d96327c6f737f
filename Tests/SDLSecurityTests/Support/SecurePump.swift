import SDLProtocol
import SDLSecurity
import TestKit

/// Both ends of a connection against each other, with an owner on the head unit's side that protects what is asked.
struct SecurePump {
    var app: AppConnection
    var module: ModuleConnection
    var registry = SessionRegistry()
    var now = Duration.zero
    var appEvents: [AppConnection.Event] = []
    var moduleEvents: [ModuleConnection.Event] = []
    /// What the head unit protects with; nil refuses.
    let headUnit: ServiceProtection?
    /// How the bytes travel: pieces of this size; 0: whole.
    let pieceSize: Int
    /// Changes the frames to the app on their way.
    var meddle: (Frame) -> Frame? = { $0 }
    /// Changes the frames to the head unit on their way.
    var meddleApp: (Frame) -> Frame? = { $0 }
    /// Whether the head unit's bytes are held back.
    var isCut = false
    /// Whose channels the head unit uses in place of those of its certificates.
    var makeChannel: (() -> any SecureChannel)?

    init(
        _ headUnit: ServiceProtection?, pieceSize: Int = 0,
        configuration: ModuleConnection.Configuration = .strict, appVersion: ProtocolVersion = .newest
    ) {
        self.headUnit = headUnit
        self.pieceSize = pieceSize
        var configuration = configuration
        configuration.offersProtection = headUnit != nil
        module = ModuleConnection(number: 1, configuration: configuration)
        app = AppConnection(configuration: .init(version: appVersion, hasProtection: true))
        carryOut(app.start(now: now))
    }

    mutating func carryOut(_ events: [AppConnection.Event]) {
        for event in events {
            appEvents.append(event)
            guard case .send(let bytes) = event else { continue }
            for frame in frames(in: bytes) {
                if let frame = meddleApp(frame) { toModule(frame.encode()) }
            }
        }
    }

    mutating func carryOut(_ events: [ModuleConnection.Event]) {
        for event in events {
            moduleEvents.append(event)
            switch event {
            case .send(let bytes): toApp(bytes)
            case .serviceRequested(let request): protect(request)
            case .serviceProtected(let request):
                say(module.acceptService(session: request.session, service: request.service, sessions: &registry))
            case .protectionFailed(let request, let fault):
                say(
                    module.refuseService(
                        session: request.session, service: request.service, reason: fault.reason,
                        sessions: &registry))
            default: break
            }
        }
    }

    private mutating func protect(_ request: ModuleConnection.ServiceRequest) {
        guard let channel = makeChannel?() ?? (try? headUnit?.makeChannel(appID: "8675309")) else {
            say(
                module.refuseService(
                    session: request.session, service: request.service, reason: "no certificates",
                    sessions: &registry))
            return
        }
        carryOut(
            module.protect(
                session: request.session, service: request.service, with: channel, now: now, sessions: &registry))
    }

    private mutating func say(_ bytes: [UInt8]) {
        if !bytes.isEmpty { carryOut([ModuleConnection.Event.send(bytes)]) }
    }

    mutating func toModule(_ bytes: [UInt8]) {
        for piece in cut(bytes) { carryOut(module.receive(piece, now: now, sessions: &registry)) }
    }

    mutating func toApp(_ bytes: [UInt8]) {
        guard !isCut else { return }
        var decoder = FrameDecoder()
        decoder.append(bytes)
        while case .frame(let frame) = decoder.next() {
            guard let frame = meddle(frame) else { continue }
            for piece in cut(frame.encode()) { carryOut(app.receive(piece, now: now)) }
        }
    }

    private func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        pieceSize == 0 ? [bytes] : Splits.every(pieceSize, bytes).pieces
    }

    mutating func protect(_ app: ServiceProtection) throws {
        carryOut(self.app.protect(with: try app.makeChannel(), now: now))
    }

    mutating func passTime(to time: Duration) {
        now = time
        carryOut(module.timePassed(now: now, sessions: &registry))
        carryOut(app.timePassed(now: now))
    }
}

extension [AppConnection.Event] {
    var losses: [AppConnection.ProtectionFailure] {
        compactMap { if case .protectionLost(let failure) = $0 { failure } else { nil } }
    }
    var failures: [AppConnection.ProtectionFailure] {
        compactMap { if case .protectionFailed(let failure) = $0 { failure } else { nil } }
    }
    var messages: [SessionMessage] { compactMap { if case .message(let message) = $0 { message } else { nil } } }
    var securityFaults: [SecurityErrorCode] {
        compactMap { if case .fault(.security(let code)) = $0 { code } else { nil } }
    }
    var frames: [Frame] { compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }.flatMap(frames(in:)) }
}

extension [ModuleConnection.Event] {
    var losses: [SecureChannelFault] {
        compactMap { if case .protectionLost(_, let fault) = $0 { fault } else { nil } }
    }
    var failures: [SecureChannelFault] {
        compactMap { if case .protectionFailed(_, let fault) = $0 { fault } else { nil } }
    }
    var messages: [SessionMessage] { compactMap { if case .message(let message) = $0 { message } else { nil } } }
    var securityFaults: [SecurityErrorCode] {
        compactMap { if case .fault(.security(let code)) = $0 { code } else { nil } }
    }
    var ends: [ModuleConnection.SessionEndCause] {
        compactMap { if case .sessionEnded(_, let cause) = $0 { cause } else { nil } }
    }
    var frames: [Frame] { compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }.flatMap(frames(in:)) }
}

/// The frames in the bytes of whole frames.
func frames(in bytes: [UInt8]) -> [Frame] {
    var decoder = FrameDecoder()
    decoder.append(bytes)
    var frames: [Frame] = []
    while case .frame(let frame) = decoder.next() { frames.append(frame) }
    return frames
}

extension [Frame] {
    var queries: [SecurityQuery] {
        filter { $0.header.service == .control && $0.header.type == .single }
            .compactMap { try? SecurityQuery(parsing: $0.payload) }
    }
}

func message(_ type: RPCType = .request, _ id: Int32 = 7, size: Int = 30) -> RPCPayload {
    RPCPayload(
        rpcType: type, functionID: 45, correlationID: id,
        json: Array("\"".utf8) + [UInt8](repeating: 0x61, count: size) + Array("\"".utf8))
}
