internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What goes out to apps.
extension HeadUnitMachine {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - outcome: Result code and info.
    ///   - members: The other members of the response.
    mutating func respond(_ context: RequestContext, _ outcome: Outcome, members: [String: JSONValue] = [:]) {
        // Frees the id, unless another request holds it or another app came to the session.
        if let registration = context.registration, apps[context.key]?.serial == registration {
            apps[context.key]?.pendingCorrelationIDs.remove(context.correlationID)
        }
        var outcome = outcome
        if !context.warnings.isEmpty, outcome.isSuccess, ["SUCCESS", "WARNINGS"].contains(outcome.resultCode) {
            outcome.resultCode = "WARNINGS"
            outcome.info = ([outcome.info].compactMap(\.self) + context.warnings).joined(separator: "\n")
        }
        var body = members
        body["success"] = .bool(outcome.isSuccess)
        body["resultCode"] = .string(outcome.resultCode)
        // The RPC spec allows 1000 characters; what an app sent wrong may make a text longer.
        if let info = outcome.info { body["info"] = .string(info.prefix(codePoints: 1000)) }
        send(
            .response, functionID: context.functionID, correlationID: context.correlationID, .object(body),
            to: context.key, isEncrypted: context.isEncrypted)
    }

    /// Sends a notification if the policy allows it in the app's present level.
    mutating func notify(_ key: AppKey, _ name: String, _ parameters: JSONValue) {
        if isAllowed(name, for: key) { sendNotification(key, name, parameters) }
    }

    /// Sends a notification whatever the policy says: for those that tell an app about itself.
    mutating func sendNotification(_ key: AppKey, _ name: String, _ parameters: JSONValue) {
        // While an app is being restored it hears nothing before the answer to its registration.
        guard resumptions[key] == nil || name == "OnAppInterfaceUnregistered",
            let id = spec.function(name, .notification)?.id
        else { return }
        send(
            .notification, functionID: id, correlationID: -1, parameters, to: key,
            isEncrypted: requiresEncryption(name, for: key) && isProtected(key))
    }

    /// Sends one notification to many apps, encoded once.
    mutating func notify(_ keys: [AppKey], _ name: String, _ parameters: JSONValue) {
        guard !keys.isEmpty, let id = spec.function(name, .notification)?.id,
            let parameters = fitting(parameters, functionID: id, kind: .notification)
        else { return }
        let payload = RPCPayload(
            rpcType: .notification, functionID: id, correlationID: -1, json: encoded(parameters)
        ).encode()
        for key in keys where isAllowed(name, for: key) {
            send(encoded: payload, to: key, isEncrypted: requiresEncryption(name, for: key))
        }
    }

    /// Whether the policy lets an app hear a notification in its present level, and only in a way it allows: what needs
    /// encryption is not told in the clear.
    func isAllowed(_ name: String, for key: AppKey) -> Bool {
        guard let level = apps[key]?.status.level, resumptions[key] == nil,
            isProtected(key) || !requiresEncryption(name, for: key)
        else { return false }
        if case .allowed = apps[key]?.permissions.decision(rpc: name, level: level) { return true }
        return false
    }

    /// Whether the policy wants an RPC of an app encrypted.
    func requiresEncryption(_ name: String, for key: AppKey) -> Bool {
        apps[key]?.permissions.requiresEncryption(rpc: name) ?? false
    }

    func isProtected(_ key: AppKey) -> Bool { links[key.link]?.connection.isProtected(session: key.session) ?? false }

    mutating func send(
        _ type: RPCType, functionID: UInt32, correlationID: Int32, _ body: JSONValue, to key: AppKey,
        isEncrypted: Bool = false
    ) {
        let body = OutgoingBody(
            functionID: functionID, kind: RPCMessageKind(rawValue: type.rawValue) ?? .notification, parameters: body)
        // Taken out while it is used, since making something anew looks at the rest of the machine.
        var last = exchange(&lastSent, with: LastMade())
        let json = last.output(of: body) { body in
            fitting(body.parameters, functionID: body.functionID, kind: body.kind).map { encoded($0) }
        }
        lastSent = last
        guard let json else { return }
        let payload = RPCPayload(rpcType: type, functionID: functionID, correlationID: correlationID, json: json)
        send(encoded: payload.encode(), to: key, isEncrypted: isEncrypted)
    }

    func encoded(_ value: JSONValue) -> [UInt8] {
        switch configuration.jsonStyle {
        case .compact: value.serialized()
        case .asCore: value.styled()
        }
    }

    /// Sends the bytes of a message; a registered app hears the version it registered with, others the module's
    /// highest.
    mutating func send(
        encoded payload: [UInt8], to key: AppKey, version: UInt8? = nil, isEncrypted: Bool = false
    ) {
        let version =
            version ?? apps[key]?.headerVersion ?? UInt8(clamping: configuration.connection.maximumVersion.major)
        guard links[key.link]?.isClosing == false else { return }
        let bytes =
            isEncrypted
            ? links[key.link]?.connection.sendProtected(
                encoded: payload, session: key.session, version: version, sessions: &sessions)
            : links[key.link]?.connection.send(
                encoded: payload, session: key.session, version: version, sessions: &sessions)
        guard let bytes, !bytes.isEmpty else { return }
        if isEncrypted, links[key.link]?.connection.version(of: key.session) == nil {
            act(.send(key.link, bytes))
            endsForWantOfKeys(on: key.link)
            return
        }
        if version != 1 { trace(.toApp, try? RPCPayload(parsing: payload), key) }
        act(.send(key.link, bytes))
    }
}
