/// A fault of the peer that was dealt with on the spot; reported for logs and counters.
public enum WireFault: Error, Sendable, Hashable {
    /// A run of bytes that are no frame.
    case malformed(HeaderFault)
    /// A message of several frames was dropped, or one of its frames.
    case message(MessageFault)
    /// A message that is no RPC was dropped.
    case rpc(RPCPayloadFault)
    /// A security query was refused.
    case security(SecurityErrorCode)
    /// A message came in the clear that may only come encrypted; it was dropped.
    case unencrypted(function: UInt32)
    /// A frame of a session without an open service was dropped.
    case unexpectedFrame(session: UInt8, service: ServiceType)
    /// Frames of unknown sessions come too fast; they are dropped.
    case unknownSessionFlood
}

/// What was wrong with a message of several frames.
public enum MessageFault: Error, Sendable, Hashable {
    /// The first frame announces no bytes, no frames, or more frames than bytes.
    case announcement(total: UInt32, count: UInt32)
    /// The message would be larger than allowed.
    case tooLarge(total: UInt32)
    /// Too many messages of the session, or too many bytes on the connection, are unfinished.
    case tooManyUnfinished
    /// A consecutive frame without a first frame.
    case withoutFirst
    /// A consecutive frame with the wrong running number.
    case outOfOrder(expected: UInt8, found: UInt8)
    /// More bytes than announced.
    case overflow
    /// The last frame came before the announced bytes.
    case short(missing: Int)
    /// A new first frame replaced an unfinished message, or (as sdl_core does) was refused because of one.
    case secondFirst
    /// The rest did not come in time.
    case timeout
    /// A frame is encrypted and there is no key.
    case encrypted
}
