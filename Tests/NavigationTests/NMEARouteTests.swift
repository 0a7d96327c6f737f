import GNSS
import NMEA
import Navigation
import Testing

@Suite("Routes from NMEA") struct NMEARouteTests {
    /// Puts checksums behind bodies of sentences.
    static func text(_ bodies: [String]) -> [UInt8] {
        bodies.flatMap { body -> [UInt8] in
            let sum = body.utf8.reduce(0, ^)
            let digits = String(sum, radix: 16, uppercase: true)
            return Array("$\(body)*\(digits.count == 1 ? "0" + digits : digits)\r\n".utf8)
        }
    }

    static let places = [
        "GPWPL,4917.16,N,00830.00,E,ALPHA", "GPWPL,4918.00,N,00831.50,E,BRAVO", "GPWPL,4919.00,S,17931.50,W,CHARLI",
        "GPWPL,4920.00,N,00833.00,E,DELTA",
    ]

    static func names(_ bodies: [String]) throws -> [String?] {
        try Route(nmea: text(bodies)).waypoints.map(\.name)
    }

    @Test("A complete route in two parts, positions before it")
    func complete() throws {
        let route = try Route(
            nmea: Self.text(Self.places + ["GPRTE,2,1,c,TRIP,ALPHA,BRAVO", "GPRTE,2,2,c,TRIP,CHARLI,DELTA"]))
        #expect(route.name == "TRIP")
        #expect(route.waypoints.map(\.name) == ["ALPHA", "BRAVO", "CHARLI", "DELTA"])
        #expect(route.waypoints[0].coordinate == GeodeticCoordinate(latitude: 49.286, longitude: 8.5))
        #expect(route.waypoints[2].coordinate.latitude < -49 && route.waypoints[2].coordinate.longitude < -179)
    }

    @Test("Positions may follow the route; without all of them there is none yet")
    func positionsLater() throws {
        var reader = NMEARouteReader()
        var decoder = NMEADecoder(options: NMEADecoder.Options(epochs: nil))
        var routes: [Int: Route] = [:]
        let lines = ["GPRTE,1,1,c,,ALPHA,BRAVO"] + Self.places + Self.places + ["GPRTE,1,1,c,,ALPHA,BRAVO"]
        for (index, line) in lines.enumerated() {
            for case .sentence(let sentence, _) in decoder.decode(Self.text([line])) {
                routes[index] = reader.sentenceReceived(sentence)
            }
        }
        // Told once, when the second position came; repetitions are no news.
        #expect(routes.keys.sorted() == [2])
        #expect(routes[2]?.waypoints.map(\.name) == ["ALPHA", "BRAVO"])
    }

    @Test("A working route begins with the waypoint just left, which is no stop")
    func working() throws {
        #expect(try Self.names(Self.places + ["GPRTE,1,1,w,R,ALPHA,BRAVO,DELTA"]) == ["BRAVO", "DELTA"])
    }

    @Test("RMB tells where in a route the vehicle is heading")
    func headedFor() throws {
        let route = ["GPRTE,1,1,c,R,ALPHA,BRAVO,CHARLI,DELTA"]
        let guidance = ["GPRMB,A,0.66,L,BRAVO,CHARLI,4919.00,S,17931.50,W,001.3,052.5,000.5,V,A"]
        #expect(try Self.names(Self.places + route + guidance) == ["CHARLI", "DELTA"])
    }

    @Test("RMB alone gives its destination")
    func destination() throws {
        let route = try Route(
            nmea: Self.text(["GPRMB,A,0.66,L,,HOME,4917.24,N,00830.57,E,001.3,052.5,000.5,V,A"]))
        #expect(route.waypoints.map(\.name) == ["HOME"])
        #expect(throws: RouteError(.empty)) { try Route(nmea: Self.text(["GPRMB,V,,,,,,,,,,,,V,N"])) }
    }

    @Test("A route whose points are not all placed is none: RMB's goal counts, else the missing waypoint is named")
    func unplaced() throws {
        let route = ["GPRTE,1,1,c,R,ALPHA,ECHO,DELTA"]
        let guidance = ["GPRMB,A,0.66,L,ALPHA,ECHO,4919.00,N,00831.50,E,001.3,052.5,000.5,V,A"]
        #expect(throws: RouteError(.unplaced("ECHO"))) { try Route(nmea: Self.text(Self.places + route)) }
        #expect("\(RouteError(.unplaced("ECHO")))" == "route: no position of the waypoint ECHO")
        #expect(try Self.names(Self.places + route + guidance) == ["ECHO"])
        // What lies behind the vehicle needs no place.
        #expect(try Self.names(Self.places + ["GPRTE,1,1,w,R,ECHO,BRAVO,DELTA"]) == ["BRAVO", "DELTA"])
        #expect(throws: RouteError.self) { try Route(nmea: Self.text(Self.places + ["GPRTE,2,1,c,R,ALPHA,BRAVO"])) }
    }

    @Test("A file longer than a block reads the same")
    func blocks() throws {
        let filler = [String](repeating: "GPZDA,120000.00,01,01,2026,00,00", count: 4000)
        #expect(
            try Self.names(Self.places + filler + ["GPRTE,1,1,c,R,ALPHA,DELTA"] + filler) == ["ALPHA", "DELTA"])
    }

    @Test("Waypoints alone are stops in their order, each once")
    func waypointsAlone() throws {
        #expect(try Self.names(Self.places + Self.places) == ["ALPHA", "BRAVO", "CHARLI", "DELTA"])
    }

    @Test("Anything else gives no route")
    func nothing() {
        #expect(throws: RouteError(.empty)) { try Route(nmea: Array("<gpx/>".utf8)) }
        #expect(throws: RouteError(.empty)) { try Route(nmea: []) }
    }
}
