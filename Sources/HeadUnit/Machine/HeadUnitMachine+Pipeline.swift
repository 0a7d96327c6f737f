internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// A request on its way through the head unit: whom to answer, and about what.
struct RequestContext: Hashable, Sendable {
    let key: AppKey
    let functionID: UInt32
    let name: String
    let correlationID: Int32
    /// Lines of the schema's report about values that were ignored.
    var warnings: [String] = []
}

/// What a response says beside its members.
struct Outcome: Hashable {
    var resultCode: String
    var isSuccess: Bool
    /// `nil` leaves the member out; an empty text is sent.
    var info: String?

    static let success = Outcome(resultCode: "SUCCESS", isSuccess: true)

    static func failure(_ resultCode: String, info: String? = nil) -> Outcome {
        Outcome(resultCode: resultCode, isSuccess: false, info: info)
    }
}

extension HeadUnitMachine {
    static let registerAppInterface: UInt32 = 1
    static let unregisterAppInterface: UInt32 = 2

    /// Passes a request through the checks in the order of a stock head unit; the first that fails answers.
    mutating func received(_ payload: RPCPayload, version: UInt8, key: AppKey, isKnownSession: Bool) {
        guard payload.rpcType == .request else { return }  // responses and notifications of apps mean nothing here
        let functionID = payload.functionID
        let function = spec.function(functionID, .request)
        var context = RequestContext(
            key: key, functionID: functionID, name: function?.name ?? "", correlationID: payload.correlationID)
        let app = apps[key]
        // Only these two keep their own codes while no app is registered.
        let isRegistration = functionID == Self.registerAppInterface || functionID == Self.unregisterAppInterface

        if payload.correlationID < 0 {
            if app == nil, !isRegistration {
                context = RequestContext(key: key, functionID: functionID, name: context.name, correlationID: 0)
                respond(context, .failure("APPLICATION_NOT_REGISTERED"))
            } else {
                respond(context, .failure("INVALID_ID", info: InfoText.negativeCorrelationID))
            }
            return
        }

        var parameters: JSONValue = [:]
        if let function {
            let negotiated = app?.rpcVersion ?? configuration.rpcVersion
            switch validate(payload.json, function: function, version: negotiated) {
            case .valid(let value, let warnings):
                parameters = value
                context.warnings = warnings
            case .unknownFunction:
                break
            case .invalid(let report):
                if functionID == Self.registerAppInterface, app == nil {
                    refuseRegistration(context, .failure("INVALID_DATA", info: report), version: version)
                } else if app == nil, !isRegistration {
                    respond(context, .failure("APPLICATION_NOT_REGISTERED"))
                } else {
                    respond(context, .failure("INVALID_DATA", info: report))
                }
                return
            }
        }

        if functionID == Self.registerAppInterface {
            register(context, parameters, version: version, isKnownSession: isKnownSession)
            return
        }
        guard let app else {
            respond(context, .failure("APPLICATION_NOT_REGISTERED"))
            return
        }
        guard function != nil else {
            respond(context, .failure("UNSUPPORTED_REQUEST", info: InfoText.unknownFunction))
            return
        }
        guard !app.pendingCorrelationIDs.contains(payload.correlationID) else {
            respond(context, .failure("INVALID_ID", info: InfoText.duplicateCorrelationID))
            return
        }
        switch app.permissions.decision(rpc: context.name, level: app.status.level) {
        case .disallowed: respond(context, .failure("DISALLOWED"))
        case .userDisallowed: respond(context, .failure("USER_DISALLOWED"))
        case .allowed: run(context, parameters)
        }
    }

    private mutating func validate(_ json: [UInt8], function: RPCFunction, version: RPCVersion) -> ValidationOutcome {
        guard let value = try? JSONValue(parsing: json, options: configuration.jsonOptions) else {
            return .invalid(report: "")
        }
        return view(at: version).validate(value, function: function.name, kind: .request)
    }

    /// Runs a request that passed all checks.
    private mutating func run(_ context: RequestContext, _ parameters: JSONValue) {
        switch context.name {
        case "UnregisterAppInterface": unregister(context)
        case "GetWayPoints": getWayPoints(context, parameters)
        case "SubscribeWayPoints": subscribeWayPoints(context)
        case "UnsubscribeWayPoints": unsubscribeWayPoints(context)
        case "GetSystemCapability": getSystemCapability(context, parameters)
        default: runStock(context, parameters)
        }
    }

    /// Marks a request as waiting for the HMI: its correlation id may not come again meanwhile.
    mutating func hold(_ context: RequestContext) {
        apps[context.key]?.pendingCorrelationIDs.insert(context.correlationID)
    }

    // MARK: Out

    /// Answers a request.
    mutating func respond(_ context: RequestContext, _ outcome: Outcome, members: [String: JSONValue] = [:]) {
        apps[context.key]?.pendingCorrelationIDs.remove(context.correlationID)
        var outcome = outcome
        if !context.warnings.isEmpty, outcome.isSuccess, ["SUCCESS", "WARNINGS"].contains(outcome.resultCode) {
            outcome.resultCode = "WARNINGS"
            outcome.info = ([outcome.info].compactMap(\.self) + context.warnings).joined(separator: "\n")
        }
        var body = members
        body["success"] = .bool(outcome.isSuccess)
        body["resultCode"] = .string(outcome.resultCode)
        if let info = outcome.info { body["info"] = .string(info) }
        send(
            .response, functionID: context.functionID, correlationID: context.correlationID, .object(body),
            to: context.key)
    }

    /// Sends a notification if the policy allows it in the app's present level.
    mutating func notify(_ key: AppKey, _ name: String, _ parameters: JSONValue) {
        guard let app = apps[key], isAllowed(name, for: app) else { return }
        sendNotification(key, name, parameters)
    }

    /// Sends a notification whatever the policy says: for those that tell an app about itself.
    mutating func sendNotification(_ key: AppKey, _ name: String, _ parameters: JSONValue) {
        guard let id = spec.function(name, .notification)?.id else { return }
        send(.notification, functionID: id, correlationID: -1, parameters, to: key)
    }

    /// Sends one notification to many apps, encoded once.
    mutating func notify(_ keys: [AppKey], _ name: String, _ parameters: JSONValue) {
        guard let id = spec.function(name, .notification)?.id else { return }
        let payload = RPCPayload(
            rpcType: .notification, functionID: id, correlationID: -1, json: parameters.serialized()
        ).encode()
        for key in keys {
            guard let app = apps[key], isAllowed(name, for: app) else { continue }
            send(encoded: payload, to: key)
        }
    }

    private func isAllowed(_ name: String, for app: RegisteredApp) -> Bool {
        if case .allowed = app.permissions.decision(rpc: name, level: app.status.level) { true } else { false }
    }

    private mutating func send(
        _ type: RPCType, functionID: UInt32, correlationID: Int32, _ body: JSONValue, to key: AppKey
    ) {
        let payload = RPCPayload(
            rpcType: type, functionID: functionID, correlationID: correlationID, json: body.serialized())
        send(encoded: payload.encode(), to: key)
    }

    /// Sends the bytes of a message; a registered app hears the version it registered with, others the module's highest.
    mutating func send(encoded payload: [UInt8], to key: AppKey, version: UInt8? = nil) {
        let version =
            version ?? apps[key]?.headerVersion ?? UInt8(clamping: configuration.connection.maximumVersion.major)
        guard links[key.link]?.isClosing == false,
            let bytes = links[key.link]?.connection.send(
                encoded: payload, session: key.session, version: version, sessions: &sessions)
        else { return }
        if !bytes.isEmpty { act(.send(key.link, bytes)) }
    }
}
