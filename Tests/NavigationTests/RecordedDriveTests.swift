import GNSS
import Navigation
import TestKit
import Testing

@Suite(
    "Recorded drives", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RecordedDriveTests {
    @Test("Every stop is passed once, in order, at the epoch where it was reached", arguments: RecordedDrive.names)
    func reached(_ name: String) throws {
        let drive = try RecordedDrive(name)
        #expect(drive.fixes.count == drive.epochs)
        var progress = RouteProgress(route: drive.route)
        var epochs: [Int] = []
        var events: [RouteEvent] = []
        for (epoch, fix) in drive.fixes.enumerated() {
            for event in progress.fixReceived(fix) {
                epochs.append(epoch)
                events.append(event)
            }
        }
        let last = drive.route.waypoints.count - 1
        #expect(events == (0..<last).map { .waypointPassed(index: $0, by: .radius) } + [.arrived(by: .radius)])
        #expect(epochs == drive.reached)
        #expect(progress.originIndex == nil)
        #expect(progress.remaining.isEmpty && progress.hasArrived)
    }
}

@Suite("The demonstration drive") struct DemonstrationDriveTests {
    @Test("It passes three stops and arrives, within 60 to 90 seconds")
    func events() throws {
        let route = try Route(gpx: SharedData.packageBytes("Mocks/routes/demo.gpx"))
        let fixes = try PositionLines.fixes(SharedData.packageBytes("Mocks/drives/demo.nmea"))
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
