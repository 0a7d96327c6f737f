import Glibc
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
        #expect(lines.last == "version 0.1.0, 4 events")
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
}
