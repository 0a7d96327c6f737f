internal import Formats
public import HeadUnit
internal import Synchronization
public import Transport

/// Writes what goes over the wire as JSON, one frame a line.
///
/// Each line has `t` (seconds since the recording began), `dir` (`app->hu`, `hu->app` or `event`), `conn`, and for
/// frames `hex`, `header`, and the decoded `bson`, or `rpc` and `json`; of a message of several frames the last one has
/// the decoded content. Where bytes are no frame, a line with `note` has all bytes of that read as `hex`.
public final class TrafficRecorder: Sendable {
    private let writer: FileWriter
    private let transcript = Mutex(TrafficTranscript())

    /// Begins a recording.
    ///
    /// - Parameter writer: The file.
    public init(writer: FileWriter) {
        self.writer = writer
    }

    /// The observer to hand to a head unit.
    public var observer: HeadUnit.TrafficObserver {
        { [self] connection, time, event in record(connection, time, event) }
    }

    /// Ends the recording when all lines are written.
    ///
    /// - Returns: How many lines are missing because the disk was too slow.
    /// - Throws: `TransportError` when a line could not be written.
    public func finish() async throws(TransportError) -> Int {
        try await writer.finish()
    }

    private func record(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        transcript.withLock { transcript in
            for line in transcript.take(connection, time, event) {
                writer.append(line.json.serialized() + [UInt8(ascii: "\n")])
            }
        }
    }
}
