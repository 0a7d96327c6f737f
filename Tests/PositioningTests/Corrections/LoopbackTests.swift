import Formats
import GNSS
import NMEA
import RTCM
import Synchronization
import TestKit
import Testing
import Transport

@testable import Positioning

@Suite("Client and caster on loopback", .timeLimit(.minutes(1)))
struct LoopbackTests {
    static let casters: [(name: String, configuration: CasterConfiguration)] = {
        var base = CasterConfiguration(mountpoints: [.init("BASE1"), .init("VRS1", needsPosition: true)])
        base.users = ["user": "pass"]
        var one = base
        one.onlyVersion = .one
        var two = base
        two.onlyVersion = .two
        var raw = two
        raw.isChunked = false
        var small = two
        small.chunkSize = 100
        var middle = one
        middle.faults = [.midFrame]
        var drip = base
        drip.faults = [.drip]
        var lying = two
        lying.faults = [.falseChunks]
        var glued = two
        glued.faults = [.gluedStatus]
        return [
            ("1", one), ("2 in chunks", two), ("2 raw", raw), ("2 in chunks of 100", small), ("1 in mid-frame", middle),
            ("byte by byte", drip), ("false chunks", lying), ("glued status", glued),
        ]
    }()

    @Test("A session that is dropped closes its connection and its sinks")
    func dropped() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let (events, continuation) = AsyncStream.makeStream(of: NTRIPCaster.Event.self)
        let caster = try NTRIPCaster(
            CasterConfiguration(mountpoints: [.init("BASE1")]), feed: try #require(CorrectionsFeed(Loop.feed)),
            interval: .milliseconds(5), port: 0, on: reactor
        ) { continuation.yield($0) }
        await caster.start()
        let address = try NTRIPAddress(host: "127.0.0.1", port: caster.address.port, mountpoint: "BASE1")
        let (closures, closed) = AsyncStream.makeStream(of: Void.self)
        var session: CorrectionsSession? = try CorrectionsSession(NTRIPConfiguration(address), on: reactor)
        await session?.add(ClosingSink { closed.yield() })
        await session?.start()
        for await event in events {
            if case .subscribed = event { session = nil }
            if case .closed = event { break }
        }
        for await _ in closures { break }
        await caster.stop()
    }

    @Test("The frames sent are the frames received, in order", arguments: casters.indices)
    func frames(index: Int) async throws {
        let caster = Self.casters[index]
        let loop = try await Loop(caster.configuration)
        let counted = Mutex(0)
        let events = try await loop.run(NTRIPConfiguration(try loop.address("BASE1"))) { event in
            guard case .frames(let frames) = event else { return isOver(event) }
            return counted.withLock { count in
                count += frames.count
                return count > 80
            }
        }
        var received: [[UInt8]] = []
        for case .frames(let frames) in events { received += frames.map(\.bytes) }
        try #require(received.count > 20, "\(caster.name): \(failure(events).map { "\($0)" } ?? "")")
        let sent = loop.fed.epochs.flatMap { $0 }.map(\.bytes)
        // The feed goes round, so what was received may begin near its end.
        let repeated = sent + sent + sent
        let start = try #require(sent.indices.first { repeated[$0...].starts(with: received.prefix(10)) })
        #expect(repeated[start...].starts(with: received), "\(caster.name)")
    }

    @Test("A receiver that falls silent during a stream is told in the log")
    func lostPosition() async throws {
        let loop = try await Loop(Self.casters[1].configuration)
        var configuration = NTRIPConfiguration(try loop.address("VRS1"))
        configuration.upstream = .init(maximumAge: .milliseconds(200))
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 48.5, longitude: 11.5), quality: .autonomous,
            dimension: .threeDimensional)
        fix.timeOfDay = .midnight
        let (entries, continuation) = AsyncStream.makeStream(of: String.self)
        let log = Logger(subsystem: "test") { continuation.yield("\($0)") }
        let client = try NTRIPClient(configuration, on: loop.reactor, log: log) { _ in }
        await client.start()
        await client.offer(fix)
        for await entry in entries where entry.contains("nothing goes up") { break }
        #expect(await client.status.explanation?.contains("nothing goes up") == true)
        await client.stop()
        await loop.caster.stop()
        loop.reactor.stop()
    }

    @Test("A virtual station is where the rover is")
    func virtualStation() async throws {
        let loop = try await Loop(Self.casters[1].configuration)
        var configuration = NTRIPConfiguration(try loop.address("VRS1"))
        configuration.upstream = .init()
        var fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 48.5, longitude: 11.5), quality: .autonomous,
            dimension: .threeDimensional)
        fix.timeOfDay = .midnight
        fix.altitude = 500
        let events = try await loop.run(configuration, fix: fix) { event in
            guard case .frames(let frames) = event else { return isOver(event) }
            return frames.contains { $0.number == 1005 }
        }
        let stations = events.flatMap { event -> [StationPosition] in
            guard case .frames(let frames) = event else { return [] }
            return frames.compactMap {
                if case .stationPosition(let station) = RTCMMessage($0) { station } else { nil }
            }
        }
        let station = try #require(stations.first)
        let place = try #require(station.geodetic)
        #expect(abs(place.coordinate.latitude - 48.5) < 1e-7)
        #expect(abs(place.coordinate.longitude - 11.5) < 1e-7)
        #expect(abs(place.height - 500) < 0.01)
        #expect(station.isComputed)
    }

    @Test(
        "Each fault has its outcome",
        arguments: [
            (.closeWithoutByte, .closedWithoutAByte), (.acceptThenClose, .acceptedThenClosed),
            (.status(401), .unauthorized), (.status(403), .forbidden), (.status(404), .mountpointUnknown),
            (.status(409), .conflict), (.status(503), .busy(retryAfter: .seconds(30))),
            (.status(501), .versionNotSupported), (.banPage, .banned),
            (.redirect("http://o.example/"), .redirect(location: "http://o.example/")),
            (.closeAfter(bytes: 2000), .ended),
        ] as [(CasterConfiguration.Fault, NTRIPFailure.Kind)])
    func faults(fault: CasterConfiguration.Fault, kind: NTRIPFailure.Kind) async throws {
        var configuration = Self.casters[1].configuration
        configuration.faults = [fault]
        let loop = try await Loop(configuration)
        let events = try await loop.run(NTRIPConfiguration(try loop.address("BASE1")), until: isOver)
        #expect(failure(events)?.kind == kind)
    }

    @Test("Silence after the reply, no reply and a stall end by their watchdogs", arguments: [0, 1, 2])
    func watchdogs(index: Int) async throws {
        let faults: [(CasterConfiguration.Fault, NTRIPFailure.Kind)] = [
            (.silence, .noData), (.noReply, .replyTimeout), (.stallAfter(bytes: 500), .silence),
        ]
        var caster = Self.casters[1].configuration
        caster.faults = [faults[index].0]
        let loop = try await Loop(caster)
        var configuration = NTRIPConfiguration(try loop.address("BASE1"))
        configuration.times.firstData = .milliseconds(150)
        configuration.times.reply = .milliseconds(150)
        configuration.times.silence = .milliseconds(150)
        let events = try await loop.run(configuration, until: isOver)
        #expect(failure(events)?.kind == faults[index].1)
    }

    @Test("Damaged frames are dropped and the good ones passed on")
    func damage() async throws {
        var caster = Self.casters[1].configuration
        caster.faults = [.damage(every: 3)]
        let loop = try await Loop(caster)
        let counted = Mutex(0)
        let events = try await loop.run(NTRIPConfiguration(try loop.address("BASE1"))) { event in
            guard case .frames(let frames) = event else { return isOver(event) }
            return counted.withLock { count in
                count += frames.count
                return count > 40
            }
        }
        let sent = Set(loop.fed.epochs.flatMap { $0 }.map(\.bytes))
        for case .frames(let frames) in events {
            for frame in frames { #expect(sent.contains(frame.bytes)) }
        }
        #expect(counted.withLock { $0 } > 40)
    }

    @Test("The table comes by both versions, and a wrong login is told", arguments: [NTRIPVersion.one, .two])
    func table(version: NTRIPVersion) async throws {
        var caster = Self.casters[1].configuration
        caster.onlyVersion = version
        caster.tableNeedsLogin = true
        let loop = try await Loop(caster)
        let events = try await loop.run(NTRIPConfiguration(try loop.address("")), until: isOver)
        let tables = events.compactMap { if case .table(let table) = $0 { table } else { nil } }
        #expect(tables.first?.streams.map(\.mountpoint) == ["BASE1", "VRS1"])
        #expect(tables.first?.stream("VRS1")?.wantsPosition == true)
        #expect(tables.first?.isComplete == true)
        let second = try await Loop(caster)
        let refused = try await second.run(NTRIPConfiguration(try second.address("", login: false)), until: isOver)
        #expect(failure(refused)?.kind == .unauthorized)
    }

    @Test("Version 1 is tried where version 2 is refused, and serves")
    func fallBack() async throws {
        // A caster that takes no HTTP/1.1, then answers as version 1 does.
        let station = Loop.stationOnly.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text =
            "! connect 1\nC GET\nS HTTP/1.1 505 No\\r\\nContent-Length: 0\\r\\n\\r\\n\n! server closes\n"
            + "! connect 2\nC GET\nS ICY 200 OK\\r\\n\nS \(station)\n"
        let reactor = try Reactor()
        let player = try DialoguePlayer(
            try #require(RecordedDialogue(Array(text.utf8))), port: 0, on: reactor)
        await player.start()
        var configuration = NTRIPConfiguration(
            try NTRIPAddress(host: "127.0.0.1", port: player.address.port, mountpoint: "BASE1"))
        configuration.retry.floor = .milliseconds(10)
        let (events, continuation) = AsyncStream.makeStream(of: NTRIPClient.Event.self)
        let client = try NTRIPClient(configuration, on: reactor) { continuation.yield($0) }
        await client.start()
        var states: [NTRIPState] = []
        var frames: [RTCMFrame] = []
        for await event in events {
            if case .state(let state) = event { states.append(state) }
            if case .frames(let some) = event { frames += some }
            if !frames.isEmpty { break }
        }
        #expect(frames.map(\.bytes) == [Loop.stationOnly])
        #expect(states.contains { if case .fallingBack = $0 { true } else { false } })
        #expect(await client.status.version == .one)
        await client.stop()
        await player.stop()
        reactor.stop()
    }

    @Test("Who connects and asks nothing does not keep others out")
    func silentConnection() async throws {
        var configuration = CasterConfiguration(mountpoints: [.init("BASE1")])
        configuration.clientLimit = 1
        configuration.requestTime = .milliseconds(20)
        let loop = try await Loop(configuration)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let silent = try await TCPStream.connect(host: "127.0.0.1", port: loop.caster.address.port, on: loop.reactor)
        await Task { @Sendable in
            await loop.caster.watch(silent) { end.yield() }
        }.value
        for await _ in ends { break }
        let events = try await loop.run(NTRIPConfiguration(try loop.address("BASE1", login: false))) { event in
            if case .frames = event { return true }
            return isOver(event)
        }
        #expect(failure(events) == nil)
    }

    @Test(
        "A rover's height that is none does not end the caster",
        arguments: ["99999999999999999", "-250000.0", "1000000000.0"])
    func absurdHeight(altitude: String) async throws {
        let body = "GPGGA,120000.00,4830.0000,N,01130.0000,E,1,12,0.8,\(altitude),M,47.0,M,,"
        let sum = body.utf8.reduce(UInt8(0), ^)
        let line = "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        var session = CasterSession(Self.casters[0].configuration)
        let login = "Authorization: Basic dXNlcjpwYXNz\r\n"
        _ = session.received(Array("GET /VRS1 HTTP/1.0\r\nUser-Agent: NTRIP t\r\n\(login)\r\n\(line)".utf8))
        let frame = try #require(StationPosition(station: 7, x: 1, y: 2, z: 63_567_520_000).encoded())
        #expect(session.isReady)
        #expect(try #require(session.position?.altitude).value.magnitude > 100_000)
        #expect(NTRIPCaster.virtual(frame, at: session.position) == frame)
    }

    @Test(
        "A recorded caster played over a socket leads to its outcome",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func recordedCasters() async throws {
        let names = try SharedData.files(in: "vectors/ntrip", suffix: ".txt").filter {
            !$0.contains("source-bad") && !$0.contains("source-taken") && !$0.contains("server-push")
                && !$0.hasPrefix("tinyproxy") && !$0.contains("nasty")
        }
        let reactor = try Reactor()
        for name in names {
            let bytes = try SharedData.bytes("vectors/ntrip/\(name)")
            let dialogue = try #require(RecordedDialogue(bytes))
            let recorded = try #require(RecordedConnection.all(in: "vectors/ntrip/\(name)").first)
            let player = try DialoguePlayer(dialogue, port: 0, on: reactor)
            await player.start()
            let isTable = recorded.clientBytes.starts(with: Array("GET / ".utf8))
            var configuration = NTRIPConfiguration(
                try NTRIPAddress(
                    host: "127.0.0.1", port: player.address.port, mountpoint: isTable ? "" : "BASE1"))
            configuration.times.firstData = .milliseconds(200)
            configuration.times.reply = .milliseconds(200)
            let (events, continuation) = AsyncStream.makeStream(of: NTRIPClient.Event.self)
            let client = try NTRIPClient(configuration, on: reactor) { continuation.yield($0) }
            await client.start()
            var outcome = ""
            for await event in events {
                if case .frames = event { outcome = "stream" }
                if case .table = event { outcome = "sourcetable" }
                if case .state(.waitingForData) = event { outcome = "stream" }
                if case .state(.failed(let failure)) = event, outcome.isEmpty { outcome = "\(failure.kind)" }
                if case .state(.backingOff(let failure, _)) = event, outcome.isEmpty { outcome = "\(failure.kind)" }
                if case .state(.fallingBack(let failure, _)) = event, outcome.isEmpty { outcome = "\(failure.kind)" }
                if !outcome.isEmpty { break }
            }
            await client.stop()
            await player.stop()
            let conclusion = try expected(name)
            #expect(outcome == conclusion, "\(name)")
        }
        reactor.stop()
        #expect(names.count > 50)
    }

    private func expected(_ name: String) throws -> String {
        let dialogues = TranscriptTests.Dialogue.all
        let first = try #require(dialogues.first { $0.file == name }?.connections.first)
        let recorded = try #require(RecordedConnection.all(in: "vectors/ntrip/\(name)").first)
        let isTable = recorded.clientBytes.starts(with: Array("GET / ".utf8))
        switch first["result"]?.stringValue {
        case "sourcetable": return isTable ? "sourcetable" : "mountpointUnknown"
        case "not-found": return "mountpointUnknown"
        case "closed-without-a-byte": return "closedWithoutAByte"
        case "no-reply": return "replyTimeout"
        case let result: return result ?? "?"
        }
    }
}

/// A sink that tells when it is closed.
private final class ClosingSink: CorrectionsSink {
    let name = "sink"
    let unsentByteCount: Int? = 0
    private let onClose: @Sendable () -> Void

    init(onClose: @escaping @Sendable () -> Void) {
        self.onClose = onClose
    }

    func send(_ frame: [UInt8]) {}
    func close() { onClose() }
}
