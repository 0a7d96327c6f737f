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
    /// The caster did not like the version asked for; the other one comes next, by itself.
    case fallingBack(NTRIPFailure, wait: Duration)
    /// The connection failed; the next attempt comes by itself.
    case backingOff(NTRIPFailure, wait: Duration)
    /// It failed for good.
    case failed(NTRIPFailure)
    /// The table was delivered.
    case finished
}
