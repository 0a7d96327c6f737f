import Formats
import GNSS
import Navigation
import TestKit
import Testing

@Suite("Hostile input to navigation", .timeLimit(.minutes(1))) struct HostileInputTests {
    @Test("Damaged route files give a route or an error, nothing else", arguments: ["gpx", "json", "geojson", "nmea"])
    func damagedFiles(_ kind: String) throws {
        let route = try MockRouteTests.route("loop")
        let text: [UInt8] =
            switch kind {
            case "gpx": try route.gpx()
            case "json": try #require(route.json).serialized()
            case "geojson": route.geoJSON().serialized()
            default: NMEARouteTests.text(NMEARouteTests.places + ["GPRTE,1,1,c,R,ALPHA,BRAVO,CHARLI,DELTA"])
            }
        #expect(throws: Never.self) { try Route(parsing: text) }
        var generator = SplitMix64(seed: 12)
        var refusals = 0
        for _ in 0..<200 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 5))
                default: bytes.insert(contentsOf: bytes.prefix(9), at: place)
                }
            }
            do throws(RouteError) {
                let damaged = try Route(parsing: bytes)
                #expect(!damaged.waypoints.isEmpty)
            } catch {
                refusals += 1
            }
        }
        #expect(kind == "nmea" || refusals > 20)
    }

    @Test("More stops, points, values or elements than are allowed are refused, as many as are allowed are not")
    func bounds() throws {
        func gpx(_ stops: Int) -> [UInt8] {
            Array(("<gpx><rte>" + String(repeating: "<rtept lat='1' lon='2'/>", count: stops) + "</rte></gpx>").utf8)
        }
        func points(_ count: Int) -> [UInt8] {
            let list = String(repeating: "[1,2],", count: count - 1) + "[1,2]"
            return Array(#"{"type":"MultiPoint","coordinates":[\#(list)]}"#.utf8)
        }
        #expect(try Route(gpx: gpx(Route.mostStops)).waypoints.count == Route.mostStops)
        #expect(throws: RouteError(.tooManyStops(limit: Route.mostStops), line: 1)) {
            try Route(gpx: gpx(Route.mostStops + 1))
        }
        #expect(try Route(geoJSON: points(Route.mostStops)).waypoints.count == Route.mostStops)
        #expect(throws: RouteError(.tooManyStops(limit: Route.mostStops))) {
            try Route(geoJSON: points(Route.mostStops + 1))
        }
        let many = "[" + String(repeating: "0,", count: 600_000) + "0]"
        #expect {
            try Route(json: Array(#"{"destination":\#(many)}"#.utf8))
        } throws: { error in
            if case .json = (error as? RouteError)?.code { true } else { false }
        }
        let elements = "<gpx>" + String(repeating: "<a/>", count: 600_001) + "</gpx>"
        #expect {
            try Route(gpx: Array(elements.utf8))
        } throws: { error in
            if case .xml = (error as? RouteError)?.code { true } else { false }
        }
    }

    @Test("A shape of more points than are allowed is refused, and one of as many is not")
    func pointBound() throws {
        func gpx(_ points: Int) -> [UInt8] {
            let list = (0..<points).map { "<trkpt lat='1' lon='\($0 % 2)'/>" }.joined()
            return Array("<gpx><trk><trkseg>\(list)</trkseg></trk><wpt lat='1' lon='1'/></gpx>".utf8)
        }
        func line(_ points: Int) -> [UInt8] {
            let list = (0..<points).map { "[\($0 % 2),1]" }.joined(separator: ",")
            return Array(#"{"type":"LineString","coordinates":[\#(list)]}"#.utf8)
        }
        // The stop of the GPX file is a point too.
        #expect(try Route(gpx: gpx(Route.mostPoints - 1)).shape.count == Route.mostPoints - 1)
        #expect(throws: RouteError(.tooManyPoints(limit: Route.mostPoints), line: 1)) {
            try Route(gpx: gpx(Route.mostPoints))
        }
        #expect(try Route(geoJSON: line(Route.mostPoints)).shape.count == Route.mostPoints)
        #expect(throws: RouteError(.tooManyPoints(limit: Route.mostPoints))) {
            try Route(geoJSON: line(Route.mostPoints + 1))
        }
    }

    @Test("A file of more bytes than are allowed is refused before it is read")
    func byteBound() {
        #expect {
            try Route(json: [UInt8](repeating: 0x20, count: 16 << 20 | 1))
        } throws: { error in
            if case .json(let reason) = (error as? RouteError)?.code { reason.code == .tooLarge } else { false }
        }
        #expect {
            try Route(gpx: [UInt8](repeating: 0x20, count: 32 << 20 | 1))
        } throws: { error in
            if case .xml(let reason) = (error as? RouteError)?.code { reason.code == .tooLarge } else { false }
        }
    }

    @Test("The most stops at the centre of a round road of many points are placed in time")
    func roundRoad() throws {
        let centre = try #require(GeodeticCoordinate(latitude: 50, longitude: 10))
        let shape = (0..<2000).map { centre.moved(by: 20_000, azimuth: Double($0) * 0.18) }
        let route = Route(waypoints: [Waypoint](repeating: Waypoint(coordinate: centre), count: 100), shape: shape)
        let clock = ContinuousClock()
        #expect(clock.measure { _ = RouteProgress(route: route) } < .seconds(20))
    }

    @Test("Fixes of any kind on routes of any kind keep the promises of progress")
    func anyFixes() throws {
        var generator = SplitMix64(seed: 13)
        for round in 0..<150 {
            var places: [GeodeticCoordinate] = []
            let isGlobal = round.isMultiple(of: 3)
            let latitude = Double.random(in: -90...90, using: &generator)
            let longitude = Double.random(in: -180...180, using: &generator)
            let center = try #require(GeodeticCoordinate(latitude: latitude, longitude: longitude))
            for _ in 0..<30 {
                let reach = isGlobal ? 2e7 : 2000
                places.append(
                    center.moved(
                        by: .random(in: 0...reach, using: &generator), azimuth: .random(in: 0...360, using: &generator))
                )
            }
            let count = Int.random(in: 0...8, using: &generator)
            let route = Route(
                waypoints: places.prefix(count).map { Waypoint(coordinate: $0) },
                shape: round.isMultiple(of: 2) ? Array(places.suffix(Int.random(in: 0...25, using: &generator))) : [])
            var configuration = RouteProgress.Configuration()
            configuration.limits.speed = 1e7
            var progress = RouteProgress(route: route, configuration: configuration)
            var removed: [Int] = []
            var arrivals = 0
            for second in 0..<120 {
                var fix = Fix(
                    time: UTCTime(secondsSince1970: 1_700_000_000 + Int64(second)),
                    coordinate: places.randomElement(using: &generator),
                    quality: .autonomous, dimension: .twoDimensional)
                fix.speed = [nil, .nan, .infinity, -1, 12].randomElement(using: &generator) ?? nil
                let events = progress.fixReceived(fix)
                removed += events.compactMap(\.removedStop)
                arrivals += events.count { $0 == .arrived(by: .radius) || $0 == .arrived(by: .abeam) }
                #expect(progress.remaining.count <= min(count, RouteProgress.longestList))
                #expect(progress.remaining.isEmpty == (progress.hasArrived || count == 0))
                if let guidance = progress.guidance {
                    #expect(guidance.distanceToNext.isFinite && guidance.crossTrack.isFinite)
                    #expect(guidance.distanceToDestination >= guidance.distanceToNext)
                }
                _ = progress.remainingRoute
            }
            #expect(removed == removed.sorted() && Set(removed).count == removed.count)
            #expect(removed.allSatisfy { 0..<max(0, count - 1) ~= $0 } && arrivals <= 1)
        }
    }
}
