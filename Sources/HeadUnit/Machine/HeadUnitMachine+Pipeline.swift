internal import Formats
internal import SDLProtocol
internal import SDLSpec

// The way of a request, in the order of a stock head unit; the first check that fails answers. A request is judged in
// two steps: when it arrives (form, schema, registration, limits, correlation id), and when it is started, after all
// that arrived together with it was judged (policy, then what the function does).
extension HeadUnitMachine {
    private static let registerAppInterface = QueuedRequest.registerAppInterface
    static let unregisterAppInterface: UInt32 = 2
    /// The ordinal of APPLICATION_NOT_REGISTERED, which a stock head unit was seen to send as it is.
    private static let notRegisteredOrdinal: Int64 = 15

    /// What the first checks find out about a request.
    private struct Arrival {
        var context: RequestContext
        var app: RegisteredApp?
        var function: RPCFunction?
        var payload: RPCPayload
        var version: UInt8
        var isKnownSession: Bool

        var isRegistration: Bool { context.functionID == HeadUnitMachine.registerAppInterface }
        /// Only these two keep their own codes while no app is registered.
        var keepsOwnCode: Bool {
            app != nil || isRegistration || context.functionID == HeadUnitMachine.unregisterAppInterface
        }
    }

    /// Takes a message of an app.
    mutating func received(
        _ payload: RPCPayload, version: UInt8, key: AppKey, isKnownSession: Bool, isEncrypted: Bool
    ) {
        trace(.fromApp, payload, key)
        switch payload.rpcType {
        case .request: break
        // Responses and notifications mean something from providers of services only.
        case .response:
            providerAnswered(payload, key: key)
            return
        case .notification:
            providerTold(payload, key: key)
            return
        }
        let function = knownFunction(payload.functionID)
        let arrival = Arrival(
            context: RequestContext(
                key: key, functionID: payload.functionID, name: function?.name ?? "",
                correlationID: payload.correlationID, isEncrypted: isEncrypted),
            app: apps[key], function: function, payload: payload, version: version, isKnownSession: isKnownSession)
        guard payload.correlationID >= 0 else {
            refuseNegativeID(arrival)
            return
        }
        if let (service, request) = handler(of: payload, arrival.context, version: version) {
            guard isProtectedAsNeeded(arrival), isWithinLimits(arrival) else { return }
            pass(arrival.context, request, to: service, passed: [], hasFallback: true)
            return
        }
        guard var request = checkedForm(of: arrival), isServed(arrival), isWithinLimits(arrival) else { return }
        // Only from here on does the id belong to the request: a refusal before frees nothing.
        if arrival.app != nil, !claimID(for: &request.context) {
            respond(request.context, .failure("INVALID_ID", info: InfoText.duplicateCorrelationID))
            return
        }
        queue.append(request)
    }

    /// Notes the correlation id among the open requests of the app.
    ///
    /// - Returns: Whether it was free; no app, no claim.
    mutating func claimID(for context: inout RequestContext) -> Bool {
        guard apps[context.key]?.pendingCorrelationIDs.insert(context.correlationID).inserted == true else {
            return false
        }
        context.registration = apps[context.key]?.serial
        return true
    }

    /// Serves a request that no service wanted, as if it came now.
    mutating func serveItself(_ context: RequestContext, _ request: RequestToPass) {
        let arrival = Arrival(
            context: context, app: apps[context.key], function: knownFunction(context.functionID),
            payload: RPCPayload(
                rpcType: .request, functionID: context.functionID, correlationID: context.correlationID,
                json: request.json, bulk: request.bulk),
            version: request.version, isKnownSession: true)
        guard let queued = checkedForm(of: arrival) else { return }
        start(queued)
    }

    private mutating func refuseNegativeID(_ arrival: Arrival) {
        var context = arrival.context
        if arrival.keepsOwnCode {
            respond(context, .failure("INVALID_ID", info: InfoText.negativeCorrelationID))
            return
        }
        if configuration.quirks.contains(.garblesRefusalsBeforeRegistration) {
            context = RequestContext(
                key: context.key, functionID: context.functionID, name: context.name, correlationID: 0,
                isEncrypted: context.isEncrypted)
        }
        respond(context, .failure("APPLICATION_NOT_REGISTERED"))
    }

    /// Reads the JSON and checks it against the spec at the version both sides speak.
    private mutating func checkedForm(of arrival: Arrival) -> QueuedRequest? {
        var request = QueuedRequest(
            context: arrival.context, parameters: [:], bulk: arrival.payload.bulk, version: arrival.version,
            isKnownSession: arrival.isKnownSession)
        guard let function = arrival.function else { return request }
        var report = ""
        if let value = try? JSONValue(parsing: arrival.payload.json, options: configuration.jsonOptions) {
            let view = view(at: arrival.app?.rpcVersion ?? configuration.rpcVersion)
            switch view.validate(value, function: function.name, kind: .request) {
            case .valid(let parameters, let warnings):
                request.parameters = parameters
                request.context.warnings = warnings
                return request
            case .unknownFunction:
                return request
            case .invalid(let text):
                report = text
            }
        }
        if arrival.isRegistration, arrival.app == nil {
            refuseRegistration(arrival.context, .failure("INVALID_DATA", info: report))
        } else if arrival.keepsOwnCode {
            respond(arrival.context, .failure("INVALID_DATA", info: report))
        } else {
            respond(arrival.context, .failure("APPLICATION_NOT_REGISTERED"))
        }
        return nil
    }

    /// Whether the app is registered, protected as the policy wants, and asks for something that is known.
    private mutating func isServed(_ arrival: Arrival) -> Bool {
        if arrival.isRegistration { return true }
        let context = arrival.context
        guard arrival.app != nil else {
            refuseUnregistered(arrival)
            return false
        }
        guard isProtectedAsNeeded(arrival) else { return false }
        guard arrival.function != nil || lenientFunction(context.functionID) != nil else {
            refuseUnknownFunction(context)
            return false
        }
        return true
    }

    /// Refuses what came in the clear though the policy wants it encrypted.
    private mutating func isProtectedAsNeeded(_ arrival: Arrival) -> Bool {
        let context = arrival.context
        guard !context.isEncrypted, arrival.app?.permissions.requiresEncryption(rpc: context.name) == true else {
            return true
        }
        respond(context, .failure("ENCRYPTION_NEEDED"))
        return false
    }

    private mutating func refuseUnregistered(_ arrival: Arrival) {
        guard arrival.function == nil, configuration.quirks.contains(.garblesRefusalsBeforeRegistration) else {
            respond(arrival.context, .failure("APPLICATION_NOT_REGISTERED"))
            return
        }
        send(
            .response, functionID: arrival.context.functionID, correlationID: arrival.context.correlationID,
            ["success": false, "resultCode": .int(Self.notRegisteredOrdinal)], to: arrival.context.key)
    }

    private mutating func isWithinLimits(_ arrival: Arrival) -> Bool {
        let key = arrival.context.key
        guard queue.count < configuration.pendingRequestLimit,
            arrival.app?.pendingCorrelationIDs.count ?? 0 < configuration.openRequestLimit
        else {
            respond(arrival.context, .failure("TOO_MANY_PENDING_REQUESTS"))
            return false
        }
        guard arrival.isKnownSession else { return true }
        let isInNone = arrival.app?.status.level == AppLevel.none
        guard
            links[key.link]?.meters[key.session, default: RequestMeter()]
                .isTooMuch(at: now, inNone: isInNone, configuration) == true
        else { return true }
        if isInNone {
            expel(key, reason: "REQUEST_WHILE_IN_NONE_HMI_LEVEL")
            return false
        }
        if let app = apps[key] {
            bar(NameClaims.Claim(.appID, app.policyID, on: app.device))
        }
        sendNotification(key, "OnAppInterfaceUnregistered", ["reason": "TOO_MANY_REQUESTS"])
        forget(key, isUnexpected: false)
        return false
    }

    private mutating func bar(_ claim: NameClaims.Claim) {
        // Bounded, though each entry costs its app a registration and a flood.
        if barred.count >= 1_024, let any = barred.first { barred.remove(any) }
        barred.insert(claim)
    }

    // MARK: Starting

    /// Starts the requests that passed the first checks, in their order.
    mutating func runQueue() {
        guard !queue.isEmpty else { return }
        let requests = queue
        queue.removeAll(keepingCapacity: true)
        for request in requests { start(request) }
    }

    private mutating func start(_ arrived: QueuedRequest) {
        var request = arrived
        let key = request.context.key
        // A session that ended meanwhile hears no answer.
        if request.isKnownSession, links[key.link]?.connection.version(of: key.session) == nil { return }
        if let app = apps[key], request.context.registration != app.serial, !request.isRegistration {
            // Another registration came in the same write: the request is the new app's now.
            guard claimID(for: &request.context) else {
                respond(request.context, .failure("INVALID_ID", info: InfoText.duplicateCorrelationID))
                return
            }
        }
        let context = request.context
        if request.isRegistration {
            register(context, request.parameters, version: request.version, isKnownSession: request.isKnownSession)
            return
        }
        guard let app = apps[key] else {
            respond(context, .failure("APPLICATION_NOT_REGISTERED"))
            return
        }
        if let name = lenientFunction(context.functionID) {
            respondLeniently(context, name)
            return
        }
        switch app.permissions.decision(rpc: context.name, level: app.status.level) {
        case .disallowed: respond(context, .failure("DISALLOWED"))
        case .undecided(let parameters):
            refuseWithheld(context, request.parameters, parameters, isDeclined: false)
        case .userDisallowed(let parameters):
            refuseWithheld(context, request.parameters, parameters, isDeclined: true)
        case .allowed(let parameters): run(request, allowed: parameters)
        }
    }

    /// Runs a request that passed all checks.
    private mutating func run(_ request: QueuedRequest, allowed: Set<String>?) {
        let (context, parameters) = (request.context, request.parameters)
        switch context.name {
        case "UnregisterAppInterface": unregister(context)
        case "GetWayPoints": getWayPoints(context, parameters)
        case "SubscribeWayPoints": subscribeWayPoints(context)
        case "UnsubscribeWayPoints": unsubscribeWayPoints(context)
        case "SendLocation": sendLocation(context, parameters, allowed: allowed)
        case "GetSystemCapability": getSystemCapability(context, parameters)
        case "GetVehicleData": getVehicleData(context, parameters, allowed: allowed)
        case "SubscribeVehicleData": subscribeVehicleData(context, parameters, allowed: allowed)
        case "UnsubscribeVehicleData": unsubscribeVehicleData(context, parameters, allowed: allowed)
        case "ShowConstantTBT", "AlertManeuver", "UpdateTurnList": forwardGuidance(context, parameters)
        case "PublishAppService": publishAppService(context, parameters)
        case "UnpublishAppService": unpublishAppService(context, parameters)
        case "GetAppServiceData": getAppServiceData(context, parameters)
        case "PerformAppServiceInteraction": performAppServiceInteraction(context, parameters)
        case "ListFiles", "PutFile", "DeleteFile": runFileRequest(context, parameters, bulk: request.bulk)
        default: runStock(context)
        }
    }
}
