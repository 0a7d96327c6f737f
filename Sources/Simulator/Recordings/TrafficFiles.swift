internal import Glibc
public import HeadUnit
public import Transport

/// The files that the traffic of one head unit is written to: a recording, a packet capture, both or none.
public final class TrafficFiles: Sendable {
    private let recorder: TrafficRecorder?
    private let capture: PacketCapture?

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - recordPath: The recording (Docs/recordings.md); `nil` for none.
    ///   - pcapngPath: The packet capture; `nil` for none.
    ///   - reactor: The thread of the head unit, whose clock is meant.
    /// - Throws: `TransportError` when a file cannot be made.
    public init(recordPath: String?, pcapngPath: String?, on reactor: Reactor) throws(TransportError) {
        if let recordPath {
            recorder = TrafficRecorder(writer: try FileWriter(path: recordPath))
        } else {
            recorder = nil
        }
        if let pcapngPath {
            var wall = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &wall)
            capture = PacketCapture(
                writer: try FileWriter(path: pcapngPath), now: reactor.now,
                wallClock: Int64(wall.tv_sec) &* 1_000_000 &+ Int64(wall.tv_nsec) / 1000)
        } else {
            capture = nil
        }
    }

    /// Writes what happens at a head unit from now on.
    ///
    /// - Parameters:
    ///   - unit: The head unit, which does not listen yet.
    ///   - other: Somebody else who is told of the wire.
    public func attach(to unit: MockHeadUnit, and other: HeadUnit.TrafficObserver? = nil) async {
        await recorder?.attach(to: unit)
        let observers = [recorder?.observer, capture?.observer, other].compactMap(\.self)
        guard !observers.isEmpty else { return }
        await unit.observeWire { connection, time, event in
            for observer in observers { observer(connection, time, event) }
        }
    }

    /// Tells where the head unit listens.
    public func listening(on address: SocketAddress) {
        capture?.listening(on: address)
    }

    /// Ends the files when all of it is written.
    ///
    /// - Throws: `TransportError` when something could not be written, or had to be left out.
    public func finish() async throws(TransportError) {
        // Both are ended, whichever fails.
        var failure: TransportError?
        for file in [recorder?.finish, capture?.finish] {
            guard let file else { continue }
            do throws(TransportError) {
                let dropped = try await file()
                if dropped > 0 {
                    failure = TransportError(
                        .closed, operation: "\(dropped) lines or packets dropped, the disk is too slow")
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
