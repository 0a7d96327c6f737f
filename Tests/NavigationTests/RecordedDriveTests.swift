import GNSS
import Navigation
import TestKit
import Testing

@Suite("Recorded drives", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RecordedDriveTests {
    @Test("Every stop is passed once, in order, at the epoch where it was reached", arguments: RecordedDrive.names)
    func reached(_ name: String) throws {
        let drive = try RecordedDrive(name)
        #expect(drive.fixes.count == drive.expectation.epochs)
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
        #expect(epochs == drive.expectation.stops.map(\.reached.epoch))
        #expect(progress.originIndex == nil)
        #expect(progress.remaining.isEmpty && progress.hasArrived)
    }
}
