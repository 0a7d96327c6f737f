/// A session of a connection, as the head unit sees it.
struct ModuleSession: Sendable {
    /// The state of a service that the owner grants.
    enum MediaState: Sendable {
        case closed
        case requested(ModuleConnection.ServiceRequest)
        case running
    }

    /// A handshake that is not over.
    struct Handshake: Sendable {
        /// The services that wait for it, in the order in which they were asked for.
        var requests: [ModuleConnection.ServiceRequest]
        var channel: any SecureChannel
        let deadline: Duration
        let owner: String?
    }

    /// The watch over a silent app.
    enum HeartbeatWatch: Sendable {
        case off
        case watching(deadline: Duration)
        case asked(deadline: Duration)

        var deadline: Duration? {
            switch self {
            case .off: nil
            case .watching(let deadline), .asked(let deadline): deadline
            }
        }
    }

    /// The negotiated version.
    let version: ProtocolVersion
    /// The version of the StartServiceACK's header, also of frames that the head unit sends by itself.
    let headerVersion: UInt8
    /// What EndService must name.
    let hashID: UInt32
    var audio = MediaState.closed
    var video = MediaState.closed
    /// What came since the service was granted.
    var audioTraffic = MediaTraffic()
    var videoTraffic = MediaTraffic()
    /// A wish to protect the RPC service that was not answered yet.
    var protection: ModuleConnection.ServiceRequest?
    /// The handshake under way.
    var handshake: Handshake?
    /// The keys of the session, once a handshake succeeded.
    var channel: (any SecureChannel)?
    /// For whom the keys were agreed on.
    var channelOwner: String?
    /// Whether the app has used the keys: with TLS 1.3 it may refuse the handshake until then.
    var hasHeardEncrypted = false
    /// The services that were granted with protection; bulk goes with RPC.
    var protectedServices: Set<ServiceType> = []
    /// The number of the last query that the head unit sent on its own.
    var lastQueryNumber: UInt32 = 0
    var heartbeat = HeartbeatWatch.off
    var meter: FrequencyMeter

    /// Starts the time of a watched session again: any of its frames does.
    mutating func noteSignOfLife(now: Duration, timeout: Duration) {
        switch heartbeat {
        case .off: break
        case .watching, .asked: heartbeat = .watching(deadline: now + timeout)
        }
    }

    /// Forgets the keys; the services go on in the clear.
    mutating func dropKeys() {
        channel = nil
        channelOwner = nil
        hasHeardEncrypted = false
        protectedServices = []
    }

    /// Whether data of a service may come and go encrypted.
    func isProtected(_ service: ServiceType) -> Bool {
        channel != nil && protectedServices.contains(service == .bulk ? .rpc : service)
    }

    /// The state of audio or video; the other services live as long as the session.
    subscript(service: ServiceType) -> MediaState {
        get {
            switch service {
            case .audio: audio
            case .video: video
            case .control, .rpc, .bulk: .running
            }
        }
        set {
            switch service {
            case .audio:
                audio = newValue
                if case .closed = newValue { protectedServices.remove(.audio) }
                if case .running = newValue { audioTraffic = MediaTraffic() }
            case .video:
                video = newValue
                if case .closed = newValue { protectedServices.remove(.video) }
                if case .running = newValue { videoTraffic = MediaTraffic() }
            case .control, .rpc, .bulk: break
            }
        }
    }
}
