internal import GNSS
internal import Positioning
internal import Transport

/// The picture of a source on a terminal, which each new one replaces: fix, accuracy, dilution, satellites.
struct NMEAView {
    private let source: String
    private var drawnLines = 0
    private var lastDrawing: Duration?
    /// The least time between two pictures: more is not seen.
    private static let interval = Duration.milliseconds(100)

    init(source: String) {
        self.source = source
    }

    /// Whether it is time for a picture.
    func isDue(at now: Duration) -> Bool { lastDrawing.map { now - $0 >= Self.interval } ?? true }

    /// The text that replaces the last picture, cut to the terminal.
    mutating func draw(
        _ location: Location, _ report: NMEAReport, progress: String?, size: TerminalSize, now: Duration
    ) -> String {
        lastDrawing = now
        var lines = self.lines(location, report, progress: progress)
        let room = max(size.rows - 1, 1)
        if lines.count > room {
            let hidden = lines.count - room + 1
            lines = lines.prefix(room - 1) + ["… \(hidden) lines more"]
        }
        // A line that the terminal breaks in two would shift the next picture.
        lines = lines.map { $0.count < size.columns ? $0 : $0.prefix(max(size.columns - 2, 0)) + "…" }
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
        drawnLines = lines.count
        return back + "\r\u{1B}[J" + lines.map { $0 + "\n" }.joined()
    }

    func lines(_ location: Location, _ report: NMEAReport, progress: String?) -> [String] {
        let fix = location.fix
        var lines = [progress.map { "\(source)  \($0)" } ?? source]
        lines.append(
            [
                fix.time?.iso8601(fractionDigits: 3) ?? "no time",
                fix.coordinate == nil ? "no fix" : Self.words(fix), fix.isStale ? "old" : nil,
                location.origin == LocationOrigin() ? nil : "from \(NMEAReport.origin(location.origin))",
            ].compactMap(\.self).joined(separator: "  "))
        lines.append(Self.place(fix))
        lines.append(Self.accuracy(fix))
        var counts = ["\(report.epochs) epochs", "\(report.fixes) with a position"]
        if let rate = report.rate { counts.append("\(NMEAReport.decimal(rate, 1)) Hz") }
        counts.append("track \(NMEAReport.decimal(report.track.metres / 1000, 3)) km")
        lines.append(counts.joined(separator: "  "))
        return lines + [""] + SkyView(location.satellites).lines
    }

    private static func words(_ fix: Fix) -> String {
        let dimension =
            switch fix.dimension {
            case .noFix: "fix"
            case .twoDimensional: "2D fix"
            case .threeDimensional: "3D fix"
            }
        return "\(dimension), \(NMEAReport.words(fix.quality))"
    }

    private static func place(_ fix: Fix) -> String {
        let parts = [fix.coordinate.map(NMEAReport.place)].compactMap(\.self) + NMEAReport.heightAndMotion(fix)
        return parts.isEmpty ? "no position" : parts.joined(separator: "  ")
    }

    private static func accuracy(_ fix: Fix) -> String {
        var parts: [String] = []
        if let horizontal = fix.accuracy?.horizontal {
            parts.append("accuracy ±\(NMEAReport.decimal(horizontal, 2)) m")
        }
        if let vertical = fix.accuracy?.vertical { parts.append("vertical ±\(NMEAReport.decimal(vertical, 2)) m") }
        let dilution = [
            ("PDOP", fix.dilution.position), ("HDOP", fix.dilution.horizontal), ("VDOP", fix.dilution.vertical),
        ]
        parts += dilution.compactMap { name, value in value.map { "\(name) \(NMEAReport.decimal($0, 2))" } }
        if let age = fix.correctionAge { parts.append("corrections \(NMEAReport.decimal(age, 1)) s old") }
        if let used = fix.satellitesUsed { parts.append("\(used) satellites used") }
        return parts.isEmpty ? "no accuracy told" : parts.joined(separator: "  ")
    }
}
