import GNSS
import Glibc
import Navigation
import Positioning
import Testing
import Transport

@Suite("A day on the road", .timeLimit(.minutes(1)))
struct LongDriveTests {
    @Test("A generated drive of 24 hours replays at the highest speed without a lost epoch, in flat memory")
    func day() async {
        // In a process of its own, so that the memory is its own.
        await #expect(processExitsWith: .success) { try await LongDrive.run() }
    }
}

/// Drives for a day and stops the process at the first thing that is wrong.
private enum LongDrive {
    struct Failure: Error {
        var line: Int

        init(_ line: Int = #line) {
            self.line = line
        }
    }

    static func run() async throws {
        let reactor = try Reactor()
        var drive = DriveGenerator.Options()
        drive.sentences = [.rmc, .gga, .gsa, .gsv]
        drive.rate = 0.25
        drive.speed = 30
        drive.constellations = [.gps]
        drive.satelliteInterval = 300
        // 741 km, which at 30 km/h take more than a day.
        let route = Route(
            waypoints: [48.0, 54.67].compactMap { latitude in
                GeodeticCoordinate(latitude: latitude, longitude: 11).map { Waypoint(coordinate: $0) }
            })
        var count = 0
        var last: UTCTime?
        for epoch in DriveGenerator(route: route, options: drive) {
            count += 1
            last = epoch.fix.time
        }
        guard count >= 21_600 else { throw Failure() }
        var options = LocationSource.Options()
        options.speed = .maximum
        let source = LocationSource(name: "day", route: route, drive: drive, options: options, on: reactor)
        let locations = source.locations
        await source.start()
        var previous: UTCTime?
        var found = 0
        var early = 0
        for try await location in locations {
            // An epoch that is told again because more of it came.
            if location.revision > 0 { continue }
            guard let time = location.fix.time else { throw Failure() }
            if let previous, time.nanoseconds(since: previous) != 4_000_000_000 { throw Failure() }
            previous = time
            found += 1
            if found == 5000 { early = peak() }
        }
        guard found == count, previous == last, locations.droppedCount == 0 else { throw Failure() }
        guard peak() - early < 2048 else { throw Failure() }
    }

    /// The most memory that the process had at a time, in KiB.
    private static func peak() -> Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}
