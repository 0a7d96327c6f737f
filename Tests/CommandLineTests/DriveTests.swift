import Formats
import TestKit
import Testing

@Suite(
    "Recorded drives, two processes over TCP", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(2)))
struct DriveTests {
    @Test(
        "The app hears of each stop once, in order",
        arguments: [("redlands", "max"), ("redlands", "10"), ("mount-rose", "max"), ("mountain-view", "max")])
    func changes(drive: String, speed: String) async throws {
        let folder = SharedData.path("corpus/drives")
        let expected = try JSONValue(parsing: try SharedData.bytes("corpus/drives/\(drive).expect.json"))
        let names = try #require(expected["stops"]?.arrayValue).compactMap { $0["name"]?.stringValue }

        let unit = try Program(
            ["serve", "--port", "0", "--nmea", "\(folder)/\(drive).log", "--route", "\(folder)/\(drive).gpx"]
                + ["--speed", speed])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(["app", "--connect", String(address), "--json"])
        _ = try await unit.lines(until: "the drive has ended")
        app.interrupt()
        let events = try await app.rest().map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(await app.wait() == 0)
        unit.interrupt()
        #expect(await unit.wait() == 0)

        let lists = events.filter { $0["event"] == "wayPoints" || $0["event"] == "wayPointChange" }.map { event in
            (event["wayPoints"]?.arrayValue ?? []).compactMap { $0["locationName"]?.stringValue }
        }
        // The destination first, then the stops ahead: the whole list, then one stop less with each change.
        let destination = try #require(names.last)
        let ahead = names.indices.dropLast().map { [destination] + names[($0 + 1)...].dropLast() }
        #expect(lists == [[destination] + names.dropLast()] + ahead)
        let order = events.compactMap { $0["event"]?.stringValue }.filter { $0 != "hmiStatus" }
        let changes = Array(repeating: "wayPointChange", count: names.count - 1)
        #expect(
            order == ["registered", "permissions", "capability", "wayPoints", "subscribed"] + changes
                + ["unsubscribed", "ended"])
    }
}
