internal import GNSS
internal import NMEA
internal import Navigation
internal import Positioning
internal import Transport

/// `nmea`: decodes a source.
struct NMEACommand: Command {
    static let description = CommandDescription(
        name: "nmea", summary: "Decode NMEA sentences: fixes, satellites, statistics.", operands: ["SOURCE"],
        options: [
            .init("--json", nil, "Print gpsd's TPV and SKY objects, one a line."),
            .init("--gpx", "FILE", "Write the positions as a track in GPX, at the end."),
            SourceArgument.accessoriesOption,
        ],
        details: [
            SourceArgument.forms,
            "On a terminal the newest epoch is drawn with its satellites; elsewhere each epoch is a line. At the end stand the "
                + "sentences by kind, what was dropped and why, gaps, and the length of the track. A big file tells its "
                + "progress on a terminal at standard error.",
            "Files and drives are decoded as fast as they can be read. A live source or a pipe is decoded until it ends or the "
                + "program is interrupted; one that cannot be reached ends with status 3.",
        ])

    private let source: SourceArgument
    private let isJSON: Bool
    private let gpxPath: String?
    private let console: Console

    init(_ arguments: Arguments, console: Console) throws(UsageError) {
        guard let source = arguments.operands.first else {
            throw UsageError("nmea", "a SOURCE is missing: a file, -, or an address (waypoint-sim nmea --help)")
        }
        self.source = try SourceArgument(source, name: "nmea", accessories: arguments.text("--accessories"))
        isJSON = arguments.flag("--json")
        gpxPath = arguments.text("--gpx")
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
        // What has no end of its own is ended by a signal, with the summary.
        if !hasEnd { console.onTermination { Task { await opened.stop() } } }
        var teller = NMEATeller(source, isJSON: isJSON, console: console)
        var track = Track(capacity: 1_000_000)
        let locations = opened.locations
        await opened.start()
        do throws(LocationSourceError) {
            for try await location in locations {
                if gpxPath != nil, location.revision == 0 { track.append(location.fix) }
                await teller.tell(location, of: opened, now: reactor.now)
            }
        } catch {
            await teller.finish(opened, now: reactor.now)
            console.complain("nmea", "\(error)")
            return error.exitStatus
        }
        await teller.finish(opened, now: reactor.now)
        if !isJSON {
            let lines = teller.report.summary(await opened.statistics, counts: await opened.sentenceCounts)
            for line in lines { console.print(line) }
            if locations.droppedCount > 0 { console.print("not shown: \(locations.droppedCount) epochs") }
        }
        return write(track)
    }

    /// Whether the source ends by itself: a regular file or a drive, but not a pipe.
    private var hasEnd: Bool {
        if case .drive = source.address { true } else { source.recordingPath != nil }
    }

    private func write(_ track: Track) -> ExitStatus {
        guard let gpxPath else { return .success }
        do {
            try SmallFile.replace(gpxPath, with: try Route().gpx(track: track))
            return .success
        } catch {
            console.complain("--gpx", "\(error)")
            return .failure
        }
    }
}

/// Tells the epochs of a source as they come: as lines, as JSON, or as a picture on a terminal.
private struct NMEATeller {
    private(set) var report = NMEAReport()
    private let isJSON: Bool
    private let console: Console
    private var view: NMEAView?
    private var last: Location?
    /// The size of a file, for the progress.
    private let size: Int64?
    private var lastProgress = Duration.zero
    /// Files of this size are done before anybody looks.
    private static let bigFile: Int64 = 8 << 20

    init(_ source: SourceArgument, isJSON: Bool, console: Console) {
        self.isJSON = isJSON
        self.console = console
        view = console.isTerminal && !isJSON ? NMEAView(source: source.text) : nil
        size =
            if case .file(let path) = source.address, let reader = try? FileReader(path: path) { reader.size } else {
                nil
            }
    }

    mutating func tell(_ location: Location, of source: LocationSource, now: Duration) async {
        report.add(location)
        last = location
        if isJSON {
            for object in GPSDReport.objects(of: Epoch(location)) { console.print(line: object.jsonLine) }
        } else if view == nil {
            console.print(NMEAReport.line(location))
        } else {
            if view?.isDue(at: now) == true { await draw(source, now: now) }
            return
        }
        guard console.hasErrorTerminal, let size, size >= Self.bigFile, now - lastProgress >= .milliseconds(200) else {
            return
        }
        lastProgress = now
        console.progress(await progress(source))
    }

    /// Draws the last picture, and takes the progress away.
    mutating func finish(_ source: LocationSource, now: Duration) async {
        if lastProgress > .zero { console.progress(nil) }
        await draw(source, now: now)
    }

    private mutating func draw(_ source: LocationSource, now: Duration) async {
        let progress = await progress(source)
        guard let last, let text = view?.draw(last, report, progress: progress, size: console.size, now: now) else {
            return
        }
        console.draw(text)
    }

    /// How much of a file is read.
    private func progress(_ source: LocationSource) async -> String? {
        guard let size, size > 0 else { return nil }
        let done = await source.statistics.framing.bytes
        let percent = min(100, Int(Double(done) / Double(size) * 100))
        return "\(percent) % of \(NMEAReport.decimal(Double(size) / 1e6, 1)) MB, \(report.epochs) epochs"
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
