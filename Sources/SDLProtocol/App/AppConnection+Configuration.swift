extension AppConnection {
    /// What an app is like towards the wire.
    public struct Configuration: Sendable, Hashable {
        /// The highest protocol version; below 5 the app opens as old libraries did, without a payload.
        public var version: ProtocolVersion
        /// The most payload of a frame that is taken.
        public var receiveLimits: PayloadLimits
        /// The bounds of unfinished messages.
        public var assemblerLimits: MessageAssembler.Limits
        /// How long the answer to StartService may take.
        public var startTimeout: Duration
        /// How long the answer to EndService may take.
        public var endTimeout: Duration
        /// How long the protection of the RPC service may take.
        public var handshakeTimeout: Duration
        /// How long the reason may take after the head unit ended a session that was to be protected: sdl_core says so
        /// before it refuses, and the session goes on.
        public var refusalTimeout: Duration
        /// Whether the app has TLS: then a handshake that it did not ask for is told so, not that there is none.
        public var hasProtection: Bool
        /// How often the app sends a heartbeat of its own accord; nil: never, as all app libraries do.
        public var heartbeatInterval: Duration?

        /// Makes a configuration; the defaults are protocol 5.4.1, 10 s and 1 s, 20 s for a handshake, no own heartbeats.
        public init(
            version: ProtocolVersion = .newest, receiveLimits: PayloadLimits = PayloadLimits(),
            assemblerLimits: MessageAssembler.Limits = MessageAssembler.Limits(),
            startTimeout: Duration = .seconds(10), endTimeout: Duration = .seconds(1),
            heartbeatInterval: Duration? = nil, handshakeTimeout: Duration = .seconds(20),
            refusalTimeout: Duration = .milliseconds(500), hasProtection: Bool = false
        ) {
            self.version = version
            self.receiveLimits = receiveLimits
            self.assemblerLimits = assemblerLimits
            self.startTimeout = startTimeout
            self.endTimeout = endTimeout
            self.heartbeatInterval = heartbeatInterval
            self.handshakeTimeout = handshakeTimeout
            self.refusalTimeout = refusalTimeout
            self.hasProtection = hasProtection
        }
    }
}
