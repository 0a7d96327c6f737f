import SDLProtocol
import TestKit

extension FramesFuzz {
    /// The stream in pieces while time passes and the owners of both ends do what they may do.
    static func scriptFinding(_ stream: [UInt8], _ setting: Setting) -> String? {
        var generator = SplitMix64(seed: setting.seed ^ 0xFF)
        let pieces = Splits.random(stream, longest: 1 + stream.count / 4, using: &generator).pieces
        var module = ModuleUnderFuzz(setting)
        var app = appConnection(setting)
        var now = Duration.zero
        for piece in pieces {
            now += .milliseconds(Int.random(in: 0...4000, using: &generator))
            var sent = frames(in: module.connection.receive(piece, now: now, sessions: &module.registry))
            sent += frames(in: app.receive(piece, now: now))
            sent += command(&module, now: now, &generator)
            sent += command(&app, now: now, &generator)
            guard sent.allSatisfy(areFrames) else { return "script: no frames were sent" }
            guard module.registry.count == module.connection.sessionIDs.count else {
                return "script: \(module.registry.count) sessions registered, "
                    + "\(module.connection.sessionIDs.count) open"
            }
        }
        _ = module.connection.transportClosed(now: now, sessions: &module.registry)
        guard module.registry.count == 0, module.connection.nextDeadline == nil else {
            return "script: the head unit keeps something after the end"
        }
        _ = app.transportClosed()
        return app.nextDeadline == nil ? nil : "script: the app waits for something after the end"
    }

    private static func command(
        _ module: inout ModuleUnderFuzz, now: Duration, _ generator: inout SplitMix64
    ) -> [[UInt8]] {
        let session = UInt8.random(in: 0...3, using: &generator)
        let service = ServiceType.allCases.randomElement(using: &generator) ?? .rpc
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1:
            return frames(in: module.connection.timePassed(now: now, sessions: &module.registry))
        case 2:
            return frames(in: module.connection.becomeReady(now: now, sessions: &module.registry))
        case 3:
            return [module.connection.acceptService(session: session, service: service, sessions: &module.registry)]
        case 4:
            return [
                module.connection.refuseService(
                    session: session, service: service, reason: "no", sessions: &module.registry)
            ]
        case 5:
            return [module.connection.endService(session: session, service: service, sessions: &module.registry)]
        case 6:
            let message = generator.bytes(Int.random(in: 0...3000, using: &generator))
            return [
                module.connection.send(
                    encoded: message, session: session, version: UInt8.random(in: 0...6, using: &generator),
                    sessions: &module.registry)
            ]
        default:
            return []
        }
    }

    private static func command(
        _ app: inout AppConnection, now: Duration, _ generator: inout SplitMix64
    ) -> [[UInt8]] {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1, 2:
            return frames(in: app.timePassed(now: now))
        case 3, 4:
            let message = generator.bytes(Int.random(in: 0...3000, using: &generator))
            return (try? app.send(encoded: message)).map { [$0] } ?? []
        case 5:
            return frames(in: app.end(now: now))
        default:
            return []
        }
    }

    private static func frames(in events: [ModuleConnection.Event]) -> [[UInt8]] {
        events.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }

    private static func frames(in events: [AppConnection.Event]) -> [[UInt8]] {
        events.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }
}
