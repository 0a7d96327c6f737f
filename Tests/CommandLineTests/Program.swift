import Formats
import Glibc
import Simulator
import TestKit
import Testing
import Transport

/// The program as a user runs it: a process of its own, beside the tests in the build folder.
struct Program {
    private let process: ChildProcess
    private let lines: LineReader

    /// Starts `waypoint-sim` with these arguments; standard error is mixed into the output where asked.
    init(_ arguments: [String], withErrors: Bool = false, input: Int32? = nil) throws {
        process = try ChildProcess(
            path: try Self.path(), arguments: arguments, capturesOutput: true, capturesErrors: withErrors,
            input: input)
        lines = LineReader(try #require(process.output))
    }

    /// Starts it with a file as its standard output, by a shell.
    init(_ arguments: [String], output: String) throws {
        process = try ChildProcess(
            path: "/bin/sh",
            arguments: ["-c", "exec \"$0\" \"$@\" >\(output) 2>/dev/null", try Self.path()] + arguments,
            capturesOutput: true)
        lines = LineReader(try #require(process.output))
    }

    /// Starts it with a low limit of open files, by a shell.
    init(_ arguments: [String], descriptors: Int) throws {
        process = try ChildProcess(
            path: "/bin/sh",
            arguments: ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", try Self.path()] + arguments,
            capturesOutput: true, capturesErrors: true)
        lines = LineReader(try #require(process.output))
    }

    /// Runs a line of the shell in a name space of mounts of its own; `$0` is the program.
    init(script: String) throws {
        process = try ChildProcess(
            path: "/usr/bin/unshare", arguments: ["-Urm", "/bin/sh", "-c", script, try Self.path()],
            capturesOutput: true, capturesErrors: true)
        lines = LineReader(try #require(process.output))
    }

    /// Whether this machine lets a test have mounts of its own; containers may not.
    static func canMount() async throws -> Bool {
        let probe = try ChildProcess(path: "/usr/bin/unshare", arguments: ["-Urm", "/bin/true"])
        let isPossible = await probe.wait() == 0
        if !isPossible { print("no mounts of its own on this machine: disks that are full or read-only are not tried") }
        return isPossible
    }

    /// Runs it to its end.
    static func run(_ arguments: String..., withErrors: Bool = true) async throws -> (status: Int32, lines: [String]) {
        let program = try Program(arguments, withErrors: withErrors)
        let lines = try await program.rest()
        return (await program.wait(), lines)
    }

    static func path() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        try #require(count > 0)
        // The test runner may be a helper of the toolchain; then the bundle is named by its arguments.
        let candidates =
            [String(decoding: buffer[0..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)]
            + CommandLine.arguments
        for candidate in candidates {
            let folder = candidate.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/")
            let path = "\(folder)/waypoint-sim"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        throw Missing()
    }

    private struct Missing: Error {}

    /// The next line of output; `nil` at the end.
    func next() async throws -> String? { try await lines.next() }

    /// Lines until one that begins so, this one included.
    func lines(until prefix: String) async throws -> [String] {
        var found: [String] = []
        while let line = try await next() {
            found.append(line)
            if line.hasPrefix(prefix) { return found }
        }
        Issue.record("the program ended before a line that begins with \(prefix): \(found)")
        return found
    }

    /// All that is still to come.
    func rest() async throws -> [String] {
        var found: [String] = []
        while let line = try await next() { found.append(line) }
        return found
    }

    /// The number of the process.
    var id: Int32 { process.id }
    func interrupt() { process.interrupt() }
    func kill() { process.terminate() }
    /// As systemd ends a service.
    func end() { process.send(SIGTERM) }
    /// Waits for its end; every test does, since tests that exit look for ended processes and find an unclaimed one
    /// again and again.
    func wait() async -> Int32 { await process.wait() }
}

/// Cuts a program's output into lines.
private actor LineReader {
    private let reader: FileReader
    private var buffer: [UInt8] = []

    init(_ reader: FileReader) {
        self.reader = reader
    }

    func next() async throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                return line
            }
            let block = try await reader.read()
            if block.isEmpty {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return String(decoding: buffer, as: UTF8.self)
            }
            buffer += block
        }
    }
}
