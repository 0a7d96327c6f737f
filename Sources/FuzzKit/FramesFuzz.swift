import SDLProtocol
import TestKit

/// Streams of frames against the decoder and both ends of a connection.
///
/// The first byte holds switches, the second is the seed of cuts and commands, the rest is the stream.
public enum FramesFuzz: FuzzTarget {
    /// The circumstances of a run.
    struct Setting {
        let isCore: Bool
        let hasSession: Bool
        let hasLimits: Bool
        let isReady: Bool
        let maximumVersion: UInt8
        let seed: UInt64

        init(switches: UInt8, seed: UInt8) {
            isCore = switches & 1 != 0
            hasSession = switches & 2 == 0
            hasLimits = switches & 4 != 0
            isReady = switches & 8 == 0
            maximumVersion = switches & 16 == 0 ? 5 : 4
            self.seed = UInt64(seed)
        }
    }

    /// What went wrong with the stream; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        var choice = Choice(input)
        let setting = Setting(switches: choice.byte(), seed: choice.byte())
        let stream = choice.remaining
        var generator = SplitMix64(seed: setting.seed)
        var splits = [Splits.random(stream, longest: 1 + Int(setting.seed) * 4, using: &generator)]
        if stream.count <= 512 { splits.append(Splits.oneByOne(stream)) }
        return decoderFinding(stream, splits, setting) ?? moduleFinding(stream, splits, setting)
            ?? appFinding(stream, splits, setting) ?? scriptFinding(stream, setting)
    }

    // MARK: - The decoder

    private struct Decoded: Equatable {
        var items: [FrameDecoder.Item] = []
        var skipped: UInt64 = 0
        var buffered = 0
    }

    private static func decode(_ pieces: [[UInt8]], _ configuration: FrameDecoder.Configuration) -> Decoded {
        var decoder = FrameDecoder(configuration: configuration)
        var result = Decoded()
        for piece in pieces {
            decoder.append(piece)
            while let item = decoder.next() { result.items.append(item) }
        }
        result.skipped = decoder.skippedByteCount
        result.buffered = decoder.bufferedByteCount
        return result
    }

    private static func decoderFinding(_ stream: [UInt8], _ splits: [Split], _ setting: Setting) -> String? {
        let configuration = FrameDecoder.Configuration(
            maximumVersion: setting.maximumVersion, faultPolicy: setting.isCore ? .asCore : .strict)
        let whole = decode([stream], configuration)
        for split in splits where decode(split.pieces, configuration) != whole {
            return "decoder: other frames when cut \(split)"
        }
        var size = 0
        for case .frame(let frame) in whole.items {
            size += frame.header.encodedSize + frame.payload.count
            guard decode([frame.encode()], configuration).items == [.frame(frame)] else {
                return "decoder: \(frame) is another one when written and read again"
            }
        }
        guard size + Int(whole.skipped) + whole.buffered == stream.count else {
            return "decoder: of \(stream.count) bytes \(size) in frames, \(whole.skipped) skipped, "
                + "\(whole.buffered) waiting"
        }
        guard whole.buffered < 12 + PayloadLimits.standard else { return "decoder: \(whole.buffered) bytes wait" }
        return nil
    }

    /// Whether bytes that one of our own machines wrote are whole frames and nothing else.
    static func areFrames(_ bytes: [UInt8]) -> Bool {
        let decoded = decode([bytes], FrameDecoder.Configuration())
        return decoded.skipped == 0 && decoded.buffered == 0
    }

    // MARK: - Both ends, whole and cut

    private static func moduleFinding(_ stream: [UInt8], _ splits: [Split], _ setting: Setting) -> String? {
        let whole = receive([stream], setting)
        for split in splits where receive(split.pieces, setting) != whole {
            return "head unit: other events when cut \(split)"
        }
        for case .send(let bytes) in whole where !areFrames(bytes) { return "head unit: sends no frames" }
        return nil
    }

    private static func receive(_ pieces: [[UInt8]], _ setting: Setting) -> [ModuleConnection.Event] {
        var module = ModuleUnderFuzz(setting)
        return pieces.flatMap { module.connection.receive($0, now: .zero, sessions: &module.registry) }
    }

    private static func appFinding(_ stream: [UInt8], _ splits: [Split], _ setting: Setting) -> String? {
        func receive(_ pieces: [[UInt8]]) -> [AppConnection.Event] {
            var app = appConnection(setting)
            return pieces.flatMap { app.receive($0, now: .zero) }
        }
        let whole = receive([stream])
        for split in splits where receive(split.pieces) != whole { return "app: other events when cut \(split)" }
        for case .send(let bytes) in whole where !areFrames(bytes) { return "app: sends no frames" }
        return nil
    }

    /// The app's end, its session open unless the setting says otherwise.
    static func appConnection(_ setting: Setting) -> AppConnection {
        var app = AppConnection(
            configuration: .init(heartbeatInterval: setting.hasLimits ? .milliseconds(500) : nil))
        _ = app.start(now: .zero)
        if setting.hasSession {
            let answer = ControlPayload.StartServiceACK(protocolVersion: "5.4.0", hashID: 65_537, mtu: 131_072)
            let frame = Frame(
                control: .startServiceACK, version: 5, service: .rpc, sessionID: 1,
                payload: answer.encode(headerVersion: 5))
            _ = app.receive(frame.encode(), now: .zero)
        }
        return app
    }
}

/// A head unit's end of a connection with its registry.
struct ModuleUnderFuzz {
    var registry: SessionRegistry
    var connection: ModuleConnection

    /// With session 1 open unless the setting says otherwise.
    init(_ setting: FramesFuzz.Setting) {
        var configuration = setting.isCore ? ModuleConnection.Configuration.core : .strict
        // An input must do the same each time.
        configuration.hashRule = .connectionAndSession
        if setting.maximumVersion < 5 { configuration.maximumVersion = ProtocolVersion(4, 0, 0) }
        if !setting.hasLimits {
            configuration.frameLimit = .none
            configuration.malformedLimit = .none
        }
        configuration.isReady = setting.isReady
        registry = SessionRegistry(messageIDs: setting.isCore ? .asCore : .counting)
        connection = ModuleConnection(number: 1, configuration: configuration)
        if setting.hasSession {
            let payload = ControlPayload.StartService(protocolVersion: .newest).encode()
            let frame = Frame(control: .startService, version: 1, service: .rpc, sessionID: 0, payload: payload)
            _ = connection.receive(frame.encode(), now: .zero, sessions: &registry)
        }
    }
}
