/// A session of a connection, as the head unit sees it.
struct ModuleSession: Sendable {
    /// The state of a service that the owner grants.
    enum MediaState: Sendable {
        case closed
        case requested(ModuleConnection.ServiceRequest)
        case running
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
    var heartbeat = HeartbeatWatch.off
    var meter: FrequencyMeter

    /// Starts the time of a watched session again: any of its frames does.
    mutating func noteSignOfLife(now: Duration, timeout: Duration) {
        switch heartbeat {
        case .off: break
        case .watching, .asked: heartbeat = .watching(deadline: now + timeout)
        }
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
                if case .running = newValue { audioTraffic = MediaTraffic() }
            case .video:
                video = newValue
                if case .running = newValue { videoTraffic = MediaTraffic() }
            case .control, .rpc, .bulk: break
            }
        }
    }
}
