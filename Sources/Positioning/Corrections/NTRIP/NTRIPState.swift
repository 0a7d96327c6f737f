public import RTCM

/// What an NTRIP client is doing.
public enum NTRIPState: Hashable, Sendable {
    /// Not started, or stopped.
    case idle
    /// A position has to come before the caster is asked.
    case waitingForPosition
    /// Name look-up, connection, proxy and TLS.
    case connecting
    /// The request is sent, the reply not complete.
    case handshaking
    /// The caster accepted; no corrections came yet.
    case waitingForData
    /// Corrections are coming.
    case streaming
    /// Bytes are coming, but no good corrections.
    case degraded
    /// The connection failed; the next attempt comes by itself.
    case backingOff(NTRIPFailure, wait: Duration)
    /// It failed for good.
    case failed(NTRIPFailure)
    /// The table was delivered.
    case finished
}

/// Counts and findings of a client since its start.
public struct NTRIPStatus: Sendable {
    /// What it is doing.
    public var state: NTRIPState
    /// The version of the last reply; nil before one, or when corrections came without any.
    public var version: NTRIPVersion?
    /// Whether the stream comes in chunks.
    public var isChunked: Bool
    /// Bytes received, replies included.
    public var bytesIn: Int
    /// Bytes sent.
    public var bytesOut: Int
    /// Messages by kind, station, satellites.
    public var statistics: RTCMStatistics
    /// Frames with a wrong check value.
    public var checkFailures: Int
    /// Bytes of streams that belong to no frame.
    public var skippedBytes: Int
    /// Connections after the first.
    public var reconnects: Int
    /// Positions sent up.
    public var positionsSent: Int
    /// When the last position was sent up.
    public var lastPositionSent: Duration?
    /// Interruptions of a stream that had begun.
    public var gaps: Int
    /// Something the user should know, such as that the caster waits for a position.
    public var explanation: String?
}
