/// A message of a WebSocket.
public enum WebMessage: Hashable, Sendable {
    /// Text as UTF-8; what arrives is checked to be that.
    case text([UInt8])
    /// Bytes.
    case binary([UInt8])

    /// The content.
    public var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}

/// Why a WebSocket is over.
public enum WebSocketClosure: Hashable, Sendable {
    /// The peer closed it in order; status 1005 for a close frame without one (RFC 6455, section 7.1.5).
    case closed(status: Int, reason: String)
    /// The connection broke, or the peer gave no sign of life.
    case lost
    /// The peer broke the rules or a bound, or this side closed it.
    case ended
    /// The peer reads so slowly that the bound of unsent bytes was passed.
    case slowPeer(unsentBytes: Int)
}
