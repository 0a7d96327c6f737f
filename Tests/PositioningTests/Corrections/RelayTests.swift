import Formats
import GNSS
import RTCM
import TestKit
import Testing
import Transport

@testable import Positioning

@Suite("Relay of corrections")
struct RelayTests {
    private func frame(_ index: Int, endsEpoch: Bool, size: Int = 200) throws -> RTCMFrame {
        var payload = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size)
        payload[0] = 0x43  // 1077
        payload[1] = 0x50
        for place in 3..<23 { payload[place] = 0 }
        payload[6] = endsEpoch ? 0 : 2  // bit 54: more messages follow
        return try #require(RTCMFrame(payload: payload))
    }

    @Test("A queue gives frames in order")
    func order() throws {
        var queue = EpochQueue()
        let frames = try (0..<6).map { try frame($0, endsEpoch: $0 % 2 == 1) }
        for frame in frames { queue.append(frame, now: .zero) }
        var out: [[UInt8]] = []
        while let next = queue.next(now: .zero) { out.append(next) }
        #expect(out == frames.map(\.bytes))
        #expect(queue.isEmpty)
    }

    @Test("Too much is dropped by whole epochs, the oldest first")
    func tooMuch() throws {
        var queue = EpochQueue(byteLimit: 1000)
        for index in 0..<12 { queue.append(try frame(index, endsEpoch: index % 2 == 1), now: .zero) }
        #expect(queue.byteCount <= 1000)
        #expect(queue.droppedFrames == 8)
        #expect(queue.next(now: .zero)?[30] == 8)
    }

    @Test("What is older than five seconds is dropped")
    func tooOld() throws {
        var queue = EpochQueue()
        queue.append(try frame(1, endsEpoch: true), now: .zero)
        queue.append(try frame(2, endsEpoch: true), now: .seconds(4))
        #expect(queue.next(now: .seconds(6))?[30] == 2)
        #expect(queue.droppedFrames == 1)
    }

    @Test("An epoch that is begun is not cut for a newer one")
    func begun() throws {
        var queue = EpochQueue(byteLimit: 500)
        queue.append(try frame(0, endsEpoch: false), now: .zero)
        queue.append(try frame(1, endsEpoch: true), now: .zero)
        _ = queue.next(now: .zero)
        queue.append(try frame(2, endsEpoch: false), now: .zero)
        queue.append(try frame(3, endsEpoch: true), now: .zero)
        #expect(queue.next(now: .zero)?[30] == 1)
    }

    @Test("A queue is bounded whatever comes")
    func bounded() throws {
        var queue = EpochQueue()
        for index in 0..<300 { queue.append(try frame(index, endsEpoch: index % 50 == 0, size: 1000), now: .zero) }
        #expect(queue.byteCount <= 16_384)
        #expect(queue.droppedFrames > 200)
    }

    @Test("Messages without observations are dropped by age too, and the new ones stay")
    func withoutObservations() throws {
        var queue = EpochQueue()
        func text(_ index: Int) throws -> RTCMFrame {
            // 1057: an orbit correction, which belongs to no epoch of observations.
            try #require(RTCMFrame(payload: [0x42, 0x10, UInt8(index)]))
        }
        for second in 0..<8 { queue.append(try text(second), now: .seconds(second)) }
        #expect(queue.droppedFrames == 2)
        #expect(queue.next(now: .seconds(7))?[5] == 2)
    }
}

/// A receiver that takes what it is told to take.
private final class FakeSink: CorrectionsSink, @unchecked Sendable {
    // Sendable although it holds plain state: used on the reactor's thread only.
    let name: String
    var unsentByteCount: Int?
    var frames: [[UInt8]] = []
    var isClosed = false

    init(_ name: String, unsent: Int? = 0) {
        self.name = name
        unsentByteCount = unsent
    }

    func send(_ frame: [UInt8]) { frames.append(frame) }
    func close() { isClosed = true }
}

/// A relay with its sinks, on a reactor's thread.
private actor Outlets {
    let reactor: Reactor
    let relay: CorrectionsRelay
    let sinks: [FakeSink]
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ sinks: [FakeSink], on reactor: Reactor) {
        self.reactor = reactor
        self.sinks = sinks
        relay = CorrectionsRelay(on: reactor)
    }

    func begin() { for sink in sinks { relay.add(sink) } }
    func relay(_ frames: [RTCMFrame]) { relay.relay(frames) }
    func relay(bytes: [UInt8]) { relay.relay(bytes: bytes) }
    func setUnsent(_ unsent: Int?, of index: Int) { sinks[index].unsentByteCount = unsent }
    func frames(of index: Int) -> [[UInt8]] { sinks[index].frames }
    var status: [CorrectionsRelay.SinkStatus] { relay.status }
    func end() -> Bool {
        relay.close()
        return sinks.allSatisfy(\.isClosed)
    }
}

@Suite("Several receivers of one stream", .timeLimit(.minutes(1)))
struct SeveralSinksTests {
    private func station(_ number: Int) throws -> RTCMFrame {
        try #require(StationPosition(station: number, x: 63_781_370_000, y: 0, z: 0).encoded())
    }

    @Test("A slow receiver and one that is away cost the others nothing, and are counted")
    func slow() async throws {
        let reactor = try Reactor()
        let outlets = Outlets(
            [FakeSink("fast"), FakeSink("slow", unsent: 4000), FakeSink("away", unsent: nil)], on: reactor)
        await outlets.begin()
        // 25 bytes each, so that 16 KiB hold 655 of them.
        let frames = try (0..<1000).map { try station($0) }
        for frame in frames { await outlets.relay([frame]) }
        #expect(await outlets.frames(of: 0) == frames.map(\.bytes))
        #expect(await outlets.frames(of: 1).isEmpty)
        let status = await outlets.status
        #expect(status.map(\.name) == ["fast", "slow", "away"])
        #expect(status.map(\.isConnected) == [true, true, false])
        #expect(status.map(\.frames) == [1000, 0, 0])
        #expect(status[0].bytes == 25_000)
        #expect(status[0].droppedFrames == 0 && status[1].droppedFrames > 0 && status[2].droppedFrames > 0)
        #expect(status[0].lastSent != nil && status[1].lastSent == nil)
        // Once it has room again it gets what is left, whole and in order, without anything new coming.
        await outlets.setUnsent(0, of: 1)
        while await outlets.frames(of: 1).isEmpty { await Task.yield() }
        let late = await outlets.frames(of: 1)
        #expect(late == Array(frames.map(\.bytes).suffix(late.count)))
        #expect(await outlets.end())
        reactor.stop()
    }

    @Test("Bytes that are no messages go to whoever keeps up, and are counted as lost for others")
    func bytes() async throws {
        let reactor = try Reactor()
        let outlets = Outlets(
            [FakeSink("fast"), FakeSink("slow", unsent: 20_000), FakeSink("away", unsent: nil)], on: reactor)
        await outlets.begin()
        await outlets.relay(bytes: [1, 2, 3])
        #expect(await outlets.frames(of: 0) == [[1, 2, 3]])
        #expect(await outlets.status.map(\.bytes) == [3, 0, 0])
        #expect(await outlets.status.map(\.droppedBytes) == [0, 3, 3])
        #expect(await outlets.end())
        reactor.stop()
    }
}
