extension ModuleConnection {
    /// How a session's hash id is made.
    public enum HashRule: Sendable {
        /// As sdl_core does: connection number + session id × 65 536.
        case connectionAndSession
        /// From a source of random numbers; 0 ("no hash") and 0xFFFF0000 ("wrong hash") are drawn again.
        case generated(@Sendable () -> UInt32)
    }

    /// What a head unit is like towards the wire.
    public struct Configuration: Sendable {
        /// The highest protocol version; with a major number below 5, payloads of StartService are ignored.
        public var maximumVersion: ProtocolVersion
        /// How faults of apps are met.
        public var faultPolicy: FaultPolicy
        /// The most payload of a frame that is taken; version 5 apps are told it as `mtu`.
        public var receiveLimits: PayloadLimits
        /// The most payload of a frame that is sent.
        public var sendLimits: PayloadLimits
        /// The bounds of unfinished messages.
        public var assemblerLimits: MessageAssembler.Limits
        /// What apps of 5.4 and later are told of the vehicle; nil if nothing is known.
        public var vehicle: VehicleInfo?
        /// How many bytes of each vehicle value are told.
        public var vehicleValueLimit: Int
        /// The transports for a second connection that apps of 5.1 and later are told; nil to leave all three keys
        /// out.
        public var secondaryTransports: [String]?
        /// Where audio may run, as told to apps of 5.1 and later.
        public var audioServiceTransports: [Int32]
        /// Where video may run, as told to apps of 5.1 and later.
        public var videoServiceTransports: [Int32]
        /// The token that cloud apps of 5.2 and later are told.
        public var authToken: String?
        /// How hash ids are made.
        public var hashRule: HashRule
        /// How long a session that has sent a heartbeat may be silent before it is asked, and again before it is
        /// ended; zero: it is never asked.
        public var heartbeatTimeout: Duration
        /// How many frames a session may send (control, RPC and bulk; not audio, not video).
        public var frameLimit: FrequencyLimit
        /// How many malformed runs a connection may have.
        public var malformedLimit: FrequencyLimit
        /// Whether services can be protected: then a handshake that nobody asked for is told so, not that there is no
        /// TLS.
        public var offersProtection: Bool
        /// How long the handshake of a service may take.
        public var handshakeTimeout: Duration
        /// Whether StartService is answered at once; else it waits for ``ModuleConnection/becomeReady(now:sessions:)``.
        public var isReady: Bool

        /// A careful head unit of protocol 5.4.0.
        ///
        /// Frames are kept so small that every app library takes them, see ``PayloadLimits/everyApp(upTo:)``, and hash
        /// ids are drawn from the system's random numbers, so that no app can guess another's.
        public static var strict: Configuration {
            Configuration(
                faultPolicy: .strict, sendLimits: .everyApp(),
                hashRule: .generated { UInt32.random(in: .min ... .max) }, vehicleValueLimit: 96)
        }

        /// A head unit with the habits and settings of a stock sdl_core 8.2.0.
        public static var core: Configuration {
            Configuration(
                faultPolicy: .asCore, sendLimits: PayloadLimits(), hashRule: .connectionAndSession,
                vehicleValueLimit: 500)
        }

        private init(
            faultPolicy: FaultPolicy, sendLimits: PayloadLimits, hashRule: HashRule, vehicleValueLimit: Int
        ) {
            maximumVersion = .core
            self.faultPolicy = faultPolicy
            receiveLimits = PayloadLimits()
            self.sendLimits = sendLimits
            assemblerLimits = MessageAssembler.Limits()
            self.vehicleValueLimit = vehicleValueLimit
            secondaryTransports = []
            audioServiceTransports = [1]
            videoServiceTransports = [1]
            self.hashRule = hashRule
            heartbeatTimeout = .seconds(7)
            frameLimit = .coreFrames
            malformedLimit = .coreMalformed
            offersProtection = false
            handshakeTimeout = .seconds(10)
            isReady = true
        }

        /// Takes over sdl_core's setting `MaximumPayloadSize` for both directions.
        ///
        /// - Parameter size: The most payload of a frame in bytes.
        public mutating func setMaximumPayloadSize(_ size: Int) {
            receiveLimits = PayloadLimits(maximumPayloadSize: size)
            switch faultPolicy {
            case .asCore:
                sendLimits = receiveLimits
            case .strict:
                sendLimits = .everyApp(upTo: size)
            }
        }
    }
}
