import GNSS
import Glibc
import TestKit
import Testing
import Transport

@testable import Positioning

/// What owns connections and is dropped without being stopped.
@Suite("Dropped owners of connections", .timeLimit(.minutes(1)))
struct DropTests {
    enum Server: CaseIterable, Sendable {
        case nmea, caster, player
    }

    @Test(
        "A server that is dropped closes its connections, on a running reactor and after its end",
        arguments: Server.allCases, [false, true])
    func servers(kind: Server, isStopped: Bool) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        var owner: (any Actor)?
        let peer: Int32
        switch kind {
        case .nmea:
            let server = try NMEAServer(port: 0, on: reactor)
            await server.start()
            peer = try #require(Loopback.connect(port: server.address.port))
            while await server.clientCount == 0 { await Task.yield() }
            owner = server
        case .caster:
            let feed = try #require(CorrectionsFeed(Loop.feed))
            let caster = try NTRIPCaster(
                CasterConfiguration(mountpoints: [.init("BASE1")]), feed: feed, port: 0, on: reactor)
            await caster.start()
            peer = try #require(Loopback.connect(port: caster.address.port))
            let request = Array("GET /BASE1 HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n".utf8)
            #expect(unsafe write(peer, request, request.count) == request.count)
            #expect(await read(peer)?.isEmpty == false)
            owner = caster
        case .player:
            let dialogue = try #require(RecordedDialogue(Array("! connect 1\nS hello\nC hello\n".utf8)))
            let player = try DialoguePlayer(dialogue, port: 0, on: reactor)
            await player.start()
            peer = try #require(Loopback.connect(port: player.address.port))
            #expect(await read(peer) == Array("hello".utf8))
            owner = player
        }
        defer { close(peer) }
        if isStopped { reactor.stopAndWait() }
        #expect(owner != nil)
        owner = nil
        #expect(await readsEnd(peer))
    }

    @Test(
        "A client or session that is dropped leaves its caster, on a running reactor and after its end",
        arguments: [false, true], [false, true])
    func clients(isSession: Bool, isStopped: Bool) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let listener = try #require(LoopbackListener())
        let configuration = NTRIPConfiguration(
            try NTRIPAddress(host: "127.0.0.1", port: listener.port, mountpoint: "BASE1"))
        let (events, continuation) = AsyncStream.makeStream(of: NTRIPClient.Event.self)
        var owner: (any Actor)?
        if isSession {
            let session = try CorrectionsSession(configuration, on: reactor) { continuation.yield($0) }
            await session.start()
            owner = session
        } else {
            let client = try NTRIPClient(configuration, on: reactor) { continuation.yield($0) }
            await client.start()
            owner = client
        }
        for await event in events { if case .state(.handshaking) = event { break } }
        let peer = try #require(listener.accept())
        defer { close(peer) }
        #expect(await read(peer)?.isEmpty == false)
        if isStopped { reactor.stopAndWait() }
        #expect(owner != nil)
        owner = nil
        #expect(await readsEnd(peer))
    }

    @Test("A client that is dropped while it connects gives up")
    func connectingClient() async throws {
        /// Ends the events with the client that holds it.
        final class Events: Sendable {
            let continuation: AsyncStream<NTRIPClient.Event>.Continuation
            init(_ continuation: AsyncStream<NTRIPClient.Event>.Continuation) { self.continuation = continuation }
            deinit { continuation.finish() }
        }
        let reactor = try Reactor()
        defer { reactor.stop() }
        let full = try #require(FullListener())
        defer { withExtendedLifetime(full) {} }
        var configuration = NTRIPConfiguration(
            try NTRIPAddress(host: "127.0.0.1", port: full.port, mountpoint: "BASE1"))
        configuration.times.connect = .seconds(1)
        let (events, continuation) = AsyncStream.makeStream(of: NTRIPClient.Event.self)
        var client: NTRIPClient? = try NTRIPClient(configuration, on: reactor) { [held = Events(continuation)] in
            held.continuation.yield($0)
        }
        await client?.start()
        client = nil
        var states: [NTRIPState] = []
        for await case .state(let state) in events { states.append(state) }
        #expect(states == [.connecting])
    }

    /// What comes next: nothing at the end, nil when the test has run out of its time.
    ///
    /// Gives way instead of blocking, since what lets a connection go may need the same thread.
    private func read(_ descriptor: Int32) async -> [UInt8]? {
        var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&watch, 1, 1) != 1 {
            if Task.isCancelled { return nil }
            await Task.yield()
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    private func readsEnd(_ descriptor: Int32) async -> Bool {
        while let bytes = await read(descriptor) { if bytes.isEmpty { return true } }
        return false
    }
}
