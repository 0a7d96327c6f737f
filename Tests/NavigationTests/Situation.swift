import GNSS
import Navigation
import TestKit
import Testing

/// A small drive on a flat map, in metres east and north of a base, with the events that it must bring about.
struct Situation: Sendable, CustomTestStringConvertible {
    typealias Point = (east: Double, north: Double)

    var name: String
    var expected: String
    var base = (latitude: 50.0, longitude: 10.0)
    var stops: [Point]
    var shape: [Point] = []
    /// Corners of the way that is driven.
    var drive: [Point]
    var speed = 12.0
    /// Seconds between fixes.
    var interval = 1.0
    /// Standard deviation of the position in metres, each axis.
    var noise = 0.0
    /// Halt at every corner, seconds.
    var halt = 0.0
    var configuration = RouteProgress.Configuration()
    /// Changes the fixes before they are driven.
    var change: @Sendable ([Fix]) -> [Fix] = { $0 }

    var testDescription: String { name }

    func coordinate(_ point: Point) throws -> GeodeticCoordinate {
        let base = try #require(GeodeticCoordinate(latitude: base.latitude, longitude: base.longitude))
        let distance = (point.east * point.east + point.north * point.north).squareRoot()
        guard distance > 0 else { return base }
        let east = LocalBearing.degrees(east: point.east, north: point.north)
        return base.moved(by: distance, azimuth: east)
    }

    func route() throws -> Route {
        Route(
            waypoints: try stops.enumerated().map { Waypoint(coordinate: try coordinate($1), name: "Stop \($0)") },
            shape: try shape.map { try coordinate($0) })
    }

    func fixes() throws -> [Fix] {
        var places: [Point] = [drive[0]]
        var rest = speed * interval
        for (from, to) in zip(drive, drive.dropFirst()) {
            let (east, north) = (to.east - from.east, to.north - from.north)
            let length = (east * east + north * north).squareRoot()
            var at = rest
            while at < length {
                places.append((from.east + east * at / length, from.north + north * at / length))
                at += speed * interval
            }
            rest = at - length
            for _ in 0..<Int(halt / interval) { places.append(to) }
        }
        if halt == 0, let last = drive.last { places.append(last) }
        var generator = SplitMix64(seed: 1)
        let fixes = try places.enumerated().map { index, place in
            let time = UTCTime(nanosecondsSince1970: 1_700_000_000_000_000_000 + Int64(Double(index) * interval * 1e9))
            let shaken: Point = (
                place.east + noise * generator.gaussian(), place.north + noise * generator.gaussian()
            )
            return Fix(
                time: time, coordinate: try coordinate(shaken), quality: .autonomous, dimension: .threeDimensional)
        }
        return change(fixes)
    }

    func events() throws -> [RouteEvent] {
        var progress = RouteProgress(route: try route(), configuration: configuration)
        var events: [RouteEvent] = []
        for fix in try fixes() { events += progress.fixReceived(fix) }
        return events
    }

    /// p passed by radius, b passed beside, s skipped, off, on, A arrived by radius, B arrived beside.
    static func text(_ events: [RouteEvent]) -> String {
        events.map { event in
            switch event {
            case .waypointPassed(let index, .radius): "p\(index)"
            case .waypointPassed(let index, .abeam): "b\(index)"
            case .waypointSkipped(let index): "s\(index)"
            case .offRoute: "off"
            case .backOnRoute: "on"
            case .arrived(.radius): "A"
            case .arrived(.abeam): "B"
            }
        }.joined(separator: " ")
    }
}

extension Situation {
    static let all =
        stopsOnly + withShape + ambiguous + crowded + onTheRoad + badFixes + badClocks + onTheGlobe
}

enum LocalBearing {
    /// Direction of a vector; by halving, so that the tests need no trigonometry of their own.
    static func degrees(east: Double, north: Double) -> Double {
        let length = (east * east + north * north).squareRoot()
        guard length > 0, let origin = GeodeticCoordinate(latitude: 0, longitude: 0) else { return 0 }
        let frame = LocalFrame(at: origin)
        var low = 0.0
        var high = 180.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            let vector = frame.vector(to: origin.moved(by: 1, azimuth: middle))
            if vector.north * length > north { low = middle } else { high = middle }
        }
        return east >= 0 ? low : 360 - low
    }
}

extension SplitMix64 {
    /// A number with mean 0 and standard deviation 1, near enough to normal: the sum of twelve even ones.
    mutating func gaussian() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}
