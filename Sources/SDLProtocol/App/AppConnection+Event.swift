extension AppConnection {
    /// What the owner of a connection has to do or know, in order.
    public enum Event: Sendable, Hashable {
        /// Write these bytes: whole frames, in one call.
        case send([UInt8])
        /// The session is open.
        case started(Session)
        /// The session could not be opened.
        case startFailed(StartFailure)
        /// A message arrived.
        case message(SessionMessage)
        /// The head unit tells where a second connection can be opened.
        case transportEvent(ControlPayload.TransportEventUpdate)
        /// The RPC service is protected from now on.
        case protected
        /// The RPC service could not be protected; the session goes on as before.
        case protectionFailed(ProtectionFailure)
        /// The head unit has no keys for the RPC service any more; the session goes on unprotected.
        case protectionLost(ProtectionFailure)
        /// The head unit ended an audio or video service.
        case serviceEnded(ServiceType)
        /// The session is over. After ``EndCause/endedByModule`` messages may still arrive: the reason often follows.
        case ended(EndCause)
        /// A fault of the head unit was dealt with.
        case fault(WireFault)
        /// Close the transport; nothing more will be read or sent.
        case close
    }

    /// An open session.
    public struct Session: Sendable, Hashable {
        /// The session id.
        public let id: UInt8
        /// The negotiated version: the lower of the head unit's answer and the own one.
        public let version: ProtocolVersion
        /// The hash id that ends the session; nil if the head unit gave none.
        public let hashID: UInt32?
        /// The most payload of a frame that is sent, in bytes.
        public let sendLimit: Int
        /// All that the head unit answered, such as its vehicle.
        public let acknowledgement: ControlPayload.StartServiceACK

        /// The version in the headers of the app's frames.
        public var headerVersion: UInt8 { UInt8(clamping: max(1, version.major)) }
    }

    /// Why a session could not be opened.
    public enum StartFailure: Error, Sendable, Hashable {
        /// The head unit refused.
        case refused(reason: String?, rejectedParams: [String])
        /// The head unit answered with session id 0.
        case noSession
        /// The head unit ended the session before it began.
        case ended
        /// No answer in time.
        case timeout
        /// The transport was closed before the answer.
        case transportClosed
    }

    /// Why a session is over.
    public enum EndCause: Sendable, Hashable {
        /// The app ended it, and the head unit agreed.
        case acknowledged
        /// The app ended it, and the head unit refused; it is over all the same.
        case refused(reason: String?, rejectedParams: [String])
        /// The app ended it, and there was no answer in time.
        case unanswered
        /// The head unit ended it.
        case endedByModule
        /// The head unit sent encrypted data that cannot be read.
        case decryptionFailed
        /// The transport was closed.
        case transportClosed
    }
}
