/// A whole message of an RPC or bulk service.
public struct SessionMessage: Sendable, Hashable {
    /// What the message holds.
    public enum Content: Sendable, Hashable {
        /// An RPC (protocol 2 and later).
        case rpc(RPCPayload)
        /// An RPC whose rest was lost or never came. A head unit answers INVALID_DATA if it was a request.
        case damaged(RPCHeader)
        /// The JSON text of a protocol 1 message, which has no binary header.
        case protocol1([UInt8])
    }

    /// The session that the frames named.
    public var sessionID: UInt8
    /// Whether that session exists on this connection; requests on others are answered too (the app is not registered).
    public var isKnownSession: Bool
    /// The version in the headers of the frames.
    public var headerVersion: UInt8
    /// The service of the frames: RPC or bulk; both are read alike.
    public var service: ServiceType
    /// Whether all of the message came encrypted.
    public var isEncrypted: Bool
    /// What the message holds.
    public var content: Content

    /// Makes a message.
    public init(
        sessionID: UInt8, isKnownSession: Bool, headerVersion: UInt8, service: ServiceType, isEncrypted: Bool = false,
        content: Content
    ) {
        self.sessionID = sessionID
        self.isKnownSession = isKnownSession
        self.headerVersion = headerVersion
        self.service = service
        self.isEncrypted = isEncrypted
        self.content = content
    }
}
