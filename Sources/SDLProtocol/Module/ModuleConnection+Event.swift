extension ModuleConnection {
    /// What the owner of a connection has to do or know, in order.
    public enum Event: Sendable, Hashable {
        /// Write these bytes: whole frames.
        case send([UInt8])
        /// A session was opened; the answer to the app has been given.
        case sessionStarted(session: UInt8, version: ProtocolVersion, headerVersion: UInt8)
        /// A message arrived.
        case message(SessionMessage)
        /// A session is gone, with all its services.
        case sessionEnded(session: UInt8, SessionEndCause)
        /// An app asks for a service that the owner grants or refuses:
        /// ``ModuleConnection/acceptService(session:service:sessions:)``,
        /// ``ModuleConnection/refuseService(session:service:reason:rejectedParams:sessions:)``.
        case serviceRequested(ServiceRequest)
        /// The handshake of ``ModuleConnection/protect(session:service:with:now:sessions:)`` is over; the owner accepts
        /// or refuses the service now.
        case serviceProtected(ServiceRequest)
        /// The service cannot be protected; the owner accepts it unprotected or refuses it now.
        case protectionFailed(ServiceRequest, SecureChannelFault)
        /// The keys of a session are given up, so that none of its services is protected any more; the session goes on.
        case protectionLost(session: UInt8, SecureChannelFault)
        /// The app has ended an audio or video service.
        case serviceEnded(session: UInt8, service: ServiceType)
        /// A frame of a running audio or video service was counted and discarded.
        case mediaFrame(session: UInt8, service: ServiceType, byteCount: Int)
        /// A fault of the app was dealt with.
        case fault(WireFault)
        /// Close the transport; nothing more will be read or sent.
        case close(CloseCause)
    }

    /// Why a session ended.
    public enum SessionEndCause: Sendable, Hashable {
        /// The app ended it.
        case endService
        /// The app was silent and did not answer a heartbeat.
        case heartbeatLost
        /// The app sent too many frames.
        case flood
        /// The connection had too many malformed runs.
        case malformedFlood
        /// The app sent encrypted data that cannot be read.
        case decryptionFailed
        /// Data for the app could not be encrypted.
        case encryptionFailed
        /// The transport was closed, by the app or by a fault of the line.
        case transportClosed
    }

    /// Why a connection is closed.
    public enum CloseCause: Sendable, Hashable {
        /// Too many malformed runs.
        case malformedFlood
        /// Too many frames without a session.
        case flood
    }

    /// The wish for an audio or video service, or to protect the RPC service.
    public struct ServiceRequest: Sendable, Hashable {
        /// The session.
        public let session: UInt8
        /// The service.
        public let service: ServiceType
        /// Whether the service shall be protected.
        public let isEncrypted: Bool
        /// The version of the request's header.
        public let headerVersion: UInt8
        /// What is asked of a video service.
        public let video: VideoParameters
    }
}
