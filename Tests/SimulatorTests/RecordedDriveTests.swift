import Formats
import GNSS
import NMEA
import Navigation
import Positioning
import Simulator
import Synchronization
import TestKit
import Testing
import Transport

/// The recorded drives from the file's bytes through the player and the head unit's inside to what the navigation
/// reports, with a clock that the test turns.
@Suite(
    "Recorded drives along their routes", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"),
    .timeLimit(.minutes(5)))
struct RecordedDriveTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let drive: String
        let speed: PlaybackSpeed
        /// Every line is damaged with a chance of 1 in 20, by this seed.
        var damage: UInt64?

        var testDescription: String { "\(drive), \(speed)\(damage.map { ", damaged \($0)" } ?? "")" }
    }

    static let cases: [Case] = ["redlands", "mount-rose", "mountain-view"].flatMap { drive in
        [
            Case(drive: drive, speed: .factor(1)), Case(drive: drive, speed: .factor(10)),
            Case(drive: drive, speed: .maximum), Case(drive: drive, speed: .factor(1), damage: 1),
            Case(drive: drive, speed: .factor(10), damage: 3), Case(drive: drive, speed: .maximum, damage: 2),
        ]
    }

    /// What the navigation reported, and at which moment of the clock.
    struct Report: Sendable {
        var name: String?
        var event: RouteEvent
        var moment: Duration
    }

    @Test("Each stop is passed once, in order, at its moment, at any speed and with damaged lines", arguments: cases)
    func sequence(of test: Case) async throws {
        let expected = try JSONValue(parsing: try SharedData.bytes("corpus/drives/\(test.drive).expect.json"))
        let stops = try #require(expected["stops"]?.arrayValue)
        let route = try Route(parsing: try SharedData.bytes("corpus/drives/\(test.drive).gpx"))
        let whole = try SharedData.bytes("corpus/drives/\(test.drive).log")
        let log = test.damage.map { Self.damaged(whole, seed: $0) } ?? whole

        let reactor = try Reactor()
        let turner = ClockTurner(reactor)
        let (events, continuation) = AsyncStream.makeStream(of: Report.self)
        let hmi = SimulatedHMI(reactor: reactor, route: route) { event in
            guard case .route(let event, let name) = event else { return }
            continuation.yield(Report(name: name, event: event, moment: turner.now))
        }
        let player = DrivePlayer(
            name: test.drive, sentences: log, speed: test.speed, on: reactor, clock: turner.clock
        ) { event in
            switch event {
            case .location(let location): hmi.assumeIsolated { $0.moved(location.fix, origin: location.origin) }
            default: continuation.finish()
            }
        }
        await player.play()
        await turner.turn()
        #expect(await player.state == .ended)
        var reports: [Report] = []
        for await report in events where report.event != .backOnRoute { reports.append(report) }
        reports.removeAll { if case .offRoute = $0.event { true } else { false } }

        #expect(reports.map(\.name) == stops.map { $0["name"]?.stringValue })
        #expect(reports.compactMap(\.event.removedStop) == Array(0..<stops.count - 1))
        // Each is told when the clock has gone as far as the drive had at that stop, divided by the speed.
        let beginning = try #require(try Self.beginning(of: whole))
        for (report, stop) in zip(reports, stops) {
            let time = try #require(stop["reached"]?["time"]?.stringValue.flatMap { UTCTime(iso8601: $0) })
            let moment = Double(report.moment.components.seconds) + Double(report.moment.components.attoseconds) / 1e18
            switch test.speed {
            case .maximum: #expect(moment == 0)
            case .factor(let factor):
                let late = moment - time.seconds(since: beginning) / factor
                #expect(test.damage == nil ? abs(late) < 0.001 : -5 / factor...10 / factor ~= late)
            }
        }
    }

    /// The time of the first epoch.
    private static func beginning(of log: [UInt8]) throws -> UTCTime? {
        var decoder = NMEADecoder()
        for event in decoder.decode(log) + decoder.finish() {
            if case .epoch(let epoch) = event, let time = epoch.fix.time { return time }
        }
        return nil
    }

    private static func damaged(_ log: [UInt8], seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes = log
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if end > start, Int.random(in: 0..<20, using: &random) == 0 {
                bytes[Int.random(in: start..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            }
            start = end + 1
        }
        return bytes
    }
}

/// A clock that goes on only when everything due has been done, on the reactor of those who go by it.
private actor ClockTurner {
    private struct State {
        var now = Duration.zero
        var next = 0
        var calls: [Int: (due: Duration, call: @Sendable () -> Void)] = [:]
    }

    private nonisolated let reactor: Reactor
    private nonisolated let state = Mutex(State())

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    nonisolated var now: Duration { state.withLock { $0.now } }

    nonisolated var clock: DrivePlayer.Clock {
        DrivePlayer.Clock(
            now: { self.now },
            schedule: { delay, call in
                let number = self.state.withLock { state in
                    state.next += 1
                    state.calls[state.next] = (state.now + max(delay, .zero), call)
                    return state.next
                }
                return { self.state.withLock { _ = $0.calls.removeValue(forKey: number) } }
            })
    }

    /// Turns the clock from call to call until there are none.
    func turn() {
        while let call = state.withLock({ state -> (@Sendable () -> Void)? in
            guard let first = state.calls.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) else {
                return nil
            }
            state.calls[first.key] = nil
            state.now = max(state.now, first.value.due)
            return first.value.call
        }) {
            call()
        }
    }
}
