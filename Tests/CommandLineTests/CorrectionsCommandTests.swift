import Formats
import GNSS
import Glibc
import RTCM
import TestKit
import Testing
import Transport

@testable import waypoint_sim

/// A caster of ours as a user runs it, with a small recording.
private struct Caster {
    static let station = StationPosition(station: 7, x: 44_440_308_028, y: 30_856_712_349, z: 33_666_582_560)

    /// A station position and observations of GPS without satellites.
    static var frames: [RTCMFrame] {
        let observations: [UInt8] = [0x43, 0x50, 0x07] + [UInt8](repeating: 0, count: 19)
        return [station.encoded(), RTCMFrame(payload: observations)].compactMap { $0 }
    }

    let program: Program
    /// Host and port.
    let address: String

    init(_ arguments: [String] = []) async throws {
        let path = ScratchFile.path("feed.rtcm3")
        try ScratchFile.write(Self.frames.flatMap(\.bytes), to: path)
        program = try Program(["caster", path, "--port", "0", "--rate", "100"] + arguments)
        let first = try #require(try await program.next())
        address = String(first.dropFirst("caster ".count))
        // The recording is read before the line is written.
        unsafe unlink(path)
    }

    func url(_ mountpoint: String, login: String = "", scheme: String = "ntrip") -> String {
        "\(scheme)://\(login.isEmpty ? "" : login + "@")\(address)/\(mountpoint)"
    }

    func stop() async throws {
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
    }
}

private enum ScratchFile {
    static func path(_ name: String) -> String {
        "/tmp/waypoint-tests-\(getpid())-\(UInt32.random(in: 0 ... .max))-\(name)"
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        try #require(count == bytes.count)
    }

    /// What a file holds; the file is removed.
    static func take(_ path: String) async throws -> [UInt8] {
        defer { unsafe unlink(path) }
        return try SmallFile.read(path, limit: 1 << 20)
    }
}

@Suite("Corrections on the command line", .timeLimit(.minutes(1)))
struct CorrectionsCommandTests {
    private static let drive = SharedData.packageRoot + "/Mocks/drives/demo.nmea"
    private static let certificates = SharedData.packageRoot + "/Tests/Fixtures/tls/"

    @Test("ntrip passes whole messages on to every sink, and ends when it has enough")
    func sinks() async throws {
        let caster = try await Caster(["--login", "user:pass"])
        let paths = [ScratchFile.path("one"), ScratchFile.path("two")]
        let (status, lines) = try await Program.run(
            "ntrip", caster.url("BASE1", login: "user:pass"), "--count", "40", "--to", paths[0], "--to", paths[1],
            "--once")
        #expect(status == 0, "\(lines)")
        #expect(lines.contains { $0.contains("1005 station position: 2") }, "\(lines)")
        for path in paths {
            let bytes = try await ScratchFile.take(path)
            var framer = RTCMFramer()
            let frames = framer.append(bytes)
            #expect(frames.count >= 40)
            #expect(framer.skippedByteCount == 0 && framer.pendingByteCount == 0)
            for frame in frames { #expect(Caster.frames.map(\.bytes).contains(frame.bytes)) }
        }
        try await caster.stop()
    }

    @Test("How the program ends says what went wrong")
    func exitStatuses() async throws {
        let caster = try await Caster(["--login", "user:pass"])
        let closing = try await Caster(["--fault", "close"])
        let moved = try await Caster(["--fault", "redirect=http://other.example/"])
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            ([caster.url("BASE1", login: "user:wrong")], 1, "login wrong"),
            ([caster.url("NONE", login: "user:pass")], 1, "does not have this mountpoint"),
            ([moved.url("BASE1")], 1, "sends to http://other.example/; not followed"),
            ([closing.url("BASE1"), "--ntrip-version", "2"], 3, "closed without a byte"),
            (["ntrip://127.0.0.1:1/BASE1"], 3, "no connection"),
            ([caster.url("BASE1"), "--proxy", caster.address], 3, "the proxy opened no tunnel"),
            ([], 2, "a URL is missing"),
            ([caster.url("")], 2, "names no mountpoint"),
            ([caster.url("BASE1"), "--insecure"], 2, "for ntrips://"),
            ([caster.url("BASE1"), "--format", "RTCM"], 2, "go with --sourcetable"),
            (["http://caster.example/BASE1"], 2, "begins with ntrip:// or ntrips://"),
        ]
        for item in cases {
            let program = try Program(["ntrip"] + item.arguments + ["--once"], withErrors: true)
            let lines = try await program.rest()
            #expect(await program.wait() == item.status, "\(item.arguments): \(lines)")
            #expect(lines.contains { $0.contains(item.words) }, "\(item.arguments): \(lines)")
        }
        for one in [caster, closing, moved] { try await one.stop() }
    }

    @Test("No login stands in output, log, errors or the list of processes")
    func secrecy() async throws {
        let caster = try await Caster(["--login", "user:geheim"])
        func hasSecret(_ text: String) -> Bool { text.contains("geheim") || text.contains("dXNlcjpnZWhlaW0") }
        let working = try Program(
            ["ntrip", caster.url("BASE1", login: "user:geheim"), "--json", "--log", "trace"], withErrors: true)
        let lines = try await working.lines(until: #"{"event":"state","state":"streaming""#)
        for id in [working.id, caster.program.id] {
            let title = String(decoding: try SmallFile.read("/proc/\(id)/cmdline", limit: 65_536), as: UTF8.self)
            #expect(title.contains("waypoint-sim"))
            #expect(!hasSecret(title))
        }
        working.interrupt()
        #expect(!(lines + (try await working.rest())).contains(where: hasSecret))
        #expect(await working.wait() == 0)
        let wrong: [[String]] = [
            ["ntrip", caster.url("NONE", login: "user:geheim"), "--once", "--log", "trace"],
            ["ntrip", caster.url("BASE1"), caster.url("BASE1", login: "user:geheim")],
            ["ntrip", "ntrip://user:geheim@:1/BASE1"], ["ntrip", "ntrip://user:geheim@host/A B"],
            ["nmea", caster.url("BASE1", login: "user:geheim")],
            ["ntrip", caster.url("BASE1"), "--proxy", "user:geheim@nowhere"],
            ["caster", "x", "--login", "user:geheim", "--fault", "nothing"],
        ]
        for arguments in wrong {
            let program = try Program(arguments, withErrors: true)
            let lines = try await program.rest()
            #expect(await program.wait() != 0)
            #expect(!lines.isEmpty && !lines.contains(where: hasSecret), "\(lines)")
        }
        try await caster.stop()
    }

    @Test("The table is listed, whole, filtered or the nearest first")
    func table() async throws {
        let caster = try await Caster()
        func list(_ arguments: String...) async throws -> [String] {
            let program = try Program(["ntrip", caster.url("")] + arguments, withErrors: true)
            let lines = try await program.rest()
            #expect(await program.wait() == 0)
            return lines
        }
        let all = try await list("--sourcetable")
        #expect(all.map { $0.prefix { $0 != " " } } == ["caster", "BASE1", "VRS1"], "\(all)")
        #expect(all.last?.contains("wants a position") == true)
        #expect(try await list("--near", "32.07,34.77").first?.hasPrefix("BASE1  0.0 km") == true)
        #expect(try await list("--near", "48.1,11.6").first?.contains("far: 2") == true)
        #expect(try await list("--sourcetable", "--format", "RTCM 2").count == 1)
        #expect(try await list("--sourcetable", "--auth", "basic").count == 1)
        #expect(try await list("--sourcetable", "--auth", "none").count == 3)
        try await caster.stop()
    }

    @Test("A certificate that nobody vouches for is refused; --insecure goes on, and warns")
    func trust() async throws {
        let caster = try await Caster(["--tls", Self.certificates + "self-signed.pem"])
        let url = caster.url("BASE1", scheme: "ntrips")
        let (refused, why) = try await Program.run("ntrip", url, "--once", "--count", "4")
        #expect(refused == 3)
        #expect(why.contains { $0.contains("self-signed certificate") }, "\(why)")
        let (taken, words) = try await Program.run("ntrip", url, "--once", "--count", "4", "--insecure")
        #expect(taken == 0)
        #expect(words.contains { $0.contains("warning: any certificate is trusted") }, "\(words)")
        let (named, _) = try await Program.run(
            "ntrip", caster.url("BASE1", scheme: "ntrips"), "--once", "--count", "4", "--ca",
            Self.certificates + "self-signed.pem")
        #expect(named == 0)
        try await caster.stop()
    }

    @Test("A caster that plays a recording leads to what the recorded one led to")
    func playing() async throws {
        let path = ScratchFile.path("dialogue.txt")
        try ScratchFile.write(
            Array("! connect 1\nC GET\nS HTTP/1.0 401 Unauthorized\\r\\n\n! server closes\n".utf8), to: path)
        defer { unsafe unlink(path) }
        let caster = try Program(["caster", "--play", path, "--port", "0"], withErrors: true)
        let first = try #require(try await caster.next())
        #expect(first.hasPrefix("caster 127.0.0.1:"), "\(first)")
        let (status, lines) = try await Program.run("ntrip", "ntrip://\(first.dropFirst(7))/BASE1", "--once")
        #expect(status == 1)
        #expect(lines.contains { $0.contains("login wrong or missing") }, "\(lines)")
        caster.interrupt()
        _ = try await caster.rest()
        #expect(await caster.wait() == 0)
    }

    @Test("Position, caster, corrections and a better position are one loop", arguments: ["receiver", "serve"])
    func loop(command: String) async throws {
        let rover = try Rover()
        await rover.start()
        let caster = try await Caster(["--login", "user:pass"])
        let corrected = ["--ntrip", caster.url("VRS1", login: "user:pass"), "--send-position"]
        let source = "tcp://\(rover.address)"
        let program = try Program(
            (command == "receiver" ? ["receiver", source] : ["serve", "--port", "0", "--nmea", source]) + corrected,
            withErrors: true)
        if command == "receiver" {
            while let line = try await program.next() { if line.contains("RTK fixed") { break } }
        }
        let station = await rover.station
        #expect(station.isComputed)
        let place = try #require(station.geodetic?.coordinate)
        #expect(abs(place.latitude - 48.125) < 1e-6 && abs(place.longitude - 11.5) < 1e-6)
        let heard = try await caster.program.lines(until: "127.0.0.1:").joined()
        #expect(heard.contains("VRS1"), "\(heard)")
        let next = try #require(try await caster.program.next())
        #expect(next.contains("is at 48.12500, 11.50000"), "\(next)")
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
        await rover.stop()
        try await caster.stop()
    }

    @Test("A head unit that plays a recorded drive tells a caster where it is")
    func recordedDrive() async throws {
        let caster = try await Caster()
        let unit = try Program([
            "serve", "--port", "0", "--nmea", Self.drive, "--start", "now", "--speed", "20", "--ntrip",
            caster.url("VRS1"), "--send-position",
        ])
        _ = try await caster.program.lines(until: "127.0.0.1:")
        let place = try #require(try await caster.program.next())
        #expect(place.contains("is at 49.48"), "\(place)")
        unit.interrupt()
        _ = try await unit.rest()
        #expect(await unit.wait() == 0)
        try await caster.stop()
    }
}

/// A receiver on a TCP port: tells an ordinary position, and a centimetre one once corrections of a station came.
private actor Rover {
    nonisolated let address: SocketAddress
    private let reactor: Reactor
    private let listener: TCPListener
    private var streams: [TCPStream] = []
    private var framer = RTCMFramer()
    private var found: StationPosition?
    private var waiting: [CheckedContinuation<StationPosition, Never>] = []
    private var second = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init() throws {
        reactor = try Reactor()
        listener = try TCPListener(port: 0, on: reactor)
        address = listener.address
    }

    func start() {
        listener.accept { [weak self] stream in
            self?.assumeIsolated { $0.streams.append(stream) }
            stream.start(
                onBytes: { bytes in self?.assumeIsolated { $0.received(bytes) } }, onClosure: { _ in })
        }
        tick()
    }

    func stop() {
        for stream in streams { stream.close() }
        streams = []
        listener.close()
        second = -1
    }

    /// Where the station is whose corrections arrived.
    var station: StationPosition {
        get async {
            if let found { return found }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func received(_ bytes: [UInt8]) {
        for frame in framer.append(bytes) {
            guard case .stationPosition(let position) = RTCMMessage(frame) else { continue }
            found = position
            for one in waiting { one.resume(returning: position) }
            waiting = []
        }
    }

    private func tick() {
        guard second >= 0 else { return }
        let (minutes, seconds) = (second / 60 % 60, second % 60)
        let time = "12\(minutes < 10 ? "0" : "")\(minutes)\(seconds < 10 ? "0" : "")\(seconds).00"
        let body = "GNGGA,\(time),4807.5000,N,01130.0000,E,\(found == nil ? 1 : 4),12,0.8,500.0,M,47.0,M,,"
        let sum = body.utf8.reduce(UInt8(0), ^)
        let line = "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        for stream in streams { stream.write(Array(line.utf8)) }
        second += 1
        reactor.schedule(after: .milliseconds(50)) { [weak self] in self?.assumeIsolated { $0.tick() } }
    }
}
