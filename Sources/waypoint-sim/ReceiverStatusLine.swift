internal import GNSS
internal import Positioning

/// The one line that shows a receiver at work.
struct ReceiverStatusLine {
    private let source: String
    private var location: Location?
    /// Times of the last epochs, for the rate.
    private var times: [Double] = []

    init(source: String) {
        self.source = source
    }

    mutating func add(_ location: Location) {
        self.location = location
        guard location.revision == 0, let time = location.fix.timeOfDay else { return }
        times.append(Double(time.nanoseconds) / 1e9)
        if times.count > 11 { times.removeFirst() }
    }

    /// Epochs a second by their own times; `nil` while unknown.
    private var rate: Double? {
        guard let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / (last - first)
    }

    /// The line: fix, place, accuracy, satellites used of those in view by system, rate, source.
    var text: String {
        guard let location else { return source }
        let fix = location.fix
        var parts = [
            fix.coordinate == nil ? "no fix" : fix.quality == .autonomous ? "fix" : NMEAReport.words(fix.quality)
        ]
        if fix.isStale { parts[0] += " (old)" }
        if let place = fix.coordinate { parts.append(NMEAReport.place(place)) }
        if let accuracy = fix.accuracy?.horizontal { parts.append("±\(NMEAReport.decimal(accuracy, 2)) m") }
        if !location.satellites.isEmpty { parts.append(Self.satellites(location.satellites)) }
        if let rate { parts.append("\(NMEAReport.decimal(rate, 1)) Hz") }
        if location.origin != LocationOrigin() { parts.append(NMEAReport.origin(location.origin)) }
        parts.append(source)
        return parts.joined(separator: "  ")
    }

    private static func satellites(_ satellites: [Satellite]) -> String {
        Constellation.allCases.compactMap { system in
            let ofSystem = satellites.filter { $0.constellation == system }
            guard !ofSystem.isEmpty else { return nil }
            // A satellite has a row for each of its signals.
            let seen = Set(ofSystem.map { $0.number ?? -$0.rawNumber })
            let used = Set(ofSystem.filter(\.isUsed).map { $0.number ?? -$0.rawNumber })
            return "\(system.name) \(used.count)/\(seen.count)"
        }.joined(separator: " ")
    }
}
