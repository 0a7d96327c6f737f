import Formats
import GNSS
import NMEA
import Navigation
import TestKit
import Testing

/// A recorded drive of the shared corpus with its route and what a waypoint service should find.
struct RecordedDrive {
    /// When each stop was reached, in the order of the route.
    var reached: [UTCTime]
    var epochs: Int
    var route: Route
    var log: [UInt8]

    static let names = ["redlands", "mount-rose", "mountain-view"]

    init(_ name: String) throws {
        let directory = "corpus/drives/" + name
        let expectation = try JSONValue(parsing: SharedData.bytes(directory + ".expect.json"))
        epochs = Int(try #require(expectation["epochs"]?.intValue))
        reached = try #require(expectation["stops"]?.arrayValue).map { stop in
            let time = try #require(stop["reached"]?["time"]?.stringValue)
            return try #require(UTCTime(iso8601: time))
        }
        route = try Route(gpx: SharedData.bytes(directory + ".gpx"))
        log = try SharedData.bytes(directory + ".log")
    }

    /// The log with a share of its lines changed, cut, lost or doubled.
    func damagedLog(percent: Int, seed: UInt64) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        var result: [UInt8] = []
        for line in log.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var line = Array(line)
            if !line.isEmpty, Int.random(in: 0..<100, using: &generator) < percent {
                let place = Int.random(in: 0..<line.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: line[place] ^= UInt8.random(in: 1...255, using: &generator)
                case 1: line.removeSubrange(place...)
                case 2: line = []
                default: line.insert(contentsOf: line[..<place], at: 0)
                }
            }
            result += line + [0x0A]
        }
        return result
    }
}

extension [Fix] {
    /// The fixes of the epochs of a log.
    init(decoding log: [UInt8]) {
        var decoder = NMEADecoder()
        self = (decoder.decode(log) + decoder.finish()).compactMap { event in
            if case .epoch(let epoch) = event { epoch.fix } else { nil }
        }
    }
}
