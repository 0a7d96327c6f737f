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
    private var silentUntil = Duration.zero

    static let interval = Duration.milliseconds(50)

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

    /// One beat of the receiver's clock.
    func beat() {
        let now = reactor.now
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
            if drive.next() == nil { drive = Self.drive(along: route) }
            if let epoch = drive.next() { stream.write(epoch.bytes()) }
            epochs += 1
            if flowsSince == nil { flowsSince = now }
        }
    }
}
