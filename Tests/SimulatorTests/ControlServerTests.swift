import Formats
import Glibc
import Simulator
import TestKit
import Testing
import Transport

@Suite("Control over a socket", .timeLimit(.minutes(1)))
struct ControlServerTests {
    private static func path() -> String { "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max)).sock" }

    private func ask(_ client: ControlClient, _ line: String) async throws -> JSONValue {
        await client.send(Array(line.utf8))
        return try JSONValue(parsing: try #require(await client.next()))
    }

    @Test("Lines in, lines out, in order and with their ids; events to those who want them")
    func lines() async throws {
        let bench = try await Bench()
        let path = Self.path()
        let server = try await ControlServer(path: path, controlling: bench.unit)
        let client = try await ControlClient(path: path, on: bench.reactor)
        let watcher = try await ControlClient(path: path, on: bench.reactor)
        #expect(try await ask(watcher, #"{"command":"events"}"#) == ["ok": true])
        #expect(try await ask(client, #"{"command":"fault","action":"list","tag":7}"#)["tag"] == 7)
        let refused = try await ask(client, #"{"command":"activate","app":"Nobody","tag":"a"}"#)
        #expect(refused["ok"] == false && refused["tag"] == "a" && refused["error"]?["what"] == "Nobody")
        #expect(try await ask(client, "nonsense")["ok"] == false)
        let many = (1...50).map { #"{"command":"state","tag":\#($0)}"# + "\n" }.joined()
        await client.send(Array(many.utf8))
        for number in 1...50 {
            let answer = try JSONValue(parsing: try #require(await client.next()))
            #expect(answer["tag"]?.intValue == Int64(number))
        }
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeWayPoints")
        _ = try await ask(client, #"{"command":"route","action":"advance"}"#)
        var events: [JSONValue] = []
        for _ in 0..<5 { events.append(try JSONValue(parsing: try #require(await watcher.next()))) }
        #expect(events.map { $0["event"] } == ["appRegistered", "level", "level", "subscribed", "route"])
        #expect(events[1...2].map { $0["level"] } == ["NONE", "FULL"] && events[1]["app"] == "Way App")
        #expect(events[4]["what"] == "passed")
        await server.stop()
        #expect(await client.next() == nil)
        await bench.stop()
    }

    @Test("A program that ends its side after its lines gets all answers, then the end")
    func halfClose() async throws {
        let bench = try await Bench()
        let path = Self.path()
        let server = try await ControlServer(path: path, controlling: bench.unit)
        let lines = (1...20).map { #"{"command":"route","action":"set","route":"demo","tag":\#($0)}"# }
        // The last line lacks its end.
        let text = lines.joined(separator: "\n")
        let output = try await Self.exchange(text, path: path)
        let tags = try output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8))["tag"]?.intValue }
        #expect(tags == (1...20).map { Int64($0) })
        await server.stop()
        await bench.stop()
    }

    /// Writes a text to a socket, ends this side, and reads until the other side ends.
    @concurrent
    private static func exchange(_ text: String, path: String) async throws -> String {
        try await BlockingExchange().run(text, path: path)
    }

    @Test("Every RPC is told to those who ask for it, and to nobody else")
    func messages() async throws {
        let bench = try await Bench()
        let path = Self.path()
        let server = try await ControlServer(path: path, controlling: bench.unit)
        let watcher = try await ControlClient(path: path, on: bench.reactor)
        let other = try await ControlClient(path: path, on: bench.reactor)
        #expect(try await ask(watcher, #"{"command":"events","rpc":true}"#) == ["ok": true])
        #expect(try await ask(other, #"{"command":"events"}"#) == ["ok": true])
        #expect(try await ask(other, #"{"command":"events","rpc":"much"}"#)["error"]?["what"] == "rpc")
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeWayPoints")
        _ = try await ask(
            try await ControlClient(path: path, on: bench.reactor), #"{"command":"route","action":"advance"}"#)
        var lines: [JSONValue] = []
        repeat {
            lines.append(try JSONValue(parsing: try #require(await watcher.next())))
        } while lines.last?["rpc"] != "OnWayPointChange" && lines.count < 100
        let rpcs = lines.filter { $0["event"] == "rpc" }
        let summary = rpcs.map {
            "\($0["from"]?.stringValue ?? "") \($0["type"]?.stringValue ?? "") \($0["rpc"]?.stringValue ?? "")"
        }
        #expect(summary.first == "app request RegisterAppInterface")
        #expect(summary.contains("headUnit response RegisterAppInterface"))
        #expect(summary.contains("app request SubscribeWayPoints"))
        #expect(summary.contains("headUnit notification OnWayPointChange"))
        let response = try #require(rpcs.first { $0["type"] == "response" && $0["rpc"] == "SubscribeWayPoints" })
        let request = try #require(rpcs.first { $0["type"] == "request" && $0["rpc"] == "SubscribeWayPoints" })
        #expect(response["correlationID"] == request["correlationID"] && response["parameters"]?["success"] == true)
        #expect(response["app"] == "Way App")
        for _ in 0..<5 {
            #expect(try JSONValue(parsing: try #require(await other.next()))["event"] != "rpc")
        }
        await server.stop()
        await bench.stop()
    }

    @Test("A line without end is cut off, and so is a seventeenth program")
    func bounds() async throws {
        let bench = try await Bench()
        let path = Self.path()
        let server = try await ControlServer(path: path, controlling: bench.unit)
        var clients: [ControlClient] = []
        for _ in 0..<16 {
            let client = try await ControlClient(path: path, on: bench.reactor)
            _ = try await ask(client, #"{"command":"state"}"#)
            clients.append(client)
        }
        let late = try await ControlClient(path: path, on: bench.reactor)
        #expect(await late.next() == nil)
        let route = try await ask(clients[1], #"{"command":"route","action":"set","route":"/dev/zero"}"#)
        #expect(route["ok"] == false, "no device, and no pipe that nobody writes to")
        await clients[0].send([UInt8](repeating: 65, count: (1 << 20) + 10))
        let answer = try JSONValue(parsing: try #require(await clients[0].next()))
        #expect(answer["ok"] == false)
        #expect(await clients[0].next() == nil)
        await server.stop()
        await bench.stop()
    }
}

/// A program of the simplest kind, on a thread of its own.
private actor BlockingExchange {
    private let executor = BlockingExecutor(name: "half-close")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func run(_ text: String, path: String) throws -> String {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let connected = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(connected == 0)
        let bytes = Array(text.utf8)
        try #require(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
        try #require(shutdown(descriptor, Int32(SHUT_WR)) == 0)
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        return String(decoding: output, as: UTF8.self)
    }
}
