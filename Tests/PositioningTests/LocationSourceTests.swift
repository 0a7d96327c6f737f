import GNSS
import NMEA
import Navigation
import Positioning
import Synchronization
import TestKit
import Testing
import Transport

@Suite("Recorded sources", .timeLimit(.minutes(1)))
struct RecordedSourceTests {
    private static let sentences = """
        $GPGGA,120000.00,4807.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r
        $GPGGA,120001.00,4807.010,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r
        $GPGGA,120002.00,4807.020,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r

        """

    private func options(_ speed: PlaybackSpeed, loops: Bool = false) -> LocationSource.Options {
        var options = LocationSource.Options()
        options.speed = speed
        options.loops = loops
        return options
    }

    private func three(_ speed: PlaybackSpeed, loops: Bool = false, on reactor: Reactor) -> LocationSource {
        LocationSource(
            name: "three", sentences: Array(Self.sentences.utf8), options: options(speed, loops: loops), on: reactor)
    }

    private func seconds(_ locations: [Location]) -> [Int64] {
        locations.compactMap { $0.fix.timeOfDay.map { $0.nanoseconds / 1_000_000_000 - 43_200 } }
    }

    @Test("Sentences at hand are delivered as epochs in order, then as stale, then the end")
    func memory() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.maximum, on: reactor)
        #expect(await source.status == .stopped)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.end != nil }
        #expect(log.events.end == "ended")
        #expect(seconds(log.events.locations) == [0, 1, 2])
        #expect(log.events.locations.allSatisfy { $0.fix.coordinate != nil && !$0.origin.isSimulated && $0.isActual })
        #expect(log.events.statuses == [.starting, .started, .stopped])
        #expect(seconds(log.events.stale) == [2])
        #expect(await source.lastLocation?.fix.isStale == true)
        #expect(await source.statistics.framing.sentences == 3)
    }

    @Test("A source that has ended plays again when it is started again")
    func again() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.maximum, on: reactor)
        for _ in 0..<2 {
            let log = EventLog()
            await source.start { log.take($0) }
            await log.wait { $0.end != nil }
            #expect(seconds(log.events.locations) == [0, 1, 2])
        }
    }

    @Test("A file that cannot be opened is a typed error")
    func missing() throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        #expect {
            _ = try LocationSource(.file(path: "/no/such/file.nmea"), on: reactor)
        } throws: { error in
            (error as? LocationSourceError)?.code == .notFound
        }
        #expect {
            _ = try LocationSource(.drive(path: #filePath, options: .init()), on: reactor)
        } throws: { error in
            (error as? LocationSourceError)?.code == .unreadable
        }
    }

    @Test("A stopped source delivers nothing more, even while it waits for an epoch")
    func stop() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.factor(0.0001), on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.locations.count == 1 }
        await source.stop()
        #expect(log.events.statuses.suffix(2) == [.stopping, .stopped])
        #expect(log.events.end == nil)
        let count = log.events.count
        await source.stop()
        #expect(log.events.count == count)
    }

    @Test("A looped recording begins again, until it is stopped")
    func loop() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.maximum, loops: true, on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.locations.count >= 9 }
        await source.stop()
        #expect(seconds(log.events.locations).prefix(9) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    }

    @Test("A reactor that ends fails what plays on it", arguments: [1e9, 20, 0.0001], [false, true])
    func endOfReactor(speed: Double, isPaused: Bool) async throws {
        let reactor = try Reactor()
        let source = three(speed == 1e9 ? .maximum : .factor(speed), loops: true, on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.locations.count >= 1 }
        if isPaused { await source.pause() }
        reactor.stopAndWait()
        await log.wait { $0.end != nil }
        #expect(log.events.end == "three: its reactor has ended")
        #expect(await source.status == .stopped)
    }

    @Test("On a reactor that has ended nothing begins to play")
    func startAfterReactor() async throws {
        let reactor = try Reactor()
        let source = three(.maximum, on: reactor)
        reactor.stopAndWait()
        for _ in 0..<2 {
            let log = EventLog()
            await source.start { log.take($0) }
            await log.wait { $0.end != nil }
            #expect(log.events.end == "three: its reactor has ended")
            #expect(log.events.locations.isEmpty)
            guard case .failedToStart = await source.status else {
                Issue.record("\(await source.status)")
                continue
            }
        }
    }

    @Test("Several that play as fast as they can do not keep a reactor from its end")
    func severalAtTheEnd() async throws {
        let reactor = try Reactor()
        let sources = (0..<3).map { _ in three(.maximum, loops: true, on: reactor) }
        let logs = sources.map { _ in EventLog() }
        for (source, log) in zip(sources, logs) {
            await source.start { log.take($0) }
            await log.wait { $0.locations.count >= 1 }
        }
        reactor.stopAndWait()
        for log in logs { await log.wait { $0.end != nil } }
        #expect(logs.map(\.events.end) == Array(repeating: "three: its reactor has ended", count: 3))
    }

    @Test("A paused recording holds, and goes on where it was")
    func pause() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.factor(20), on: reactor)
        let log = EventLog()
        await source.pause()
        await source.start { log.take($0) }
        await log.wait(for: .started)
        // As long as the whole recording takes at this speed, on the same clock.
        let other = three(.factor(20), on: reactor)
        let otherLog = EventLog()
        await other.start { otherLog.take($0) }
        await otherLog.wait { $0.end != nil }
        #expect(seconds(otherLog.events.locations) == [0, 1, 2])
        #expect(log.events.locations.isEmpty)
        await source.resume()
        await log.wait { $0.end != nil }
        #expect(seconds(log.events.locations) == [0, 1, 2])
    }

    @Test("What a pause holds up comes later by the length of the pause, not all at once")
    func pauseShifts() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let gap = Duration.milliseconds(200)
        let source = three(.factor(5), on: reactor)
        let moments = Mutex<[Duration]>([])
        let log = EventLog()
        let start = reactor.now
        await source.start { event in
            if case .location(let location) = event, !location.fix.isStale {
                moments.withLock { $0.append(reactor.now) }
            }
            log.take(event)
        }
        await log.wait { $0.locations.count == 1 }
        await source.pause()
        let paused = reactor.now
        // Longer than what is left of the recording.
        let other = three(.factor(5), on: reactor)
        let otherLog = EventLog()
        await other.start { otherLog.take($0) }
        await otherLog.wait { $0.end != nil }
        let resumed = reactor.now
        await source.resume()
        await log.wait { $0.end != nil }
        // However late the machine was: the third epoch is two gaps behind the first on the clock that stood still.
        let last = try #require(moments.withLock { $0 }.last)
        #expect(last - resumed >= gap * 2 - (paused - start))
        #expect(seconds(log.events.locations) == [0, 1, 2])
    }

    @Test("Seeking goes on from the epoch at that time, forward and back")
    func seek() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = three(.factor(0.0001), on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.locations.count == 1 }
        await source.seek(to: .seconds(2))
        await log.wait { $0.locations.count == 2 }
        #expect(seconds(log.events.locations) == [0, 2])
        let other = three(.factor(0.0001), on: reactor)
        let otherLog = EventLog()
        await other.start { otherLog.take($0) }
        await otherLog.wait { $0.locations.count == 1 }
        await other.seek(to: .milliseconds(500))
        await otherLog.wait { $0.locations.count == 2 }
        await other.setSpeed(.maximum)
        await other.seek(to: .zero)
        await otherLog.wait { $0.end != nil }
        #expect(seconds(otherLog.events.locations) == [0, 1, 0, 1, 2])
    }

    @Test("A drive along a route is told as simulated, and begins where it says")
    func drive() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        var drive = DriveGenerator.Options()
        drive.speed = 120
        drive.rate = 0.5
        let source = LocationSource(
            name: "drive", route: DriveBytes.route, drive: drive, options: options(.maximum), on: reactor)
        let start = try await source.startPosition()
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.end != nil }
        #expect(log.events.fresh.count > 20)
        #expect(log.events.locations.allSatisfy { $0.origin.isSimulated && !$0.isActual })
        #expect(start == log.events.fresh.first?.fix.coordinate)
    }

    @Test(
        "A recorded drive gives all its epochs", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
        arguments: [("redlands", 60), ("mountain-view", 602), ("mount-rose", 1058)])
    func recorded(name: String, epochs: Int) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = try LocationSource(
            .file(path: SharedData.path("corpus/drives/\(name).log")), options: options(.maximum), on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        await log.wait { $0.end != nil }
        #expect(log.events.end == "ended")
        #expect(times(log.events.fresh).count == epochs)
    }
}

@Suite("Pushed data and readers", .timeLimit(.minutes(1)))
struct PushedSourceTests {
    @Test(
        "Pushed bytes become locations, satellites and sentences, however they are cut",
        arguments: [1, 7, 64, 100_000])
    func push(size: Int) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let drive = DriveBytes(count: 12)
        let source = LocationSource(pushedAs: "test", on: reactor)
        let (locations, satellites, sentences) = (source.locations, source.satellites, source.sentences)
        await source.start()
        let bytes = drive.epochs.flatMap { $0 }
        for begin in stride(from: 0, to: bytes.count, by: size) {
            await source.push(Array(bytes[begin..<min(begin + size, bytes.count)]))
        }
        await source.endOfPushedData()
        var found: [Location] = []
        for try await location in locations { found.append(location) }
        #expect(times(found).count == 12)
        var lists = 0
        for try await list in satellites {
            lists += 1
            #expect(list.count > 4)
        }
        #expect(lists >= 2)
        var text: [UInt8] = []
        for try await sentence in sentences { text += sentence.bytes }
        #expect(text == bytes)
    }

    @Test("A slow reader of a live source keeps the newest and counts the rest")
    func slow() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let drive = DriveBytes(count: 200, sentences: [.rmc])
        let source = LocationSource(pushedAs: "test", on: reactor)
        let locations = source.locations
        await source.start()
        await source.push(drive.epochs.flatMap { $0 })
        await source.endOfPushedData()
        var found: [Location] = []
        for try await location in locations { found.append(location) }
        #expect(found.count == 64)
        #expect(locations.droppedCount == 200 - 64)
        #expect(found.last?.fix.time == drive.times.last ?? nil)
    }

    @Test("A recording waits for its slow reader: nothing is lost")
    func blocked() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let drive = DriveBytes(count: 300, sentences: [.rmc, .gga])
        var options = LocationSource.Options()
        options.speed = .maximum
        let source = LocationSource(
            name: "test", sentences: drive.epochs.flatMap { $0 }, options: options, on: reactor)
        let locations = source.locations
        await source.start()
        var found: [UTCTime?] = []
        for try await location in locations {
            found.append(location.fix.time)
            if found.count % 50 == 0 { await Task.yield() }
        }
        #expect(found == drive.times)
        #expect(locations.droppedCount == 0)
    }

    @Test(
        "A recording waits for a slow reader of sentences, with epochs or without: none is lost",
        arguments: [true, false])
    func blockedSentences(hasEpochs: Bool) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let epochs = DriveBytes(count: 400).epochs.flatMap { $0 }
        let vessel = Array("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n".utf8)
        let bytes = hasEpochs ? epochs : Array(repeatElement(vessel, count: 4000).joined())
        var options = LocationSource.Options()
        options.speed = .maximum
        let source = LocationSource(name: "test", sentences: bytes, options: options, on: reactor)
        let sentences = source.sentences
        await source.start()
        // Nobody reads until more has come than can wait.
        while await source.statistics.framing.sentences < 1100 { await Task.yield() }
        var found: [UInt8] = []
        for try await sentence in sentences { found += sentence.bytes }
        #expect(found.count == bytes.count)
        #expect(found == bytes)
        #expect(sentences.droppedCount == 0)
    }

    @Test("A reader that is dropped holds nobody up")
    func dropped() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let drive = DriveBytes(count: 300, sentences: [.rmc])
        var options = LocationSource.Options()
        options.speed = .maximum
        let source = LocationSource(
            name: "test", sentences: drive.epochs.flatMap { $0 }, options: options, on: reactor)
        let log = EventLog()
        do {
            let locations = source.locations
            await source.start { log.take($0) }
            for try await _ in locations { break }
        }
        await log.wait { $0.end != nil }
        #expect(log.events.locations.count == 300)
    }

    @Test("A cancelled reader ends")
    func cancelled() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = LocationSource(pushedAs: "test", on: reactor)
        let locations = source.locations
        await source.start()
        let reader = Task {
            var count = 0
            for try await _ in locations { count += 1 }
            return count
        }
        reader.cancel()
        #expect(try await reader.value == 0)
    }

    @Test("States are told as a value and as a sequence that begins with the present one")
    func statuses() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = LocationSource(pushedAs: "test", on: reactor)
        var statuses = await source.statuses.makeAsyncIterator()
        #expect(await statuses.next() == .stopped)
        await source.start()
        #expect(await statuses.next() == .started)
        #expect(await source.status == .started)
        await source.stop()
        #expect(await statuses.next() == .stopping)
        #expect(await statuses.next() == .stopped)
    }

    @Test("Garbage is counted and harmless")
    func garbage() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        var random = SplitMix64(seed: 5)
        let drive = DriveBytes(count: 20)
        let source = LocationSource(pushedAs: "test", on: reactor)
        let log = EventLog()
        await source.start { log.take($0) }
        for epoch in drive.epochs {
            await source.push((0..<300).map { _ in UInt8.random(in: 0...255, using: &random) } + [0x0D, 0x0A])
            await source.push(epoch)
        }
        await source.endOfPushedData()
        #expect(times(log.events.fresh) == Set(drive.times.compactMap { $0 }))
        #expect(await source.statistics.framing.noiseBytes > 3000)
    }
}
