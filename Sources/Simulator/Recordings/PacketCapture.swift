public import HeadUnit
internal import Synchronization
public import Transport

/// Writes the traffic of a head unit as a pcapng file, which packet analysers open.
///
/// The head unit sees streams and no packets: each read and write becomes a TCP segment (large ones several) of a
/// connection with hand-shake, sequence numbers, check sums and end, at the time at which it passed. Retransmissions and
/// the real acknowledgements are not in it. Docs/wireshark has a dissector for what is inside.
public final class PacketCapture: Sendable {
    private struct State {
        var connections: [Int: CapturedConnection] = [:]
        /// The time of the clock on the wall at second 0 of the reactor's clock, in microseconds since 1970.
        var epoch: Int64
        var server: SocketAddress?
    }

    private let writer: FileWriter
    private let state: Mutex<State>

    /// Begins a capture.
    ///
    /// - Parameters:
    ///   - writer: The file.
    ///   - now: The time of the reactor's clock.
    ///   - wallClock: The time then, in microseconds since 1970.
    public init(writer: FileWriter, now: Duration, wallClock: Int64) {
        self.writer = writer
        state = Mutex(State(epoch: wallClock - now.microseconds))
        writer.append(PCAPNG.sectionHeader(application: "waypoint-sim"))
        writer.append(PCAPNG.interface(name: "sdl", description: "what passed between apps and the head unit"))
    }

    /// Tells where the head unit listens, which is the other end of all connections.
    public func listening(on address: SocketAddress) {
        state.withLock { $0.server = address }
    }

    /// The observer of the wire to hand to a head unit.
    public var observer: HeadUnit.TrafficObserver {
        { [self] connection, time, event in record(connection, time, event) }
    }

    /// Ends the capture when all of it is written.
    ///
    /// - Returns: How many packets are missing because the disk was too slow.
    /// - Throws: `TransportError` when something could not be written.
    public func finish() async throws(TransportError) -> Int {
        try await writer.finish()
    }

    private func record(_ number: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        state.withLock { state in
            let microseconds = state.epoch + time.microseconds
            var packets: [[UInt8]] = []
            switch event {
            case .opened(let peer):
                var connection = CapturedConnection(number: number, peer: peer, server: state.server)
                packets = connection.open()
                state.connections[number] = connection
            case .bytes(let direction, let bytes):
                packets = state.connections[number]?.carry(bytes, isFromApp: direction == .fromApp) ?? []
            case .closed(let end):
                var connection = state.connections.removeValue(forKey: number)
                packets = connection?.close(by: end) ?? []
            }
            for packet in packets { writer.append(PCAPNG.packet(packet, at: microseconds)) }
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds &* 1_000_000 &+ components.attoseconds / 1_000_000_000_000
    }
}
