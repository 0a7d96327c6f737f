import Formats
import TestKit
import Testing
import Transport
import Web

/// A sdl_core as an HMI sees it, made of a recording: it says what the recorded one said, when it is asked to go on.
actor ScriptedCore {
    private let messages: AsyncStream<JSONValue>
    private var iterator: AsyncStream<JSONValue>.Iterator
    private let service: Service
    private let server: WebServer
    private var base: Int64 = 0
    /// What the HMI registered and subscribed to, in order.
    private(set) var registrations: [String] = []

    private final class Service: WebService {
        let continuation: AsyncStream<JSONValue>.Continuation
        let (sockets, socket) = AsyncStream.makeStream(of: WebSocket.self)

        init(_ continuation: AsyncStream<JSONValue>.Continuation) {
            self.continuation = continuation
        }

        func respond(to request: WebRequest, answer: WebAnswer) { answer(WebResponse(status: 404, text: "none")) }
        func refusal(ofSocket request: WebRequest) -> Int? { nil }

        func opened(_ socket: WebSocket, by request: WebRequest) {
            socket.start(
                onMessage: { [continuation] message in
                    if case .text(let bytes) = message, let json = try? JSONValue(parsing: bytes) {
                        continuation.yield(json)
                    }
                },
                onClosure: { [continuation] _ in continuation.finish() })
            self.socket.yield(socket)
        }
    }

    private var socket: WebSocket?
    nonisolated let url: String

    init() throws {
        let (messages, continuation) = AsyncStream.makeStream(of: JSONValue.self)
        self.messages = messages
        iterator = messages.makeAsyncIterator()
        service = Service(continuation)
        server = try WebServer(serving: service)
        url = "ws://\(server.address)"
    }

    /// The next message of the HMI; what the message broker answers is answered on the way.
    func next() async throws -> JSONValue {
        if socket == nil {
            for await opened in service.sockets {
                socket = opened
                break
            }
        }
        while let message = await nextMessage() {
            guard let method = message["method"]?.stringValue, method.hasPrefix("MB.") else { return message }
            let name = message["params"]?["componentName"] ?? message["params"]?["propertyName"]
            registrations.append(name?.stringValue ?? "?")
            base += 1000
            send([
                "jsonrpc": "2.0", "id": message["id"] ?? .null,
                "result": method == "MB.registerComponent" ? .int(base) : "OK",
            ])
        }
        throw CancellationError()
    }

    private func nextMessage() async -> JSONValue? {
        var iterator = iterator
        let message = await iterator.next(isolation: self)
        self.iterator = iterator
        return message
    }

    func send(_ message: JSONValue) { socket?.send(.text(message.serialized())) }

    /// Sends a request and returns its answer, and what the HMI said in between.
    func ask(_ request: JSONValue) async throws -> (answer: JSONValue, others: [JSONValue]) {
        send(request)
        var others: [JSONValue] = []
        while true {
            let message = try await next()
            if message["id"] == request["id"], message["method"] == nil { return (message, others) }
            others.append(message)
        }
    }

    func closeSocket() { socket?.close() }

    func stop() async { await server.stop() }
}

@Suite("The command hmi", .timeLimit(.minutes(1)))
struct HMICommandTests {
    /// What the recorded core said to its HMI.
    private static func recorded(_ name: String) throws -> [JSONValue] {
        try SharedData.lines("vectors/sdl_core/hmi/\(name).jsonl").compactMap { line in
            let entry = try JSONValue(parsing: Array(line.utf8))
            guard entry["dir"] == "hu->hmi", let message = entry["json"], message["method"] != nil else { return nil }
            return message
        }
    }

    @Test(
        "a core made of recordings starts, gets the waypoints, and hears of each stop that the drive passes",
        .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
    func drive() async throws {
        let core = try ScriptedCore()
        let root = SharedData.packageRoot
        let program = try Program(
            [
                "hmi", "--connect", core.url, "--route", "demo", "--nmea", "\(root)/Mocks/drives/demo.nmea", "--speed",
                "max",
            ], withErrors: true)
        #expect(try await core.next()["method"] == "BasicCommunication.OnReady")
        #expect(await core.registrations.prefix(5) == ["BasicCommunication", "UI", "TTS", "VR", "Navigation"])
        for message in try Self.recorded("hmi_boot") {
            guard message["id"] != nil else {
                await core.send(message)
                continue
            }
            let (answer, _) = try await core.ask(message)
            #expect(answer["result"]?["code"] == 0 || answer["error"]?["code"] == 9, "\(message): \(answer)")
        }
        var changes: [JSONValue] = []
        var activated: JSONValue?
        var lists: [Int] = []
        func hear(_ message: JSONValue) {
            if message["method"] == "Navigation.OnWayPointChange" {
                changes.append(message["params"]?["wayPoints"] ?? [])
            }
            if message["method"] == "SDL.ActivateApp" { activated = message["params"]?["appID"] }
        }
        var appID: JSONValue?
        for message in try Self.recorded("waypoints_full_flow") {
            if message["method"] == "BasicCommunication.OnAppRegistered" {
                appID = message["params"]?["application"]?["appID"]
            }
            guard message["id"] != nil else {
                await core.send(message)
                continue
            }
            if message["method"] == "Navigation.UnsubscribeWayPoints" {
                // The drive runs since the subscription; the demonstration's route has three stops.
                while changes.count < 3 { hear(try await core.next()) }
            }
            let (answer, others) = try await core.ask(message)
            for other in others { hear(other) }
            if let list = answer["result"]?["wayPoints"]?.arrayValue { lists.append(list.count) }
        }
        #expect(lists == [4, 1])
        #expect(activated == appID)
        #expect(changes.map { $0.arrayValue?.count } == [3, 2, 1])
        #expect(changes.last?[0]?["locationName"] == "Central Station")
        program.interrupt()
        let lines = try await program.rest()
        #expect(lines.contains("all components are registered"))
        #expect(lines.contains("arrived at Central Station"))
        #expect(await program.wait() == 0)
        await core.stop()
    }

    @Test("a core that goes away ends the command with status 3, one that is not there as well")
    func loss() async throws {
        let core = try ScriptedCore()
        let program = try Program(["hmi", "--connect", core.url], withErrors: true)
        #expect(try await core.next()["method"] == "BasicCommunication.OnReady")
        await core.closeSocket()
        let lines = try await program.rest()
        #expect(lines.contains("waypoint-sim: hmi: the connection to the core is lost"), "\(lines)")
        #expect(await program.wait() == 3)
        await core.stop()
        let second = try await Program.run("hmi", "--connect", core.url)
        #expect(second.status == 3, "\(second.lines)")
    }

    @Test("URLs that are none are wrong usage")
    func usage() async throws {
        for url in ["127.0.0.1:8087", "wss://127.0.0.1:8087", "ws://"] {
            #expect(try await Program.run("hmi", "--connect", url).status == 2)
            #expect(try await Program.run("serve", "--dial", url).status == 2)
        }
        #expect(try await Program.run("hmi", "--exit-at-end").status == 2)
    }
}
