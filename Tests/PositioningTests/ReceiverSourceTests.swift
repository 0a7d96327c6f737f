import GNSS
import Positioning
import TestKit
import Testing
import Transport

@Suite("Receivers on a wire", .timeLimit(.minutes(1)))
struct ReceiverSourceTests {
    private func source(_ address: SourceAddress, on reactor: Reactor) throws -> LocationSource {
        try LocationSource(address, on: reactor)
    }

    @Test("A receiver that is pulled and plugged in again loses no epoch and is read on the first attempt")
    func replug() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let receiver = FakeReceiver(path: "\(folder.path)/ttyRX", reactor: reactor)
        let source = try source(.serial(path: receiver.path, baud: 460_800), on: reactor)
        let log = EventLog()
        let drive = DriveBytes(count: 60)
        // Switched on before there is a receiver.
        await source.start { log.take($0) }
        await log.wait { !$0.interruptions.isEmpty }
        #expect(log.events.interruptions.first?.code == .notFound)
        for (round, part) in [0..<20, 20..<40, 40..<60].enumerated() {
            let attempts = await source.openAttempts
            try await receiver.plug()
            await log.wait(for: .started, times: round + 1)
            #expect(await source.openAttempts == attempts + 1)
            #expect(await receiver.baud == 460_800)
            for epoch in drive.epochs[part] { await receiver.send(epoch) }
            await log.wait { times($0.fresh).count == part.upperBound }
            await receiver.unplug()
            await log.wait { $0.stale.count == round + 1 }
            await log.wait(for: .starting, times: round + 2)
        }
        await source.stop()
        #expect(times(log.events.fresh) == Set(drive.times.compactMap { $0 }))
        // The last position is told as old once a loss, and never as a new one.
        let told = log.events.fresh.map { "\($0.fix.time?.iso8601() ?? "") \($0.revision)" }
        #expect(told.count == Set(told).count)
        #expect(await source.status == .stopped)
    }

    @Test("Garbage between the epochs, single bytes and bursts lose no epoch", arguments: ["garbage", "slow", "burst"])
    func lines(kind: String) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let receiver = FakeReceiver(path: "\(folder.path)/ttyRX", reactor: reactor)
        try await receiver.plug()
        let source = try source(.serial(path: receiver.path, baud: 460_800), on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait(for: .started)
        let drive = DriveBytes(count: kind == "burst" ? 300 : 30)
        var random = SplitMix64(seed: 9)
        switch kind {
        case "garbage":
            for epoch in drive.epochs {
                await receiver.send((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) } + [0x0D, 0x0A])
                await receiver.send(epoch)
            }
        case "slow":
            for byte in drive.epochs.flatMap({ $0 }) { await receiver.send([byte]) }
        default:
            // Half a minute of a receiver at once: far more than the kernel keeps.
            await receiver.send(drive.epochs.flatMap { $0 })
        }
        let expected = Set(drive.times.compactMap { $0 })
        await log.wait { times($0.fresh) == expected }
        await source.stop()
        await receiver.unplug()
        #expect(log.events.interruptions.isEmpty)
    }

    @Test("Corrections reach the receiver whole, once it has spoken; without one they are dropped")
    func corrections() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let receiver = FakeReceiver(path: "\(folder.path)/ttyRX", reactor: reactor)
        let source = try source(.serial(path: receiver.path, baud: 9600), on: reactor)
        #expect(await !source.send(corrections: [1, 2, 3]))
        try await receiver.plug()
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait(for: .started)
        // Bytes that a terminal would take for itself, in frames of a usual size.
        let frames = (0..<20).map { frame in (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ frame) } }
        for frame in frames { #expect(await source.send(corrections: frame)) }
        await receiver.send(DriveBytes(count: 1).epochs[0])
        #expect(await receiver.received(10_000) == frames.flatMap { $0 })
        let statistics = await source.correctionStatistics
        #expect(statistics.sentFrames == 20)
        #expect(statistics.sentBytes == 10_000)
        #expect(statistics.droppedFrames == 1)
        await source.stop()
        await receiver.unplug()
    }

    @Test("A TCP server that goes away is connected to again when it is back")
    func tcp() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let drive = DriveBytes(count: 20)
        let first = try NMEAServer(port: 0, on: reactor)
        await first.start()
        let port = first.address.port
        var options = LocationSource.Options()
        options.retry = .schedule(RetrySchedule([.milliseconds(100)]))
        let source = try LocationSource(.tcp(host: "127.0.0.1", port: port), options: options, on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait(for: .started)
        while await first.clientCount == 0 { await Task.yield() }
        for epoch in drive.epochs[..<10] { await first.send(epoch) }
        await log.wait { times($0.fresh).count == 10 }
        await first.close()
        await log.wait { !$0.interruptions.isEmpty }
        let second = try NMEAServer(port: port, on: reactor)
        await second.start()
        await log.wait(for: .started, times: 2)
        while await second.clientCount == 0 { await Task.yield() }
        for epoch in drive.epochs[10...] { await second.send(epoch) }
        await log.wait { times($0.fresh).count == 20 }
        await source.stop()
        await second.close()
        #expect(log.events.interruptions.allSatisfy { $0.code == .lost || $0.code == .unreachable })
    }

    @Test("A server that is not there ends a source that does not try again, with the reason")
    func refused() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let closed = try NMEAServer(port: 0, on: reactor)
        let port = closed.address.port
        await closed.close()
        var options = LocationSource.Options()
        options.retry = .never
        let source = try LocationSource(.tcp(host: "127.0.0.1", port: port), options: options, on: reactor)
        let locations = source.locations
        await source.start()
        await #expect {
            for try await _ in locations {}
        } throws: { error in
            (error as? LocationSourceError)?.code == .unreachable
        }
        guard case .failedToStart(let error) = await source.status else {
            Issue.record("not told as failed")
            return
        }
        #expect(error.code == .unreachable)
        #expect(error.remedy != nil)
    }

    @Test("A peer that sends nothing is left and tried again; one that sends is not")
    func silent() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let server = try NMEAServer(port: 0, on: reactor)
        await server.start()
        var options = LocationSource.Options()
        options.silenceLimit = .milliseconds(200)
        options.retry = .schedule(RetrySchedule([.milliseconds(100)]))
        let source = try LocationSource(
            .tcp(host: "127.0.0.1", port: server.address.port), options: options, on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait(for: .started, times: 2)
        #expect(log.events.interruptions.map(\.code) == [.silent])
        await source.stop()
        await server.close()
    }

    @Test("A slow client of the server is closed, the others go on")
    func slowClient() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let server = try NMEAServer(port: 0, on: reactor)
        await server.start()
        // Connected, but nobody reads.
        let slow = try await TCPStream.connect(host: "127.0.0.1", port: server.address.port, on: reactor)
        while await server.clientCount == 0 { await Task.yield() }
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000)
        for _ in 0..<400 { await server.send(block) }  // far more than the kernel keeps
        while await server.slowClientCount == 0 { await Task.yield() }
        #expect(await server.clientCount == 0)
        await server.close()
        #expect(slow.peer == "\(server.address)")  // held open to here
    }
}
