import Formats
import GNSS
import Glibc
import NMEA
import RTCM
import TestKit
import Testing
import Transport

@testable import Positioning
@testable import waypoint_sim

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

    @Test("A disk that takes nothing more is told at once, and the program ends with its reason")
    func fullDisk() async throws {
        let caster = try await Caster()
        let (status, lines) = try await Program.run(
            "ntrip", caster.url("BASE1"), "--count", "400", "--to", "/dev/full", "--once")
        #expect(status == 1)
        #expect(lines.contains { $0.contains("bytes to /dev/full (away)") }, "\(lines)")
        #expect(lines.contains { $0.contains("write /dev/full: No space left on device") }, "\(lines)")
        try await caster.stop()
    }

    @Test("A sink that is gone is told when it happens, and without any the program ends")
    func goneSinks() async throws {
        let caster = try await Caster()
        let (status, lines) = try await Program.run("ntrip", caster.url("BASE1"), "--to", "/dev/full")
        #expect(status == 1)
        #expect(lines.count { $0.contains("write /dev/full: No space left on device") } == 1, "\(lines)")
        let piped = try Program(["ntrip", caster.url("BASE1"), "--to", "-"], output: "/dev/full")
        _ = try await piped.rest()
        #expect(await piped.wait() == 1)
        // Another sink goes on.
        let path = ScratchFile.path("other")
        let (last, more) = try await Program.run(
            "ntrip", caster.url("BASE1"), "--to", "/dev/full", "--to", path, "--count", "60")
        #expect(last == 1)
        #expect(more.count { $0.contains("write /dev/full") } == 1, "\(more)")
        var framer = RTCMFramer()
        #expect(framer.append(try await ScratchFile.take(path)).count >= 60)
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
        #expect(lines.contains { $0.contains("ntrip state") })
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

    @Test("A table's words do not reach the terminal with their escape sequences")
    func hostileTable() {
        var reader = SourceTableReader()
        let evil = "x\u{1B}[2Jy\u{9B}1mz\u{202E}"
        let text =
            "CAS;\(evil);2101;\(evil);\(evil);0;ISR;1;2;h;1;m\r\nNET;\(evil);\(evil);B;N;\(evil);a;b;c\r\n"
            + "STR;\(evil);\(evil);\(evil);1005;2;\(evil);N;ISR;1;2;0;0;g;none;B;N;9600;\r\nENDSOURCETABLE\r\n"
        _ = reader.append(Array(text.utf8))
        let table = reader.finish()
        var filter = StreamFilter()
        filter.rtcm3Only = false
        let lines = NTRIPReport.lines(table, near: nil, filter: filter)
        #expect(lines.count == 3)
        let object = NTRIPReport.object(table, near: nil, filter: filter)
        let json = String(decoding: object.serialized(), as: UTF8.self)
        for line in lines + [json] {
            #expect(line.contains("x [2Jy 1mz"), "\(line)")
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(line)")
            #expect(!line.contains("\u{202E}"))
        }
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

    @Test(
        "Corrections go to a serial receiver and to an accessory, whole and in order",
        arguments: ["serial", "accessory"])
    func devices(kind: String) async throws {
        let device = try Device()
        await device.start()
        let caster = try await Caster()
        let sink: String
        var more: [String] = []
        let file = ScratchFile.path("accessories.json")
        defer { unsafe unlink(file) }
        if kind == "serial" {
            sink = "serial://\(device.path)?baud=57600"
        } else {
            let places = ["com.emlid.nmea", "com.emlid.corrections"].map { "\"\($0)\": \"serial://\(device.path)\"" }
            let text = "{\"accessories\":[{\"name\":\"Reach\",\"protocols\":{\(places.joined(separator: ","))}}]}"
            try ScratchFile.write(Array(text.utf8), to: file)
            sink = "accessory://Reach"
            more = ["--accessories", file]
        }
        let program = try Program(
            ["ntrip", caster.url("BASE1"), "--to", sink, "--once"] + more, withErrors: true)
        let frames = await device.frames(40)
        program.interrupt()
        let lines = try await program.rest()
        #expect(await program.wait() == 0, "\(lines)")
        // The sender goes round: a station position, then observations.
        let sent = Caster.frames.map(\.bytes)
        let first = try #require(sent.firstIndex(of: frames[0]))
        #expect(frames.indices.allSatisfy { frames[$0] == sent[($0 + first) % 2] })
        #expect(await device.skipped == 0)
        #expect(await device.baud == (kind == "serial" ? 57_600 : 115_200))
        let summary = try #require(lines.first { $0.contains(" bytes to \(sink)") }, "\(lines)")
        #expect(!summary.contains("(away)"))
        await device.stop()
        try await caster.stop()
    }

    @Test("receiver and serve warn where any certificate of the caster is trusted", arguments: ["receiver", "serve"])
    func insecureLoop(command: String) async throws {
        let rover = try Rover()
        await rover.start()
        let caster = try await Caster(["--tls", Self.certificates + "self-signed.pem"])
        let source = "tcp://\(rover.address)"
        let program = try Program(
            (command == "receiver" ? ["receiver", source] : ["serve", "--port", "0", "--nmea", source])
                + ["--ntrip", caster.url("BASE1", scheme: "ntrips"), "--insecure"],
            withErrors: true)
        var lines: [String] = []
        while let line = try await program.next() {
            lines.append(line)
            if line.contains("corrections are coming") { break }
        }
        #expect(lines.contains { $0.contains("warning: any certificate of the caster is trusted") }, "\(lines)")
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
        await rover.stop()
        try await caster.stop()
    }

    @Test("Of all that a receiver says only its position goes up, again and again for the whole session")
    func onlyPositions() async throws {
        let caster = try PlainCaster()
        await caster.start()
        let program = try Program([
            "ntrip", "ntrip://\(caster.address)/VRS1", "--gga-from", Self.drive, "--gga-interval", "1",
        ])
        let lines = await caster.lines(3)
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
        let recording = String(decoding: try SharedData.packageBytes("Mocks/drives/demo.nmea"), as: UTF8.self)
        #expect(recording.contains("RMC,") && recording.contains("GSV,"))
        #expect(lines.allSatisfy { $0.hasPrefix("$GPGGA,") }, "\(lines)")
        // The newest at each time: two may be the same where the receiver was slower.
        #expect(Set(lines).count > 1, "\(lines)")
        await caster.stop()
    }

    @Test("A receiver whose source takes no corrections is not said to get them")
    func noWayBack() async throws {
        for (arguments, words) in [
            (["receiver", "gpsd://127.0.0.1", "--ntrip", "ntrip://h/M"], "give the ntrip:// URL to gpsd"),
            (["serve", "--nmea", "gpsd://127.0.0.1", "--ntrip", "ntrip://h/M"], "give the ntrip:// URL to gpsd"),
            (["receiver", Self.drive, "--user", "me"], "needs --ntrip"),
            (["receiver", Self.drive, "--ntrip", "ntrip://h/M", "--gga-age", "5"], "needs --send-position"),
            (["ntrip", "ntrip://h/M", "--gga-decimals", "2"], "needs --gga or --gga-from"),
            (["ntrip", "ntrip://h/M", "--gga", "1,2", "--gga-decimals", "1"], "from 2 to 7"),
        ] {
            let program = try Program(arguments, withErrors: true)
            let lines = try await program.rest()
            #expect(await program.wait() == 2, "\(arguments)")
            #expect(lines.contains { $0.contains(words) }, "\(lines)")
        }
        let caster = try await Caster()
        let (status, lines) = try await Program.run(
            "ntrip", caster.url("BASE1"), "--gga-from", Self.drive, "--count", "20", "--once")
        #expect(status == 0)
        #expect(!lines.contains { $0.contains("bytes to ") }, "\(lines)")
        try await caster.stop()
    }

    @Test("A caster hears a place only as finely as it is allowed to")
    func privacy() async throws {
        let caster = try await Caster()
        let program = try Program(
            ["ntrip", caster.url("VRS1"), "--gga", "48.12345678,11.98765432", "--gga-decimals", "2", "--once"])
        let place =
            try await caster.program.lines(until: "127.0.0.1:") + [try #require(try await caster.program.next())]
        // 7.41 and 59.26 minutes.
        #expect(place.last?.contains("is at 48.12350, 11.98767") == true, "\(place)")
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
        try await caster.stop()
    }

    @Test("On a terminal one line stands and is drawn again: state, messages, ages, station, sinks")
    func liveLine() async throws {
        let terminal = try Device()
        await terminal.start()
        let caster = try await Caster()
        let program = try Program(["ntrip", caster.url("BASE1"), "--to", "/dev/null"], output: terminal.path)
        let drawn = "\r\u{1B}[K\u{1B}[2mcorrections, NTRIP 2"
        let text = await terminal.text { $0.count(of: drawn) >= 2 }
        let lines = text.split(separator: "\r\u{1B}[K").filter { $0.hasPrefix("\u{1B}[2mcorrections") }
        let counts = lines.compactMap { line in
            Int(line.split(separator: "  ").dropFirst().first?.prefix { $0.isNumber } ?? "")
        }
        #expect(counts.count >= 2 && counts[1] > counts[0], "\(lines)")
        #expect(lines.allSatisfy { $0.contains(" bytes  age 0.") && !$0.contains("\n") }, "\(lines)")
        program.interrupt()
        _ = try await program.rest()
        #expect(await program.wait() == 0)
        await terminal.stop()
        try await caster.stop()
    }

    @Test("The line and the object of JSON tell the same account")
    func account() throws {
        var machine = NTRIPClientMachine(
            NTRIPConfiguration(try NTRIPAddress(parsing: "ntrip://caster.example/BASE1")),
            // The observations are of the begin of the GPS week, 18 s before this midnight.
            utcAtZero: UTCTime(nanosecondsSince1970: (315_964_800 + 604_800 * 2400) * 1_000_000_000))
        _ = machine.start(now: .zero)
        _ = machine.connected(now: .zero)
        _ = machine.received(Array("ICY 200 OK\r\n".utf8), now: .zero)
        let fix = Fix(
            coordinate: GeodeticCoordinate(latitude: 32.1, longitude: 34.8), quality: .rtkFixed,
            dimension: .threeDimensional)
        _ = machine.position(GGA(fix, talker: .gps), now: .zero)
        for frame in Caster.frames { _ = machine.received(frame.bytes, now: .seconds(1)) }
        let sink = CorrectionsRelay.SinkStatus(
            name: "tcp", isConnected: false, frames: 1, bytes: 25, droppedFrames: 3, droppedBytes: 90, lastSent: nil)
        var status = machine.currentStatus
        status.gaps = 2
        let line = NTRIPReport.line(status, sinks: [sink], now: .seconds(3))
        for part in [
            "corrections, NTRIP 1", "2 messages, ", "age 2.0 s", "epoch 21.0 s", "station 7 at 32.06583, 34.77382, ",
            " km away", "2 gaps", "25 bytes to tcp (away), 3 dropped",
        ] { #expect(line.contains(part), "\(line)") }
        let object = NTRIPReport.object(status, sinks: [sink], now: .seconds(3))
        #expect(object["age"] == .double(2))
        #expect(object["epochAge"] == .double(21))
        #expect(object["gaps"] == .int(2))
        #expect(object["station"]?["id"] == .int(7))
        #expect(abs((object["stationDistance"]?.doubleValue ?? 0) - 4523) < 100)
        #expect(object["sinks"]?.arrayValue?.first?["droppedBytes"] == .int(90))
        #expect(object["sinks"]?.arrayValue?.first?["connected"] == false)
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
