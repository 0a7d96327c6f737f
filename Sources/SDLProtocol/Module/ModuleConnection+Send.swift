// What the owner says through the connection. Each method gives the bytes of whole frames, for one write.

extension ModuleConnection {
    /// The bytes that carry an RPC to an app.
    ///
    /// Messages with binary data travel on the bulk service, the others on the RPC service. The session need not
    /// exist: requests on unknown sessions are answered, and some notifications follow the end of their session.
    ///
    /// - Parameters:
    ///   - payload: The message.
    ///   - session: The session id.
    ///   - version: The protocol version of the frames, 2 to 5; sdl_core uses that of the frame that brought
    ///     RegisterAppInterface, and its highest for apps that are not registered.
    ///   - registry: The head unit's sessions.
    public mutating func send(
        _ payload: RPCPayload, session: UInt8, version: UInt8, sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        let size = RPCPayload.headerSize + payload.json.count + payload.bulk.count
        let service: ServiceType = payload.bulk.isEmpty ? .rpc : .bulk
        return splitter(size: size, service, session: session, version: version, &registry)?.encode(payload) ?? []
    }

    /// As ``send(_:session:version:sessions:)``, for a message that was encoded once for many sessions, or for the
    /// JSON text of a protocol 1 message.
    ///
    /// - Parameters:
    ///   - encoded: The bytes of the message, at least one.
    ///   - service: RPC, or bulk if the message has binary data.
    ///   - session: The session id.
    ///   - version: The protocol version of the frames, 1 to 5.
    ///   - registry: The head unit's sessions.
    public mutating func send(
        encoded: [UInt8], service: ServiceType = .rpc, session: UInt8, version: UInt8,
        sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        guard !encoded.isEmpty else { return [] }
        return splitter(size: encoded.count, service, session: session, version: version, &registry)?
            .encode(encoded) ?? []
    }

    /// As ``send(encoded:service:session:version:sessions:)``, in encrypted frames.
    ///
    /// - Parameters:
    ///   - encoded: The bytes of the message, at least one.
    ///   - service: RPC, or bulk if the message has binary data.
    ///   - session: The session id.
    ///   - version: The protocol version of the frames, 2 to 5.
    ///   - registry: The head unit's sessions.
    /// - Returns: The bytes; nothing where the service is not protected, since nothing may leave it in the clear. Where
    ///   encryption fails the session is over: the bytes tell the app, ``takeEnds()`` the owner.
    public mutating func sendProtected(
        encoded: [UInt8], service: ServiceType = .rpc, session: UInt8, version: UInt8,
        sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        guard !encoded.isEmpty, version >= 2, sessions[session]?.isProtected(service) == true,
            var channel = sessions[session]?.channel
        else { return [] }
        let limit = configuration.sendLimits.limit(
            version: min(version, UInt8(clamping: configuration.maximumVersion.major)), service: service)
        guard let pieceSize = channel.pieceSize(within: limit) else {
            return encryptionFailed(.encryptionFailed, session: session, &registry)
        }
        guard
            let splitter = splitter(
                size: encoded.count, within: pieceSize, service, session: session, version: version, &registry)
        else { return [] }
        do throws(SecureChannelFault) {
            let bytes = try splitter.encode(encoded, pieceSize: pieceSize) { piece throws(SecureChannelFault) in
                try channel.encrypt(piece)
            }
            sessions[session]?.channel = channel
            return bytes
        } catch {
            // Nothing of the message left, but the keys are of no use any more.
            return encryptionFailed(.encryptionFailed, session: session, &registry)
        }
    }

    /// Whether messages of a session can be sent and taken encrypted.
    public func isProtected(session: UInt8, service: ServiceType = .rpc) -> Bool {
        sessions[session]?.isProtected(service) ?? false
    }

    private func splitter(
        size: Int, within pieceSize: Int? = nil, _ service: ServiceType, session: UInt8, version: UInt8,
        _ registry: inout SessionRegistry
    ) -> FrameSplitter? {
        guard !isClosed else { return nil }
        let version = min(max(1, version), UInt8(clamping: configuration.maximumVersion.major))
        let limit = configuration.sendLimits.limit(version: version, service: service)
        let isLong = size > pieceSize ?? limit
        let id =
            version < 2
            ? 0 : registry.nextMessageID(session: session, connection: number, severalFrames: isLong)
        return FrameSplitter(version: version, sessionID: session, service: service, messageID: id, limit: limit)
    }

    /// Ends a service from the head unit's side.
    ///
    /// With the RPC service the whole session is forgotten, without a further event; the connection stays. Apps need
    /// not answer, and most do not.
    ///
    /// - Parameters:
    ///   - session: The session id; for one that does not exist here nothing is sent.
    ///   - service: RPC, audio or video.
    ///   - registry: The head unit's sessions.
    /// - Returns: The bytes of EndService, without payload.
    public mutating func endService(
        session: UInt8, service: ServiceType = .rpc, sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        guard !isClosed, sessions[session] != nil else { return [] }
        switch service {
        case .rpc:
            let frame = endServiceFrame(of: session, service, &registry)
            forget(session, &registry)
            return frame
        case .audio, .video:
            sessions[session]?[service] = .closed
            return endServiceFrame(of: session, service, &registry)
        case .control, .bulk:
            return []
        }
    }

    func endServiceFrame(of session: UInt8, _ service: ServiceType, _ registry: inout SessionRegistry) -> [UInt8] {
        let version = sessions[session]?.headerVersion ?? UInt8(clamping: configuration.maximumVersion.major)
        return Frame(
            control: .endService, version: version, service: service, sessionID: session,
            messageID: registry.nextMessageID(session: session, connection: number)
        ).encode()
    }

    // MARK: - Answers to service requests

    /// Grants a service that the app has asked for: audio, video, or the protection of RPC after its handshake.
    ///
    /// The answer says that the service is protected if the app asked for that and the session has keys.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - service: Audio, video or RPC.
    ///   - registry: The head unit's sessions.
    /// - Returns: The bytes of StartServiceACK with the `mtu` and, for video, what was asked; nothing if there was no
    ///   such request, or no handshake where RPC is to be protected.
    public mutating func acceptService(
        session: UInt8, service: ServiceType, sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        guard !isClosed, let current = sessions[session] else { return [] }
        var answer = ControlPayload.StartServiceACK(
            mtu: Int64(configuration.receiveLimits.limit(version: 5, service: service)))
        let request: ServiceRequest
        switch service {
        case .audio, .video:
            guard case .requested(let wish) = current[service] else { return [] }
            request = wish
            sessions[session]?[service] = .running
            if service == .video { answer.video = request.video }
        case .rpc:
            guard let wish = current.protection, current.channel != nil else { return [] }
            request = wish
            sessions[session]?.protection = nil
            answer.protocolVersion = current.version.description
            // sdl_core tells no hash a second time; apps keep the first.
            answer.hashID = configuration.faultPolicy == .asCore ? 0 : current.hashID
        case .control, .bulk:
            return []
        }
        let version = min(request.headerVersion, UInt8(clamping: configuration.maximumVersion.major))
        let payload = version >= 5 ? answer.encode(headerVersion: version) : []
        let header = FrameHeader(
            version: version, type: .control, service: service, info: ControlFrameInfo.startServiceACK.rawValue,
            sessionID: session, messageID: registry.nextMessageID(session: session, connection: number))
        guard request.isEncrypted, current.channel != nil else {
            return Frame(header: header, payload: payload).encode()
        }
        return protectedAcknowledgement(header, payload, &registry)
    }

    /// Refuses a service that the app has asked for.
    ///
    /// - Parameters:
    ///   - session: The session id.
    ///   - service: RPC, audio or video.
    ///   - reason: Why, told to apps of 5.3 and later.
    ///   - rejectedParams: The keys of the request that were refused.
    ///   - registry: The head unit's sessions.
    /// - Returns: The bytes of StartServiceNAK; nothing if there was no such request. As sdl_core, an EndService of
    ///   the RPC service comes before the refusal to protect it, though the session goes on.
    public mutating func refuseService(
        session: UInt8, service: ServiceType, reason: String?, rejectedParams: [String] = [],
        sessions registry: inout SessionRegistry
    ) -> [UInt8] {
        guard !isClosed, let request = takeRequest(session: session, service: service) else { return [] }
        var bytes: [UInt8] = []
        if service == .rpc, configuration.faultPolicy == .asCore {
            bytes = endServiceFrame(of: session, .rpc, &registry)
        }
        let version = sessions[session]?.version ?? configuration.maximumVersion
        let told = version >= ProtocolVersion(5, 3, 0) ? reason : nil
        let refusal = ControlPayload.Refusal(rejectedParams: rejectedParams, reason: told)
        bytes += Frame(
            control: .startServiceNAK, version: request.headerVersion, service: service, sessionID: session,
            messageID: registry.nextMessageID(session: session, connection: number),
            payload: refusal.encode(headerVersion: request.headerVersion)
        ).encode()
        return bytes
    }

    private mutating func takeRequest(session: UInt8, service: ServiceType) -> ServiceRequest? {
        switch service {
        case .rpc:
            let request = sessions[session]?.protection
            sessions[session]?.protection = nil
            return request
        case .audio, .video:
            guard case .requested(let request) = sessions[session]?[service] else { return nil }
            sessions[session]?[service] = .closed
            return request
        case .control, .bulk:
            return nil
        }
    }
}
