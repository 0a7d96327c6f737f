import Formats
import GNSS
import Navigation
import TestKit
import Testing

/// A recorded drive of the shared corpus with its route and what a waypoint service should find.
struct RecordedDrive {
    var epochs: Int
    var reached: [Int]
    var route: Route
    var fixes: [Fix]

    static let names = ["redlands", "mount-rose", "mountain-view"]

    init(_ name: String) throws {
        let directory = "corpus/drives/" + name
        let expectation = try JSONValue(parsing: SharedData.bytes(directory + ".expect.json"))
        epochs = Int(try #require(expectation["epochs"]?.intValue))
        reached = try #require(expectation["stops"]?.arrayValue).map { stop in
            Int(try #require(stop["reached"]?["epoch"]?.intValue))
        }
        route = try Route(gpx: SharedData.bytes(directory + ".gpx"))
        fixes = try PositionLines.fixes(SharedData.bytes(directory + ".log"))
    }
}

enum PositionLines {
    static func fixes(_ bytes: [UInt8]) throws -> [Fix] {
        var fixes: [Fix] = []
        var date = CalendarDate(year: 1980, month: 1, day: 6)
        var pendingGLL: Fix?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.first == "$", let star = line.lastIndex(of: "*") else { continue }
            let body = line[line.index(after: line.startIndex)..<star]
            let sum = body.utf8.reduce(0, ^)
            guard UInt8(line[line.index(after: star)...], radix: 16) == sum else { continue }
            let f = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let formatter = f[0].dropFirst(2)
            if formatter == "RMC", f.count > 9, f[2] == "A" {
                let d = try #require(Int(f[9]))
                date = CalendarDate(year: 2000 + d % 100, month: d / 100 % 100, day: d / 10_000)
                let rmc = try fix(time: f[1], date: date, f[3], f[4], f[5], f[6])
                if let pending = pendingGLL, pending.time != rmc.time { fixes.append(pending) }
                fixes.append(rmc)
                pendingGLL = nil
            } else if formatter == "GLL", f.count > 6, f[6] == "A" {
                if let pending = pendingGLL { fixes.append(pending) }
                let candidate = try fix(time: f[5], date: date, f[1], f[2], f[3], f[4])
                pendingGLL = candidate.time == fixes.last?.time ? nil : candidate
            }
        }
        return fixes
    }

    static func fix(time: String, date: CalendarDate?, _ lat: String, _ ns: String, _ lon: String, _ ew: String) throws
        -> Fix
    {
        func degrees(_ text: String) throws -> Double {
            let value = try #require(Double(text))
            let whole = (value / 100).rounded(.down)
            return whole + (value - whole * 100) / 60
        }
        let hms = try #require(Double(time))
        let t = Int(hms)
        let clock = TimeOfDay(hour: t / 10_000, minute: t / 100 % 100, second: t % 100)
        let coordinate = GeodeticCoordinate(
            latitude: try degrees(lat) * (ns == "S" ? -1 : 1), longitude: try degrees(lon) * (ew == "W" ? -1 : 1))
        return Fix(
            time: UTCTime(date: try #require(date), time: try #require(clock)), coordinate: coordinate,
            quality: .autonomous, dimension: .threeDimensional)
    }
}
