import Navigation
import TestKit
import Transport

/// A receiver behind a TCP port: twenty epochs a second of a drive, with pauses and lost connections.
///
/// It takes the corrections that come back, and counts them.
final class SoakReceiver {
    let port: UInt16
    private let listener: TCPListener
    private let reactor: Reactor
    private let route: Route
    private var drive: DriveGenerator
    private var random: SplitMix64
    private var stream: TCPStream?
    private(set) var correctionBytes = 0
    private(set) var epochs = 0
    private(set) var losses = 0
    /// Since when epochs flow without a pause.
    private(set) var flowsSince: Duration?
    /// For how long, all in all, epochs have flowed.
    private(set) var flowTime = Duration.zero
    private var silentUntil = Duration.zero
    private var lastBeat: Duration?
    private var nextBeat: Duration?

    private static let interval = Duration.milliseconds(50)
    /// A receiver keeps its rate, however late its process is served, but does not make up for a long sleep.
    private static let mostLate = Duration.seconds(1)

    init(route: Route, seed: UInt64, on reactor: Reactor) throws {
        self.reactor = reactor
        self.route = route
        random = SplitMix64(seed: seed)
        drive = Self.drive(along: route)
        listener = try TCPListener(port: 0, on: reactor)
        port = listener.address.port
    }

    private static func drive(along route: Route) -> DriveGenerator {
        var options = DriveGenerator.Options()
        options.rate = 20
        return DriveGenerator(route: route, options: options)
    }

    func start() {
        listener.accept { [self] opened in
            stream?.close()
            stream = opened
            flowsSince = nil
            opened.start(
                onBytes: { [self] in correctionBytes += $0.count },
                onClosure: { [self] _ in if stream === opened { stream = nil } })
        }
    }

    func stop() {
        listener.close()
        stream?.close()
        stream = nil
    }

    /// When the next beat of the receiver's clock is due; the past where it is late.
    func nextDeadline() -> Duration {
        let earliest = reactor.now - Self.mostLate
        let next = max((nextBeat ?? reactor.now) + Self.interval, earliest)
        nextBeat = next
        return next
    }

    /// One beat of the receiver's clock.
    func beat() {
        let now = reactor.now
        if flowsSince != nil, let lastBeat { flowTime += now - lastBeat }
        lastBeat = now
        guard let stream, now >= silentUntil else {
            flowsSince = nil
            return
        }
        switch Int.random(in: 0..<1_200, using: &random) {
        case 0:
            silentUntil = now + .milliseconds(Int64.random(in: 300...4_000, using: &random))
        case 1:
            losses += 1
            stream.close()
            self.stream = nil
        default:
            var epoch = drive.next()
            if epoch == nil {
                drive = Self.drive(along: route)
                epoch = drive.next()
            }
            if let epoch { stream.write(epoch.bytes()) }
            epochs += 1
            if flowsSince == nil { flowsSince = now }
        }
    }
}
