import Formats
import Simulator
import Testing
import Transport

@Suite("The command check", .timeLimit(.minutes(1)))
struct CheckCommandTests {
    @Test("A head unit of this program passes, with ctl as its driver; a later run tells what has changed")
    func headUnit() async throws {
        let control = "/tmp/waypoint-sim-check-\(UInt64.random(in: 0 ... .max))"
        let unit = try Program(["serve", "--port", "0", "--route", "city", "--control", control])
        let address = String(try #require(try await unit.next()).dropFirst("listening on ".count))
        _ = try await unit.lines(until: "control ")
        let (status, lines) = try await Program.run(
            "check", "head-unit", address, "--control", "'\(try Program.path())' ctl \(control) -", "--json",
            "--patience", "3", withErrors: false)
        #expect(status == 0)
        let report = try JSONValue(parsing: Array(try #require(lines.last).utf8))
        let states = (report["rules"]?.arrayValue ?? []).compactMap { $0["state"]?.stringValue }
        #expect(states.count { $0 == "passed" } >= 90)
        #expect(!states.contains("failed") && report["rpcVersion"] == "8.0.0")
        try await TemporaryFile.with(String(try #require(lines.last))) { path in
            try await TemporaryFile.with("") { junit in
                let (status, lines) = try await Program.run(
                    "check", "head-unit", address, "--baseline", path, "--junit", junit, "--patience", "3")
                #expect(status == 0)
                #expect(lines.contains("    HU-WPT-005: skipped, was passed"))
                #expect(lines.contains("    it takes a driver: give --control, or a terminal"))
                let xml = String(decoding: try SmallFile.read(junit, limit: 1 << 22), as: UTF8.self)
                #expect(xml.contains("name=\"HU-REG-001\"") && xml.contains("failures=\"0\""))
                #expect(xml.contains("value=\"head unit \(address)\"") && xml.contains("value=\"8.0.0\""))
            }
        }
        unit.interrupt()
        _ = await unit.wait()
    }

    /// Programs for --control that do nothing, how the check ends with them, and what is told.
    static let controls: [(command: String, status: Int32, complaint: String?)] = [
        ("cat", 2, "waypoint-sim: --control: the program of --control answers what is no JSON object with ok"),
        ("exit 1", 2, "waypoint-sim: --control: the program of --control"),
        ("while read -r line; do echo '{\"ok\":false}'; done", 0, nil),
    ]

    @Test("A control that does nothing fails no rule; one that is of no use is told", arguments: controls)
    func control(_ command: String, status: Int32, complaint: String?) async throws {
        let unit = try Program(["serve", "--port", "0", "--route", "city", "--manual"])
        let address = String(try #require(try await unit.next()).dropFirst("listening on ".count))
        let (ended, lines) = try await Program.run(
            "check", "head-unit", address, "--control", command, "--patience", "2")
        #expect(ended == status)
        #expect(!lines.contains { $0.hasPrefix("failed") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    the driver could not: ") })
        if let complaint { #expect(lines.contains { $0.hasPrefix(complaint) }, "\(lines)") }
        unit.interrupt()
        _ = await unit.wait()
    }

    @Test("A check that is interrupted says so and does not succeed")
    func interruption() async throws {
        let unit = try Program(["serve", "--port", "0", "--route", "city"])
        let address = String(try #require(try await unit.next()).dropFirst("listening on ".count))
        let check = try Program(["check", "head-unit", address], withErrors: true)
        _ = try await check.lines(until: "walk: registration")
        check.interrupt()
        let lines = try await check.rest()
        #expect(await check.wait() == 1)
        #expect(lines.contains("the check is not complete: interrupted"), "\(lines)")
        #expect(lines.contains("    not run: interrupted") && !lines.contains { $0.hasPrefix("failed") })
        unit.interrupt()
        _ = await unit.wait()
    }

    @Test("On a terminal a person is asked, may leave steps out, and Ctrl-C ends a question")
    func prompts() async throws {
        let unit = try Program(["serve", "--port", "0", "--route", "city", "--manual"])
        let address = String(try #require(try await unit.next()).dropFirst("listening on ".count))
        let terminal = try await Terminal()
        let check = try ChildProcess(
            path: "/bin/sh",
            arguments: [
                "-c", "exec \"$0\" \"$@\" <\(terminal.path) 2>\(terminal.path)", try Program.path(), "check",
                "head-unit", address, "--patience", "2",
            ], capturesOutput: true)
        let output = Task { () -> String in
            var bytes: [UInt8] = []
            while let block = try? await check.output?.read(), !block.isEmpty { bytes += block }
            return String(decoding: bytes, as: UTF8.self)
        }
        await terminal.wait(for: "Open the app Waycheck on the head unit. Then press Return")
        await terminal.type("s\n")
        // The question after the one that is left out.
        await terminal.wait(for: "Then press Return", count: 2)
        check.interrupt()
        #expect(await check.wait() == 1)
        let text = await output.value
        #expect(text.contains("the check is not complete: interrupted"), "\(text)")
        #expect(!text.contains("\nfailed"))
        await terminal.close()
        unit.interrupt()
        _ = await unit.wait()
    }

    @Test("The app of this program passes")
    func app() async throws {
        let program = try Program.path()
        let (status, lines) = try await Program.run(
            "check", "app", "--app", "exec '\(program)' app --json --connect \"$SDL_HOST:$SDL_PORT\"",
            "--patience", "2")
        #expect(status == 0, "\(lines)")
        #expect(lines.last?.hasSuffix(" passed, 0 failed, 0 blocked, 0 skipped") == true, "\(lines)")
    }

    @Test("An app that does not connect is told with what it printed")
    func noApp() async throws {
        let (status, lines) = try await Program.run(
            "check", "app", "--app", "echo cannot", "--patience", "1", "--bind", "127.0.0.2")
        #expect(status == 3)
        #expect(lines.contains { $0.hasPrefix("waypoint-sim: app: no app connected to 127.0.0.2:") }, "\(lines)")
    }

    /// What is no head unit: what it does with a connection and with each read, and what is told.
    static let peers: [(name: String, answer: String?, reason: String)] = [
        ("silent", "", "StartService is not answered within 1 s: this is no SDL head unit, or it hangs"),
        ("web", "HTTP/1.1 400 Bad Request\r\n\r\n", "this is no SDL head unit: it says \"HTTP/1.1 400 Bad Request\""),
        ("closing", nil, "the link is closed as soon as StartService comes"),
    ]

    @Test("What is no head unit is told, and the status is 3", arguments: peers)
    func noHeadUnit(_ name: String, answer: String?, reason: String) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let peer = Peer(reactor: reactor, answer: answer)
        let port = try await peer.listen()
        let (status, lines) = try await Program.run("check", "head-unit", "127.0.0.1:\(port)", "--patience", "1")
        #expect(status == 3)
        #expect(lines.contains("waypoint-sim: head unit 127.0.0.1:\(port): \(reason)"), "\(lines)")
    }

    @Test("The rules are listed, and wrong command lines are told")
    func usage() async throws {
        let (status, lines) = try await Program.run("check", "list")
        #expect(status == 0)
        #expect(lines.count > 120 && lines.contains { $0.hasPrefix("APP-POL-001  must  ") })
        for words in [["check"], ["check", "car"], ["check", "head-unit"], ["check", "head-unit", "nowhere"]] {
            let program = try Program(words, withErrors: true)
            _ = try await program.rest()
            #expect(await program.wait() == 2, "\(words)")
        }
        let (noFile, _) = try await Program.run("check", "list", "--spec", "/nowhere.xml")
        #expect(noFile == 2)
    }
}

/// A terminal with a person before it.
private actor Terminal {
    nonisolated let path: String
    private let reactor: Reactor
    private let device: PseudoTerminal
    private var shown: [UInt8] = []
    private var waiter: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init() async throws {
        reactor = try Reactor()
        device = try PseudoTerminal(on: reactor)
        path = device.path
        begin()
    }

    private func begin() {
        device.start(
            onBytes: { [weak self] bytes in
                self?.assumeIsolated {
                    $0.shown += bytes
                    $0.wake()
                }
            }, onClosure: { _ in })
    }

    private func wake() { exchange(&waiter, with: nil)?.resume() }

    /// Waits until a text was shown so often, or for half a minute.
    func wait(for text: String, count: Int = 1) async {
        let deadline = reactor.now + .seconds(30)
        let timer = reactor.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.wake() } }
        defer { reactor.cancel(timer) }
        while reactor.now < deadline {
            if String(decoding: shown, as: UTF8.self).ranges(of: text).count >= count { return }
            await withCheckedContinuation { waiter = $0 }
        }
        Issue.record("\(text) was not shown: \(String(decoding: shown, as: UTF8.self))")
    }

    func type(_ text: String) { device.write(Array(text.utf8)) }

    func close() {
        device.close()
        reactor.stop()
    }
}

/// Answers each read of each connection with a text; `nil` closes it.
private actor Peer {
    private let reactor: Reactor
    private let answer: String?
    private var listener: TCPListener?
    private var streams: [TCPStream] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(reactor: Reactor, answer: String?) {
        self.reactor = reactor
        self.answer = answer
    }

    func listen() throws(TransportError) -> UInt16 {
        let listener = try TCPListener(port: 0, on: reactor)
        self.listener = listener
        listener.accept { [weak self] stream in self?.assumeIsolated { $0.take(stream) } }
        return listener.address.port
    }

    private func take(_ stream: TCPStream) {
        streams.append(stream)
        let answer = answer
        stream.start(
            onBytes: { _ in
                if let answer { stream.write(Array(answer.utf8)) } else { stream.close() }
            }, onClosure: { _ in })
    }
}
