internal import GNSS
internal import NMEA
internal import Positioning
internal import Transport

/// `nmea`: decodes a source.
struct NMEACommand: Command {
    static let description = CommandDescription(
        name: "nmea", summary: "Decode NMEA sentences: fixes, satellites, statistics.", operands: ["SOURCE"],
        options: [
            .init("--json", nil, "Print gpsd's TPV and SKY objects, one a line."),
            SourceArgument.accessoriesOption,
        ],
        details: [
            SourceArgument.forms,
            "Files and drives are decoded as fast as they can be read. A live source is decoded until it ends or the "
                + "program is interrupted; one that cannot be reached ends with status 3.",
        ])

    private let source: SourceArgument
    private let isJSON: Bool
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let source = arguments.operands.first else {
            throw UsageError("nmea", "a SOURCE is missing: a file, -, or an address (waypoint-sim nmea --help)")
        }
        self.source = try SourceArgument(source, name: "nmea", accessories: arguments.text("--accessories"))
        isJSON = arguments.flag("--json")
        self.console = console
    }

    func run() async throws(UsageError) -> ExitStatus {
        guard let reactor = try? Reactor() else {
            console.complain("nmea", "the system has no thread or descriptor to give")
            return .failure
        }
        var options = LocationSource.Options()
        options.speed = .maximum
        options.retry = .never
        let opened = try await source.opened(for: "nmea", options: options, on: reactor)
        // A receiver has no end of its own: a signal is the end, with the summary.
        if source.isReceiver { TerminationSignals.handle { Task { await opened.stop() } } }
        var report = NMEAReport()
        let locations = opened.locations
        await opened.start()
        do throws(LocationSourceError) {
            for try await location in locations {
                report.add(location)
                tell(location)
            }
        } catch {
            console.complain("nmea", "\(error)")
            return error.exitStatus
        }
        if !isJSON {
            for line in report.summary(await opened.statistics) { console.print(line) }
            if locations.droppedCount > 0 { console.print("not shown: \(locations.droppedCount) epochs") }
        }
        return .success
    }

    private func tell(_ location: Location) {
        guard isJSON else {
            console.print(NMEAReport.line(location))
            return
        }
        for object in GPSDReport.objects(of: Epoch(location)) { console.print(line: object.jsonLine) }
    }
}

extension Epoch {
    /// The epoch that a location was made of.
    init(_ location: Location) {
        self.init(
            fix: location.fix, satellites: location.satellites, hasNewSatellites: location.hasNewSatellites,
            revision: location.revision)
    }
}
