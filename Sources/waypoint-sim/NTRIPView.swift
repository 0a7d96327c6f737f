internal import Formats
internal import GNSS
internal import Positioning
internal import RTCM
internal import Synchronization
internal import Transport

/// Shows an NTRIP client at work: one line that is redrawn on a terminal, lines at changes elsewhere, or JSON.
final class NTRIPView: Sendable {
    private let console: Console
    private let isJSON: Bool
    /// Whether standard output carries the corrections, so that people read standard error.
    private let usesStandardOutput: Bool
    private let messages = Mutex(0)
    private let table = Mutex<SourceTable?>(nil)

    /// Whether only the table is wanted, so that its lines stand alone.
    private let isListing: Bool

    init(console: Console, isJSON: Bool, usesStandardOutput: Bool, isListing: Bool) {
        self.isListing = isListing
        self.console = console
        self.isJSON = isJSON
        self.usesStandardOutput = usesStandardOutput
    }

    /// Counts messages; returns how many there were so far.
    func countMessages(_ count: Int) -> Int {
        messages.withLock { messages in
            messages += count
            return messages
        }
    }

    func show(_ state: NTRIPState) {
        if isJSON {
            console.post(String(decoding: NTRIPReport.object(state).serialized(), as: UTF8.self))
        } else if isListing {
            return
        } else if usesStandardOutput {
            console.note(NTRIPReport.words(state))
        } else {
            console.post(NTRIPReport.words(state))
        }
    }

    /// Keeps the table for the end: it may be long, and a reactor's thread waits for no reader.
    func keep(_ table: SourceTable) {
        self.table.withLock { $0 = table }
    }

    /// Shows the table that was kept.
    func showTable(near place: GeodeticCoordinate?, filter: StreamFilter) {
        guard let table = table.withLock({ $0 }) else { return }
        if isJSON {
            console.print(NTRIPReport.object(table, near: place, filter: filter))
            return
        }
        for line in NTRIPReport.lines(table, near: place, filter: filter) { print(line) }
        if !table.isComplete { console.note("waypoint-sim: ntrip: the table has no end mark; it may be cut off") }
    }

    /// Refreshes the line every second on a terminal, every ten seconds elsewhere, until cancelled.
    func tick(_ session: CorrectionsSession, reactor: Reactor) async {
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            seconds += 1
            let isLive = console.isTerminal && !isJSON && !usesStandardOutput
            guard isLive || seconds % 10 == 0 else { continue }
            let (status, sinks) = (await session.status, await session.sinks)
            if isJSON {
                console.print(NTRIPReport.object(status, sinks: sinks, now: reactor.now))
            } else if isLive {
                console.stand(NTRIPReport.line(status, sinks: sinks, now: reactor.now))
            } else {
                print(NTRIPReport.line(status, sinks: sinks, now: reactor.now))
            }
        }
    }

    /// What came by, at the end.
    func summarise(_ session: CorrectionsSession, now: Duration) async {
        let (status, sinks) = (await session.status, await session.sinks)
        if isJSON {
            console.print(NTRIPReport.object(status, sinks: sinks, now: now))
        } else if status.statistics.frameCount > 0 {
            console.stand(nil)
            print(NTRIPReport.line(status, sinks: sinks, now: now))
            for line in NTRIPReport.summary(status) { print(line) }
        }
    }

    private func print(_ line: String) {
        if usesStandardOutput { console.note(line) } else { console.print(line) }
    }
}
