internal import Formats
internal import SDLProtocol

// Sessions and their ends: what the wire reports, and what becomes of the app on it.
extension HeadUnitMachine {
    /// Works through what a connection reports, in order.
    mutating func handle(_ events: inout [ModuleConnection.Event], on id: LinkID) {
        for event in events {
            // After the module closed a connection, what still arrived on it is lost.
            guard links[id]?.isClosing == false else { return }
            switch event {
            case .send(let bytes):
                tellRefusal(in: bytes, on: id)
                act(.send(id, bytes))
            case .sessionStarted:
                for event in [ServiceEvent.received, .accepted] { tell(event, .rpc, of: nil) }
            case .fault:
                break
            case .mediaFrame(let session, let service, _):
                mediaArrived(AppKey(link: id, session: session), service)
            case .serviceEnded(let session, let service):
                mediaEnded(AppKey(link: id, session: session), service)
            case .message(let message):
                received(message, on: id)
            case .sessionEnded(let session, let cause):
                sessionEnded(AppKey(link: id, session: session), cause: cause)
            case .serviceRequested(let request):
                serviceRequested(request, on: id)
            case .serviceProtected(let request):
                serviceProtected(request, on: id)
            case .protectionFailed(let request, let fault):
                protectionFailed(request, fault, on: id)
            case .protectionLost:
                // The app knows, or said so itself; what it may only hear encrypted is not told any more.
                break
            case .close:
                close(link: id)
            }
        }
    }

    // MARK: What the HMI hears of services

    /// What OnServiceUpdate tells about a wish for a service.
    enum ServiceEvent: String {
        case received = "REQUEST_RECEIVED"
        case accepted = "REQUEST_ACCEPTED"
        case rejected = "REQUEST_REJECTED"
    }

    /// Tells the HMI what became of an app's wish for a service, with the app's id once it is registered.
    mutating func tell(_ event: ServiceEvent, _ service: ServiceType, of key: AppKey?) {
        let type: JSONValue
        switch service {
        case .rpc: type = "RPC"
        case .audio: type = "AUDIO"
        case .video: type = "VIDEO"
        case .control, .bulk:
            // These have no name in the HMI API; sdl_core was seen to tell this number.
            guard configuration.connection.faultPolicy == .asCore else { return }
            type = -1
        }
        var parameters: [String: JSONValue] = ["serviceEvent": .string(event.rawValue), "serviceType": type]
        // The same head unit says this of the control service alone.
        if service == .control, event == .rejected { parameters["reason"] = "PROTECTION_ENFORCED" }
        parameters["appID"] = key.flatMap { apps[$0] }.map { .int(Int64($0.hmiAppID)) }
        tell(.onServiceUpdate, parameters: .object(parameters))
    }

    /// A wish that the wire refuses by itself is seen in its answer only.
    private mutating func tellRefusal(in bytes: [UInt8], on id: LinkID) {
        // Frame type, service, frame info and session are the first four bytes of every frame.
        guard bytes.count >= 4, bytes[0] & 0x07 == FrameType.control.rawValue,
            bytes[2] == ControlFrameInfo.startServiceNAK.rawValue, let service = ServiceType(rawValue: bytes[1])
        else { return }
        let key = AppKey(link: id, session: bytes[3])
        for event in [ServiceEvent.received, .rejected] { tell(event, service, of: key) }
    }

    private mutating func received(_ message: SessionMessage, on id: LinkID) {
        let key = AppKey(link: id, session: message.sessionID)
        switch message.content {
        case .rpc(let payload):
            received(
                payload, version: message.headerVersion, key: key, isKnownSession: message.isKnownSession,
                isEncrypted: message.isEncrypted)
        case .damaged(let header):
            // The message was cut but says who asked: answered like any request with unreadable content.
            let payload = RPCPayload(
                rpcType: header.rpcType, functionID: header.functionID, correlationID: header.correlationID, json: [])
            received(
                payload, version: message.headerVersion, key: key, isKnownSession: message.isKnownSession,
                isEncrypted: message.isEncrypted)
        case .protocol1(let text):
            receivedProtocol1(text, key: key)
        }
    }

    /// RPCs of protocol 1 carry their header in the JSON; a head unit refuses to register such an app.
    private mutating func receivedProtocol1(_ text: [UInt8], key: AppKey) {
        guard let request = (try? JSONValue(parsing: text, options: configuration.jsonOptions))?["request"] else {
            return
        }
        var name: JSONValue = "RegisterAppInterface"
        var code: JSONValue = "UNSUPPORTED_VERSION"
        switch request["name"]?.stringValue {
        case "RegisterAppInterface":
            break
        case "UnregisterAppInterface" where configuration.quirks.contains(.garblesProtocol1):
            name = "RegisterAppInterfaceID"
            code = "VEHICLE_DATA_NOT_AVAILABLE"
        default:
            return
        }
        let response: JSONValue = [
            "response": [
                "name": name, "correlationID": request["correlationID"] ?? 0,
                "parameters": ["success": false, "resultCode": code],
            ]
        ]
        // The text ends in a zero byte, as recorded.
        send(encoded: encoded(response) + [0], to: key, version: 1)
    }

    private mutating func sessionEnded(_ key: AppKey, cause: ModuleConnection.SessionEndCause) {
        switch cause {
        case .endService, .heartbeatLost, .transportClosed, .decryptionFailed, .encryptionFailed:
            forget(key, isUnexpected: true)
        case .malformedFlood:
            forget(key, isUnexpected: false)
        case .flood:
            if apps[key] != nil {
                sendNotification(key, "OnAppInterfaceUnregistered", ["reason": "TOO_MANY_REQUESTS"])
            }
            forget(key, isUnexpected: false, keeps: true)
        }
        links[key.link]?.meters[key.session] = nil
        // The id may come again within the same bytes; what waits was asked by the session that is gone.
        queue.removeAll { $0.context.key == key }
    }

    /// An app asks to leave: the HMI hears of it first, then comes the response.
    mutating func unregister(_ context: RequestContext) {
        forget(context.key, isUnexpected: false)
        // The session speaks the module's highest version again, and so does this response.
        respond(context, .success)
    }

    /// Ends a registration by the module's will.
    mutating func expel(_ key: AppKey, reason: String) {
        guard apps[key] != nil else { return }
        sendNotification(key, "OnAppInterfaceUnregistered", ["reason": .string(reason)])
        forget(key, isUnexpected: false, keeps: reason == "IGNITION_OFF")
    }

    /// Takes an app out of everything.
    ///
    /// - Parameters:
    ///   - key: The app.
    ///   - isUnexpected: What the HMI is told.
    ///   - keeps: Whether it may resume; if nothing is said, an app that went unexpectedly may.
    mutating func forget(_ key: AppKey, isUnexpected: Bool, keeps: Bool? = nil) {
        guard let app = apps[key] else { return }
        saveFarewell(of: key, keeps: keeps ?? isUnexpected)
        forgetWayPoints(of: key)
        forgetServices(of: key)
        stopMedia(of: key)
        let items = forgetVehicleData(of: key)
        apps[key] = nil
        shown.remove(key)
        if let place = order.firstIndex(of: key) { order.remove(at: place) }
        names.remove(app.claims)
        keysByHMIAppID[app.hmiAppID] = nil
        tell(
            .onAppUnregistered,
            parameters: ["appID": .int(Int64(app.hmiAppID)), "unexpectedDisconnect": .bool(isUnexpected)])
        updateAppList()
        if !items.isEmpty { askVehicle(.unsubscribeVehicleData, items: items, for: .none) }
    }

    /// EndService from the module; the connection closes too when no other session lives on it.
    ///
    /// An app that is still registered there goes with it.
    mutating func endSessionAndClose(_ key: AppKey) {
        forget(key, isUnexpected: true)
        endSession(key)
        closeIfEmpty(key.link)
    }

    /// EndService from the module; what is told afterwards still reaches the app.
    mutating func endSession(_ key: AppKey) {
        if let bytes = links[key.link]?.connection.endService(session: key.session, sessions: &sessions),
            !bytes.isEmpty
        {
            act(.send(key.link, bytes))
        }
        links[key.link]?.meters[key.session] = nil
    }

    mutating func closeIfEmpty(_ id: LinkID) {
        if links[id]?.connection.sessionIDs.isEmpty == true { close(link: id) }
    }

    mutating func close(link id: LinkID) {
        forgetApps(of: id)
        guard links[id]?.isClosing == false else { return }
        links[id]?.isClosing = true
        act(.close(id))
    }

    func appKeys(of id: LinkID) -> [AppKey] { order.filter { $0.link == id } }

    /// Forgets all apps of a connection that is gone.
    mutating func forgetApps(of id: LinkID) {
        for key in appKeys(of: id) { forget(key, isUnexpected: true) }
    }
}
