internal import GNSS
internal import NMEA
internal import Positioning

/// What `nmea` tells people: a line an epoch, and a summary.
struct NMEAReport {
    private(set) var epochs = 0
    private(set) var fixes = 0
    private var steps = EpochSteps()
    private(set) var track = TrackLength()
    private var first: UTCTime?
    private var last: UTCTime?

    mutating func add(_ location: Location) {
        guard location.revision == 0 else { return }
        epochs += 1
        if location.fix.coordinate != nil { fixes += 1 }
        steps.add(location.fix)
        track.add(location.fix)
        guard let time = location.fix.time else { return }
        if first == nil { first = time }
        last = time
    }

    /// Epochs a second, from the step that is usual; `nil` while there is none.
    var rate: Double? { steps.usual.map { 1000 / Double($0) } }

    static func line(_ location: Location) -> String {
        let fix = location.fix
        var parts = [
            fix.time?.iso8601(fractionDigits: 3) ?? "(no time)", fix.coordinate.map(place) ?? "no fix",
            words(fix.quality),
        ]
        parts += heightAndMotion(fix)
        if let accuracy = fix.accuracy?.horizontal { parts.append("accuracy \(decimal(accuracy, 2)) m") }
        if let used = fix.satellitesUsed { parts.append("\(used) satellites used") }
        if location.origin != LocationOrigin() { parts.append("from \(origin(location.origin))") }
        if location.revision > 0 { parts.append("(amended)") }
        return parts.joined(separator: "  ")
    }

    /// Latitude and longitude in degrees.
    static func place(_ coordinate: GeodeticCoordinate) -> String {
        "\(decimal(coordinate.latitude, 7)), \(decimal(coordinate.longitude, 7))"
    }

    /// What is known of altitude, speed and course, in words.
    static func heightAndMotion(_ fix: Fix) -> [String] {
        var parts: [String] = []
        if let altitude = fix.altitude { parts.append("altitude \(decimal(altitude, 1)) m") }
        if let speed = fix.speed { parts.append("speed \(decimal(speed * 3.6, 1)) km/h") }
        if let course = fix.course { parts.append("course \(decimal(course, 1))") }
        return parts
    }

    /// Where a location came from, in words.
    static func origin(_ origin: LocationOrigin) -> String {
        var parts: [String] = []
        if let accessory = origin.accessory {
            parts.append(
                [accessory.name, accessory.manufacturer, accessory.serialNumber, accessory.firmwareRevision]
                    .filter { !$0.isEmpty }.joined(separator: " ") + " by \(accessory.protocolName)")
        }
        if origin.isSimulated { parts.append("simulated") }
        if origin.isCorrected { parts.append("corrected") }
        return parts.isEmpty ? "a receiver" : parts.joined(separator: ", ")
    }

    /// What was read, found and dropped.
    ///
    /// - Parameters:
    ///   - statistics: The decoder's counters.
    ///   - counts: Good sentences by kind.
    func summary(_ statistics: NMEAStatistics, counts: [SentenceType: Int]) -> [String] {
        let framing = statistics.framing
        var lines = [
            "", "\(framing.bytes) bytes, \(framing.sentences) sentences, \(epochs) epochs, \(fixes) with a position",
        ]
        if let first, let last {
            lines.append("from \(first.iso8601(fractionDigits: 3)) to \(last.iso8601(fractionDigits: 3))")
        }
        let kinds = SentenceType.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }
        if !kinds.isEmpty { lines.append("sentences: " + kinds.joined(separator: ", ")) }
        if epochs > 1 { lines.append(steps.words) }
        if fixes > 1 { lines.append("track: \(Self.decimal(track.metres / 1000, 3)) km") }
        var dropped: [String] = []
        for reason in FramingStatistics.Rejection.allCases where framing.rejected(reason) > 0 {
            dropped.append("\(framing.rejected(reason)) \(Self.words(reason))")
        }
        if statistics.malformed > 0 { dropped.append("\(statistics.malformed) with an impossible layout") }
        if framing.noiseBytes > 0 { dropped.append("\(framing.noiseBytes) bytes of noise") }
        if framing.foreignFrames > 0 { lines.append("\(framing.foreignFrames) frames of other protocols") }
        lines.append("dropped: \(dropped.isEmpty ? "nothing" : dropped.joined(separator: ", "))")
        return lines
    }

    static func words(_ quality: FixQuality) -> String {
        switch quality {
        case .none: "none"
        case .autonomous: "autonomous"
        case .differential: "differential"
        case .precise: "precise"
        case .rtkFixed: "RTK fixed"
        case .rtkFloat: "RTK float"
        case .deadReckoning: "dead reckoning"
        case .manual: "manual"
        case .simulated: "simulated"
        }
    }

    static func words(_ reason: FramingStatistics.Rejection) -> String {
        switch reason {
        case .cut: "cut off by another sentence"
        case .badCharacter: "with a byte that is no text"
        case .badChecksum: "with a wrong checksum"
        case .missingChecksum: "without a checksum"
        case .tooLong: "without an end"
        case .badAddress: "without an address"
        case .unfinished: "cut off by the end"
        }
    }

    /// A number with a fixed count of decimals.
    static func decimal(_ number: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (number * scale).rounded()
        guard scaled.isFinite, abs(scaled) < 9e15 else { return "\(number)" }
        let digits = String(Int64(abs(scaled)))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = scaled < 0 ? "-" : ""
        return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
