internal import Formats
internal import SDLProtocol
internal import SDLSecurity

// Audio and video services of navigation and projection apps, and the wish to protect a service.
extension HeadUnitMachine {
    mutating func serviceRequested(_ request: ModuleConnection.ServiceRequest, on id: LinkID) {
        let key = AppKey(link: id, session: request.session)
        let app = apps[key]
        let service = request.service.rawValue
        tell(.received, request.service, of: key)
        var reason: String?
        switch request.service {
        case .audio, .video:
            if app?.traits.isVideo != true {
                reason = "Service type: \(service) disallowed with current HMI type"
            } else if app?.status.level == AppLevel.none {
                reason = "Service type: \(service) disallowed with current HMI level"
            }
        case .rpc, .bulk, .control:
            break
        }
        if let reason {
            refuse(request.service, of: key, reason: reason)
        } else if request.isEncrypted {
            protect(request, of: key)
        } else if let app {
            start(request, of: app)
        }
    }

    // MARK: Protection

    private static let onlyRegisteredApps = "Only registered apps can have a protected service"

    private mutating func protect(_ request: ModuleConnection.ServiceRequest, of key: AppKey) {
        guard let protection = configuration.protection else {
            guard configuration.connection.faultPolicy == .asCore else {
                let fault = SecureChannelFault(.notSupported, reason: "This head unit has no certificates")
                protectionFailed(request, fault, on: key.link)
                return
            }
            // What a stock head unit without a clock of its own says.
            refuse(request.service, of: key, reason: "System time provider is not ready")
            return
        }
        guard let app = apps[key] else {
            refuse(request.service, of: key, reason: Self.onlyRegisteredApps)
            return
        }
        do throws(SecureChannelFault) {
            // sdl_core believes no certificate that leaves open for whom it is.
            let channel = try protection.makeChannel(
                appID: app.policyID,
                appName: configuration.connection.faultPolicy == .asCore ? app.name : nil)
            guard
                var events = links[key.link]?.connection.protect(
                    session: key.session, service: request.service, with: channel, owner: app.policyID, now: now,
                    sessions: &sessions)
            else { return }
            handle(&events, on: key.link)
        } catch {
            protectionFailed(request, error, on: key.link)
        }
    }

    mutating func serviceProtected(_ request: ModuleConnection.ServiceRequest, on id: LinkID) {
        let key = AppKey(link: id, session: request.session)
        guard let app = apps[key] else {
            refuse(request.service, of: key, reason: Self.onlyRegisteredApps)
            return
        }
        switch request.service {
        case .audio, .video:
            start(request, of: app)
        case .rpc, .bulk, .control:
            guard
                let bytes = links[id]?.connection.acceptService(
                    session: key.session, service: request.service, sessions: &sessions), !bytes.isEmpty
            else { return }
            act(.send(id, bytes))
            if endsForWantOfKeys(on: id) { return }
            tell(.accepted, request.service, of: key)
        }
    }

    /// An app whose session can no longer be spoken to, since data for it could not be encrypted, is gone.
    ///
    /// - Returns: Whether there was such a session.
    @discardableResult
    mutating func endsForWantOfKeys(on id: LinkID) -> Bool {
        guard var ends = links[id]?.connection.takeEnds(), !ends.isEmpty else { return false }
        handle(&ends, on: id)
        return true
    }

    /// The keys of a session were for the certificate of one app; another one that comes to the session has to show its
    /// own.
    mutating func checkKeys(of key: AppKey, for policyID: String) {
        guard let owner = links[key.link]?.connection.protectionOwner(of: key.session), owner != policyID,
            var events = links[key.link]?.connection.giveUpProtection(
                session: key.session, reason: "another app has come to the session", sessions: &sessions)
        else { return }
        handle(&events, on: key.link)
    }

    /// Audio and video go on unprotected, as the answer to the app says; a running RPC service stays as it is.
    mutating func protectionFailed(
        _ request: ModuleConnection.ServiceRequest, _ fault: SecureChannelFault, on id: LinkID
    ) {
        let key = AppKey(link: id, session: request.session)
        switch request.service {
        case .audio, .video:
            guard let app = apps[key] else {
                refuse(request.service, of: key, reason: Self.onlyRegisteredApps)
                return
            }
            start(request, of: app)
        case .rpc, .bulk, .control:
            // As every refusal of sdl_core this one sends the app to NONE; a careful head unit leaves it where it is.
            refuse(
                request.service, of: key, reason: fault.reason,
                closes: configuration.connection.faultPolicy == .asCore)
        }
    }

    private mutating func start(_ request: ModuleConnection.ServiceRequest, of app: RegisteredApp) {
        let id: JSONValue = .int(Int64(app.hmiAppID))
        guard request.service == .video else {
            acceptMedia(.audio, of: app.key)
            return
        }
        var config: [String: JSONValue] = [:]
        config["protocol"] = request.video.videoProtocol.map { .string($0) }
        config["codec"] = request.video.videoCodec.map { .string($0) }
        config["height"] = request.video.height.map { .int(Int64($0)) }
        config["width"] = request.video.width.map { .int(Int64($0)) }
        guard !config.isEmpty, isAvailable(.setVideoConfig) else {
            acceptMedia(.video, of: app.key)
            return
        }
        ask(
            .setVideoConfig, parameters: ["appID": id, "config": .object(config)],
            for: .setVideoConfig(app.key, registration: app.serial))
    }

    mutating func finishSetVideoConfig(_ key: AppKey, _ answer: JudgedAnswer?) {
        if answer?.isSuccess == true {
            acceptMedia(.video, of: key)
        } else {
            refuse(.video, of: key, reason: "Received SetVideoConfig failure response")
        }
    }

    private mutating func acceptMedia(_ service: ServiceType, of key: AppKey) {
        guard let app = apps[key],
            let bytes = links[key.link]?.connection.acceptService(
                session: key.session, service: service, sessions: &sessions), !bytes.isEmpty
        else { return }
        let (method, url): (HMIMethod, String) =
            service == .video
            ? (.startStream, configuration.streamURLs.video) : (.startAudioStream, configuration.streamURLs.audio)
        ask(method, parameters: ["appID": .int(Int64(app.hmiAppID)), "url": .string(url)], for: .none)
        act(.send(key.link, bytes))
        if endsForWantOfKeys(on: key.link) { return }
        tell(.accepted, service, of: key)
        apps[key]?.media[service] = .silent
    }

    private mutating func refuse(_ service: ServiceType, of key: AppKey, reason: String, closes: Bool = true) {
        if let bytes = links[key.link]?.connection.refuseService(
            session: key.session, service: service, reason: reason, sessions: &sessions)
        {
            act(.send(key.link, bytes))
        }
        tell(.rejected, service, of: key)
        if closes { closeOnScreen(key) }
    }

    /// Sends an app to NONE and has the HMI close it.
    mutating func closeOnScreen(_ key: AppKey) {
        guard let app = apps[key] else { return }
        close(key)
        ask(.closeApplication, parameters: ["appID": .int(Int64(app.hmiAppID))], for: .none)
    }

    mutating func mediaArrived(_ key: AppKey, _ service: ServiceType) {
        guard apps[key]?.media[service] == .silent else { return }
        apps[key]?.media[service] = .flowing
        tellFlow(service, true)
    }

    mutating func mediaEnded(_ key: AppKey, _ service: ServiceType) {
        guard let app = apps[key], let state = app.media[service] else { return }
        apps[key]?.media[service] = nil
        if state == .flowing { tellFlow(service, false) }
        ask(
            service == .video ? .stopStream : .stopAudioStream,
            parameters: ["appID": .int(Int64(app.hmiAppID))], for: .none)
    }

    /// Ends the streams of an app that is going away.
    mutating func stopMedia(of key: AppKey) {
        for service in [ServiceType.video, .audio] { mediaEnded(key, service) }
    }

    private mutating func tellFlow(_ service: ServiceType, _ isFlowing: Bool) {
        tell(
            service == .video ? .onVideoDataStreaming : .onAudioDataStreaming,
            parameters: ["available": .bool(isFlowing)])
    }
}
