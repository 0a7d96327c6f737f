/// A receiver that is open as a source of positions, as a sink: a serial port, a connection, an accessory's session for
/// corrections.
public final class SourceSink: CorrectionsSink {
    private let source: LocationSource

    /// Wraps a source that lives on the relay's reactor.
    public init(_ source: LocationSource) {
        self.source = source
    }

    /// The source's name.
    public var name: String { source.name }

    /// Nothing or much: a source takes a frame only when all before it are gone; nil while it has no receiver
    /// that takes corrections.
    public var unsentByteCount: Int? {
        source.assumeIsolated { source in
            guard source.hasCorrectableReceiver else { return nil }
            return source.correctionStatistics.waitingFrames == 0 ? 0 : Int.max
        }
    }

    /// Sends one frame to the receiver.
    public func send(_ frame: [UInt8]) {
        _ = source.assumeIsolated { $0.send(corrections: frame) }
    }

    /// Does nothing: the source has its own life.
    public func close() {}
}
