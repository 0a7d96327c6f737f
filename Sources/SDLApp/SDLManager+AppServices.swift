internal import Formats

// An app as the provider of a service that other apps use through the head unit (since RPC 5.1), and as its consumer.
extension SDLManager {
    /// How many requests may be with handlers at the same time; further ones are refused.
    public static var handledRequestLimit: Int { 64 }

    /// Publishes a service, or describes it anew.
    ///
    /// A service that handles GetWayPoints or SendLocation (`handledRPCs`) gets the requests of other apps in the head
    /// unit's place: what to answer is said by ``handle(_:with:)``, before publishing. The publication ends with the
    /// session.
    ///
    /// - Parameter manifest: How the service describes itself.
    /// - Returns: The record of the service, with its id and whether it is the active one of its type.
    /// - Throws: ``SDLError/refused(_:)`` where the policy does not grant it or its name is taken, and whatever
    ///   ``send(_:timeout:)->Request.Response`` throws.
    @discardableResult
    public func publish(_ manifest: AppServiceManifest) async throws(SDLError) -> AppServiceRecord {
        let response = try await send(PublishAppService(appServiceManifest: manifest))
        guard let record = response.appServiceRecord else {
            throw .invalidResponse(
                .publishAppService,
                RPCDecodingError(path: "appServiceRecord", problem: .missing))
        }
        return record
    }

    /// Takes a service back.
    ///
    /// - Parameter serviceID: The id in its record.
    /// - Throws: Whatever ``send(_:timeout:)->Request.Response`` throws.
    public func unpublish(serviceID: String) async throws(SDLError) {
        try await send(UnpublishAppService(serviceID: serviceID))
    }

    /// Answers requests that the head unit passes on to this app's service.
    ///
    /// Requests that have no handler, or that cannot be read, are answered with UNSUPPORTED_REQUEST: the head unit then
    /// asks the next service, or its own navigation.
    ///
    /// - Parameters:
    ///   - type: The request, such as `GetWayPoints.self`.
    ///   - handler: Gives the answer; it may take its time, though head units wait for 10 s only. `nil` ends the
    ///     handling.
    public func handle<Request: RPCRequest>(
        _ type: Request.Type, with handler: (@Sendable (Request) async -> Request.Response)?
    ) {
        guard let handler else {
            handlers[Request.functionID] = nil
            return
        }
        handlers[Request.functionID] = { json in
            guard let request = try? Request(jsonBytes: json, options: .fromHeadUnit) else { return nil }
            return try? await handler(request).encodedJSON()
        }
    }

    /// Tells something as the provider of a service: OnWayPointChange, or OnAppServiceData.
    ///
    /// - Throws: ``SDLError/notConnected`` without a registered session, ``SDLError/invalidRequest(_:_:)`` for what has no
    ///   JSON form.
    public func notify<Notification: RPCNotification>(_ notification: Notification) throws(SDLError) {
        let json: [UInt8]
        do throws(JSONError) {
            json = try notification.encodedJSON()
        } catch {
            throw .invalidRequest(Notification.functionID, error)
        }
        guard let actions = machine.notify(Notification.functionID, json: json, now: reactor.now) else {
            throw .notConnected
        }
        perform(actions)
    }

    /// The data of the active service of a type (GetAppServiceData); changes come as `OnAppServiceData` where they are
    /// subscribed to (``notifications(_:)``).
    ///
    /// - Parameters:
    ///   - type: The type (`AppServiceType`), such as `NAVIGATION`.
    ///   - subscribe: Whether changes shall be told from now on, or no more; nil leaves it as it is.
    /// - Returns: What the provider tells.
    /// - Throws: ``SDLError/refused(_:)`` with DATA_NOT_AVAILABLE where no such service is active, and whatever
    ///   ``send(_:timeout:)->Request.Response`` throws.
    public func appServiceData(
        _ type: String, subscribe: Bool? = nil
    ) async throws(SDLError) -> AppServiceData? {
        try await send(GetAppServiceData(serviceType: type, subscribe: subscribe)).serviceData
    }

    // MARK: Inside

    /// The head unit asks: the handler's answer goes back, if the session is still the same.
    func answer(_ message: IncomingMessage) {
        guard let handler = handlers[message.function], handledRequests < Self.handledRequestLimit else {
            let isKnown = handlers[message.function] != nil
            reply(
                to: message, machine.generation, Self.refusal(isKnown ? .tooManyPendingRequests : .unsupportedRequest))
            return
        }
        handledRequests += 1
        let generation = machine.generation
        Task { [weak self] in
            let json = await handler(message.json)
            await self?.handled(message, generation, json)
        }
    }

    private func handled(_ message: IncomingMessage, _ generation: Int, _ json: [UInt8]?) {
        handledRequests -= 1
        reply(to: message, generation, json ?? Self.refusal(.unsupportedRequest))
    }

    private func reply(to message: IncomingMessage, _ generation: Int, _ json: [UInt8]) {
        guard generation == machine.generation else { return }
        perform(
            machine.respond(message.function, correlationID: message.correlationID, json: json, now: reactor.now))
    }

    private static func refusal(_ code: ResultCode) -> [UInt8] {
        JSONValue.object(["success": false, "resultCode": .string(code.rawValue)]).serialized()
    }
}
