import Formats
import FoundationEssentials
import Glibc
import Navigation
import RTCM
import Simulator
import Transport

/// Keeps a served head unit busy for a long time, and checks what must hold throughout.
///
/// The head unit is `waypoint-sim serve`, in a process of its own: with a receiver that pauses and is lost, a caster
/// that hangs up again and again, a crowd of apps of which some are bad, readers of its page, and somebody at its control
/// who changes routes, permissions and the ignition. Exit status 1 and the seed when anything did not hold.
@main
enum WaypointSoak {
    /// What must not appear in any log.
    private static let password = "s0ak-secret-9f"

    static func main() {
        guard
            let options = SoakOptions(
                Array(CommandLine.arguments.dropFirst()), seed: UInt64.random(in: 0...UInt64(UInt32.max)))
        else {
            print(SoakOptions.usage)
            exit(2)
        }
        let folder = FileManager.default.temporaryDirectory.path + "/waypoint-soak-\(getpid())"
        do {
            try TerminationSignals.begin()
        } catch {
            print("soak: \(error)")
        }
        // Head unit and caster lead groups of their own, which no signal of the terminal reaches.
        TerminationSignals.handle {
            ChildProcess.terminateGroups()
            try? FileManager.default.removeItem(atPath: folder)
            print("soak: interrupted, seed \(options.seed)")
            // The other one may have been started meanwhile.
            ChildProcess.terminateGroups()
            exit(1)
        }
        Task.detached { await run(options, in: folder) }
        // Not an asynchronous main: that one lets all signals through while it waits.
        while true { pause() }
    }

    private static func run(_ options: SoakOptions, in folder: String) async -> Never {
        var isGood = false
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            isGood = try await judge(options, in: folder)
        } catch {
            print("soak: \(error)")
        }
        try? FileManager.default.removeItem(atPath: folder)
        print(isGood ? "soak: all held (seed \(options.seed))" : "soak: FAILED, seed \(options.seed)")
        exit(isGood ? 0 : 1)
    }

    private static func judge(_ options: SoakOptions, in folder: String) async throws -> Bool {
        let reactor = try Reactor()
        let soak = try Soak(options, drive: try drive(), on: reactor)
        // `soak:` and the password as a login of HTTP, too.
        let secrets = [password, Data("soak:\(password)".utf8).base64EncodedString()]
        let corrections = folder + "/base.rtcm3"
        let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)
        try Data(station.encoded()?.bytes ?? []).write(to: URL(fileURLWithPath: corrections))
        let caster = try SoakProcess(
            path: options.server,
            arguments: [
                "caster", corrections, "--port", "0", "--login", "soak:\(password)", "--fault", "close-after=100",
                "--rate", "5", "--log", "debug",
            ], secrets: secrets, on: reactor)
        Task { await caster.listen() }
        let casterPort = try await caster.port("caster")
        try Soak.writeRoute(0, to: folder + "/route0.gpx")
        let receiverPort = await soak.receiverPort
        let server = try SoakProcess(
            path: options.server,
            arguments: [
                "serve", "--port", "0", "--control", folder + "/control", "--route", folder + "/route0.gpx",
                "--nmea", "tcp://127.0.0.1:\(receiverPort)", "--state", folder + "/state.sqlite",
                "--state-sync", "normal", "--page", "0", "--ntrip",
                "ntrip://soak:\(password)@127.0.0.1:\(casterPort)/BASE1",
                "--log", "debug",
            ], secrets: secrets, on: reactor)
        Task { await server.listen() }
        let port = try await server.port("listening on")
        let page = try SoakPage(
            await server.address("page") ?? "", secrets: secrets, seed: options.seed &+ 3, on: reactor)
        _ = await server.address("control")
        let before = server.sample()
        print("soak: \(options.apps) apps, \(options.seconds) s, seed \(options.seed)")
        await soak.begin(port: port, page: page)
        do {
            try await soak.drive(server, in: folder)
        } catch {
            await soak.violation("\(error)")
        }
        await soak.end()
        await soak.pause(.seconds(2))
        let appsLeft = try? await server.command("state")["apps"]?.arrayValue?.count
        let after = server.sample()
        let status = await server.stop(within: .seconds(10))
        _ = await caster.stop(within: .seconds(10))
        if appsLeft != 0 { await soak.violation("apps left after all are gone: \(appsLeft.map { "\($0)" } ?? "?")") }
        if status != 0 { await soak.violation("SIGTERM: \(status.map { "status \($0)" } ?? "it did not end")") }
        for program in [server, caster] {
            for line in await program.leaks { await soak.violation("a secret in a log: \(line.prefix(200))") }
        }
        await soak.judgeResources(before, after)
        return await soak.report(logBytes: server.logBytes)
    }

    /// A ring of some kilometres.
    private static func drive() throws -> Route {
        let points = [(48.1, 11.5), (48.12, 11.5), (48.12, 11.53), (48.1, 11.53), (48.1, 11.5)]
        let list = points.map { "<rtept lat=\"\($0.0)\" lon=\"\($0.1)\"/>" }.joined()
        return try Route(gpx: Array("<?xml version=\"1.0\"?><gpx version=\"1.1\"><rte>\(list)</rte></gpx>".utf8))
    }
}
