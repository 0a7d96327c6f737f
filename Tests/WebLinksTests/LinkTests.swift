import Formats
import HeadUnit
import SDLApp
import SDLProtocol
import Simulator
import Synchronization
import Testing
import Transport
import Web
import WebLinks

@Suite("The same sessions over TCP and WebSockets", .timeLimit(.minutes(1)))
struct LinkTests {
    @Test("registration, waypoints, subscription, change, a long file, the orderly end", arguments: Link.allCases)
    func session(_ link: Link) async throws {
        let bench = try await LinkBench(link)
        let app = try bench.manager()
        try await app.start()
        try await app.systemCapabilityManager.waitUntilQueryable()
        try await app.permissionManager.waitUntilKnown()
        #expect(try await app.systemCapabilityManager.supportsWayPoints())
        let list = try await app.wayPoints(.all)
        #expect(list.count > 2)
        var updates = await app.wayPointUpdates().makeAsyncIterator()
        #expect(try await updates.next() == list)
        try await bench.unit.advanceRoute()
        #expect(try await updates.next()?.count == list.count - 1)

        // Longer than any frame, in both directions.
        let name = String(repeating: "n", count: 480)
        for number in 0..<3 {
            try await app.send(
                SendLocation(longitudeDegrees: 11, latitudeDegrees: 48, locationName: "\(number) \(name)"))
        }
        #expect(try await app.wayPoints(.destination).first?.locationName == "2 \(name)")
        await app.stop()
        #expect(await bench.unit.apps.isEmpty)
        await bench.stop()
    }

    @Test("several apps at once, each on a link of its own", arguments: [Link.tcp, .socket])
    func crowd(_ link: Link) async throws {
        let bench = try await LinkBench(link) {
            $0.activatesApps = true
            $0.configuration.deviceRule = .connection
        }
        let apps = try (0..<8).map { try bench.manager("App \($0)", id: "app-\($0)") }
        for app in apps { try await app.start() }
        #expect(await bench.unit.apps.count == 8)
        for app in apps { await app.stop() }
        #expect(await bench.unit.apps.isEmpty)
        await bench.stop()
    }

    @Test(
        "a link that is cut is a lost app, and the next one finds a head unit that remembers", arguments: Link.allCases)
    func loss(_ link: Link) async throws {
        let bench = try await LinkBench(link)
        let app = try bench.manager()
        try await app.start()
        let (departures, departure) = AsyncStream.makeStream(of: String.self)
        await bench.unit.observe { event in
            if case .simulator(.appUnregistered(let name)) = event { departure.yield(name) }
        }
        let phases = await app.phases()
        await bench.unit.cutConnections()
        for await next in phases {
            if case .ended(.failed(.connectionLost)) = next { break }
        }
        for await name in departures {
            #expect(name == "Way App")
            break
        }
        #expect(await bench.unit.apps.isEmpty)
        let second = try bench.manager()
        try await second.start()
        await second.stop()
        await bench.stop()
    }

    // MARK: - Messages

    /// A WebSocket as the app holds it, message by message.
    private final class RawApp: Sendable {
        let socket: WebSocket
        private let client: WebSocketClient?
        let messages: AsyncStream<WebMessage>
        let ends: AsyncStream<WebSocketClosure>

        init(_ link: Link, _ bench: LinkBench) async throws {
            client = link == .socket ? try await bench.socketClient() : nil
            socket = if let client { client.socket } else { try await bench.dialled() }
            let (messages, message) = AsyncStream.makeStream(of: WebMessage.self)
            let (ends, end) = AsyncStream.makeStream(of: WebSocketClosure.self)
            self.messages = messages
            self.ends = ends
            socket.start(
                onMessage: { message.yield($0) },
                onClosure: {
                    end.yield($0)
                    message.finish()
                    end.finish()
                })
        }

        func next() async throws -> WebMessage {
            for await message in messages { return message }
            throw CancellationError()
        }
    }

    private static let start = Frame(
        control: .startService, version: 1, service: .rpc, sessionID: 0,
        payload: ControlPayload.StartService(protocolVersion: .newest).encode()
    ).encode()

    private static func registration(_ session: UInt8) throws -> [UInt8] {
        let registration = RegisterAppInterface(
            syncMsgVersion: SyncMsgVersion(majorVersion: 8, minorVersion: 0), appName: "Raw", isMediaApplication: false,
            languageDesired: .enUS, hmiDisplayLanguageDesired: .enUS, appID: "raw")
        let payload = RPCPayload(
            rpcType: .request, functionID: 1, correlationID: 1, json: try registration.encodedJSON())
        return Frame(
            header: FrameHeader(version: 5, type: .single, service: .rpc, sessionID: session, messageID: 1),
            payload: payload.encode()
        ).encode()
    }

    @Test(
        "each message of the head unit is one frame; the app's may be cut anywhere", arguments: [Link.socket, .dialled])
    func frames(_ link: Link) async throws {
        let bench = try await LinkBench(link) { $0.configuration.connection.setMaximumPayloadSize(600) }
        let app = try await RawApp(link, bench)
        // Bytes of one frame in many messages, then two frames in one.
        for byte in Self.start { app.socket.send(.binary([byte])) }
        let answer = try await app.next()
        let acknowledgement = try #require(Self.frame(answer))
        #expect(acknowledgement.header.controlInfo == .startServiceACK)
        let session = acknowledgement.header.sessionID
        let heartbeat = Frame(control: .heartbeat, version: 5, service: .control, sessionID: session, messageID: 4)
        app.socket.send(.binary(try Self.registration(session) + heartbeat.encode()))
        var types: Set<FrameType> = []
        var hasHeartbeat = false
        while !hasHeartbeat || !types.contains(.consecutive) {
            let message = try await app.next()
            let frame = try #require(Self.frame(message))
            types.insert(frame.header.type)
            hasHeartbeat = hasHeartbeat || frame.header.controlInfo == .heartbeatACK
        }
        #expect(types.isSuperset(of: [.control, .first, .consecutive]))
        await bench.stop()
    }

    /// The frame that a message is, if it is just one.
    private static func frame(_ message: WebMessage) -> Frame? {
        guard case .binary(let bytes) = message else { return nil }
        var decoder = FrameDecoder()
        decoder.append(bytes)
        guard case .frame(let frame) = decoder.next(), decoder.bufferedByteCount == 0 else { return nil }
        return frame
    }

    @Test("a text message ends the connection with status 1003", arguments: [Link.socket, .dialled])
    func text(_ link: Link) async throws {
        let bench = try await LinkBench(link)
        let app = try await RawApp(link, bench)
        app.socket.send(.text(Array("{}".utf8)))
        for await end in app.ends { #expect(end == .closed(status: 1003, reason: "binary messages are wanted")) }
        await bench.stop()
    }

    @Test("bytes that are no frames end in a closed connection, as over TCP")
    func malformed() async throws {
        let bench = try await LinkBench(.socket)
        let app = try await RawApp(.socket, bench)
        for _ in 0..<12 {
            app.socket.send(.binary([0xFF, 0xFF, 0xFF] + Self.start))
        }
        var count = 0
        for await _ in app.ends { count += 1 }
        #expect(count == 1)
        await bench.stop()
    }

    // MARK: - Dialling

    @Test("a head unit that finds nobody tries five times and tells each")
    func nobody() async throws {
        let bench = try await LinkBench(.tcp)
        // A port that was free a moment ago.
        let port = try TCPListener(host: "127.0.0.1", port: 0, on: bench.reactor).address.port
        let (events, event) = AsyncStream.makeStream(of: CloudAppDialer.Event.self)
        let dialer = CloudAppDialer(
            try WebSocketAddress(parsing: "ws://127.0.0.1:\(port)/"), for: bench.unit, pause: .milliseconds(1)
        ) { event.yield($0) }
        var left: [Int] = []
        for await next in events {
            guard case .failed(_, let count) = next else { continue }
            left.append(count)
            if count == 0 { break }
        }
        #expect(left == [4, 3, 2, 1, 0])
        await dialer.stop()
        await bench.stop()
    }

    @Test("plain HTTP is told that WebSockets are wanted")
    func plain() async throws {
        let bench = try await LinkBench(.socket)
        let server = try AppSocketServer(port: 0, for: bench.unit)
        let stream = try await TCPStream.connect(
            host: server.address.host, port: server.address.port, on: bench.reactor)
        let (pieces, piece) = AsyncStream.makeStream(of: [UInt8].self)
        await bench.unit.reactorRun {
            stream.start(onBytes: { piece.yield($0) }, onClosure: { _ in piece.finish() })
            stream.write(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        }
        for await bytes in pieces {
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 426"))
            break
        }
        await server.stop()
        await bench.stop()
    }
}

extension MockHeadUnit {
    /// Runs something on the reactor's thread.
    func reactorRun(_ body: @Sendable () -> Void) { body() }
}
