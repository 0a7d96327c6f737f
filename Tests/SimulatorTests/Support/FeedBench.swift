import GNSS
import Positioning
import Simulator
import Synchronization
import Transport

/// A head unit with a feed of positions, and what the feed told.
struct FeedBench {
    /// What a feed tells, without what belongs to it.
    enum Told: Hashable, Sendable {
        case location(isStale: Bool)
        case ended, failed, interrupted, resumed, cleared, changed

        init(_ event: PositionFeed.Event) {
            self =
                switch event {
                case .location(let location): .location(isStale: location.fix.isStale)
                case .ended: .ended
                case .failed: .failed
                case .interrupted: .interrupted
                case .resumed: .resumed
                case .cleared: .cleared
                case .changed: .changed
                }
        }
    }

    let reactor: Reactor
    let unit: MockHeadUnit
    let feed: PositionFeed

    /// Makes them; `source` is what the feed begins with, on the reactor of the bench.
    init(drive: String? = "demo", source: ((Reactor) throws -> LocationSource)? = nil) async throws {
        reactor = try Reactor()
        let sentences = try drive.map { ($0, try MockFiles.drive($0, file: "test")) }
        unit = try await MockHeadUnit(MockModule(named: "modern"), drive: sentences, on: reactor)
        feed = await PositionFeed(of: unit, source: try source?(reactor))
    }

    /// What the feed tells from now on.
    func events() async -> AsyncStream<Told> {
        let (events, teller) = AsyncStream.makeStream(of: Told.self)
        await feed.observe { teller.yield(Told($0)) }
        return events
    }

    /// Why a command of the control is refused; nil when it is not.
    func refusal(_ words: String...) async -> ControlError? {
        do throws(ControlError) {
            _ = try await unit.perform(try ControlRequest(words: words))
            return nil
        } catch {
            return error
        }
    }

    func stop() async {
        await feed.stop()
        await unit.stop()
        reactor.stop()
    }
}

/// A receiver behind a port, which sends one epoch to whoever connects.
actor OneEpochReceiver {
    nonisolated let reactor: Reactor
    nonisolated let port: UInt16
    private let listener: TCPListener
    private let epoch: [UInt8]
    private var stream: TCPStream?
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

    init(_ epoch: [UInt8], on reactor: Reactor) throws {
        self.reactor = reactor
        self.epoch = epoch
        listener = try TCPListener(port: 0, on: reactor)
        port = listener.address.port
    }

    func listen() {
        listener.accept { [self] opened in
            assumeIsolated { receiver in
                receiver.stream = opened
                opened.start(onBytes: { _ in }, onClosure: { _ in })
                opened.write(receiver.epoch)
            }
        }
    }

    /// Hangs up; the next one is served again.
    func hangUp() {
        stream?.close()
        stream = nil
    }

    func stop() {
        hangUp()
        listener.close()
    }
}
