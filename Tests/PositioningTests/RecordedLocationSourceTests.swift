import GNSS
import Positioning
import TestKit
import Testing
import Transport

@Suite("Recorded location source", .timeLimit(.minutes(1)))
struct RecordedLocationSourceTests {
    /// Plays a source to its end.
    private func play(_ source: RecordedLocationSource) async -> (locations: [Location], end: String) {
        let (events, sink) = AsyncStream.makeStream(of: LocationEvent.self)
        await source.start { sink.yield($0) }
        var locations: [Location] = []
        for await event in events {
            switch event {
            case .location(let location): locations.append(location)
            case .ended: return (locations, "ended")
            case .failed(let error): return (locations, "\(error)")
            }
        }
        return (locations, "")
    }

    private static let sentences = """
        $GPGGA,120000.00,4807.000,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r
        $GPGGA,120001.00,4807.010,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r
        $GPGGA,120002.00,4807.020,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*6C\r

        """

    @Test("Sentences at hand are delivered as epochs in order, then the end")
    func memory() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = RecordedLocationSource(
            name: "three", sentences: Array(Self.sentences.utf8), speed: .maximum, on: reactor)
        let (locations, end) = await play(source)
        #expect(end == "ended")
        #expect(locations.map { $0.fix.timeOfDay?.nanoseconds } == [43200, 43201, 43202].map { $0 * 1_000_000_000 })
        #expect(locations.allSatisfy { $0.fix.coordinate != nil && !$0.origin.isSimulated })
    }

    @Test("A file that cannot be opened is a typed error")
    func missing() throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        #expect(throws: TransportError.self) {
            _ = try RecordedLocationSource(path: "/no/such/file.nmea", on: reactor)
        }
    }

    @Test("A stopped source delivers nothing more, even while it waits for an epoch")
    func stop() async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = RecordedLocationSource(
            name: "slow", sentences: Array(Self.sentences.utf8), speed: .factor(0.01), on: reactor)
        let (events, sink) = AsyncStream.makeStream(of: LocationEvent.self)
        await source.start { sink.yield($0) }
        var reader = events.makeAsyncIterator()
        guard case .location = await reader.next() else {
            Issue.record("no first epoch")
            return
        }
        // The next one would come in 100 s; the stop ends the waiting, and the playing with it.
        await source.stop()
        await source.waitUntilStopped()
        sink.finish()
        #expect(await reader.next() == nil)
    }

    @Test(
        "A recorded drive gives all its epochs", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
        arguments: [("redlands", 60), ("mountain-view", 602), ("mount-rose", 1058)])
    func drive(name: String, epochs: Int) async throws {
        let reactor = try Reactor()
        defer { reactor.stop() }
        let source = try RecordedLocationSource(
            path: SharedData.path("corpus/drives/\(name).log"), speed: .maximum, on: reactor)
        let (locations, end) = await play(source)
        #expect(end == "ended")
        #expect(Set(locations.filter { $0.fix.coordinate != nil }.map(\.fix.time)).count == epochs)
    }
}
