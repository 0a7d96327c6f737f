import Positioning
import Simulator
import TestKit
import Testing
import Transport

/// Sources that are live: they come late, break, come back and end.
@Suite("Position feed with live sources", .timeLimit(.minutes(1)))
struct PositionFeedSourceTests {
    /// Two epochs, a tenth of a second apart.
    private static let short: [UInt8] = ["100000.00", "100000.10"].flatMap { time in
        sentence("GPRMC,\(time),A,4929.0000,N,00827.0000,E,10.0,90.0,140526,,,A")
            + sentence("GPGGA,\(time),4929.0000,N,00827.0000,E,1,08,1.0,100.0,M,47.0,M,,")
    }

    private static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n".utf8)
    }

    /// Waits for an event; what comes before it is given back.
    private func wait(
        for wanted: FeedBench.Told, in events: inout AsyncStream<FeedBench.Told>.Iterator
    ) async -> [FeedBench.Told] {
        var before: [FeedBench.Told] = []
        while let event = await events.next(isolation: #isolation), event != wanted { before.append(event) }
        return before
    }

    @Test("A receiver that is lost is told as interrupted, stays started, and is told as resumed")
    func interrupted() async throws {
        let bench = try await FeedBench(drive: nil)
        let receiver = try OneEpochReceiver(Self.short, on: bench.reactor)
        await receiver.listen()
        var events = await bench.events().makeAsyncIterator()
        try await bench.feed.start("tcp://127.0.0.1:\(receiver.port)")
        #expect(await bench.feed.state == .started)
        _ = await wait(for: .location(isStale: false), in: &events)
        await receiver.hangUp()
        let lost = await wait(for: .interrupted, in: &events)
        #expect(lost.contains(.location(isStale: true)) && !lost.contains(.failed) && !lost.contains(.ended))
        #expect(await bench.feed.state == .started)
        #expect(await bench.feed.sourceName == "tcp://127.0.0.1:\(receiver.port)")
        let back = await wait(for: .resumed, in: &events)
        #expect(!back.contains(.failed) && !back.contains(.cleared))
        _ = await wait(for: .location(isStale: false), in: &events)
        try await bench.feed.reset()
        _ = await wait(for: .cleared, in: &events)
        // What was ended tells nothing any more, and the unit is free for another source.
        await receiver.hangUp()
        #expect(await bench.feed.state == .stopped)
        #expect(await bench.feed.sourceName == nil)
        await receiver.stop()
        await bench.stop()
    }

    @Test("A recording that comes to its end is told so, and stays started until it is reset")
    func ended() async throws {
        let bench = try await FeedBench(drive: nil)
        var events = await bench.events().makeAsyncIterator()
        try await bench.feed.play(recording: "short", sentences: Self.short)
        let before = await wait(for: .ended, in: &events)
        #expect(before.count { $0 == .location(isStale: false) } == 2)
        #expect(await bench.feed.state == .started)
        #expect(await bench.feed.sourceName == "short")
        await #expect(throws: ControlError.self) { try await bench.feed.start("drive://city") }
        try await bench.feed.reset()
        #expect(await bench.feed.state == .stopped)
        try await bench.feed.start("drive://city")
        #expect(await bench.feed.state == .started)
        await bench.stop()
    }

    @Test("What it was made with is what it begins, once, and the drive beside it keeps still")
    func begins() async throws {
        let receiverReactor = try Reactor()
        let receiver = try OneEpochReceiver(Self.short, on: receiverReactor)
        await receiver.listen()
        let name = "tcp://127.0.0.1:\(receiver.port)"
        let bench = try await FeedBench(source: { reactor in
            try LocationSource(SourceAddress(parsing: name), name: name, on: reactor)
        })
        #expect(await bench.feed.state == .stopped)
        #expect(await bench.feed.sourceName == name)
        var events = await bench.events().makeAsyncIterator()
        await bench.feed.begin()
        #expect(await bench.feed.state == .started)
        _ = await wait(for: .location(isStale: false), in: &events)
        #expect(await bench.refusal("drive", "play")?.why == "positions come from \(name): reset that before")
        #expect(await bench.unit.drive?.state == .ready)
        try await bench.feed.reset()
        await bench.feed.begin()
        #expect(await bench.feed.state == .stopped)
        // The source is gone, so that the drive is what is there now.
        #expect(await bench.feed.sourceName == "demo")
        await bench.stop()
        await receiver.stop()
        receiverReactor.stop()
    }

    @Test("While a source is being opened nothing else starts, and the end of the program ends the waiting")
    func stopsWhileStarting() async throws {
        let bench = try await FeedBench()
        let hole = try #require(FullListener())
        var events = await bench.events().makeAsyncIterator()
        let feed = bench.feed
        let opening = Task { () -> ControlError? in
            do throws(ControlError) {
                try await feed.start("tcp://127.0.0.1:\(hole.port)")
                return nil
            } catch {
                return error
            }
        }
        _ = await wait(for: .changed, in: &events)
        #expect(await feed.state == .starting)
        await #expect(throws: ControlError("source", "one is started: reset it before")) {
            try await feed.start("drive://city")
        }
        await #expect(throws: ControlError("source", "nothing is started that could be reset")) {
            try await feed.reset()
        }
        #expect(await bench.refusal("drive", "play")?.why == "positions come from another source: reset that before")
        await feed.begin()
        #expect(await feed.state == .starting)
        #expect(await bench.unit.drive?.state == .ready)
        await feed.stop()
        #expect(await opening.value?.why == "the program ends")
        #expect(await feed.state == .stopped)
        await bench.stop()
        withExtendedLifetime(hole) {}
    }

    @Test(
        "A source whose opening outlasts the program is not started, nor is one that is asked for later",
        arguments: ["tcp", "file", "recording"])
    func opensTooLate(_ kind: String) async throws {
        let bench = try await FeedBench(drive: nil)
        let hole = try #require(FullListener())
        let feed = bench.feed
        await feed.observe { [weak feed] event in
            // Told when the opening has begun, before there is a source.
            if case .changed = event { feed?.assumeIsolated { $0.stop() } }
        }
        func start() async throws {
            switch kind {
            case "tcp": try await feed.start("tcp://127.0.0.1:\(hole.port)")
            case "file": try await feed.start(SharedData.packageRoot + "/Mocks/drives/demo.nmea")
            default: try await feed.play(recording: "short", sentences: Self.short)
            }
        }
        for _ in 0..<2 {
            let error = await #expect(throws: ControlError.self) { try await start() }
            #expect(error?.why == "the program ends")
            #expect(await feed.state == .stopped)
            #expect(await feed.source == nil)
            #expect(await feed.sourceName == nil)
        }
        await bench.stop()
        withExtendedLifetime(hole) {}
    }

    @Test("What waits for its beginning does not begin after the end")
    func beginsTooLate() async throws {
        let bench = try await FeedBench(drive: nil) { try LocationSource(.tcp(host: "127.0.0.1", port: 9), on: $0) }
        await bench.feed.stop()
        await bench.feed.begin()
        #expect(await bench.feed.state == .stopped)
        await bench.stop()
    }
}
