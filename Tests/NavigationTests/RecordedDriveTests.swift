import GNSS
import Navigation
import TestKit
import Testing

@Suite(
    "Recorded drives", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RecordedDriveTests {
    struct Passage {
        var event: RouteEvent
        var time: UTCTime?
    }

    static func drive(_ route: Route, _ log: [UInt8]) -> (passages: [Passage], progress: RouteProgress) {
        var progress = RouteProgress(route: route)
        var passages: [Passage] = []
        for fix in [Fix](decoding: log) {
            passages += progress.fixReceived(fix).map { Passage(event: $0, time: fix.time) }
        }
        return (passages, progress)
    }

    static func expectedEvents(_ route: Route) -> [RouteEvent] {
        let last = route.waypoints.count - 1
        return (0..<last).map { .waypointPassed(index: $0, by: .radius) } + [.arrived(by: .radius)]
    }

    @Test("Every stop is passed once, in order, at the epoch where it was reached", arguments: RecordedDrive.names)
    func reached(_ name: String) throws {
        let drive = try RecordedDrive(name)
        let (passages, progress) = Self.drive(drive.route, drive.log)
        #expect(passages.map(\.event) == Self.expectedEvents(drive.route))
        #expect(passages.map(\.time) == drive.reached)
        #expect(progress.originIndex == nil)
        #expect(progress.remaining.isEmpty && progress.hasArrived)
    }

    @Test(
        "With five of a hundred lines damaged the sequence stays the same, at most some epochs later",
        arguments: RecordedDrive.names, [1, 2, 3] as [UInt64])
    func damaged(_ name: String, _ seed: UInt64) throws {
        let drive = try RecordedDrive(name)
        let log = drive.damagedLog(percent: 5, seed: seed)
        #expect(log != drive.log)
        let (passages, _) = Self.drive(drive.route, log)
        #expect(passages.map(\.event) == Self.expectedEvents(drive.route))
        for (passage, reached) in zip(passages, drive.reached) {
            let delay = try #require(passage.time).seconds(since: reached)
            #expect(0...10 ~= delay)
        }
    }
}

@Suite("The demonstration drive") struct DemonstrationDriveTests {
    @Test("It passes three stops and arrives, within 60 to 90 seconds")
    func events() throws {
        let route = try Route(gpx: SharedData.packageBytes("Mocks/routes/demo.gpx"))
        let fixes = try [Fix](decoding: SharedData.packageBytes("Mocks/drives/demo.nmea"))
        #expect(60...90 ~= fixes.count)
        var progress = RouteProgress(route: route)
        var lists = [progress.remaining.compactMap(\.name)]
        var events: [RouteEvent] = []
        for fix in fixes {
            for event in progress.fixReceived(fix) {
                events.append(event)
                lists.append(progress.remaining.compactMap(\.name))
            }
        }
        #expect(
            events == [
                .waypointPassed(index: 0, by: .radius), .waypointPassed(index: 1, by: .radius),
                .waypointPassed(index: 2, by: .radius), .arrived(by: .radius),
            ])
        #expect(
            lists == [
                ["Central Station", "Market Hall", "Bakery Lindner", "Charging Point East"],
                ["Central Station", "Bakery Lindner", "Charging Point East"],
                ["Central Station", "Charging Point East"],
                ["Central Station"],
                [],
            ])
    }
}
