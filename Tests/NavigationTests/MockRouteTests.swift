import GNSS
import NMEA
import Navigation
import TestKit
import Testing

@Suite("Routes of Mocks/", .timeLimit(.minutes(1))) struct MockRouteTests {
    struct Mock: Sendable, CustomTestStringConvertible {
        var name: String
        var waypoints: Int
        var hasOrigin = false
        var speed = 50.0
        var kilometres: ClosedRange<Double>
        var testDescription: String { name }
    }

    static let mocks = [
        Mock(name: "demo", waypoints: 4, kilometres: 0.9...1.1),
        Mock(name: "city", waypoints: 13, kilometres: 3...4),
        Mock(name: "motorway", waypoints: 3, speed: 120, kilometres: 20...22),
        Mock(name: "loop", waypoints: 5, hasOrigin: true, kilometres: 3...4),
        Mock(name: "out-and-back", waypoints: 5, kilometres: 3.5...4),
        Mock(name: "antimeridian", waypoints: 4, kilometres: 2.5...3),
    ]

    static func route(_ name: String) throws -> Route {
        try Route(gpx: SharedData.packageBytes("Mocks/routes/\(name).gpx"))
    }

    @Test("A generated drive along each passes every stop once, in order, and arrives", arguments: mocks)
    func driven(_ mock: Mock) throws {
        let route = try Self.route(mock.name)
        #expect(route.waypoints.count == mock.waypoints)
        #expect(route.waypoints.allSatisfy { $0.name != nil && $0.details != nil && 2...4 ~= $0.addressLines.count })
        for seed in [1, 2] as [UInt64] {
            var options = DriveGenerator.Options()
            options.seed = seed
            options.speed = mock.speed
            options.sentences = [.rmc, .gga]
            options.tunnels = [700...900]
            var progress = RouteProgress(route: route)
            var events: [RouteEvent] = []
            var driven = 0.0
            for epoch in DriveGenerator(route: route, options: options) {
                events += progress.fixReceived(epoch.fix)
                driven = epoch.truth.along
            }
            let first = mock.hasOrigin ? 1 : 0
            let expected = (first..<(mock.waypoints - 1)).map { RouteEvent.waypointPassed(index: $0, by: .radius) }
            #expect(events == expected + [.arrived(by: .radius)], "seed \(seed)")
            #expect(progress.originIndex == (mock.hasOrigin ? 0 : nil))
            #expect(mock.kilometres ~= driven / 1000)
        }
    }

    @Test("The list for apps: the destination first, then the next stops, ten at most, one shorter at each stop")
    func lists() throws {
        let route = try Self.route("city")
        var progress = RouteProgress(route: route)
        #expect(progress.remaining.map(\.name) == [route.waypoints[12].name] + route.waypoints[..<9].map(\.name))
        var counts: [Int] = []
        for epoch in DriveGenerator(route: route) {
            for event in progress.fixReceived(epoch.fix) where event.removedStop != nil {
                #expect(progress.remaining.first == route.destination)
                #expect(progress.remaining.dropFirst().first == route.waypoints.dropLast()[safe: progress.nextIndex])
                counts.append(progress.remaining.count)
            }
        }
        #expect(counts == [10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(progress.remaining.isEmpty)
    }

    @Test("The drive of the demonstration is what the generator makes of its route")
    func demoIsCurrent() throws {
        let options = DriveGenerator.Options()
        let bytes = DriveGenerator(route: try Self.route("demo"), options: options).flatMap { $0.bytes(options) }
        #expect(try SharedData.packageBytes("Mocks/drives/demo.nmea") == bytes)
    }

    @Test("Guidance counts down along the road, in distance and time, and tells the side")
    func guidance() throws {
        let route = try Self.route("demo")
        var progress = RouteProgress(route: route)
        #expect(progress.guidance == nil)
        var last: Guidance?
        for epoch in DriveGenerator(route: route) {
            _ = progress.fixReceived(epoch.fix)
            guard let guidance = progress.guidance, progress.isOnRoute == true else { continue }
            #expect(abs(guidance.crossTrack) < 12)
            #expect(abs(guidance.alongTrack - epoch.truth.along) < 25)
            if let last {
                #expect(guidance.distanceToDestination <= last.distanceToDestination + 5)
                #expect(guidance.nextIndex >= last.nextIndex)
            }
            if let time = guidance.timeToDestination, let speed = guidance.speed {
                #expect(abs(time / .seconds(1) * speed - guidance.distanceToDestination) < 1e-6)
            }
            last = guidance
        }
        #expect((last?.distanceToDestination ?? .infinity) < 60)
        #expect(progress.guidance == nil)
    }

    @Test("Without a shape guidance is measured from the straight leg, positive to its right")
    func guidanceWithoutShape() throws {
        let situation = Situation(name: "", expected: "", stops: [(1000, 0), (2000, 0)], drive: [(0, 0), (500, -40)])
        var progress = RouteProgress(route: try situation.route())
        for fix in try situation.fixes() { _ = progress.fixReceived(fix) }
        let guidance = try #require(progress.guidance)
        #expect(abs(guidance.crossTrack - 40) < 0.1 && abs(guidance.alongTrack - 500) < 0.1)
        #expect(abs(guidance.distanceToNext - 501.6) < 0.1 && abs(guidance.distanceToDestination - 1501.6) < 0.2)
        #expect(guidance.isOnRoute == nil && abs(guidance.bearingToNext - 85.43) < 0.05)
        #expect(guidance.timeToNext.map { abs($0 / .seconds(1) - 501.6 / 12) < 0.5 } == true)
    }

    @Test("The remaining route has the stops not yet passed and the road ahead")
    func remainingRoute() throws {
        let route = try Self.route("motorway")
        var progress = RouteProgress(route: route)
        var options = DriveGenerator.Options()
        options.speed = 130
        for epoch in DriveGenerator(route: route, options: options) where epoch.truth.along < 9000 {
            _ = progress.fixReceived(epoch.fix)
        }
        let rest = progress.remainingRoute
        #expect(rest.waypoints == Array(route.waypoints.dropFirst()))
        #expect(rest.name == route.name)
        let length = zip(rest.shape, rest.shape.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(abs(length - (21_120 - 9000)) < 150)
    }
}

extension Collection {
    subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
