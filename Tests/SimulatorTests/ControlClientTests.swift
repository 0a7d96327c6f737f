import Glibc
import Simulator
import Testing
import Transport

/// A head unit of bad manners, or a busy one: says what it was given to everyone who connects.
private actor Speaker {
    private let reactor: Reactor
    private let listener: UnixListener
    private var stream: TCPStream?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(path: String, saying bytes: [UInt8], on reactor: Reactor) async throws(TransportError) {
        self.reactor = reactor
        listener = try UnixListener(
            path: path, configuration: TCPStream.Configuration(unsentByteLimit: bytes.count + 1), on: reactor)
        begin(bytes)
    }

    private func begin(_ bytes: [UInt8]) {
        listener.accept { [weak self] stream in
            stream.start(onBytes: { _ in }, onClosure: { _ in })
            stream.write(bytes)
            self?.assumeIsolated { $0.stream = stream }
        }
    }

    var unsentByteCount: Int { stream?.unsentByteCount ?? 0 }

    func stop() {
        listener.close()
    }
}

@Suite("The other end of a control", .timeLimit(.minutes(1)))
struct ControlClientTests {
    private static func with(
        _ bytes: [UInt8], _ body: (ControlClient, Speaker) async throws -> Void
    ) async throws {
        let (theirs, ours) = (try Reactor(), try Reactor())
        let path = "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max)).sock"
        let speaker = try await Speaker(path: path, saying: bytes, on: theirs)
        let client = try await ControlClient(path: path, on: ours)
        try await body(client, speaker)
        await client.close()
        await speaker.stop()
        theirs.stop()
        ours.stop()
    }

    /// What stays with the speaker when the client is full.
    private static func heldByteCount(_ client: ControlClient, _ speaker: Speaker) async -> Int {
        while await !client.isFull, !Task.isCancelled { await Task.yield() }
        // A client that read on would have taken all in these turns, of which each takes up to 64 KiB.
        for _ in 0..<1000 { _ = (await client.isFull, await speaker.unsentByteCount) }
        return await speaker.unsentByteCount
    }

    @Test("A line that has no end ends the connection; what came before it is told")
    func endlessLine() async throws {
        let line = Array("first\n".utf8) + [UInt8](repeating: 65, count: (16 << 20) + 1)
        try await Self.with(line) { client, _ in
            #expect(await client.next() == Array("first".utf8))
            #expect(await client.next() == nil)
        }
    }

    @Test("The longest line is told whole")
    func longestLine() async throws {
        let line = [UInt8](repeating: 65, count: 16 << 20)
        try await Self.with(line + Array("\nnext\n".utf8)) { client, _ in
            #expect(await client.next() == line)
            #expect(await client.next() == Array("next".utf8))
        }
    }

    @Test("However many lines come, what nobody asks for stays with the head unit, and none is lost")
    func manyLines() async throws {
        let count = 12_000
        let padding = String(repeating: "x", count: 1000)
        let text = (0..<count).map { "\($0) \(padding)\n" }.joined()
        try await Self.with(Array(text.utf8)) { client, speaker in
            // Some 4 MiB are with the client, and a little with the system.
            #expect(await Self.heldByteCount(client, speaker) > 6_000_000)
            var isInOrder = true
            for number in 0..<count {
                let line = await client.next()
                isInOrder = isInOrder && line == Array("\(number) \(padding)".utf8)
            }
            #expect(isInOrder)
        }
    }

    @Test("Lines without content count, too")
    func emptyLines() async throws {
        try await Self.with([UInt8](repeating: UInt8(ascii: "\n"), count: 2_000_000)) { client, speaker in
            #expect(await Self.heldByteCount(client, speaker) > 1_000_000)
            #expect(await client.next() == [])
        }
    }
}
