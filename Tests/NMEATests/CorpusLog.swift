import Formats
import GNSS
import NMEA
import TestKit

/// A log of the shared corpus with what gpsd made of it.
struct CorpusLog: Sendable, CustomStringConvertible {
    /// A TPV of gpsd.
    struct Report: Sendable {
        var time: UTCTime
        var mode: Int
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var speed: Double?
        /// The line in the file, for messages.
        var line: Int
    }

    /// A SKY of gpsd with the times of the TPV around it.
    struct Sky: Sendable {
        var satellites: [JSONValue]
        var before: UTCTime?
        var after: UTCTime?
        var line: Int
    }

    /// Directory and name without extension, below `corpus`.
    let path: String

    var description: String { path }

    /// All logs with a gpsd file that holds reports, and the drives.
    static let all: [CorpusLog] = {
        let nmea = (try? SharedData.files(in: "corpus/nmea", suffix: ".log")) ?? []
        let drives = (try? SharedData.files(in: "corpus/drives", suffix: ".log")) ?? []
        return nmea.map { CorpusLog(path: "nmea/" + $0.dropLast(4)) }
            + drives.map { CorpusLog(path: "drives/" + $0.dropLast(4)) }
    }()

    /// The bytes as a receiver would have sent them.
    func bytes() throws -> [UInt8] {
        let bytes = try SharedData.bytes("corpus/\(path).log")
        // Bars in this log are marks for gpsd's player where to cut; it does not send them.
        return path == "nmea/tcp-torture" ? bytes.filter { $0 != UInt8(ascii: "|") } : bytes
    }

    func events(options: NMEADecoder.Options = .init()) throws -> [NMEAEvent] {
        var decoder = NMEADecoder(options: options)
        return try decoder.decode(bytes()) + decoder.finish()
    }

    func objects() throws -> [JSONValue] {
        try SharedData.lines("corpus/\(path).gpsd.jsonl").map { try JSONValue(parsing: Array($0.utf8)) }
    }

    /// The last TPV of each distinct time, in order of these times' last appearance.
    func reports() throws -> [Report] {
        var reports: [Report] = []
        for (index, object) in try objects().enumerated() where object["class"]?.stringValue == "TPV" {
            guard let text = object["time"]?.stringValue, let time = UTCTime(iso8601: text) else { continue }
            reports.removeAll { $0.time == time }
            reports.append(
                Report(
                    time: time, mode: Int(object["mode"]?.doubleValue ?? 0), latitude: object["lat"]?.doubleValue,
                    longitude: object["lon"]?.doubleValue, altitude: object["altMSL"]?.doubleValue,
                    speed: object["speed"]?.doubleValue,
                    line: index + 1))
        }
        return reports
    }

    func skies() throws -> [Sky] {
        var skies: [Sky] = []
        var before: UTCTime?
        for (index, object) in try objects().enumerated() {
            if object["class"]?.stringValue == "TPV", let text = object["time"]?.stringValue,
                let time = UTCTime(iso8601: text)
            {
                before = time
                for place in skies.indices where skies[place].after == nil { skies[place].after = time }
            } else if object["class"]?.stringValue == "SKY", case .array(let satellites)? = object["satellites"] {
                skies.append(Sky(satellites: satellites, before: before, after: nil, line: index + 1))
            }
        }
        return skies
    }
}

extension [NMEAEvent] {
    var epochs: [Epoch] {
        compactMap { event in
            if case .epoch(let epoch) = event { epoch } else { nil }
        }
    }

    var sentences: [Sentence] {
        compactMap { event in
            if case .sentence(let sentence, _) = event { sentence } else { nil }
        }
    }
}
