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

    /// The line: fix, place, accuracy, satellites used of those in view by system, rate, origin, source.
    ///
    /// Where it is too narrow for all of it, the place goes first, then the origin, then the beginning of the source's name.
    ///
    /// - Parameter columns: How long it may be.
    func text(columns: Int) -> String {
        guard let location else { return String(source.suffix(max(columns, 0))) }
        let fix = location.fix
        var state =
            fix.coordinate == nil ? "no fix" : fix.quality == .autonomous ? "fix" : NMEAReport.words(fix.quality)
        if fix.isStale { state += " (old)" }
        let place = fix.coordinate.map { NMEAReport.place($0) }
        let accuracy = fix.accuracy?.horizontal.map { "±\(NMEAReport.decimal($0, 2)) m" }
        let satellites = location.satellites.isEmpty ? nil : Self.satellites(location.satellites)
        let rate = fix.isStale ? nil : rate.map { "\(NMEAReport.decimal($0, 1)) Hz" }
        let origin = location.origin == LocationOrigin() ? nil : NMEAReport.origin(location.origin)
        let full = [state, place, accuracy, satellites, rate, origin, source]
        let short = [state, nil, accuracy, satellites, rate, origin, source]
        let shortest = [state, nil, accuracy, satellites, rate, nil, source]
        let lines = [full, short, shortest].map { $0.compactMap(\.self).joined(separator: "  ") }
        if let line = lines.first(where: { $0.count <= columns }) { return line }
        let head = [state, accuracy, satellites, rate].compactMap(\.self).joined(separator: "  ")
        let room = columns - head.count - 3
        return room > 0 ? head + "  …" + source.suffix(room) : String(head.prefix(max(columns, 0)))
    }

    private static func satellites(_ satellites: [Satellite]) -> String {
        Constellation.allCases.compactMap { system in
            let ofSystem = satellites.filter { $0.constellation == system }
            guard !ofSystem.isEmpty else { return nil }
            // A satellite has a row for each of its signals.
            let seen = Set(ofSystem.map { $0.number ?? -$0.rawNumber })
            let used = Set(ofSystem.filter(\.isUsed).map { $0.number ?? -$0.rawNumber })
            return "\(abbreviation(system)) \(used.count)/\(seen.count)"
        }.joined(separator: " ")
    }

    /// Three letters, as receivers' displays have them.
    private static func abbreviation(_ system: Constellation) -> String {
        switch system {
        case .gps: "GPS"
        case .sbas: "SBA"
        case .glonass: "GLO"
        case .galileo: "GAL"
        case .beidou: "BDS"
        case .qzss: "QZS"
        case .navic: "NAV"
        case .imes: "IME"
        case .unknown: "???"
        }
    }
}
