import GNSS
import NMEA
import RTCM
import Testing
import Transport

@testable import Positioning

@Suite("The NTRIP client's decisions")
struct ClientMachineTests {
    private static let start = UTCTime(nanosecondsSince1970: 1_780_000_000_000_000_000)
    private let frame = StationPosition(station: 1, x: 63_781_370_000, y: 0, z: 0).encoded()

    private func configuration(_ url: String = "ntrip://user:secret@caster.example:2101/BASE1") throws
        -> NTRIPConfiguration
    {
        var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: url))
        configuration.retry.jitter = 0
        return configuration
    }

    private func machine(_ configuration: NTRIPConfiguration) -> NTRIPClientMachine {
        NTRIPClientMachine(configuration, utcAtZero: Self.start)
    }

    /// A machine whose stream has begun.
    private func streaming(_ configuration: NTRIPConfiguration, at now: Duration = .zero) -> NTRIPClientMachine {
        var machine = machine(configuration)
        _ = machine.start(now: now)
        _ = machine.connected(now: now)
        _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: now)
        return machine
    }

    private static func request(_ actions: [NTRIPClientMachine.Action]) -> String {
        for case .send(let bytes) in actions { return String(decoding: bytes, as: UTF8.self) }
        return ""
    }

    @Test("One request in one write suits casters of both versions")
    func request() throws {
        var machine = machine(try configuration())
        let opening = machine.start(now: .zero)
        #expect(opening == [.state(.connecting), .connect(host: "caster.example", port: 2101)])
        let actions = machine.connected(now: .zero)
        #expect(actions.count == 2)
        #expect(
            Self.request(actions) == "GET /BASE1 HTTP/1.1\r\nHost: caster.example:2101\r\nNtrip-Version: Ntrip/2.0\r\n"
                + "User-Agent: NTRIP sdl-waypoints/0.1\r\nAuthorization: Basic dXNlcjpzZWNyZXQ=\r\n"
                + "Connection: close\r\n\r\n")
    }

    @Test("A forced version 1 sends HTTP/1.0 with a Host header and nothing of version 2")
    func versionOne() throws {
        var configuration = try configuration("ntrip://caster.example/BASE1")
        configuration.version = .only(.one)
        var machine = machine(configuration)
        _ = machine.start(now: .zero)
        #expect(
            Self.request(machine.connected(now: .zero)) == "GET /BASE1 HTTP/1.0\r\nHost: caster.example:2101\r\n"
                + "User-Agent: NTRIP sdl-waypoints/0.1\r\n\r\n")
    }

    @Test("A name of the program cannot bring another header into the request")
    func agent() throws {
        var configuration = try configuration("ntrip://caster.example/BASE1")
        configuration.agent = "x/1\r\nHost: evil"
        var machine = machine(configuration)
        _ = machine.start(now: .zero)
        let lines = Self.request(machine.connected(now: .zero)).split(separator: "\r\n")
        #expect(lines.contains("User-Agent: NTRIP x/1__Host: evil"))
        #expect(lines.count { $0.hasPrefix("Host:") } == 1)
    }

    @Test("Corrections come as whole frames, and the state follows")
    func frames() throws {
        let frame = try #require(frame)
        var machine = streaming(try configuration())
        #expect(machine.state == .waitingForData)
        let none = machine.received(Array(frame.bytes.prefix(7)), now: .seconds(1))
        #expect(none.isEmpty)
        let actions = machine.received(Array(frame.bytes.dropFirst(7)), now: .seconds(1))
        guard case .frames(let frames)? = actions.first else {
            Issue.record("no frames")
            return
        }
        #expect(frames.map(\.bytes) == [frame.bytes])
        #expect(actions.last == .state(.streaming))
        #expect(machine.currentStatus.statistics.station?.station == 1)
        #expect(machine.currentStatus.version == .one)
    }

    @Test(
        "Failures that trying again cannot mend stop the client",
        arguments: ["401 Unauthorized", "403 Forbidden", "404 Not Found", "301 Moved Permanently"])
    func finalFailures(status: String) throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        let reply = "HTTP/1.1 \(status)\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n"
        let actions = machine.received(Array(reply.utf8), now: .zero)
        #expect(actions.first == .close)
        guard case .failed(let failure) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.isFinal)
        #expect(machine.deadline(now: .zero) == nil)
        let later = machine.advance(to: .seconds(4000))
        #expect(later.isEmpty)
    }

    @Test(
        "A caster's or gateway's bad moment does not stop the client",
        arguments: [408, 425, 429, 500, 502, 503, 504, 507, 599])
    func passingFailures(status: Int) throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8), now: .zero)
        guard case .backingOff(let failure, let wait) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.status == status && !failure.isFinal)
        #expect(wait == .seconds(10))
    }

    @Test(
        "A caster that dislikes the length of the request is asked by version 1", arguments: [400, 413, 431, 501, 505])
    func dislikedRequests(status: Int) throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8), now: .zero)
        guard case .fallingBack(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .versionNotSupported)
    }

    @Test("A gateway's fault whose words tell of a ban is a ban")
    func banByGateway() throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("HTTP/1.1 500 You are banned\r\nContent-Length: 0\r\n\r\n".utf8), now: .zero)
        #expect(machine.deadline(now: .zero) == .seconds(60))
    }

    @Test("A table instead of the stream means an unknown mountpoint, and stops")
    func table() throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("SOURCETABLE 200 OK\r\n".utf8), now: .zero)
        guard case .failed(let failure) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .mountpointUnknown)
    }

    @Test("Waits grow from ten seconds, and never a connection comes sooner")
    func backOff() throws {
        var configuration = try configuration()
        configuration.version = .only(.two)
        var machine = machine(configuration)
        _ = machine.start(now: .zero)
        var now = Duration.zero
        for wait in [10, 20, 40, 80, 160, 300, 300] {
            _ = machine.connectFailed(TransportError(.timedOut, operation: "connect"), now: now)
            #expect(machine.deadline(now: now) == now + .seconds(wait))
            let early = machine.advance(to: now + .seconds(wait) - .milliseconds(1))
            #expect(early.isEmpty)
            now += .seconds(wait)
            let actions = machine.advance(to: now)
            #expect(actions.contains(.connect(host: "caster.example", port: 2101)))
        }
        #expect(machine.currentStatus.reconnects == 7)
    }

    @Test("Clients that fail together do not come back together; with a seed they do")
    func spread() throws {
        func wait(_ seed: UInt64?) throws -> Duration? {
            var configuration = NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://caster.example/BASE1"))
            configuration.seed = seed
            var machine = machine(configuration)
            _ = machine.start(now: .zero)
            _ = machine.connectFailed(TransportError(.timedOut, operation: "connect"), now: .zero)
            return machine.deadline(now: .zero)
        }
        #expect(Set(try (0..<20).map { _ in try wait(nil) }).count > 10)
        #expect(Set(try (0..<5).map { _ in try wait(7) }).count == 1)
    }

    @Test("Who is cut off without a byte waits a minute and more; version 1 is tried once before")
    func bans() throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.closed(.endOfStream, now: .zero)
        #expect(machine.deadline(now: .zero) == .seconds(10))
        _ = machine.advance(to: .seconds(10))
        let second = Self.request(machine.connected(now: .seconds(10)))
        #expect(second.hasPrefix("GET /BASE1 HTTP/1.0\r\n"))
        var now = Duration.seconds(10)
        for wait in [60, 120, 240] {
            _ = machine.closed(.endOfStream, now: now)
            #expect(machine.deadline(now: now) == now + .seconds(wait))
            now += .seconds(wait)
            _ = machine.advance(to: now)
            _ = machine.connected(now: now)
        }
    }

    @Test("A busy caster's wish is kept to")
    func busy() throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(
            Array("HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n".utf8), now: .zero)
        #expect(machine.deadline(now: .zero) == .seconds(120))
    }

    @Test("After a minute of corrections the first retry is quick, and a refused login then is not final")
    func afterSuccess() throws {
        let frame = try #require(frame)
        var machine = streaming(try configuration())
        for second in 0...60 { _ = machine.received(frame.bytes, now: .seconds(second)) }
        _ = machine.closed(.endOfStream, now: .seconds(61))
        #expect(machine.deadline(now: .seconds(61)) == .seconds(63))
        #expect(machine.currentStatus.gaps == 1)
        _ = machine.advance(to: .seconds(63))
        _ = machine.connected(now: .seconds(63))
        _ = machine.received(Array("HTTP/1.0 401 Unauthorized\r\nContent-Length: 0\r\n\r\n".utf8), now: .seconds(63))
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .unauthorized)
    }

    @Test("Accepted and closed is an outcome of its own, with the likely reason")
    func acceptedThenClosed() throws {
        var machine = streaming(try configuration())
        _ = machine.closed(.endOfStream, now: .seconds(3))
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .acceptedThenClosed)
        #expect(failure.hint?.contains("position") == true)
    }

    @Test("Silence from the start and silence later have their own times")
    func watchdogs() throws {
        let frame = try #require(frame)
        var machine = streaming(try configuration())
        _ = machine.advance(to: .seconds(10))
        #expect(machine.deadline(now: .seconds(10)) == .seconds(30))
        _ = machine.received(frame.bytes, now: .seconds(29))
        #expect(machine.deadline(now: .seconds(29)) == .seconds(49))
        _ = machine.advance(to: .seconds(49))
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .silence)
    }

    @Test("A silent stream is explained before its time is over")
    func explanation() throws {
        let frame = try #require(frame)
        var machine = streaming(try configuration())
        _ = machine.advance(to: .milliseconds(9999))
        #expect(machine.currentStatus.explanation == nil)
        #expect(machine.deadline(now: .milliseconds(9999)) == .seconds(10))
        _ = machine.advance(to: .seconds(10))
        #expect(machine.currentStatus.explanation?.contains("position") == true)
        #expect(machine.deadline(now: .seconds(10)) == .seconds(30))
        _ = machine.received(frame.bytes, now: .seconds(11))
        #expect(machine.currentStatus.explanation == nil)
    }

    @Test(
        "A caster that sends the login back does not bring it into an error",
        arguments: [
            "HTTP/1.1 403 No user:secret here\r\n\r\n",
            "HTTP/1.1 403 Forbidden\r\n\r\nAuthorization: Basic dXNlcjpzZWNyZXQ= is not allowed",
            "HTTP/1.1 403 Forbidden\r\n\r\n<p>password <b>secret</b></p>",
            "HTTP/1.1 403 Forbidden\r\n\r\n" + String(repeating: "x", count: 495) + " secret",
            "HTTP/1.1 302 Found\r\nLocation: http://user:%73ecret@other.example/BASE1\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: http://user:secret@other.example/BASE1\r\n\r\n",
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"for secret\"\r\n\r\n",
            "ERROR - Bad Password secret\r\n", "secret is no caster\r\n",
        ])
    func echoes(reply: String) throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        var actions = machine.received(Array(reply.utf8), now: .zero)
        actions += machine.closed(.endOfStream, now: .zero)
        guard case .failed(let failure) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        var shown = "\(failure)"
        dump(actions, to: &shown)
        for secret in ["secret", "secr", "dXNlcjpzZWNyZXQ"] { #expect(!shown.contains(secret), "\(shown)") }
    }

    @Test("What a proxy is logged in with stays out of its errors, and the caster's words stay in")
    func proxyLogin() throws {
        var configuration = try configuration()
        configuration.proxy = NTRIPProxy(
            host: "proxy.example", port: 8080, credentials: NTRIPCredentials(user: "me", password: "pr0xy"))
        var machine = machine(configuration)
        _ = machine.start(now: .zero)
        #expect(Self.request(machine.connected(now: .zero)).contains("Proxy-Authorization: Basic bWU6cHIweHk="))
        _ = machine.received(Array("HTTP/1.0 407 me with pr0xy may not\r\n\r\n".utf8), now: .zero)
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.text == "me with (redacted) may not")
    }

    @Test("Bytes without frames are a state of their own, and do not keep the stream alive")
    func degraded() throws {
        var machine = streaming(try configuration())
        for second in 1..<30 {
            _ = machine.received(Array("<html>no corrections</html>".utf8), now: .seconds(second))
            _ = machine.advance(to: .seconds(second))
            if second == 6 { #expect(machine.state == .degraded) }
        }
        _ = machine.advance(to: .seconds(30))
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .noData)
        #expect(failure.hint?.contains("no RTCM 3 frame") == true)
    }

    @Test("With a position to send, the client waits for one, sends it in header and stream, then at the interval")
    func positions() throws {
        var configuration = try configuration("ntrip://caster.example/VRS")
        configuration.upstream = GGAUpstream.Configuration()
        var machine = machine(configuration)
        let opening = machine.start(now: .zero)
        #expect(opening == [.state(.waitingForPosition)])
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 32.5, longitude: 34.5), quality: .rtkFloat,
            dimension: .threeDimensional)
        fix.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 0)
        let connecting = machine.position(GGA(fix, talker: .combined, decimals: 4), now: .seconds(1))
        #expect(connecting.last == .connect(host: "caster.example", port: 2101))
        let request = Self.request(machine.connected(now: .seconds(1)))
        #expect(request.contains("\r\nNtrip-GGA: $GPGGA,120000.00,3230.0000,N,03430.0000,E,5,"))
        let accepted = machine.received(
            Array("HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\r\n".utf8), now: .seconds(1))
        guard case .sendPosition(let line)? = accepted.last else {
            Issue.record("no position on the stream")
            return
        }
        #expect(line.starts(with: Array("$GPGGA,".utf8)))
        #expect(line.suffix(2) == [0x0D, 0x0A])
        #expect(machine.deadline(now: .seconds(1)) == .seconds(11))
        let later = machine.advance(to: .seconds(11))
        #expect(later.count == 1)
        // Nothing newer came for 30 s: nothing goes up any more.
        let stale = machine.advance(to: .seconds(41))
        #expect(stale.isEmpty)
        #expect(machine.currentStatus.positionsSent == 3)
        #expect(machine.deadline(now: .seconds(41)) == .seconds(61))
    }

    @Test("A receiver that falls silent during a stream is told, until it has a position again")
    func lostPosition() throws {
        let frame = try #require(frame)
        var configuration = try configuration("ntrip://caster.example/VRS")
        configuration.upstream = GGAUpstream.Configuration()
        var machine = machine(configuration)
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 32.5, longitude: 34.5), quality: .rtkFloat,
            dimension: .threeDimensional)
        fix.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 0)
        _ = machine.start(now: .zero)
        _ = machine.position(GGA(fix), now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: .zero)
        for second in 1...40 {
            let now = Duration.seconds(second)
            _ = machine.received(frame.bytes, now: now)
            while let deadline = machine.deadline(now: now), deadline < now + .seconds(1) {
                _ = machine.advance(to: deadline)
            }
            let told = machine.currentStatus.explanation
            #expect(told == (second < 30 ? nil : "no position for 30 s: nothing goes up"), "\(second)")
        }
        fix.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 41)
        _ = machine.position(GGA(fix), now: .seconds(41))
        #expect(machine.currentStatus.explanation == nil)
    }

    @Test("A stop closes and nothing follows")
    func stop() throws {
        var machine = streaming(try configuration())
        let actions = machine.stop(now: .seconds(1))
        #expect(actions == [.close, .state(.idle)])
        let late = machine.received([1, 2, 3], now: .seconds(2))
        #expect(late.isEmpty)
        let again = machine.start(now: .seconds(30))
        #expect(again.last == .connect(host: "caster.example", port: 2101))
    }

    @Test("Who stops and starts, or asks at once, waits all the same")
    func impatience() throws {
        var machine = streaming(try configuration())
        _ = machine.stop(now: .seconds(1))
        let soon = machine.start(now: .seconds(3))
        #expect(soon == [.state(.backingOff(NTRIPFailure(.ended, text: "stopped"), wait: .seconds(7)))])
        let early = machine.retryNow(now: .seconds(9))
        #expect(early.isEmpty == false && machine.deadline(now: .seconds(9)) == .seconds(10))
        let due = machine.advance(to: .seconds(10))
        #expect(due.last == .connect(host: "caster.example", port: 2101))
    }

    @Test("A ban outlasts a stop and a start")
    func banOutlasts() throws {
        var machine = machine(try configuration())
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("ERROR - you are banned\r\n".utf8), now: .zero)
        #expect(machine.deadline(now: .zero) == .seconds(60))
        _ = machine.stop(now: .seconds(20))
        let again = machine.start(now: .seconds(21))
        #expect(!again.contains(.connect(host: "caster.example", port: 2101)))
        #expect(machine.deadline(now: .seconds(21)) == .seconds(60))
    }

    @Test("TLS comes before the request, and its failure is final")
    func tls() throws {
        var machine = machine(try configuration("ntrips://caster.example/BASE1"))
        let opening = machine.start(now: .zero)
        #expect(opening.last == .connect(host: "caster.example", port: 443))
        let securing = machine.connected(now: .zero)
        #expect(securing == [.secure(serverName: "caster.example")])
        _ = machine.securingFailed(TransportError(.untrusted, operation: "certificate has expired"), now: .zero)
        guard case .failed(let failure) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect("\(failure)".contains("certificate has expired"))
    }

    @Test("A proxy that says no is told with its status")
    func proxy() throws {
        var configuration = try configuration()
        configuration.proxy = NTRIPProxy(host: "proxy.example", port: 8080)
        var machine = machine(configuration)
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("HTTP/1.0 403 Filtered\r\n\r\n".utf8), now: .zero)
        guard case .backingOff(let failure, _) = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(failure.kind == .proxy)
        #expect(failure.status == 403)
        #expect(failure.text == "Filtered")
    }

    @Test("A table may take its time as long as bytes come; one that stops is delivered, and is a failure")
    func slowTable() throws {
        var machine = machine(try configuration("ntrip://caster.example"))
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("SOURCETABLE 200 OK\r\n\r\n".utf8), now: .zero)
        for index in 1...6 {
            let now = Duration.seconds(index * 25)
            let early = machine.advance(to: now)
            #expect(early.isEmpty)
            _ = machine.received(Array("STR;A\(index);B;RTCM 3;\r\n".utf8), now: now)
        }
        #expect(machine.deadline(now: .seconds(150)) == .seconds(180))
        let actions = machine.advance(to: .seconds(180))
        guard case .table(let table)? = actions.dropFirst().first,
            case .failed(let failure)? = machine.state as NTRIPState?
        else {
            Issue.record("\(actions)")
            return
        }
        #expect(table.streams.count == 6 && !table.isComplete)
        #expect(failure.text.contains("cut off"))
    }

    @Test("A table that never ends is cut off in the end")
    func endlessTable() throws {
        var machine = machine(try configuration("ntrip://caster.example"))
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("SOURCETABLE 200 OK\r\n\r\n".utf8), now: .zero)
        for second in 1..<300 { _ = machine.received([0x20], now: .seconds(second)) }
        #expect(machine.deadline(now: .seconds(299)) == .seconds(300))
        _ = machine.advance(to: .seconds(300))
        guard case .failed = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
    }

    @Test("The table is fetched once and delivered")
    func fetchTable() throws {
        var machine = machine(try configuration("ntrip://caster.example"))
        _ = machine.start(now: .zero)
        #expect(Self.request(machine.connected(now: .zero)).hasPrefix("GET / HTTP/1.1\r\n"))
        let actions = machine.received(
            Array("SOURCETABLE 200 OK\r\nSTR;A;B;RTCM 3;\r\nENDSOURCETABLE\r\n".utf8), now: .zero)
        guard case .table(let table)? = actions.dropFirst().first else {
            Issue.record("no table")
            return
        }
        #expect(table.streams.map(\.mountpoint) == ["A"])
        #expect(machine.state == .finished)
    }
}
