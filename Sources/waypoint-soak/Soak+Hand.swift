import Formats
import FoundationEssentials
import TestKit
import Transport

extension Soak {
    /// Changes routes, permissions, levels and the ignition until the time is over.
    func drive(_ server: SoakProcess, in folder: String) async throws {
        let end = reactor.now + .seconds(options.seconds)
        let ignitionInterval = Duration.seconds(max(20, min(120, options.seconds / 4)))
        var nextIgnition = reactor.now + ignitionInterval
        var nextSample = reactor.now
        while reactor.now < end {
            if await server.status != nil { throw SoakFailure(what: "the head unit ended by itself") }
            if nextSample <= reactor.now {
                nextSample = reactor.now + .seconds(1)
                if let sample = server.sample() { samples.append(sample) }
                checkPositions()
            }
            if nextIgnition <= reactor.now, end - reactor.now > .seconds(12) {
                nextIgnition = reactor.now + ignitionInterval
                try await ignitionCycle(server)
            } else {
                try await change(server, in: folder)
            }
            await pause(.milliseconds(Int64.random(in: 20...250, using: &random)))
        }
        // What was changed last must still arrive.
        await pause(.seconds(2))
    }

    private func change(_ server: SoakProcess, in folder: String) async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            note("permissions taken and given")
            if isAllowed {
                // From here on nobody knows which side of the change a route lies on, until it is done.
                _ = try await server.command("revoke", ["rpc": "OnWayPointChange"])
                isAllowed = false
            } else {
                _ = try await server.command("policy", ["action": "restore"])
                isAllowed = true
            }
        case 1, 2:
            let apps = crowd.filter { $0.session?.stage == .running && $0.kind == .steady }
            guard let app = apps.randomElement(using: &random) else { return }
            note("activations")
            _ = try await server.command("activate", ["app": .string(app.name)])
        default:
            try await changeRoute(server, in: folder)
        }
    }

    /// Two files take turns: the head unit may still be reading one while the next is written.
    private func changeRoute(_ server: SoakProcess, in folder: String) async throws {
        note("routes")
        sequence += 1
        let file = "\(folder)/route\(sequence % 2).gpx"
        try Self.writeRoute(sequence, to: file)
        let deadline = reactor.now + .seconds(10)
        for app in crowd where app.session != nil {
            app.session?.routeChanges(to: sequence, isAllowed: isAllowed, deadline: deadline)
        }
        _ = try await server.command("route", ["action": "set", "route": .string(file)])
    }

    /// A route that is far from the drive, so that nothing of it is ever passed.
    static func writeRoute(_ number: Int, to file: String) throws {
        let points = (1...5).map { "<rtept lat=\"-\(20 + $0)\" lon=\"30\"><name>Via \($0)</name></rtept>" }
        let text =
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"soak\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<rte>\(points.joined())<rtept lat=\"-30\" lon=\"30\"><name>S\(number)</name></rtept></rte></gpx>"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func ignitionCycle(_ server: SoakProcess) async throws {
        note("ignition cycles")
        isIgnitionOn = false
        for app in crowd {
            app.session?.end()
            app.hashID = nil
        }
        _ = try await server.command("ignition", ["state": "off"])
        await pause(.milliseconds(Int64.random(in: 300...2_000, using: &random)))
        // A new ignition has the module's own policy again, and no connection of before.
        for app in crowd { disconnect(app) }
        _ = try await server.command("ignition", ["state": "on"])
        _ = try await server.command("policy", ["action": "restore"])
        isAllowed = true
        isIgnitionOn = true
        await pause(.seconds(3))
        for app in crowd where app.kind == .steady && app.stream == nil && !app.isConnecting {
            if app.nextAct + .seconds(5) < reactor.now { violation("\(app.name) did not come back") }
        }
    }

    /// While the receiver sends, whoever asked for positions gets them.
    private func checkPositions() {
        guard let since = receiver.flowsSince, reactor.now - since > .seconds(8) else { return }
        for app in crowd where app.number % 2 == 0 && app.kind == .steady {
            guard let session = app.session, session.stage == .running, let last = session.lastPosition else {
                continue
            }
            if reactor.now - last > .seconds(5) { violation("\(app.name) gets no positions any more") }
        }
    }
}
