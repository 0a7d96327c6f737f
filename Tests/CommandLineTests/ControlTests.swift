import Formats
import Glibc
import Simulator
import TestKit
import Testing
import Transport

/// `ctl` as a process, and the examples of Docs/control.md as they stand.
@Suite("ctl", .timeLimit(.minutes(1)))
struct ControlTests {
    private static func path() -> String { "/tmp/waypoint-sim-ctl-\(UInt64.random(in: 0 ... .max))" }

    private func json(_ line: String?) throws -> JSONValue {
        try JSONValue(parsing: Array(try #require(line).utf8))
    }

    @Test("Commands reach the head unit, refusals are told by the exit status")
    func commands() async throws {
        let path = Self.path()
        let unit = try Program(["serve", "--port", "0", "--control", path])
        _ = try await unit.next()
        #expect(try await unit.next() == "control \(path)")
        let state = try await Program.run("ctl", path, "state")
        #expect(state.status == 0)
        #expect(try json(state.lines.first)["result"]?["module"] == "modern")
        let refused = try await Program.run("ctl", path, "activate", "Nobody")
        #expect(refused.status == 1)
        #expect(try json(refused.lines.first)["error"]?["what"] == "Nobody")
        let whole = try await Program.run("ctl", path, #"{"command":"fault","action":"list","tag":5}"#)
        #expect(try json(whole.lines.first) == ["ok": true, "result": ["faults": []], "tag": 5])
        #expect(try await Program.run("ctl", path, "fly").status == 2)
        let events = try Program(["ctl", path, "events"])
        #expect(try json(try await events.next()) == ["ok": true])
        _ = try await Program.run("ctl", path, "ignition", "off")
        #expect(try json(try await events.next()) == ["event": "ignition", "state": "off"])
        unit.interrupt()
        #expect(await unit.wait() == 0)
        _ = try await events.rest()
        #expect(await events.wait() == 0)
        #expect(try await Program.run("ctl", path, "state").status == 3)
        #expect(unsafe access(path, F_OK) != 0, "the socket's file is removed")
    }

    @Test("A head unit that goes on without the reader of its events is told as that")
    func givenUp() async throws {
        let path = Self.path()
        let reactor = try Reactor()
        let listener = try await reactor.perform {
            Result { () throws(TransportError) in try UnixListener(path: path, on: reactor) }
        }.get()
        await reactor.perform {
            listener.accept { stream in
                stream.start(onBytes: { [weak stream] _ in stream?.close() }, onClosure: { _ in })
                stream.write(Array((#"{"ok":true}"# + "\n" + #"{"event":"ignition","state":"off"}"# + "\n").utf8))
            }
        }
        let events = try Program(["ctl", path, "events"], withErrors: true)
        let lines = try await events.rest()
        #expect(await events.wait() == 3)
        #expect(lines.count == 3)
        #expect(lines.contains { $0.contains("has closed this connection") }, "\(lines)")
        await reactor.perform { listener.close() }
        reactor.stop()
    }

    @Test("Lines of standard input are carried out one after the other; those without a command are passed over")
    func input() async throws {
        let path = Self.path()
        let unit = try Program(["serve", "--port", "0", "--control", path])
        _ = try await unit.next()
        #expect(try await unit.next() == "control \(path)")
        let text = "\r\n\n  \n" + #"{"command":"fault","action":"list"}"# + "\r\n \r\n" + #"{"command":"fly"}"#
        try await TemporaryFile.with(text) { file in
            let input = unsafe open(file, O_RDONLY | O_CLOEXEC)
            defer { close(input) }
            let control = try Program(["ctl", path, "-"], input: input)
            let answers = try await control.rest()
            #expect(try answers.map { try json($0)["ok"] } == [true, false], "\(answers)")
            #expect(await control.wait() == 1)
        }
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("More apps than the system has descriptors for wait, and the limit is named; then they are served")
    func descriptorsRunOut() async throws {
        let unit = try Program(["serve", "--port", "0"], descriptors: 24)
        let first = try #require(try await unit.next())
        let port = try #require(first.split(separator: ":").last.flatMap { UInt16($0) })
        let reactor = try Reactor()
        var streams: [TCPStream] = []
        for _ in 0..<30 { streams.append(try await TCPStream.connect(host: "127.0.0.1", port: port, on: reactor)) }
        let complaint = try await unit.lines(until: "waypoint-sim: serve: apps that connect have to wait").last
        #expect(complaint?.contains("RLIMIT_NOFILE is 24") == true)
        streams.removeAll()  // closes them
        let app = try Program(["app", "--connect", "127.0.0.1:\(port)", "--json", "--once"])
        let lines = try await app.rest()
        #expect(lines.contains { $0.contains("registered") })
        #expect(await app.wait() == 0)
        unit.interrupt()
        #expect(await unit.wait() == 0)
    }

    @Test("The examples of the page on control run as they stand", arguments: ["sh", "python"])
    func examples(language: String) async throws {
        let text = String(decoding: try SharedData.packageBytes("Docs/control.md"), as: UTF8.self)
        let script = try #require(
            text.components(between: "```\(language)\n", and: "```\n"), "no example in \(language)")
        let folder = try Program.path().split(separator: "/").dropLast().joined(separator: "/")
        var search = "/usr/bin:/bin"
        if let own = unsafe getenv("PATH") { search = unsafe String(cString: own) }
        let process = try ChildProcess(
            path: language == "sh" ? "sh" : "python3", arguments: ["-c", script],
            environment: ["PATH": "/\(folder):\(search)"], capturesOutput: true, capturesErrors: true)
        let output = try #require(process.output)
        var all: [UInt8] = []
        while let block = try? await output.read(), !block.isEmpty { all += block }
        let lines = String(decoding: all, as: UTF8.self)
        #expect(await process.wait() == 0, "\(lines)")
        if language == "sh" {
            #expect(lines.split(separator: "\n").count { $0.contains(#""ok":true"#) } == 7, "\(lines)")
            #expect(lines.contains("the app ended with 1"), "\(lines)")
        } else {
            #expect(lines.contains("stops are left") && lines.contains("['halfOpen']"), "\(lines)")
            #expect(lines.contains("'hmiLevel': 'NONE'") && lines.contains("the app ended with 1"), "\(lines)")
        }
    }
}

extension String {
    /// What stands between the first occurrence of one text and the next of another.
    fileprivate func components(between start: String, and end: String) -> String? {
        guard let from = firstRange(of: start, after: startIndex)?.upperBound,
            let to = firstRange(of: end, after: from)?.lowerBound
        else { return nil }
        return String(self[from..<to])
    }

    private func firstRange(of text: String, after start: Index) -> Range<Index>? {
        var index = start
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
