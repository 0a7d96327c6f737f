import Formats
import Glibc
import TestKit
import Testing
import Transport

@testable import waypoint_sim

@Suite("Commands", .timeLimit(.minutes(1)))
struct CommandTests {
    @Test("The demonstration ends well and says what the app saw")
    func demo() async throws {
        let (status, lines) = try await Program.run("demo", "--speed", "max")
        #expect(status == 0, "\(lines)")
        #expect(lines.contains("stops on the way: 3, changes of the waypoints the app heard of: 3"))
        for text in ["permissions: ", "waypoints are supported", "subscribed to", "unsubscribed from"] {
            #expect(lines.count { $0.contains(text) } == 1, "\(text)")
        }
    }

    @Test(
        "Wrong usage ends with status 2 and says what and why",
        arguments: [
            (["frobnicate"], "waypoint-sim: frobnicate: no such command"),
            (["serve", "--port", "70000"], "waypoint-sim: --port: a whole number from 0 to 65535"),
            (["serve", "--nmea", "x.log", "--speed", "0"], "waypoint-sim: --speed: a number from 0.001"),
            (["serve", "--nmea", "x.log", "--speed", "1e-30"], "waypoint-sim: --speed: a number from 0.001"),
            (["serve", "--speed", "2"], "waypoint-sim: --speed: only a recorded drive"),
            (["drive", "demo", "--sentences", ","], "waypoint-sim: --sentences: a list out of RMC"),
            (["drive", "demo", "--tunnel", "9-5"], "waypoint-sim: --tunnel: metres such as"),
            (["drive", "demo", "--quality", "good"], "waypoint-sim: --quality: autonomous, "),
            (["drive", "demo", "--constellations", "moon"], "waypoint-sim: --constellations: a list out of gps"),
            (["serve", "--exit-at-end"], "waypoint-sim: --exit-at-end: there is no drive"),
            (["serve", "--port", "0", "--nmea", "/no/such.log"], "waypoint-sim: --nmea: open /no/such.log"),
            (["serve", "--port", "0", "--record", "/no/such/x"], "waypoint-sim: --record: create /no/such/x"),
            (["serve", "--port", "0", "--bind", "elsewhere"], "waypoint-sim: --bind, --port: listen on elsewhere"),
            (["serve", "--lenient"], "waypoint-sim: --lenient: goes with --spec"),
            (["serve", "--tiles", "https://x/{z}/{x}/{y}"], "waypoint-sim: --tiles: needs --page"),
            (
                ["serve", "--page", "0", "--tiles", "x"],
                "waypoint-sim: --tiles: https://HOST/{z}/{x}/{y}.png is wanted"
            ),
            (
                ["serve", "--page", "0", "--port", "0", "--leaflet", "/no/such"],
                "waypoint-sim: --page: open /no/such/leaflet"
            ),
            (["demo", "--page", "x"], "waypoint-sim: --page: a whole number from 0 to 65535"),
            (["serve", "--spec", "/no/such.xml"], "waypoint-sim: --lenient: goes with --spec"),
            (["serve", "--lenient", "--spec", "/no/such.xml"], "waypoint-sim: --spec: open /no/such.xml"),
            (["nmea", "/no/such.log"], "waypoint-sim: nmea: open /no/such.log"),
            (["serve", "--route", "/no/such.gpx"], "waypoint-sim: --route: open /no/such.gpx"),
            (["serve", "--module", "no-such"], "waypoint-sim: --module: no-such: expected one of"),
            (["serve", "extra"], "waypoint-sim: extra: serve does not take this"),
            (["app", "--connect", "nowhere"], "waypoint-sim: --connect: HOST:PORT"),
            (["app", "--nonsense"], "waypoint-sim: --nonsense: app has no such option"),
            (["nmea"], "waypoint-sim: nmea: a SOURCE is missing"),
        ])
    func usage(arguments: [String], complaint: String) async throws {
        let program = try Program(arguments, withErrors: true)
        let lines = try await program.rest()
        #expect(await program.wait() == 2)
        #expect(lines.contains { $0.hasPrefix(complaint) }, "\(lines)")
    }

    @Test("app sends a place to the navigation, and tells the vehicle's positions")
    func placeAndPositions() async throws {
        let drive = SharedData.packageRoot + "/Mocks/drives/demo.nmea"
        let unit = try Program(["serve", "--port", "0", "--route", "demo", "--nmea", drive, "--speed", "20"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(
            ["app", "--connect", String(address), "--json", "--gps", "--send-location", "48.2,11.6,Museum"])
        let lines = try await app.lines(until: #"{"event":"gps","#)
        var events: [String: JSONValue] = [:]
        for line in lines {
            let value = try JSONValue(parsing: Array(line.utf8))
            if let name = value["event"]?.stringValue { events[name] = value }
        }
        #expect(events["locationSent"]?["resultCode"] == "SUCCESS")
        #expect(events["wayPoints"]?["wayPoints"]?.arrayValue?.map { $0["locationName"] } == ["Museum"])
        #expect(events["gpsSubscribed"]?["resultCode"] == "SUCCESS")
        let latitude = try #require(events["gps"]?["gps"]?["latitudeDegrees"]?.doubleValue)
        #expect(abs(latitude - 49.49) < 0.1)
        for program in [app, unit] {
            program.interrupt()
            _ = try await program.rest()
            #expect(await program.wait() == 0)
        }
    }

    @Test("A signal ends a command that waits for its input, with its summary")
    func signal() async throws {
        let ends = try Pipe.make()
        defer {
            close(ends.read)
            close(ends.write)
        }
        let program = try Program(["nmea", "/proc/self/fd/0"], input: ends.read)
        // Its first epoch is out when two are in: then it surely waits.
        let sentences = try SharedData.packageBytes("Mocks/drives/demo.nmea").prefix(2000)
        let count = unsafe sentences.withUnsafeBytes { unsafe write(ends.write, $0.baseAddress, $0.count) }
        try #require(count == sentences.count)
        _ = try await program.next()
        program.interrupt()
        let summary = try await program.rest()
        #expect(summary.contains { $0.hasPrefix("sentences: ") }, "\(summary)")
        #expect(await program.wait() == 0)
    }

    @Test("Output that cannot be written is a failure")
    func fullDisk() async throws {
        let program = try Program(["nmea", SharedData.packageRoot + "/Mocks/drives/demo.nmea"], output: "/dev/full")
        #expect(await program.wait() == 1)
    }

    @Test("Without a head unit the app ends with status 3")
    func noHeadUnit() async throws {
        let (status, lines) = try await Program.run("app", "--connect", "127.0.0.1:1", "--json")
        #expect(status == 3)
        let last = try JSONValue(parsing: Array(try #require(lines.last).utf8))
        #expect(last["event"] == "ended")
    }

    @Test("When the head unit is gone the app ends with status 3")
    func lostHeadUnit() async throws {
        let unit = try Program(["serve", "--port", "0"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(["app", "--connect", String(address)])
        _ = try await app.lines(until: "subscribed to waypoints")
        unit.kill()
        _ = try await app.rest()
        #expect(await app.wait() == 3)
        #expect(await unit.wait() == 128 + 9)
    }

    @Test("A manual head unit leaves the app in NONE until it is interrupted")
    func manual() async throws {
        let unit = try Program(["serve", "--port", "0", "--manual"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(["app", "--connect", String(address), "--explain"])
        _ = try await app.lines(until: "registered")
        // Who waits for the driver is told so.
        let gate = try await app.lines(until: "gate hmiLevel: ").last
        #expect(gate?.contains("the app is in NONE") == true, "\(gate ?? "")")
        app.interrupt()
        let rest = try await app.rest()
        #expect(await app.wait() == 0)
        #expect(!rest.contains { $0.hasPrefix("waypoints") })
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("A recording has a line a frame, and the frames of the whole session")
    func record() async throws {
        let path = "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max)).jsonl"
        let (status, _) = try await Program.run("demo", "--speed", "max", "--record", path)
        #expect(status == 0)
        let text = String(decoding: try SmallFile.read(path, limit: 1 << 24), as: UTF8.self)
        _ = unsafe unlink(path)
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        let functions = lines.compactMap { $0["rpc"]?["function"]?.stringValue }
        for name in [
            "RegisterAppInterface", "OnHMIStatus", "OnPermissionsChange", "GetSystemCapability", "GetWayPoints",
            "SubscribeWayPoints", "OnHashChange", "OnWayPointChange", "UnsubscribeWayPoints",
            "UnregisterAppInterface",
        ] {
            #expect(functions.contains(name), "\(name)")
        }
        #expect(functions.count { $0 == "OnWayPointChange" } == 3)
        #expect(lines.allSatisfy { $0["t"] != nil && $0["dir"] != nil && $0["conn"] != nil })
    }

    @Test(
        "Every log of the corpus is decoded without error",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func corpus() async throws {
        let logs = try SharedData.files(in: "corpus/nmea", suffix: ".log")
        #expect(logs.count >= 28)
        for log in logs {
            let (status, lines) = try await Program.run(
                "nmea", SharedData.path("corpus/nmea/\(log)"), "--json", withErrors: false)
            #expect(status == 0, "\(log)")
            for line in lines {
                let object = try JSONValue(parsing: Array(line.utf8))
                #expect(["TPV", "SKY"].contains(object["class"]?.stringValue), "\(log)")
            }
        }
    }

    @Test("With --resume the newest hash id is kept in the file, with --explain every gate is told")
    func resume() async throws {
        let path = "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max)).hash"
        defer { _ = unsafe unlink(path) }
        let unit = try Program(["serve", "--port", "0"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(["app", "--connect", String(address), "--resume", path, "--explain"])
        let start = try await app.lines(until: "subscribed to waypoints")
        #expect(start.count { $0.hasPrefix("gate ") && $0.hasSuffix(": open") } == 8)
        app.interrupt()
        _ = try await app.rest()
        #expect(await app.wait() == 0)
        let hash = String(decoding: try SmallFile.read(path, limit: 100), as: UTF8.self)
        #expect(hash.count == 33 && hash.hasSuffix("\n"), "\(hash)")
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("An app that is interrupted after the driver has closed it says what the head unit answered, and ends well")
    func interruptedInNone() async throws {
        let path = "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max))"
        let unit = try Program(["serve", "--port", "0", "--control", path])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        _ = try await unit.next()
        let app = try Program(["app", "--connect", String(address), "--json"])
        while let line = try await app.next(), !line.contains(#""event":"subscribed""#) {}
        #expect(try await Program.run("ctl", path, "exit", "Waypoint App").status == 0)
        while let line = try await app.next(), !line.contains(#""hmiLevel":"NONE""#) {}
        app.interrupt()
        let rest = try await app.rest()
        #expect(rest.contains { $0.contains(#""event":"unsubscribed""#) && $0.contains("DISALLOWED") }, "\(rest)")
        #expect(await app.wait() == 0)
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("Help lists every command, and each has a page")
    func help() async throws {
        let (status, lines) = try await Program.run("--help")
        #expect(status == 0)
        for command in WaypointSim.commands {
            #expect(lines.contains { $0.hasPrefix("  \(command.description.name) ") })
            let page = try await Program.run(command.description.name, "--help")
            #expect(page.status == 0)
            #expect(page.lines.first == command.description.summary)
        }
    }

    @Test("The names of the Wireshark dissector are made from the spec of this build")
    func lua() async throws {
        let text = String(decoding: try SharedData.packageBytes("Docs/wireshark/sdl_functions.lua"), as: UTF8.self)
        let (status, lines) = try await Program.run("spec", "--lua")
        #expect(status == 0 && lines.joined(separator: "\n") + "\n" == text)
        #expect(lines.contains("    [45] = \"GetWayPoints\","))
    }

    @Test("Docs/command-line.md is made from the help texts of this build")
    func documentation() throws {
        let text = String(decoding: try SharedData.packageBytes("Docs/command-line.md"), as: UTF8.self)
        #expect(text == HelpText.markdown + "\n", "run make docs")
    }
}
