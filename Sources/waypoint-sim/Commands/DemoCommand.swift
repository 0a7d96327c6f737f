internal import Navigation
internal import Positioning
internal import Simulator
internal import Transport

/// `demo`: a head unit, a drive, and an app in a second process.
struct DemoCommand: Command {
    static let description = CommandDescription(
        name: "demo", summary: "Show it all: a head unit on loopback, a drive, and an app in a second process.",
        options: HeadUnitSetup.options,
        details: [
            "The app checks its permissions and the navigation capability, gets the waypoints, subscribes, hears of each "
                + "stop that is passed, and unsubscribes. The drive is played ten times as fast as it was driven, unless "
                + "--speed says otherwise."
        ])

    private let setup: HeadUnitSetup
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        var setup = try HeadUnitSetup(arguments, console: console, defaultSpeed: .factor(10))
        guard let drive = MockFiles.bytes("drives/demo.nmea"), let gpx = MockFiles.bytes("routes/demo.gpx"),
            let route = try? Route(gpx: gpx)
        else { throw UsageError("demo", "the drive of the demonstration is not part of this program") }
        setup.route = route
        setup.position = .embedded(name: "the demonstration's drive", drive)
        self.setup = setup
        self.console = console
    }

    func run() async -> ExitStatus {
        do {
            let reactor = try Reactor()
            let console = console
            let (ends, finish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let running = try await RunningHeadUnit(setup, startsAtSubscription: true, reactor: reactor) { event in
                switch event {
                case .simulator(let event):
                    if let line = EventText.line(event) { console.print("head unit: \(line)", .accent) }
                case .sourceEnded:
                    console.print("head unit: the drive has ended", .accent)
                    finish.yield()
                case .sourceFailed(let reason):
                    console.complain("drive", reason)
                    finish.yield()
                case .sourceInterrupted, .sourceResumed:
                    break
                }
            }
            console.print("head unit: listening on \(running.address)", .accent)
            let app = try ChildProcess(
                path: "/proc/self/exe", arguments: ["app", "--connect", "\(running.address)", "--json"],
                capturesOutput: true)
            console.print("head unit: started an app as process \(app.id)", .accent)
            let report = Task { await listen(to: app) }
            // The drive ends the demonstration; so does an app that ends before it.
            let end = Task {
                _ = await report.value
                finish.yield()
            }
            for await _ in ends { break }
            app.interrupt()
            let status = await app.wait()
            let seen = await report.value
            end.cancel()
            try await running.stop()
            return summarize(seen, appStatus: status)
        } catch {
            console.complain("demo", "\(error)")
            return .failure
        }
    }

    /// What the app told.
    private struct Report: Sendable {
        var names: [String] = []
        func count(_ name: String) -> Int { names.count { $0 == name } }
    }

    /// Prints what the app tells, line by line.
    private func listen(to app: ChildProcess) async -> Report {
        var report = Report()
        guard let output = app.output else { return report }
        var rest: [UInt8] = []
        while let block = try? await output.read(), !block.isEmpty {
            rest += block
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if let event = AppEvent(line: Array(rest[..<end])) {
                    report.names.append(event.name)
                    if let text = event.text { console.print("app:       \(text)", .good) }
                }
                rest.removeSubrange(...end)
            }
        }
        return report
    }

    private func summarize(_ report: Report, appStatus: Int32) -> ExitStatus {
        let stops = max((setup.route?.waypoints.count ?? 1) - 1, 0)
        let changes = report.count("wayPointChange")
        let isComplete = ["registered", "permissions", "capability", "wayPoints", "subscribed", "unsubscribed"]
            .allSatisfy { report.count($0) > 0 }
        console.print("")
        console.print("stops on the way: \(stops), changes of the waypoints the app heard of: \(changes)", .bold)
        console.print("exit status of the app: \(appStatus)", .bold)
        guard isComplete, changes == stops, appStatus == 0 else {
            console.complain("demo", "the app did not see all of it")
            return .failure
        }
        console.print("The app saw each of them once. To try your own app: waypoint-sim serve", .bold)
        return .success
    }
}
