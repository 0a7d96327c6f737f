import GNSS
import Navigation

extension Situation {
    private static let stops: [Point] = [(300, 0), (600, 0), (900, 0)]
    private static let way: [Point] = [(0, 0), (900, 0)]
    /// Fixes of the drive while it passes the first stop and the second.
    private static let middle = 15...60

    static let badFixes: [Situation] = [
        Situation(
            name: "fixes without quality pass nothing by themselves", expected: "", stops: stops, drive: way,
            change: { $0.map { $0.changed { $0.quality = .none } } }),
        Situation(
            name: "fixes without dimension pass nothing", expected: "", stops: stops, drive: way,
            change: { $0.map { $0.changed { $0.dimension = .noFix } } }),
        Situation(
            name: "positions entered by hand pass nothing", expected: "", stops: stops, drive: way,
            change: { $0.map { $0.changed { $0.quality = .manual } } }),
        Situation(
            name: "dead reckoning counts", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.changed(middle) { $0.quality = .deadReckoning } }),
        Situation(
            name: "fixes without position are a hole", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.changed(middle) { $0.coordinate = nil } }),
        Situation(
            name: "stale fixes pass nothing", expected: "", stops: stops, drive: way,
            change: { $0.map { $0.changed { $0.isStale = true } } }),
        Situation(
            name: "a frozen clock passes nothing", expected: "", stops: stops, drive: way,
            change: { fixes in fixes.map { $0.changed { $0.time = fixes[0].time } } }),
        Situation(
            name: "bad accuracy passes nothing", expected: "", stops: stops, drive: way,
            change: {
                $0.map {
                    $0.changed {
                        $0.accuracy = PositionAccuracy(
                            horizontal: 80, origin: .errorStatistics, level: .standardDeviation)
                    }
                }
            }),
        Situation(
            name: "good accuracy at another level counts", expected: "p0 p1 A", stops: stops, drive: way,
            change: {
                $0.map {
                    $0.changed {
                        $0.accuracy = PositionAccuracy(horizontal: 80, origin: .receiverEstimate, level: .percent95)
                    }
                }
            }),
        Situation(
            name: "bad geometry passes nothing", expected: "", stops: stops, drive: way,
            change: { $0.map { $0.changed { $0.dilution.horizontal = 25 } } }),
        Situation(
            name: "one jump to the destination does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)], change: { $0.displaced(55...55, east: 900 - 660, north: 0) }),
        Situation(
            name: "two jumps to the next stop do not pass it", expected: "", stops: [(2000, 0), (4000, 0)],
            drive: [(0, 0), (400, 0)], change: { $0.displaced(10...11, east: 1880, north: 0) }),
        Situation(
            name: "a jump that lasts is believed, the way there is not", expected: "p0 A",
            stops: [(100, 0), (2300, 0)], drive: [(0, 0), (400, 0)],
            change: { $0.displaced(15...33, east: 1900, north: 0) }),
        Situation(
            name: "an old fix in between is left out", expected: "p0 p1 A", stops: stops, drive: way,
            change: { fixes in
                var fixes = fixes
                fixes.insert(fixes[20], at: 24)
                return fixes
            }),
        Situation(
            name: "a source that starts again does not draw a line back", expected: "p0 p1 A", stops: stops,
            drive: [(0, 0), (700, 0), (900, 0)], change: { Array($0.prefix(40)) + $0 }),
        Situation(
            name: "fixes without any time count", expected: "p0 p1 A", stops: stops, drive: way,
            change: {
                $0.map {
                    $0.changed {
                        $0.time = nil
                        $0.timeOfDay = nil
                    }
                }
            }),
        Situation(
            name: "fixes with a time of day only, across midnight", expected: "p0 p1 A", stops: stops, drive: way,
            change: { fixes in
                fixes.enumerated().map { index, fix in
                    fix.changed {
                        $0.time = nil
                        $0.timeOfDay = TimeOfDay(
                            nanoseconds: (86_370_000_000_000 + Int64(index) * 1_000_000_000) % 86_400_000_000_000)
                    }
                }
            }),
        Situation(
            name: "a first fix far away is corrected", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.displaced(0...0, east: 900_000, north: 100_000) }),
    ]

    /// Clocks that are wrong, and fixes that have none.
    static let badClocks: [Situation] = [
        Situation(
            name: "a bad fix dated a day later does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)],
            change: {
                $0.displaced(55...55, east: 900 - 660, north: 0)
                    .shifted(55...55, by: 86_400)
            }),
        Situation(
            name: "a bad fix dated ten minutes later does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)],
            change: {
                $0.displaced(55...55, east: 900 - 660, north: 0)
                    .shifted(55...55, by: 600)
            }),
        Situation(
            name: "a bad fix dated a little earlier does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)],
            change: {
                $0.displaced(55...55, east: 900 - 660, north: 0)
                    .shifted(55...55, by: -20)
            }),
        Situation(
            name: "a bad fix dated a day earlier does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)],
            change: {
                $0.displaced(55...55, east: 900 - 660, north: 0)
                    .shifted(55...55, by: -86_400)
            }),
        Situation(
            name: "a bad fix without time does not arrive", expected: "p0 p1", stops: [(300, 0), (600, 0), (5500, 0)],
            drive: [(0, 0), (700, 0)],
            change: {
                $0.displaced(55...55, east: 5500 - 660, north: 0).changed(55...55) {
                    $0.time = nil
                    $0.timeOfDay = nil
                }
            }),
        Situation(
            name: "a first fix at the destination does not arrive", expected: "p0 p1", stops: stops,
            drive: [(0, 0), (700, 0)], change: { $0.displaced(0...0, east: 900, north: 0) }),
        Situation(
            name: "a first fix at the only stop does not arrive", expected: "", stops: [(5000, 0)],
            drive: [(0, 0), (700, 0)], change: { $0.displaced(0...0, east: 5000, north: 0) }),
        Situation(
            name: "a bad first fix does not decide the origin", expected: "p1 A", stops: [(0, 0), (300, 0), (600, 0)],
            drive: [(0, 0), (600, 0)], speed: 5, change: { $0.displaced(0...0, east: 5000, north: 0) }),
        Situation(
            name: "a bad first fix at the first stop does not make it the origin", expected: "p0 A",
            stops: [(900, 0), (1500, 0)], drive: [(0, 0), (1500, 0)],
            change: { $0.displaced(0...0, east: 900, north: 0) }),
        Situation(
            name: "a clock that steps ahead by a day and stays there", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.shifted(20...75, by: 86_400) }),
        Situation(
            name: "a clock that steps back by an hour and stays there", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.shifted(20...75, by: -3600) }),
        Situation(
            name: "a hole of ten minutes on a straight road", expected: "p0 p1 A", stops: stops, drive: way,
            change: { $0.enumerated().filter { !(20...60 ~= $0.offset) }.map(\.element).shifted(20...40, by: 600) }),
    ]

    private static let globeStops: [Point] = [(300, 0), (600, 200), (900, 0)]
    private static let globeShape: [Point] = [(-50, 0), (300, 0), (600, 200), (900, 0)]

    static let onTheGlobe: [Situation] = [
        ("at the equator, across the antimeridian", 0.0, 179.995),
        ("in Fiji, across the antimeridian", -17.0, 179.996),
        ("west from the antimeridian", 64.0, -179.999),
        ("across the prime meridian", 51.5, -0.005),
        ("at the south pole", -90.0, 0.0),
        ("beside the north pole", 89.999, 120.0),
    ].flatMap { name, latitude, longitude in
        [
            Situation(
                name: name, expected: "p0 p1 A", base: (latitude, longitude), stops: globeStops, drive: globeShape),
            Situation(
                name: name + ", on a road", expected: "p0 off on p1 A", base: (latitude, longitude),
                stops: globeStops, shape: globeShape,
                drive: [(-50, 0), (320, 13), (320, 180), (570, 180), (600, 200), (900, 0)]),
        ]
    }
}

extension Fix {
    func changed(_ change: (inout Fix) -> Void) -> Fix {
        var fix = self
        change(&fix)
        return fix
    }
}

extension [Fix] {
    func changed(_ range: ClosedRange<Int>, _ change: (inout Fix) -> Void) -> [Fix] {
        enumerated().map { range ~= $0.offset ? $0.element.changed(change) : $0.element }
    }

    /// Sets the clock of some fixes forward by seconds.
    func shifted(_ range: ClosedRange<Int>, by seconds: Int64) -> [Fix] {
        changed(range) { fix in
            fix.time = fix.time.map {
                UTCTime(nanosecondsSince1970: $0.nanosecondsSince1970 + seconds * 1_000_000_000)
            }
        }
    }

    /// The fixes with the times at which the same number would have come without a gap.
    func retimed() -> [Fix] {
        guard let first = first?.time else { return self }
        return enumerated().map { index, fix in
            fix.changed {
                $0.time = UTCTime(
                    nanosecondsSince1970: first.nanosecondsSince1970 + Int64(index) * 1_000_000_000)
            }
        }
    }

    /// Moves some fixes by metres.
    func displaced(_ range: ClosedRange<Int>, east: Double = 0, north: Double) -> [Fix] {
        changed(range) { fix in
            let moved = fix.coordinate?.moved(by: north, azimuth: 0)
            fix.coordinate = moved?.moved(by: east, azimuth: 90)
        }
    }
}
