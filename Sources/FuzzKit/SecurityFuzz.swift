import FoundationEssentials
import SDLProtocol
import SDLSecurity
import Transport

/// Security queries and encrypted frames against both ends of a connection, in every state of the protection.
///
/// The first byte holds switches, the rest is a script: a byte for what comes, a byte for its length, its bytes. The
/// peer's TLS is real where the handshake is attacked, and a simple cipher where the frames behind it are.
public enum SecurityFuzz: FuzzTarget {
    /// What went wrong; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        var choice = Choice(input)
        let switches = choice.byte()
        let steps = steps(of: choice.remaining)
        return moduleFinding(steps, switches) ?? appFinding(steps, switches)
    }

    // MARK: - The script

    private enum Step {
        case bytes([UInt8])
        case time
        case command(UInt8)
    }

    private static func steps(of script: [UInt8]) -> [Step] {
        var rest = script[...]
        var steps: [Step] = []
        while let kind = rest.popFirst(), steps.count < 64 {
            let count = Int(rest.popFirst() ?? 0)
            let bytes = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            switch kind % 10 {
            case 0: steps.append(.bytes(control(bytes)))
            case 1:
                let query = SecurityQuery(
                    kind: kind & 16 == 0 ? .response : .request, identifier: .handshake, sequenceNumber: 3,
                    binary: bytes)
                steps.append(.bytes(control(query.encode())))
            case 2: steps.append(.bytes(data(.single, isEncrypted: true, bytes)))
            case 3: steps.append(.bytes(data(.single, isEncrypted: true, FuzzCipher.encrypted(bytes))))
            case 4: steps.append(.bytes(data(.first, isEncrypted: kind & 16 != 0, bytes)))
            case 5:
                steps.append(
                    .bytes(data(.consecutive, isEncrypted: true, FuzzCipher.encrypted(bytes), info: kind >> 5)))
            case 6: steps.append(.bytes(data(.consecutive, isEncrypted: false, bytes, info: kind >> 5)))
            case 7: steps.append(.bytes(frame(kind: kind, bytes)))
            case 8: steps.append(.time)
            default: steps.append(.command(kind >> 4))
            }
        }
        return steps
    }

    private static func control(_ payload: [UInt8]) -> [UInt8] {
        Frame(
            header: FrameHeader(version: 5, type: .single, service: .control, sessionID: 1, messageID: 9),
            payload: payload
        ).encode()
    }

    private static func data(_ type: FrameType, isEncrypted: Bool, _ payload: [UInt8], info: UInt8 = 0) -> [UInt8] {
        Frame(
            header: FrameHeader(
                version: 5, isEncrypted: isEncrypted, type: type, service: .rpc, info: info, sessionID: 1,
                messageID: 9),
            payload: payload
        ).encode()
    }

    /// StartService, its answers and EndService, with and without the bit.
    private static func frame(kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let infos: [ControlFrameInfo] = [.startService, .startServiceACK, .startServiceNAK, .endService]
        return Frame(
            header: FrameHeader(
                version: 5, isEncrypted: kind & 64 != 0, type: .control, service: kind & 128 == 0 ? .rpc : .video,
                info: infos[Int(kind >> 4 & 3)].rawValue, sessionID: 1, messageID: 9),
            payload: payload
        ).encode()
    }

    // MARK: - The head unit

    private static func moduleFinding(_ steps: [Step], _ switches: UInt8) -> String? {
        var registry = SessionRegistry()
        var configuration = ModuleConnection.Configuration.strict
        configuration.offersProtection = switches & 1 == 0
        configuration.hashRule = .connectionAndSession
        var module = ModuleConnection(number: 1, configuration: configuration)
        let isTLS = switches & 2 != 0
        var now = Duration.zero
        var pending = [
            Step.bytes(
                Frame(
                    control: .startService, version: 1, service: .rpc, sessionID: 0,
                    payload: ControlPayload.StartService(protocolVersion: .newest).encode()
                ).encode())
        ]
        if switches & 4 == 0 { pending.append(.bytes(frame(kind: 64, []))) }
        for step in pending + steps {
            var events: [ModuleConnection.Event]
            switch step {
            case .bytes(let bytes):
                events = module.receive(bytes, now: now, sessions: &registry)
            case .time:
                now += .seconds(4)
                events = module.timePassed(now: now, sessions: &registry)
            case .command(let number):
                let sent = module.sendProtected(
                    encoded: [UInt8](repeating: number, count: 1 + Int(number) * 3000), session: 1, version: 5,
                    sessions: &registry)
                events = module.takeEnds()
                if !FramesFuzz.areFrames(sent) { return "module: sends what is no frame" }
                if !sent.isEmpty, events.isEmpty, !module.isProtected(session: 1) {
                    return "module: encrypted without keys"
                }
            }
            if let finding = check(&events, &module, &registry, now: now, isTLS: isTLS) { return finding }
        }
        return nil
    }

    /// Plays the owner, and looks at what the connection reports.
    private static func check(
        _ events: inout [ModuleConnection.Event], _ module: inout ModuleConnection, _ registry: inout SessionRegistry,
        now: Duration, isTLS: Bool
    ) -> String? {
        var next = 0
        while next < events.count {
            guard events.count < 10_000 else { return "module: no end of events" }
            let event = events[next]
            next += 1
            switch event {
            case .serviceRequested(let request) where request.isEncrypted:
                guard let channel = channel(isTLS: isTLS, isServer: false) else { return nil }
                events += module.protect(
                    session: request.session, service: request.service, with: channel, now: now, sessions: &registry)
            case .serviceRequested(let request), .serviceProtected(let request):
                let bytes = module.acceptService(
                    session: request.session, service: request.service, sessions: &registry)
                events += module.takeEnds()
                if !FramesFuzz.areFrames(bytes) { return "module: accepts by what is no frame" }
            case .protectionFailed(let request, _):
                let bytes = module.refuseService(
                    session: request.session, service: request.service, reason: "no", sessions: &registry)
                if !FramesFuzz.areFrames(bytes) { return "module: refuses by what is no frame" }
            case .send(let bytes):
                if !FramesFuzz.areFrames(bytes) { return "module: sends what is no frame" }
            case .message(let message):
                if message.isEncrypted, isTLS { return "module: a message under keys that nobody has" }
            case .sessionEnded(let session, .decryptionFailed):
                if module.isProtected(session: session) { return "module: protected after its end" }
            case .protectionLost(let session, _):
                if module.isProtected(session: session) { return "module: protected without keys" }
            case .sessionStarted, .sessionEnded, .serviceEnded, .mediaFrame, .fault, .close:
                break
            }
        }
        if isTLS, module.isProtected(session: 1) { return "module: protected by a handshake that nobody made" }
        return nil
    }

    // MARK: - The app

    private static func appFinding(_ steps: [Step], _ switches: UInt8) -> String? {
        var app = AppConnection(configuration: .init(hasProtection: switches & 1 == 0))
        _ = app.start(now: .zero)
        let answer = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 1, mtu: 1_500)
        let acknowledgement = Frame(
            control: .startServiceACK, version: 5, service: .rpc, sessionID: 1,
            payload: answer.encode(headerVersion: 5))
        _ = app.receive(acknowledgement.encode(), now: .zero)
        let isTLS = switches & 2 != 0
        var now = Duration.zero
        if switches & 4 == 0, let channel = channel(isTLS: isTLS, isServer: true) {
            _ = app.protect(with: channel, now: now)
        }
        for step in steps {
            let events: [AppConnection.Event]
            switch step {
            case .bytes(let bytes):
                events = app.receive(bytes, now: now)
            case .time:
                now += .seconds(4)
                events = app.timePassed(now: now)
            case .command(let number):
                let message = [UInt8](repeating: number, count: 1 + Int(number) * 3000)
                let sent = try? app.sendProtected(encoded: message)
                if sent != nil, !app.isProtected { return "app: encrypted without keys" }
                events = sent.map { [.send($0)] } ?? []
            }
            for case .send(let bytes) in events where !FramesFuzz.areFrames(bytes) {
                return "app: sends what is no frame"
            }
            for case .message(let message) in events where message.isEncrypted && isTLS {
                return "app: a message under keys that nobody has"
            }
            if isTLS, app.isProtected { return "app: protected by a handshake that nobody made" }
        }
        return nil
    }

    // MARK: - Channels

    private static let sides: (headUnit: ServiceProtection, app: ServiceProtection)? = {
        let path = "/tmp/fuzz-security-\(UInt64.random(in: 0 ... .max))"
        defer { for end in ["pem", "key"] { try? FileManager.default.removeItem(atPath: "\(path).\(end)") } }
        guard let authority = try? CertificateAuthority(),
            (try? Data(authority.identity.certificate).write(to: URL(filePath: "\(path).pem"))) != nil,
            (try? Data(authority.identity.key).write(to: URL(filePath: "\(path).key"))) != nil,
            let headUnit = try? ServiceProtection.headUnit(authorities: "\(path).pem", version: .tls13),
            let app = try? ServiceProtection.app(
                identity: .init(certificate: "\(path).pem", key: "\(path).key"), version: .tls13)
        else { return nil }
        return (headUnit, app)
    }()

    private static func channel(isTLS: Bool, isServer: Bool) -> (any SecureChannel)? {
        guard isTLS else { return FuzzCipher() }
        // Without channels there would be nothing to fuzz, and no finding would mean nothing.
        guard let sides, let channel = try? (isServer ? sides.app : sides.headUnit).makeChannel() else {
            preconditionFailure("no TLS channels: /tmp must be writable")
        }
        return channel
    }
}

/// A channel whose records anybody can make: a length, and the bytes turned over.
struct FuzzCipher: SecureChannel {
    var overhead: Int { 2 }

    static func encrypted(_ plain: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: plain.count >> 8), UInt8(truncatingIfNeeded: plain.count)] + plain.map { ~$0 }
    }

    mutating func beginHandshake() throws(SecureChannelFault) -> [UInt8] { [1] }

    mutating func continueHandshake(_ bytes: [UInt8]) throws(SecureChannelFault) -> HandshakeStep {
        guard let first = bytes.first, first < 250 else {
            throw SecureChannelFault(.handshakeFailed, reason: "no", alert: bytes)
        }
        if first > 240 { throw SecureChannelFault(.serviceAlreadyProtected, reason: "again") }
        return HandshakeStep(reply: first & 1 == 0 ? bytes : [], isFinished: first & 2 == 0)
    }

    mutating func encrypt(_ plain: [UInt8]) throws(SecureChannelFault) -> [UInt8] { Self.encrypted(plain) }

    mutating func decrypt(_ cipher: [UInt8]) throws(SecureChannelFault) -> [UInt8] {
        guard cipher.count > 2, Int(cipher[0]) << 8 | Int(cipher[1]) == cipher.count - 2 else {
            throw SecureChannelFault(.decryptionFailed, reason: "no record")
        }
        return cipher.dropFirst(2).map { ~$0 }
    }
}
