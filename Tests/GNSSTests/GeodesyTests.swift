import GNSS
import TestKit
import Testing

@Suite("Geodesy on WGS 84") struct GeodesyTests {
    struct Pair {
        var kind: Character
        var start: GeodeticCoordinate
        var end: GeodeticCoordinate
        var distance: Double
        var initialAzimuth: Double
        var finalAzimuth: Double
    }

    static func rows(_ name: String) throws -> [[Substring]] {
        let bytes = try SharedData.packageBytes("Tests/Fixtures/geodesy/" + name)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
    }

    static func coordinate(_ latitude: Double, _ longitude: Double) throws -> GeodeticCoordinate {
        try #require(GeodeticCoordinate(latitude: latitude, longitude: longitude))
    }

    static func pairs() throws -> [Pair] {
        try rows("pairs.tsv").map { fields in
            let numbers = fields.dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 7)
            return Pair(
                kind: try #require(fields.first?.first),
                start: try coordinate(numbers[0] / 1e7, numbers[1] / 1e7),
                end: try coordinate(numbers[2] / 1e7, numbers[3] / 1e7),
                distance: numbers[4] / 1e6, initialAzimuth: numbers[5] / 1e9, finalAzimuth: numbers[6] / 1e9)
        }
    }

    /// Difference of two directions in degrees, 0...180.
    static func turn(_ first: Double, _ second: Double) -> Double {
        abs((first - second).remainder(dividingBy: 360))
    }

    @Test("Ten thousand distances agree with geographiclib within a micrometre, azimuths within a micrometre sideways")
    func inverseAgrees() throws {
        let pairs = try Self.pairs()
        #expect(pairs.count == 10_000)
        var worst: [Character: (distance: Double, sideways: Double)] = [:]
        for pair in pairs {
            let line = Geodesy.inverse(from: pair.start, to: pair.end)
            var seen = worst[pair.kind, default: (0, 0)]
            seen.distance = max(seen.distance, abs(line.distance - pair.distance))
            // Near the antipode the azimuth is free within wide limits; there the direct solution is the judge.
            if pair.distance < 19.9e6 {
                let degrees = max(
                    Self.turn(line.initialAzimuth, pair.initialAzimuth), Self.turn(line.finalAzimuth, pair.finalAzimuth)
                )
                seen.sideways = max(seen.sideways, max(0, degrees - 1e-9) * .pi / 180 * min(pair.distance, 6.4e6))
            }
            worst[pair.kind] = seen
        }
        for (kind, seen) in worst {
            #expect(seen.distance < 1e-6, "kind \(kind)")
            #expect(seen.sideways < 1e-6, "kind \(kind)")
        }
    }

    @Test("Following geographiclib's azimuth and distance, and our own, leads to the other point within a micrometre")
    func directAgrees() throws {
        var worst = 0.0
        var worstOwn = 0.0
        for pair in try Self.pairs() {
            let end = Geodesy.direct(from: pair.start, azimuth: pair.initialAzimuth, distance: pair.distance)
            // The azimuths of the fixture are rounded to 1e-9 degrees: up to 0.1 mm at a quarter of the globe.
            let rounding = 0.6e-9 * .pi / 180 * min(pair.distance, 6.4e6)
            let miss = EarthCentredPosition(end.coordinate).chord(to: EarthCentredPosition(pair.end))
            worst = max(worst, miss - rounding)

            let line = Geodesy.inverse(from: pair.start, to: pair.end)
            let own = Geodesy.direct(from: pair.start, azimuth: line.initialAzimuth, distance: line.distance)
            worstOwn = max(worstOwn, EarthCentredPosition(own.coordinate).chord(to: EarthCentredPosition(pair.end)))
        }
        #expect(worst < 2e-6)
        #expect(worstOwn < 1e-6)
    }

    @Test("Cross-track and along-track distances agree with geographiclib within a millimetre")
    func offsetAgrees() throws {
        let rows = try Self.rows("offsets.tsv")
        #expect(rows.count > 2500)
        #expect(Set(rows.compactMap(\.first)) == ["g", "p", "P", "m", "q", "d", "f", "a"])
        var worst: [Substring: Double] = [:]
        for fields in rows {
            let kind = try #require(fields.first)
            let numbers = fields.dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 8)
            let offset = Geodesy.offset(
                of: try Self.coordinate(numbers[4] / 1e7, numbers[5] / 1e7),
                from: try Self.coordinate(numbers[0] / 1e7, numbers[1] / 1e7),
                towards: try Self.coordinate(numbers[2] / 1e7, numbers[3] / 1e7))
            worst[kind] = max(
                worst[kind, default: 0], abs(offset.crossTrack - numbers[6] / 1e6),
                abs(offset.alongTrack - numbers[7] / 1e6))
        }
        for (kind, miss) in worst { #expect(miss < 1e-3, "kind \(kind)") }
    }

    @Test(
        "Lines of special shape",
        arguments: [
            // Half a meridian, both ways round; the equator up to where it stops being shortest; coinciding points.
            (90.0, 0.0, -90.0, 0.0, 20_003_931.458_625, 180.0),
            (0.0, 0.0, 0.0, 180.0, 20_003_931.458_625, 0.0),
            (0.0, 0.0, 0.0, 90.0, 10_018_754.171_395, 90.0),
            (0.0, 0.0, 0.0, 179.0, 19_926_188.851_996, 90.0),
            (0.0, 179.5, 0.0, -179.5, 111_319.490_793, 90.0),
            (0.0, -179.5, 0.0, 179.5, 111_319.490_793, 270.0),
            (52.0, 13.0, 52.0, 13.0, 0.0, 0.0),
            (90.0, 10.0, 90.0, -120.0, 0.0, 0.0),
            (12.0, 180.0, 12.0, -180.0, 0.0, 0.0),
        ])
    func special(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double, _ distance: Double, _ azimuth: Double)
        throws
    {
        let line = Geodesy.inverse(from: try Self.coordinate(lat1, lon1), to: try Self.coordinate(lat2, lon2))
        #expect(abs(line.distance - distance) < 1e-5)
        // From antipode to antipode on the equator, north and south are equally short.
        let miss = Self.turn(line.initialAzimuth, azimuth)
        #expect(miss < 1e-7 || (lon2 == 180 && lon1 == 0 && abs(miss - 180) < 1e-7))
    }

    @Test("A line drawn backwards has the same length and the directions turned round")
    func symmetry() throws {
        var generator = SplitMix64(seed: 8)
        for _ in 0..<500 {
            let first = try Self.coordinate(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let second = try Self.coordinate(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let there = Geodesy.inverse(from: first, to: second)
            let back = Geodesy.inverse(from: second, to: first)
            #expect(abs(there.distance - back.distance) < 1e-7)
            #expect(Self.turn(there.backAzimuth, back.initialAzimuth) < 1e-7)
            #expect(Self.turn(there.initialAzimuth, back.backAzimuth) < 1e-7)
        }
    }

    @Test("A line that goes on round the Earth, and a negative distance, keep their sense")
    func longLines() throws {
        let start = try Self.coordinate(40, 20)
        let around = Geodesy.direct(from: start, azimuth: 90, distance: 1e8)
        let back = Geodesy.direct(from: around.coordinate, azimuth: around.finalAzimuth, distance: -1e8)
        #expect(back.coordinate.distance(to: start) < 1e-6)
        let meridian = Geodesy.direct(from: start, azimuth: 0, distance: 2 * Geodesy.longestDistance)
        #expect(meridian.coordinate.distance(to: start) < 1e-5)
        let nowhere = Geodesy.direct(from: start, azimuth: .nan, distance: .infinity)
        #expect(nowhere.coordinate.distance(to: start) < 1e-8)
    }

    @Test("The chord never exceeds the distance, and the estimate from it keeps its bound")
    func chordBound() throws {
        var generator = SplitMix64(seed: 9)
        for _ in 0..<2000 {
            let start = try Self.coordinate(
                .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let distance = Double.random(in: 0.1...20_000, using: &generator)
            let end = start.moved(by: distance, azimuth: .random(in: 0..<360, using: &generator))
            let first = EarthCentredPosition(start)
            let second = EarthCentredPosition(end)
            let bound =
                distance * distance * distance
                / (20 * Geodesy.smallestRadiusOfCurvature * Geodesy.smallestRadiusOfCurvature)
            #expect(first.chord(to: second) <= distance + 1e-8)
            #expect(abs(first.distance(to: second) - distance) <= bound * 0.01 + 1e-8)
            let shrink = distance - LocalFrame(at: start).vector(to: second).length
            #expect(shrink >= -1e-8 && shrink <= bound * 20 / 5 + 1e-8)
        }
    }

    @Test("The flat map points east and north, at the poles and across the antimeridian too")
    func localFrame() throws {
        let here = try Self.coordinate(-17, 180)
        let east = LocalFrame(at: here).vector(to: here.moved(by: 100, azimuth: 90))
        #expect(abs(east.east - 100) < 1e-6 && abs(east.north) < 1e-2)
        let north = LocalFrame(at: here).vector(to: here.moved(by: 100, azimuth: 0))
        #expect(abs(north.north - 100) < 1e-6 && abs(north.east) < 1e-6)
        let pole = LocalFrame(at: try Self.coordinate(90, 0))
        let towardsGreenwich = pole.vector(to: try Self.coordinate(89.999, 0))
        #expect(abs(towardsGreenwich.length - 111.69) < 0.01)
        #expect(towardsGreenwich.north < -111)
    }
}
