import Formats
import GNSS
import Positioning
import Simulator
import Synchronization
import Testing
import Transport

/// One source of positions at a time, whoever chooses it.
@Suite("Position feed", .timeLimit(.minutes(1)))
struct PositionFeedTests {
    @Test("The drive that waits begins once: neither after a reset nor after another source")
    func begins() async throws {
        let bench = try await FeedBench()
        await bench.feed.begin()
        #expect(await bench.feed.state == .started)
        try await bench.feed.reset()
        await bench.feed.begin()
        #expect(await bench.feed.state == .stopped)
        try await bench.feed.start("drive://city")
        try await bench.feed.reset()
        await bench.feed.begin()
        #expect(await bench.feed.state == .stopped)
        await bench.stop()
        let other = try await FeedBench()
        try await other.feed.start("mock://demo")
        try await other.feed.reset()
        await other.feed.begin()
        #expect(await other.feed.state == .stopped)
        await other.stop()
    }

    @Test("While a source runs, the recorded drive is neither told nor controlled")
    func otherSource() async throws {
        let bench = try await FeedBench()
        await bench.feed.begin()
        #expect(await bench.unit.state["drive"]?["state"] == "playing")
        try await bench.feed.reset()
        try await bench.feed.start("drive://city")
        #expect(await bench.unit.state["drive"] == nil)
        for words in [["play"], ["seek", "1"], ["speed", "2"], ["source", "demo"]] {
            let refusal: ControlError?
            switch words.count {
            case 1: refusal = await bench.refusal("drive", words[0])
            default: refusal = await bench.refusal("drive", words[0], words[1])
            }
            #expect(refusal?.why == "positions come from drive://city: reset that before", "\(words)")
        }
        #expect(await bench.unit.drive?.state == .ready)
        try await bench.feed.reset()
        #expect(await bench.refusal("drive", "play") == nil)
        // And the other way round.
        await #expect(throws: ControlError.self) { try await bench.feed.start("drive://city") }
        #expect(await bench.feed.sourceName == "demo")
        await bench.stop()
    }

    @Test("A recording that begins with a megabyte of nothing is played, one that is nothing else is refused")
    func junk() async throws {
        let bench = try await FeedBench(drive: nil)
        let junk = [UInt8](repeating: 0, count: 3 << 19)
        await #expect(throws: ControlError.self) { try await bench.feed.play(recording: "junk", sentences: junk) }
        #expect(await bench.feed.state == .stopped)
        let (places, found) = AsyncStream.makeStream(of: Void.self)
        await bench.feed.observe { event in if case .location = event { found.yield() } }
        let drive = try MockFiles.drive("demo", file: "test")
        try await bench.feed.play(recording: "late", sentences: junk + Array("\r\n".utf8) + drive)
        for await _ in places { break }
        #expect(await bench.feed.state == .started)
        await bench.stop()
    }

    @Test("What ends, breaks and is reset is told")
    func events() async throws {
        let bench = try await FeedBench()
        let told = Mutex<[String]>([])
        await bench.feed.observe { event in
            switch event {
            case .ended: told.withLock { $0.append("ended") }
            case .cleared: told.withLock { $0.append("cleared") }
            case .failed, .interrupted, .resumed, .location, .changed: break
            }
        }
        await bench.feed.begin()
        try await bench.feed.reset()
        #expect(told.withLock { $0 } == ["cleared"])
        await #expect(throws: ControlError.self) { try await bench.feed.reset() }
        await #expect(throws: ControlError.self) { try await bench.feed.start("tcp://127.0.0.1:1") }
        #expect(await bench.feed.state == .stopped)
        // What failed to start left the drive to its control.
        #expect(await bench.refusal("drive", "play") == nil)
        await bench.stop()
    }
}
