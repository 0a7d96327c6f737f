import Glibc
import SDLApp
import Simulator
import TestKit
import Testing
import Transport

@Suite("The C interface", .serialized, .timeLimit(.minutes(2)))
struct CInterfaceTests {
    /// Where the shared library of this build lies.
    private static func folder() throws -> String {
        try Program.path().split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    private static func run(_ path: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let process = try ChildProcess(
            path: path, arguments: arguments, capturesOutput: true, capturesErrors: true)
        let reader = try #require(process.output)
        var bytes: [UInt8] = []
        while case let block = try await reader.read(), !block.isEmpty { bytes += block }
        return (await process.wait(), String(decoding: bytes, as: UTF8.self))
    }

    /// A compiler of this machine; the Swift toolchain brings one.
    private static func compiler(_ names: [String]) async throws -> String {
        for name in names {
            let found = try await run("/bin/sh", ["-c", "command -v \(name)"])
            if found.status == 0 { return found.output.split(separator: "\n").first.map(String.init) ?? name }
        }
        throw Missing(names: names)
    }

    private struct Missing: Error {
        let names: [String]
    }

    /// Builds a program against the library.
    private static func build(
        _ source: String, with compiler: String, options: [String], to program: String
    ) async throws {
        let folder = try folder()
        let result = try await run(
            compiler,
            options + [
                "-Wall", "-Wextra", "-Werror", "-I", "\(SharedData.packageRoot)/Sources/CWaypoint/include", source,
                "-o", program, "-L", folder, "-lwaypoint-simulator", "-Wl,-rpath,\(folder)", "-pthread",
            ])
        try #require(result.status == 0, "\(result.output)")
    }

    @Test("the C++ example prints the events of a drive")
    func example() async throws {
        let root = SharedData.packageRoot
        let program = "/tmp/waypoint-example-\(UInt64.random(in: 0 ... .max))"
        defer { unsafe unlink(program) }
        try await Self.build(
            "\(root)/Examples/cplusplus/drive.cpp", with: try await Self.compiler(["c++", "g++", "clang++"]),
            options: ["-std=c++17"], to: program)
        let (status, output) = try await Self.run(
            program, ["modern", "\(root)/Mocks/routes/demo.gpx", "\(root)/Mocks/drives/demo.nmea"])
        #expect(status == 0, "\(output)")
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("listening on 127.0.0.1:") == true)
        let stops = ["Market Hall", "Bakery Lindner", "Charging Point East"].enumerated().map { index, stop in
            "{\"event\":\"route\",\"index\":\(index),\"stop\":\"\(stop)\",\"what\":\"passed\"}"
        }
        let arrival = "{\"event\":\"route\",\"stop\":\"Central Station\",\"what\":\"arrived\"}"
        #expect(lines.filter { $0.hasPrefix("{") } == stops + [arrival])
        #expect(lines.contains { $0.hasPrefix("state {") && $0.contains("\"apps\":[]") })
        #expect(lines.contains("refused: nobody: no app is registered"))
        // The library and the program are one version.
        let version = try #require(try await Program.run("--version").lines.first).dropFirst("waypoint-sim ".count)
        #expect(!version.isEmpty && lines.last == "version \(version), 4 events")
    }

    @Test("a C program finds every promise of the header kept: arguments, threads, many units")
    func promises() async throws {
        let program = "/tmp/waypoint-promises-\(UInt64.random(in: 0 ... .max))"
        defer { unsafe unlink(program) }
        try await Self.build(
            "\(SharedData.packageRoot)/Tests/Fixtures/c/promises.c",
            with: try await Self.compiler(["cc", "gcc", "clang"]), options: ["-std=c11"], to: program)
        let (status, output) = try await Self.run(program, [])
        #expect(status == 0, "\(output)")
        #expect(output.contains("all promises kept"))
    }

    @Test("an app connects to a C program, hears of the drive that is fed, and sees the end of the unit")
    func driven() async throws {
        let root = SharedData.packageRoot
        let program = "/tmp/waypoint-driven-\(UInt64.random(in: 0 ... .max))"
        defer { unsafe unlink(program) }
        try await Self.build(
            "\(root)/Tests/Fixtures/c/driven.c", with: try await Self.compiler(["cc", "gcc", "clang"]),
            options: ["-std=c11", "-D_POSIX_C_SOURCE=200809L"], to: program)
        let process = try ChildProcess(
            path: program,
            arguments: [
                "background-ok", "\(root)/Mocks/routes/demo.gpx", "\(root)/Mocks/drives/demo.nmea", "Way App",
            ],
            capturesOutput: true, capturesErrors: true)
        let reader = try #require(process.output)
        var output = ""
        func port() -> UInt16? {
            output.split(separator: "\n").dropLast(output.hasSuffix("\n") ? 0 : 1)
                .first { $0.hasPrefix("port ") }.flatMap { UInt16($0.dropFirst(5)) }
        }
        while port() == nil {
            let block = try await reader.read()
            try #require(!block.isEmpty, "\(output)")
            output += String(decoding: block, as: UTF8.self)
        }
        var configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: try #require(port())))
        configuration.reconnectPolicy = .never
        let app = try SDLManager(configuration)
        let lists = await app.wayPointUpdates()
        try await app.start()
        let counts = Task {
            var counts: [Int] = []
            do { for try await list in lists { counts.append(list.count) } } catch {}
            return counts
        }
        while case let block = try await reader.read(), !block.isEmpty {
            output += String(decoding: block, as: UTF8.self)
        }
        #expect(await process.wait() == 0, "\(output)")
        // The unit is gone: the app's stream of lists ends.
        let seen = await counts.value
        #expect(seen.first.map { (0...4).contains($0) } == true)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("\"appRegistered\"") && $0.contains("Way App") })
        #expect(lines.contains { $0.contains("\"rpc\"") && $0.contains("OnWayPointChange") })
        #expect(lines.contains { $0.contains("\"what\":\"arrived\"") })
        #expect(lines.last?.hasPrefix("ended after ") == true)
    }

    @Test("what is installed under a prefix is found by pkg-config, linked and run")
    func installed() async throws {
        let root = SharedData.packageRoot
        let prefix = "/tmp/waypoint-prefix-\(UInt64.random(in: 0 ... .max))"
        let library = try Self.folder() + "/libwaypoint-simulator.so"
        let script = """
            set -e
            trap 'rm -rf "\(prefix)"' EXIT
            "\(root)/Scripts/install-library" "\(library)" "\(prefix)" 0.1.0
            export PKG_CONFIG_PATH="\(prefix)/lib/pkgconfig" LD_LIBRARY_PATH="\(prefix)/lib:$LD_LIBRARY_PATH"
            test "$(pkg-config --modversion waypoint-simulator)" = 0.1.0
            test "$(readlink "\(prefix)/lib/libwaypoint-simulator.so")" = libwaypoint-simulator.so.0
            "\(try await Self.compiler(["c++", "g++", "clang++"]))" -std=c++17 "\(root)/Examples/cplusplus/drive.cpp" \
                $(pkg-config --cflags --libs waypoint-simulator) -o "\(prefix)/drive"
            "\(prefix)/drive" modern "\(root)/Mocks/routes/demo.gpx" "\(root)/Mocks/drives/demo.nmea"
            """
        let (status, output) = try await Self.run("/bin/sh", ["-c", script])
        #expect(status == 0 && output.contains("version 0.1.0, 4 events"), "\(output)")
    }

    @Test("an installation wants a whole path, so that the pkg-config file holds anywhere")
    func relativePrefix() async throws {
        let (status, output) = try await Self.run("\(SharedData.packageRoot)/Scripts/install", ["somewhere"])
        #expect(status == 2 && output.contains("PREFIX must begin with /"))
    }
}
