import CMallocCount
import GNSS
import Navigation

/// Progress along a route, a position at a time, beside one distance on the ellipsoid.
///
/// The same 10 000 positions are driven along roads of 1 000, 10 000 and 100 000 points with 500 stops each, so a cost
/// that grows with the road would show.
enum ProgressBenchmark {
    private static let positions = 10_000
    private static let stops = 500

    static func comparison() -> Comparison {
        var comparison = Comparison("progress of \(positions) positions, \(stops) stops")
        let fixes = fixes()
        let places = fixes.compactMap(\.coordinate)
        let baseline = comparison.add("one distance on the ellipsoid a position") {
            var sum = 0.0
            for index in 1..<places.count { sum += places[index].distance(to: places[index - 1]) }
            return Int(sum)
        }
        for points in [1_000, 10_000, 100_000] {
            let start = RouteProgress(route: route(points: points), startingAt: places.first)
            comparison.add("progress, road of \(points) points", against: baseline, aim: .ratioAtMost(50)) {
                var progress = start
                var events = 0
                for fix in fixes { events += progress.fixReceived(fix).count }
                return events
            }
        }
        return comparison
    }

    /// How often a drive asks for memory, told in a line.
    static func allocations() -> String {
        let fixes = fixes()
        var progress = RouteProgress(route: route(points: 10_000), startingAt: fixes.first?.coordinate)
        // The first position finds its place on the road.
        var (events, quiet, calls, eventCalls) = (0, 0, UInt64(0), UInt64(0))
        for fix in fixes.prefix(10) { _ = progress.fixReceived(fix) }
        for fix in fixes.dropFirst(10) {
            let before = c_malloc_count()
            let news = progress.fixReceived(fix)
            let after = c_malloc_count()
            if news.isEmpty {
                quiet += 1
                calls += after - before
            } else {
                events += news.count
                eventCalls += after - before
            }
        }
        return "progress: \(calls) requests for memory in \(quiet) positions without an event; "
            + "\(eventCalls) for \(events) events"
    }

    // MARK: The road

    /// A winding road of 100 km: where it is at a part of its length from 0 to 1.
    private static func place(_ part: Double) -> GeodeticCoordinate? {
        // A wave of 400 m to both sides of a line to the north-east, with no turn sharper than a road's.
        let along = part * 100_000
        let aside = 400 * wave(along / 5_000)
        return GeodeticCoordinate(
            latitude: 48 + (along * 0.7 - aside * 0.7) / 111_200,
            longitude: 11 + (along * 0.7 + aside * 0.7) / (111_200 * 0.66))
    }

    /// A smooth wave of period 1 between -1 and 1, out of parabolas.
    private static func wave(_ phase: Double) -> Double {
        let part = phase - phase.rounded(.down)
        return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    private static func route(points: Int) -> Route {
        let shape = (0...points).compactMap { place(Double($0) / Double(points)) }
        let waypoints = (1...stops).compactMap { index in
            place(Double(index) / Double(stops)).map { Waypoint(coordinate: $0, name: "Stop \(index)") }
        }
        return Route(waypoints: waypoints, shape: shape)
    }

    private static func fixes() -> [Fix] {
        (0...positions).compactMap { index in
            guard let place = place(Double(index) / Double(positions)),
                let coordinate = GeodeticCoordinate(
                    // Some metres off the road, as receivers are.
                    latitude: place.latitude + Double(index % 7 - 3) * 6e-6, longitude: place.longitude)
            else { return nil }
            var fix = Fix(
                time: UTCTime(secondsSince1970: Int64(1_700_000_000 + index)), coordinate: coordinate,
                quality: .autonomous, dimension: .threeDimensional)
            fix.speed = 10
            return fix
        }
    }
}
