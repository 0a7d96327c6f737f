import SDLProtocol
import TestKit
import Testing
import Transport

@testable import WebLinks

@Suite("A frame a message")
struct MessageStreamTests {
    /// Keeps what is written, by write.
    private final class Sink: ByteStream, @unchecked Sendable {
        // Sendable although it holds plain state: the one thread of the test makes all calls.
        let reactor: Reactor
        var written: [[UInt8]] = []
        var peer: String { "sink" }
        var unsentByteCount: Int { 0 }

        init(_ reactor: Reactor) {
            self.reactor = reactor
        }

        func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {}
        func write(_ bytes: [UInt8]) { written.append(bytes) }
        func close() {}
    }

    private static func frame(_ version: UInt8, _ size: Int) -> [UInt8] {
        Frame(
            header: FrameHeader(version: version, type: .single, service: .rpc, sessionID: 1, messageID: 7),
            payload: [UInt8](repeating: 9, count: size)
        ).encode()
    }

    @Test("writes of several frames become a write for each, and what is no frame goes out as it stands")
    func cuts() throws {
        let reactor = try Reactor()
        let frames = [Self.frame(5, 1), Self.frame(1, 40), Self.frame(2, 1), Self.frame(5, 70_000)]
        let tails: [[UInt8]] = [[], [1], Array(Self.frame(5, 30).dropLast()), [UInt8](repeating: 0xFF, count: 60)]
        for tail in tails {
            for count in 0...frames.count where count + tail.count > 0 {
                let sink = Sink(reactor)
                let parts = Array(frames.prefix(count)) + (tail.isEmpty ? [] : [tail])
                FrameMessageStream(over: sink).write(parts.flatMap { $0 })
                #expect(sink.written == parts)
            }
        }
        reactor.stop()
    }

    @Test("any bytes come out as they went in")
    func anything() throws {
        let reactor = try Reactor()
        var generator = SplitMix64(seed: 15)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
                UInt8.random(in: 0...3, using: &generator)
            }
            let sink = Sink(reactor)
            FrameMessageStream(over: sink).write(bytes)
            #expect(sink.written.flatMap { $0 } == bytes)
            #expect(!sink.written.contains { $0.isEmpty })
        }
        reactor.stop()
    }
}
