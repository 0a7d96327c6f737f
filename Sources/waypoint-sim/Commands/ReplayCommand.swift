internal import Positioning
internal import Simulator
internal import Transport

/// `replay`: plays one side of a recording.
struct ReplayCommand: Command {
    static let description = CommandDescription(
        name: "replay",
        summary: "Play one side of a recording: its apps against a head unit, or its head unit to an app.",
        operands: ["FILE"],
        options: [
            .init("--as", "app or head-unit", "Which side is played."),
            .init("--connect", "HOST:PORT", "With --as app: the head unit (default 127.0.0.1:12345)."),
            .init(
                "--control", "SOCKET",
                "With --as app: the control of the head unit (serve --control), through which the HMI's side is played."
            ),
            .init("--port", "PORT", "With --as head-unit: where apps connect (default 12345, 0 for any free one)."),
            .init("--bind", "ADDR", "With --as head-unit: the address to listen on (default 127.0.0.1)."),
            .init(
                "--speed", "N or max", "How fast: max waits for nothing but the other side (default 1, as recorded)."),
        ],
        details: [
            "FILE is a recording of serve, demo or run --record, or one in the format of Docs/recordings.md; what belongs "
                + "to it (hmi/, payloads/, index.json) is looked for in its folder.",
            "--as app tells the first place where the head unit says something else than was recorded; the status is 1 "
                + "then. To be the head unit of a recording: serve --module FILE.",
            "--as head-unit answers each request by the next recorded answer to that function, and ends when the app has "
                + "left. An app need not ask all that the recorded one asked: where waypoints are told, it is played from "
                + "there.",
        ])

    private let recording: Recording
    private let isHeadUnit: Bool
    private let module: MockModule
    private let host: String
    private let port: UInt16
    private let peer: (host: String, port: UInt16)
    private let controlPath: String?
    private let speed: PlaybackSpeed
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let path = arguments.operands.first else {
            throw UsageError("replay", "the FILE of a recording is missing")
        }
        do throws(RecordingError) {
            recording = try Recording(path: path)
        } catch {
            throw UsageError(error.place, "expected \(error.expectation)")
        }
        guard let side = try arguments.choice("--as", of: ["app", "head-unit"]) else {
            throw UsageError("--as", "app or head-unit is missing")
        }
        isHeadUnit = side == "head-unit"
        for name in isHeadUnit ? ["--connect", "--control"] : ["--port", "--bind"] where arguments.has(name) {
            throw UsageError(name, "not with --as \(side)")
        }
        do throws(MockModuleError) {
            module = try recording.module()
        } catch {
            throw UsageError(path, "\(error)")
        }
        host = arguments.text("--bind") ?? "127.0.0.1"
        port = try arguments.port("--port") ?? 12345
        peer = try arguments.hostAndPort("--connect") ?? ("127.0.0.1", 12345)
        controlPath = arguments.text("--control")
        let text = arguments.text("--speed") ?? "1"
        guard let speed = PlaybackSpeed(text) else {
            throw UsageError("--speed", "a number from 0.001 to 100000, or max, not \(text)")
        }
        self.speed = speed
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        do throws(TransportError) {
            let reactor = try Reactor()
            return isHeadUnit ? try await playHeadUnit(on: reactor) : try await playApp(on: reactor)
        } catch {
            console.complain("replay", "\(error)")
            return .noConnection
        }
    }

    private func playApp(on reactor: Reactor) async throws(TransportError) -> ExitStatus {
        let control: ControlClient? =
            if let controlPath { try await ControlClient(path: controlPath, on: reactor) } else { nil }
        let player = AppReplayPlayer(
            recording, host: peer.host, port: peer.port, control: control, speed: speed, on: reactor)
        let interruption = Interruption()
        console.onTermination { interruption.arrive() }
        let work = Task { () async -> Result<AppReplayPlayer.Outcome, TransportError> in
            do throws(TransportError) { return .success(try await player.run()) } catch { return .failure(error) }
        }
        let watch = Task {
            await interruption.wait()
            work.cancel()
        }
        let outcome = try await work.value.get()
        watch.cancel()
        await control?.close()
        for refusal in outcome.refusals { console.complain("replay", refusal) }
        console.print("\(recording.name): \(outcome.linesCompared) messages compared")
        guard let difference = outcome.difference else {
            console.print("the head unit said what was recorded", .good)
            return outcome.refusals.isEmpty ? .success : .failure
        }
        console.print("the first difference:", .bad)
        console.print(difference)
        return .failure
    }

    private func playHeadUnit(on reactor: Reactor) async throws(TransportError) -> ExitStatus {
        let replay = HeadUnitReplay(recording, module: module, speed: speed)
        guard replay.recordedSessionCount > 0 else {
            console.complain("replay", "no session was opened in \(recording.name)")
            return .failure
        }
        let server = try await HeadUnitReplayServer(replay, host: host, port: port, on: reactor)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        await server.whenLeft { end.yield() }
        console.onTermination { end.yield() }
        console.print("listening on \(server.address)")
        for await _ in ends { break }
        let counts = await server.answerCounts
        await server.stop()
        console.print("requests answered as recorded: \(counts.asRecorded), not in the recording: \(counts.madeUp)")
        return .success
    }
}
