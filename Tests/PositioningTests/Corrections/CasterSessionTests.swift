import GNSS
import NMEA
import RTCM
import TestKit
import Testing

@testable import Positioning

/// The caster's side of one connection: what rovers ask, and what they send that is none of it.
@Suite("What the caster answers")
struct CasterSessionTests {
    private static let configuration: CasterConfiguration = {
        var configuration = CasterConfiguration(mountpoints: [.init("BASE1"), .init("VRS1", needsPosition: true)])
        configuration.users = ["user": "pass"]
        return configuration
    }()
    private static let agent = "User-Agent: NTRIP t/1\r\n"
    private static let login = "Authorization: Basic dXNlcjpwYXNz\r\n"
    private static let two = "Ntrip-Version: Ntrip/2.0\r\n"
    private static let position = "$GPGGA,120000.00,4830.0000,N,01130.0000,E,1,12,0.8,500.0,M,47.0,M,,*6E\r\n"

    /// What was sent as text, and whether the connection was closed.
    private static func told(_ actions: [CasterSession.Action]) -> (text: String, isClosed: Bool) {
        var bytes: [UInt8] = []
        var isClosed = false
        for action in actions {
            switch action {
            case .send(let some): bytes += some
            case .close: isClosed = true
            case .subscribed, .position: break
            }
        }
        return (String(decoding: bytes, as: UTF8.self), isClosed)
    }

    private static let requests: [(request: String, reply: String, closes: Bool)] = [
        ("GET /BASE1 HTTP/1.0\r\n\(agent)\(login)\r\n", "ICY 200 OK\r\n", false),
        ("GET /BASE1 HTTP/1.1\r\n\(agent)\(login)\r\n", "ICY 200 OK\r\n", false),
        ("GET /BASE1 HTTP/1.1\r\n\(two)\(agent)\(login)\r\n", "HTTP/1.1 200 OK\r\n", false),
        ("GET /BASE1 HTTP/1.1\n\(two)\(agent)\(login)\n", "HTTP/1.1 200 OK\r\n", false),
        ("GET /base1 HTTP/1.0\r\n\(agent)\(login)\r\n", "SOURCETABLE 200 OK\r\n", true),
        ("GET /base1 HTTP/1.1\r\n\(two)\(agent)\(login)\r\n", "HTTP/1.1 404 Not Found\r\n", true),
        ("GET / HTTP/1.0\r\n\(agent)\r\n", "SOURCETABLE 200 OK\r\n", true),
        ("GET / HTTP/1.1\r\n\(two)\(agent)\r\n", "HTTP/1.1 200 OK\r\n", true),
        ("GET /BASE1 HTTP/1.0\r\n\(agent)\r\n", "HTTP/1.0 401 Unauthorized\r\n", true),
        ("GET /BASE1 HTTP/1.0\r\n\(agent)Authorization: Basic !!!\r\n\r\n", "HTTP/1.0 401 ", true),
        ("GET /BASE1 HTTP/1.0\r\nUser-Agent: curl/7\r\n\(login)\r\n", "HTTP/1.1 401 Unauthorized\r\n", true),
        ("GET /BASE1 HTTP/1.0\r\n\(login)\r\n", "HTTP/1.1 401 Unauthorized\r\n", true),
        ("SOURCE sesam /BASE1\r\nSource-Agent: NTRIP t\r\n\r\n", "ERROR - Bad Password\r\n", true),
        ("POST /BASE1 HTTP/1.1\r\n\(agent)\r\n", "HTTP/1.1 405 ", true),
        ("PUT /BASE1 HTTP/1.1\r\n\(agent)\r\n", "HTTP/1.1 400 Bad Request\r\n", true),
        ("GET /BASE1\r\n\r\n", "HTTP/1.1 400 ", true),
        ("\u{16}\u{3}\u{1}hello", "HTTP/1.1 400 ", true),
        ("GET /" + String(repeating: "A", count: 20_000), "HTTP/1.1 400 ", true),
        ("GET /BASE1 HTTP/1.0\r\n", "", false),
    ]

    @Test("Each request has its answer, however it is cut", arguments: requests.indices)
    func answers(index: Int) {
        let row = Self.requests[index]
        let bytes = Array(row.request.utf8)
        for split in [Splits.whole(bytes), Splits.every(7, bytes)]
            + (bytes.count < 1000 ? [Splits.oneByOne(bytes)] : [])
        {
            var session = CasterSession(Self.configuration)
            let told = Self.told(split.pieces.flatMap { session.received($0) })
            #expect(told.text.hasPrefix(row.reply), "\(told.text)")
            #expect(told.text.isEmpty == row.reply.isEmpty)
            #expect(told.isClosed == row.closes)
        }
    }

    @Test("A stream that wants a position waits for a good one, in the header or on the stream")
    func position() {
        for inHeader in [true, false] {
            var session = CasterSession(Self.configuration)
            let header = inHeader ? "Ntrip-GGA: \(Self.position)" : ""
            let request = "GET /VRS1 HTTP/1.1\r\n\(Self.two)\(Self.agent)\(Self.login)\(header)\r\n"
            _ = session.received(Array(request.utf8))
            #expect(session.isReady == inHeader)
            _ = session.received(Array("$GPGGA,,,,,,0,,,,,,,,*66\r\nnonsense\r\n".utf8))
            #expect(session.isReady == inHeader)
            _ = session.received(Array(Self.position.utf8))
            #expect(session.isReady)
            #expect(session.position?.position?.coordinate?.latitude == 48.5)
        }
    }

    @Test("Any bytes of a rover, and any bytes of a request changed, neither trap nor say what cannot be")
    func noise() throws {
        var generator = SplitMix64(seed: 31)
        let station = try #require(
            StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560).encoded())
        let request = "GET /VRS1 HTTP/1.0\r\n\(Self.agent)\(Self.login)\r\n"
        for round in 0..<600 {
            var bytes = Array((request + Self.position + Self.position).utf8)
            // Mostly behind the request, where positions stand; their check value is made right again below.
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let lowest = round % 4 == 0 ? 0 : request.utf8.count
                let place = Int.random(in: lowest..<bytes.count, using: &generator)
                if round % 2 == 0 {
                    let digits = Array("0123456789.,-".utf8)
                    let count = Int.random(in: 1...17, using: &generator)
                    bytes.insert(
                        contentsOf: (0..<count).map { _ in digits[Int.random(in: 0..<digits.count, using: &generator)]
                        },
                        at: place)
                } else {
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            bytes = Self.withChecks(bytes)
            var session = CasterSession(Self.configuration)
            for piece in Splits.random(bytes, longest: 60, using: &generator).pieces { _ = session.received(piece) }
            if session.isReady {
                let moved = NTRIPCaster.virtual(station, at: session.position)
                #expect(moved.number == 1005)
                guard case .stationPosition(let place) = RTCMMessage(moved) else {
                    Issue.record("no position")
                    return
                }
                #expect(place.isPlausible)
            }
            _ = session.frame(station)
        }
    }

    /// The same bytes with the check values of the sentences in them.
    private static func withChecks(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in bytes.indices where bytes[start] == UInt8(ascii: "$") {
            guard let star = bytes[start...].firstIndex(of: UInt8(ascii: "*")), star + 2 < bytes.count else { continue }
            let sum = bytes[(start + 1)..<star].reduce(0, ^)
            let digits = Array("0123456789ABCDEF".utf8)
            bytes[star + 1] = digits[Int(sum >> 4)]
            bytes[star + 2] = digits[Int(sum & 15)]
        }
        return bytes
    }
}
