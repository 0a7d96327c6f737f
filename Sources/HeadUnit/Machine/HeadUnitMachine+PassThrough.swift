internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Requests that go to an app that provides a service, and what such apps say by themselves (head unit behaviour 12).
extension HeadUnitMachine {
    /// The service that handles a request in the head unit's place, and what it is to be asked, if the app may call it.
    func handler(
        of payload: RPCPayload, _ context: RequestContext, version: UInt8
    ) -> (service: AppService, request: RequestToPass)? {
        guard let app = apps[context.key], let service = services.handler(of: payload.functionID),
            case .allowed = app.permissions.decision(rpc: context.name, level: app.status.level),
            let body = try? JSONValue(parsing: payload.json, options: configuration.jsonOptions),
            body.objectValue != nil
        else { return nil }
        return (service, RequestToPass(body: body, json: payload.json, bulk: payload.bulk, version: version))
    }

    /// Hands a request of an app to a service.
    mutating func pass(
        _ context: RequestContext, _ request: RequestToPass, to service: AppService, passed: Set<String>,
        hasFallback: Bool
    ) {
        var context = context
        // The queue knows requests by their id alone, whoever asks.
        guard passedRequests[context.correlationID] == nil, context.registration != nil || claimID(for: &context) else {
            respond(context, .failure("INVALID_ID", info: InfoText.duplicateCorrelationID))
            return
        }
        let passedRequest = PassedRequest(
            context: context, payload: request, provider: service.owner, passed: passed.union([service.id]),
            hasFallback: hasFallback)
        let isEncrypted = requiresEncryption(context.name, for: service.owner)
        guard !isEncrypted || isProtected(service.owner) else {
            // It may not be asked in the clear.
            if hasFallback {
                goOn(with: passedRequest)
            } else {
                respond(context, .failure("GENERIC_ERROR", info: InfoText.serviceSilent))
            }
            return
        }
        passedRequests[context.correlationID] = passedRequest
        deadlines.set(.passed(context.correlationID), to: now + configuration.passThroughTimeout)
        send(
            .request, functionID: context.functionID, correlationID: context.correlationID, request.body,
            to: service.owner, isEncrypted: isEncrypted)
    }

    /// A provider answers.
    mutating func providerAnswered(_ payload: RPCPayload, key: AppKey) {
        guard let passed = passedRequests[payload.correlationID], passed.provider == key,
            passed.context.functionID == payload.functionID,
            case .object(let members)? = try? JSONValue(parsing: payload.json, options: configuration.jsonOptions)
        else { return }
        takePassed(payload.correlationID)
        guard isStillRegistered(passed.context) else { return }
        if passed.hasFallback, members["resultCode"] == "UNSUPPORTED_REQUEST" {
            goOn(with: passed)
            return
        }
        let isSuccess = members["success"] == true
        if passed.context.name == "GetAppServiceData", isSuccess { noteDataSubscription(passed) }
        respond(
            passed.context,
            Outcome(
                resultCode: members["resultCode"]?.stringValue ?? "GENERIC_ERROR", isSuccess: isSuccess,
                info: members["info"]?.stringValue), members: members)
    }

    mutating func expirePassed(_ id: Int32) {
        guard let passed = passedRequests[id] else { return }
        takePassed(id)
        guard isStillRegistered(passed.context) else { return }
        if passed.hasFallback {
            goOn(with: passed)
        } else {
            respond(passed.context, .failure("GENERIC_ERROR", info: InfoText.serviceSilent))
        }
    }

    private mutating func takePassed(_ id: Int32) {
        passedRequests[id] = nil
        deadlines.set(.passed(id), to: nil)
    }

    /// The next service, and in the end the head unit itself.
    private mutating func goOn(with passed: PassedRequest) {
        if let next = services.handler(of: passed.context.functionID, passed: passed.passed) {
            pass(passed.context, passed.payload, to: next, passed: passed.passed, hasFallback: true)
        } else {
            serveItself(passed.context, passed.payload)
        }
    }

    // MARK: Requests for services

    mutating func getAppServiceData(_ context: RequestContext, _ parameters: JSONValue) {
        guard let type = parameters["serviceType"]?.stringValue, let service = services.active(type: type) else {
            respond(context, .failure("DATA_NOT_AVAILABLE", info: InfoText.noActiveService))
            return
        }
        if parameters["subscribe"] == false { services.dataSubscribers[type]?.remove(context.key) }
        pass(context, RequestToPass(parameters), to: service, passed: [], hasFallback: false)
    }

    private mutating func noteDataSubscription(_ passed: PassedRequest) {
        guard passed.payload.body["subscribe"] == true, let type = passed.payload.body["serviceType"]?.stringValue
        else { return }
        services.dataSubscribers[type, default: AppKeySet()].insert(passed.context.key)
    }

    mutating func performAppServiceInteraction(_ context: RequestContext, _ parameters: JSONValue) {
        guard let id = parameters["serviceID"]?.stringValue, let service = services.service(id: id) else {
            respond(context, .failure("INVALID_ID", info: InfoText.noActiveService))
            return
        }
        pass(context, RequestToPass(parameters), to: service, passed: [], hasFallback: false)
    }

    // MARK: Notifications of providers

    /// An app tells something; only providers have anything to tell.
    mutating func providerTold(_ payload: RPCPayload, key: AppKey) {
        guard let app = apps[key], let name = spec.function(payload.functionID, .notification)?.name,
            case .allowed = app.permissions.decision(rpc: name, level: app.status.level),
            let value = try? JSONValue(parsing: payload.json, options: configuration.jsonOptions),
            case .valid(let valid, _) = view(at: app.rpcVersion)
                .validate(value, function: name, kind: .notification)
        else { return }
        switch name {
        case "OnWayPointChange":
            guard let provider = services.wayPointProvider, provider.owner == key, let list = valid["wayPoints"] else {
                return
            }
            wayPoints.provided = list
            notify(wayPoints.subscribers.keys, "OnWayPointChange", ["wayPoints": list])
        case "OnAppServiceData":
            guard let type = valid["serviceData"]?["serviceType"]?.stringValue,
                services.active(type: type)?.owner == key
            else { return }
            notify(services.dataSubscribers[type]?.keys ?? [], "OnAppServiceData", valid)
        default:
            break
        }
    }
}

extension RequestToPass {
    fileprivate init(_ parameters: JSONValue) {
        self.init(body: parameters, json: [], bulk: [], version: 5)
    }
}
