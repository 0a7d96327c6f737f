import GNSS
import NMEA
import RTCM
import TestKit
import Testing
import Transport

@testable import Positioning

/// Rules that hold in whatever order things happen.
@Suite("The NTRIP client in any order of events")
struct ClientOrderTests {
    private let frame = StationPosition(station: 1, x: 63_781_370_000, y: 0, z: 0).encoded()

    /// A client of one of several kinds.
    private func configuration(_ round: Int) throws -> NTRIPConfiguration {
        var configuration = NTRIPConfiguration(
            try NTRIPAddress(parsing: round % 3 == 0 ? "ntrips://h/M" : "ntrip://h/M"))
        if round % 2 == 0 { configuration.upstream = .init() }
        if round % 5 == 0 { configuration.proxy = NTRIPProxy(host: "p", port: 1) }
        configuration.seed = UInt64(round)
        return configuration
    }

    @Test("Whatever a caster does, connections lie ten seconds apart")
    func neverHasty() throws {
        let frame = try #require(frame)
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 1, longitude: 2), quality: .rtkFixed, dimension: .threeDimensional)
        fix.timeOfDay = .midnight
        let position = GGA(fix)
        var generator = SplitMix64(seed: 21)
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        let inputs: [[UInt8]] = [
            Array("ICY 200 OK\r\n".utf8), frame.bytes, Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [0xD3, 0x15],
            Array("HTTP/1.1 503 Busy\r\nRetry-After: 0\r\n\r\n".utf8), Array("HTTP/1.1 505 No\r\n\r\n".utf8),
            Array("HTTP/1.1 409 In use\r\nContent-Length: 0\r\n\r\n".utf8),
        ]
        var connections = 0
        for round in 0..<60 {
            var configuration = try configuration(round)
            configuration.waitsForPosition = round % 4 == 0
            // The quick retry follows a session of a minute, so that connections lie apart all the same.
            configuration.retry.quick = .seconds(13)
            var machine = NTRIPClientMachine(configuration, utcAtZero: .init(nanosecondsSince1970: 0))
            var now = Duration.zero
            var last = Duration.seconds(-10)
            for case .connect in machine.start(now: now) { last = now }
            for _ in 0..<200 {
                now += .milliseconds(random(4000))
                let actions =
                    switch random(9) {
                    case 0: machine.connected(now: now)
                    case 1: machine.connectFailed(TransportError(.timedOut, operation: "x"), now: now)
                    case 2: machine.secured(now: now)
                    case 3: machine.closed(.endOfStream, now: now)
                    case 4: machine.received(inputs[random(inputs.count)], now: now)
                    case 5: machine.stop(now: now) + machine.start(now: now)
                    case 6: machine.retryNow(now: now)
                    case 7: machine.position(position, now: now)
                    default: machine.advance(to: now)
                    }
                for case .connect in actions {
                    #expect(now - last >= .seconds(10))
                    last = now
                    connections += 1
                }
            }
        }
        #expect(connections > 100)
    }

    @Test("No event in any state traps, and no connection is opened while one is open")
    func anyOrder() throws {
        let frame = try #require(frame)
        var generator = SplitMix64(seed: 7)
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        let inputs: [[UInt8]] = [
            Array("ICY 200 OK\r\n".utf8), frame.bytes, Array("HTTP/1.1 200 OK\r\n\r\n".utf8), [0x0D, 0x0A], [0xD3],
            Array("HTTP/1.1 401 No\r\n\r\n".utf8), Array("SOURCETABLE 200 OK\r\n".utf8),
        ]
        for round in 0..<60 {
            var machine = NTRIPClientMachine(
                try configuration(round), utcAtZero: .init(nanosecondsSince1970: 0))
            var now = Duration.zero
            var isOpen = false
            for _ in 0..<120 {
                now += .milliseconds(random(9000))
                let actions =
                    switch random(9) {
                    case 0: machine.start(now: now)
                    case 1: machine.connected(now: now)
                    case 2: machine.connectFailed(TransportError(.timedOut, operation: "x"), now: now)
                    case 3: machine.secured(now: now)
                    case 4: machine.closed(.endOfStream, now: now)
                    case 5: machine.stop(now: now)
                    case 6: machine.retryNow(now: now)
                    case 7: machine.received(inputs[random(inputs.count)], now: now)
                    default: machine.advance(to: now)
                    }
                for action in actions {
                    if action == .close { isOpen = false }
                    if case .connect = action {
                        #expect(!isOpen)
                        isOpen = true
                    }
                }
            }
        }
    }
}
