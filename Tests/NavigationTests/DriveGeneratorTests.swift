import GNSS
import NMEA
import Navigation
import TestKit
import Testing

@Suite("Generated drives", .timeLimit(.minutes(1))) struct DriveGeneratorTests {
    static func route(_ points: [(Double, Double)], isShape: Bool = false) throws -> Route {
        let places = try points.map { try #require(GeodeticCoordinate(latitude: $0.0, longitude: $0.1)) }
        return isShape
            ? Route(waypoints: places.suffix(1).map { Waypoint(coordinate: $0) }, shape: places)
            : Route(waypoints: places.map { Waypoint(coordinate: $0) })
    }

    static let corner = [(49.0, 8.0), (49.0, 8.008), (49.004, 8.008)]

    static func options(_ change: (inout DriveGenerator.Options) -> Void) -> DriveGenerator.Options {
        var options = DriveGenerator.Options()
        change(&options)
        return options
    }

    @Test("The same seed gives the same bytes, another seed others")
    func determinism() throws {
        let route = try Self.route(Self.corner)
        func bytes(_ seed: UInt64) -> [UInt8] {
            DriveGenerator(route: route, options: Self.options { $0.seed = seed }).flatMap { $0.bytes() }
        }
        #expect(bytes(1) == bytes(1))
        #expect(bytes(1) != bytes(2))
    }

    @Test(
        "The vehicle keeps to its limits of speed, acceleration and braking, and ends at a halt",
        arguments: [1.0, 5, 20])
    func physics(_ rate: Double) throws {
        let options = Self.options {
            $0.rate = rate
            $0.speed = 72
        }
        let epochs = Array(DriveGenerator(route: try Self.route(Self.corner), options: options))
        let speeds = epochs.map(\.truth.speed)
        #expect(speeds.max().map { 15...20 ~= $0 } == true)
        for (before, after) in zip(speeds, speeds.dropFirst()) {
            let change = (after - before) * rate
            #expect(change <= options.acceleration + 1e-9 && change >= -options.braking * 1.1 - 0.1)
        }
        #expect(speeds.first == 0 && speeds.last == 0)
        // The bend in the middle is driven slowly.
        let middle = epochs.filter { 640...720 ~= $0.truth.along }.map(\.truth.speed)
        #expect((middle.min() ?? 0) < 12)
        for (index, epoch) in epochs.enumerated() {
            #expect(abs(Double(index) / rate - epoch.offset / .seconds(1)) < 0.001)
        }
    }

    @Test("Every waypoint of a route without shape is passed, the first one too")
    func waypoints() throws {
        let route = try Self.route(Self.corner)
        var progress = RouteProgress(route: route)
        let events = DriveGenerator(route: route).flatMap { progress.fixReceived($0.fix) }
        #expect(Situation.text(events) == "p0 p1 A")
    }

    @Test("The decoder reads what is written: position, time, motion, satellites, dilution")
    func decoded() throws {
        let options = Self.options {
            $0.sentences = DriveSentence.allCases
            $0.constellations.insert(.sbas)
            $0.positionDecimals = 7
        }
        let epochs = Array(DriveGenerator(route: try Self.route(Self.corner), options: options))
        var decoder = NMEADecoder()
        let events = decoder.decode(epochs.flatMap { $0.bytes(options) }) + decoder.finish()
        var read: [Epoch] = []
        for case .epoch(let epoch) in events where epoch.revision == 0 { read.append(epoch) }
        #expect(read.count == epochs.count)
        #expect(decoder.statistics.malformed == 0 && decoder.statistics.badFields == 0)
        for (epoch, back) in zip(epochs, read) {
            #expect(back.fix.time == epoch.fix.time)
            #expect(back.fix.dimension == .threeDimensional && back.fix.quality == .autonomous)
            let (place, readPlace) = (try #require(epoch.fix.coordinate), try #require(back.fix.coordinate))
            #expect(place.distance(to: readPlace) < 0.002)
            #expect(abs(try #require(back.fix.speed) - (try #require(epoch.fix.speed))) < 0.001)
            #expect((back.fix.course == nil) == (epoch.fix.course == nil) || (back.fix.speed ?? 0) < 0.3)
            #expect(back.fix.satellitesUsed == epoch.fix.satellitesUsed)
            let hdop = try #require(epoch.fix.dilution.horizontal)
            #expect(abs(try #require(back.fix.dilution.horizontal) - hdop) < 0.006)
            #expect(
                Set(back.satellites.map { "\($0.constellation.letter)\($0.number ?? 0)" })
                    == Set(epoch.satellites.map { "\($0.constellation.letter)\($0.number ?? 0)" }))
        }
    }

    @Test("Four constellations give a usual number of satellites and a usual dilution")
    func sky() throws {
        for (latitude, longitude) in [(0.0, 0.0), (49, 8), (-34, 151), (69, 19), (37, -122)] {
            let route = try Self.route([(latitude, longitude), (latitude, longitude + 0.002)])
            let epoch = try #require(DriveGenerator(route: route).first { _ in true })
            #expect(20...50 ~= epoch.satellites.count)
            #expect(0.4...1.2 ~= (epoch.fix.dilution.horizontal ?? 0))
            #expect(Set(epoch.satellites.map(\.constellation)).count == 4)
        }
        let alone = Self.options { $0.constellations = [.gps] }
        let epoch = try #require(DriveGenerator(route: try Self.route(Self.corner), options: alone).first { _ in true })
        #expect(6...14 ~= epoch.satellites.count && epoch.satellites.allSatisfy { $0.constellation == .gps })
        let none = Self.options { $0.constellations = [] }
        #expect(
            DriveGenerator(route: try Self.route(Self.corner), options: none).allSatisfy { $0.fix.coordinate == nil })
    }

    @Test("Within an hour satellites rise and others set")
    func risingAndSetting() throws {
        // Standing for an hour.
        let options = Self.options {
            $0.restAtEnd = 3600
            $0.rate = 0.1
        }
        let epochs = Array(DriveGenerator(route: try Self.route([(49, 8), (49, 8.001)]), options: options))
        let names = [epochs.first, epochs.last].map { epoch in
            Set(epoch?.satellites.map { "\($0.constellation.letter)\($0.number ?? 0)" } ?? [])
        }
        #expect(!names[0].subtracting(names[1]).isEmpty && !names[1].subtracting(names[0]).isEmpty)
        #expect(names[0].intersection(names[1]).count > 10)
    }

    @Test("A tunnel takes the fix, the exit gives it back a little later")
    func tunnel() throws {
        let options = Self.options { $0.tunnels = [200...400] }
        let epochs = Array(DriveGenerator(route: try Self.route(Self.corner), options: options))
        for epoch in epochs {
            if 200...400 ~= epoch.truth.along {
                #expect(epoch.fix.coordinate == nil && epoch.fix.quality == .none)
                #expect(epoch.fix.time != nil)
                #expect(String(decoding: epoch.bytes(), as: UTF8.self).contains(",V,"))
            }
            if epoch.truth.along > 440 || epoch.truth.along < 200 { #expect(epoch.fix.coordinate != nil) }
        }
        #expect(epochs.contains { $0.truth.along > 400 && $0.fix.coordinate == nil })
    }

    @Test("A cold start: first no time, then time, then a fix; the vehicle waits")
    func coldStart() throws {
        let options = Self.options { $0.coldStart = 20 }
        let epochs = Array(DriveGenerator(route: try Self.route(Self.corner), options: options))
        #expect(epochs[0].fix.time == nil && epochs[10].fix.time != nil)
        #expect(epochs[..<20].allSatisfy { $0.fix.coordinate == nil && $0.truth.along == 0 })
        #expect(epochs[20].fix.coordinate != nil)
        #expect(epochs[2].satellites.count < epochs[18].satellites.count)
        #expect(epochs[2].satellites.allSatisfy { $0.carrierToNoise == nil })
    }

    @Test("The vehicle halts at stops as long as it is told to")
    func halts() throws {
        let route = try Self.route(Self.corner)
        let through = DriveGenerator(route: route).count { _ in true }
        let halting = Array(DriveGenerator(route: route, options: Self.options { $0.haltAtStops = 20 }))
        #expect(halting.count > through + 40 && halting.count < through + 70)
        #expect(halting.count { $0.truth.speed == 0 } >= 40)
    }

    @Test("The error of the positions is as large as told, and none when told so")
    func noise() throws {
        let long = try Self.route([(49, 8), (49, 8.2)])
        let errors = DriveGenerator(route: long, options: Self.options { $0.noise = 2 }).compactMap { epoch in
            epoch.fix.coordinate?.distance(to: epoch.truth.coordinate)
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        #expect(0.5...4 ~= mean)
        let exact = DriveGenerator(route: long, options: Self.options { $0.noise = 0 })
        #expect(exact.allSatisfy { ($0.fix.coordinate?.distance(to: $0.truth.coordinate) ?? 1) < 1e-6 })
    }

    @Test("No sentence of GGA and RMC is longer than the standard allows, at any place")
    func lengths() throws {
        for longitude in [-179.999, -122, 8, 179.99] {
            let route = try Self.route([(-45.1, longitude), (-45.1, longitude + 0.001)])
            let options = Self.options { $0.sentences = [.rmc, .gga, .gll, .gsv, .gsa] }
            for epoch in DriveGenerator(route: route, options: options) {
                for sentence in epoch.sentences(options.sentences) { #expect(sentence.encoded().count <= 82) }
            }
        }
    }

    @Test("Odd options and routes neither trap nor go on for ever")
    func oddities() throws {
        let wild = Self.options {
            $0.rate = .nan
            $0.speed = .infinity
            $0.acceleration = 0
            $0.braking = -1
            $0.cornering = .nan
            $0.noise = .infinity
            $0.tunnels = [-.infinity...5]
            $0.satelliteInterval = .nan
            $0.positionDecimals = 99
            $0.restAtEnd = .nan
            $0.leadIn = .infinity
        }
        let epochs = Array(DriveGenerator(route: try Self.route([(49, 8), (49, 8.001)]), options: wild).prefix(2000))
        #expect(epochs.count > 10 && epochs.allSatisfy { !$0.bytes(wild).isEmpty })
        #expect(DriveGenerator(route: Route()).first { _ in true } == nil)
        #expect(DriveGenerator(route: try Self.route([(49, 8)])).count { _ in true } > 5)
        #expect(DriveGenerator(route: try Self.route([(49, 8), (49, 8)], isShape: true)).count { _ in true } > 1)
        let pole = DriveGenerator(route: try Self.route([(89.9995, 0), (89.9995, 180)]))
        #expect(pole.count { $0.fix.coordinate != nil } > 5)
    }
}
