import Formats
import Glibc
import Positioning
import TestKit
import Testing
import Transport

@testable import waypoint_sim

@Suite("Receivers on the command line", .timeLimit(.minutes(1)))
struct ReceiverCommandTests {
    private static let drive = SharedData.packageRoot + "/Mocks/drives/demo.nmea"

    @Test("receiver hands its sentences to other programs, and a signal ends both in order")
    func serve() async throws {
        let server = try Program(
            ["receiver", Self.drive, "--speed", "20", "--loop", "--json", "--serve", "tcp://127.0.0.1:0"])
        let first = try #require(try await server.next())
        #expect(first.hasPrefix("nmea 127.0.0.1:"))
        let client = try Program(["nmea", "tcp://\(first.dropFirst("nmea ".count))", "--json"])
        for _ in 0..<5 {
            let object = try JSONValue(parsing: Array(try #require(try await client.next()).utf8))
            #expect(["TPV", "SKY"].contains(object["class"]?.stringValue))
        }
        client.interrupt()
        _ = try await client.rest()
        #expect(await client.wait() == 0)
        server.interrupt()
        _ = try await server.rest()
        #expect(await server.wait() == 0)
    }

    /// A named pipe that nobody has open.
    private static func makePipe() throws -> String {
        let path = "/tmp/receiver-command-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        return path
    }

    @Test("SIGTERM ends receiver, serve and a pipe's reader in order", arguments: ["receiver", "serve", "nmea"])
    func termination(command: String) async throws {
        let pipe = try Self.makePipe()
        defer { unsafe unlink(pipe) }
        let arguments =
            switch command {
            case "receiver": ["receiver", Self.drive, "--loop", "--serve", "tcp://127.0.0.1:0"]
            case "serve": ["serve", "--port", "0", "--route", "demo", "--nmea", Self.drive]
            default: ["nmea", pipe]
            }
        let program = try Program(arguments)
        if command == "nmea" {
            // Who opens a pipe for writing waits for its reader.
            let writer = unsafe open(pipe, O_WRONLY)
            try #require(writer >= 0)
            defer { close(writer) }
            // The second sentence ends the epoch of the first.
            let bytes = Array(
                """
                $GPGGA,120000.00,4807.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r
                $GPGGA,120001.00,4807.010,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r

                """.utf8)
            #expect(unsafe write(writer, bytes, bytes.count) == bytes.count)
            #expect(try await program.next()?.contains("48.1") == true)
            program.end()
            let lines = try await program.rest()
            #expect(lines.contains { $0.contains("GGA") }, "\(lines)")
        } else {
            #expect(try await program.next() != nil)
            program.end()
            _ = try await program.rest()
        }
        #expect(await program.wait() == 0)
    }

    @Test("doctor listens to a pipe no longer than it is told, with a writer or without")
    func doctorAtPipe() async throws {
        let pipe = try Self.makePipe()
        defer { unsafe unlink(pipe) }
        let (status, lines) = try await Program.run("doctor", pipe, "--seconds", "1", withErrors: false)
        #expect(status == 1)
        #expect(lines.first?.contains("nothing arrived in 1 s") == true, "\(lines)")
    }

    @Test("A receiver moves the vehicle of a head unit, and its apps hear of the stops that are passed")
    func headUnit() async throws {
        let receiver = try Program(
            ["receiver", Self.drive, "--speed", "20", "--loop", "--json", "--serve", "tcp://127.0.0.1:0"])
        let source = try #require(try await receiver.next()).dropFirst("nmea ".count)
        let unit = try Program(["serve", "--port", "0", "--route", "demo", "--nmea", "tcp://\(source)"])
        let address = try #require(try await unit.next()).dropFirst("listening on ".count)
        let app = try Program(["app", "--connect", String(address), "--json"])
        _ = try await app.lines(until: #"{"event":"wayPointChange""#)
        for program in [app, unit, receiver] {
            program.interrupt()
            _ = try await program.rest()
            #expect(await program.wait() == 0)
        }
    }

    @Test("receiver tells each position of a recording, and ends with it")
    func recording() async throws {
        let (status, lines) = try await Program.run("receiver", Self.drive, "--speed", "max", withErrors: false)
        #expect(status == 0)
        #expect(lines.count == 89)
        #expect(lines.allSatisfy { $0.contains("satellites used") })
    }

    @Test("A generated drive goes along a route that comes with the program, too")
    func namedRoute() async throws {
        let (status, lines) = try await Program.run("nmea", "drive://demo?kmh=200&rate=0.5", withErrors: false)
        #expect(status == 0)
        #expect(lines.contains { $0.hasPrefix("track: ") })
        let (refused, words) = try await Program.run("nmea", "drive://nowhere")
        #expect(refused == 2)
        #expect(words.contains { $0.contains("demo") && $0.contains("nowhere") }, "\(words)")
    }

    @Test(
        "doctor says what is wrong and what helps",
        arguments: [
            (drive, 0, "healthy"), ("tcp://127.0.0.1:1", 1, "notFound"), ("serial:///no/such/tty", 1, "notFound"),
            ("/dev/null", 1, "silent"),
        ])
    func doctor(source: String, status: Int32, kind: String) async throws {
        let (found, lines) = try await Program.run("doctor", source, "--seconds", "1", "--json", withErrors: false)
        #expect(found == status, "\(lines)")
        let kinds = try lines.map { try JSONValue(parsing: Array($0.utf8))["kind"]?.stringValue }
        #expect(kinds.contains(kind), "\(lines)")
    }

    @Test(
        "What cannot be served or found is wrong usage, with the reason",
        arguments: [
            (["receiver"], "a SOURCE is missing"),
            (["receiver", "accessory://"], "name their file by --accessories"),
            (["receiver", "gpsd://127.0.0.1", "--serve", "tcp://:0"], "add ?watch=nmea"),
            (["receiver", "-", "--serve", "udp://:1"], "tcp://HOST:PORT is wanted"),
            (["doctor", "ftp://x"], "no source begins with ftp://"),
        ])
    func usage(arguments: [String], reason: String) async throws {
        let program = try Program(arguments, withErrors: true)
        let lines = try await program.rest()
        #expect(await program.wait() == 2)
        #expect(lines.contains { $0.contains(reason) }, "\(lines)")
    }

    @Test("The file of accessories on the page about receivers can be used as it stands")
    func documentation() throws {
        let page = String(decoding: try SharedData.packageBytes("Docs/receivers.md"), as: UTF8.self)
        let blocks = page.split(separator: "```json\n").dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let configuration = try AccessoryConfiguration(json: Array(block.utf8), file: "receivers.md")
            #expect(configuration.accessories.first?.protocols.map(\.role).contains(.corrections) == true)
        }
    }
}
