internal import SDLProtocol

// Requests of a registered session: ids, answers, deadlines, and their end with the session.

extension AppSession {
    /// Sends a request and takes it up; the answer comes as ``Action/answered(_:_:)``, now if it cannot be sent.
    ///
    /// - Parameters:
    ///   - function: What is asked for.
    ///   - json: The parameters as JSON text.
    ///   - owner: Whom the answer belongs to.
    ///   - timeout: How long the answer may take.
    mutating func request(
        _ function: FunctionID, json: [UInt8], owner: RequestOwner, timeout: Duration, now: Duration
    ) -> [Action] {
        guard isRegistered else { return [.answered(owner, .failure(.notConnected))] }
        var actions: [Action] = []
        if needsProtection(function), facts.protection != .active {
            hold(function, json: json, owner: owner, timeout: timeout, now: now, &actions)
            return actions
        }
        send(function, json: json, owner: owner, timeout: timeout, now: now, &actions)
        return actions
    }

    /// Answers a request of the head unit, or tells it something.
    mutating func say(
        _ type: RPCType, _ function: FunctionID, correlationID: Int32, json: [UInt8]
    ) -> [Action] {
        guard isRegistered, connection.session?.headerVersion ?? 0 >= 2 else { return [] }
        let payload = RPCPayload(
            rpcType: type, functionID: function.rawValue, correlationID: correlationID, json: json)
        guard !needsProtection(function) || facts.protection == .active, let bytes = try? encoded(payload, function)
        else { return [] }
        return [.write(bytes)]
    }

    /// Nobody waits for the answer any more; it will be dropped when it comes.
    ///
    /// - Returns: Whether there was such a request.
    mutating func cancel(_ owner: RequestOwner) -> Bool {
        pending.take(ownedBy: owner) != nil
    }

    mutating func send(
        _ function: FunctionID, json: [UInt8], owner: RequestOwner, timeout: Duration, now: Duration,
        _ actions: inout [Action]
    ) {
        guard
            let id = pending.add(
                owner, function: function, deadline: now + timeout,
                isEncrypted: facts.protection == .active && needsProtection(function))
        else {
            notSent(owner, .tooManyPendingRequests, now: now, &actions)
            return
        }
        do throws(SDLError) {
            if let session = connection.session, session.headerVersion < 2 {
                let text = IncomingMessage.protocol1Request(function, correlationID: id, json: json)
                actions.append(.write(try encoded(text)))
            } else {
                let payload = RPCPayload(
                    rpcType: .request, functionID: function.rawValue, correlationID: id, json: json)
                actions.append(.write(try encoded(payload, function)))
            }
        } catch {
            _ = pending.take(id)
            notSent(owner, error, now: now, &actions)
        }
    }

    /// The frames of a message, encrypted where that is wanted and possible.
    private mutating func encoded(_ payload: RPCPayload, _ function: FunctionID) throws(SDLError) -> [UInt8] {
        if needsProtection(function), facts.protection == .active {
            do throws(SecureChannelFault) {
                return try connection.sendProtected(
                    encoded: payload.encode(), service: payload.bulk.isEmpty ? .rpc : .bulk)
            } catch {
                throw .protectionFailed(reason: error.reason)
            }
        }
        do throws(AppConnection.NotStarted) {
            return try connection.send(payload)
        } catch {
            throw .notConnected
        }
    }

    private mutating func encoded(_ text: [UInt8]) throws(SDLError) -> [UInt8] {
        do throws(AppConnection.NotStarted) {
            return try connection.send(encoded: text)
        } catch {
            throw .notConnected
        }
    }

    /// Whoever waits for the answer learns that the request did not leave.
    private mutating func notSent(
        _ owner: RequestOwner, _ error: SDLError, now: Duration, _ actions: inout [Action]
    ) {
        switch owner {
        case .registration: registrationAnswered(.failure(error), now: now, &actions)
        case .unregistration: unregistrationDone(now: now, &actions)
        case .caller, .capability, .capabilityUnsubscription, .wayPointSubscription, .wayPointUnsubscription,
            .wayPointRefresh:
            actions.append(.answered(owner, .failure(error)))
        }
    }

    mutating func answerReceived(
        _ message: IncomingMessage, isEncrypted: Bool, now: Duration, _ actions: inout [Action]
    ) {
        // Answers travel as their requests did: anybody on the line can have written this one.
        guard isEncrypted || !pending.isEncrypted(message.correlationID) else {
            actions.append(.fault(.unencrypted(function: message.function.rawValue)))
            actions.append(.dropped(message))
            return
        }
        guard let entry = pending.take(message.correlationID) else {
            actions.append(.dropped(message))
            return
        }
        let outcome = outcome(of: message, for: entry.function)
        switch entry.owner {
        case .registration: registrationAnswered(outcome, now: now, &actions)
        case .unregistration:
            if outcome.failure(of: UnregisterAppInterface.self) == nil { actions.append(.unregistered) }
            unregistrationDone(now: now, &actions)
        case .caller, .capability, .capabilityUnsubscription, .wayPointSubscription, .wayPointUnsubscription,
            .wayPointRefresh:
            actions.append(.answered(entry.owner, outcome))
        }
    }

    /// An old head unit answers a function that it does not know with GenericResponse, under the same id.
    private func outcome(of message: IncomingMessage, for function: FunctionID) -> RequestOutcome {
        if message.function == function { return .answer(message.json) }
        guard message.function == .genericResponse else {
            return .failure(.wrongFunction(expected: function, received: message.function))
        }
        do throws(RPCDecodingError) {
            let response = try GenericResponse(jsonBytes: message.json, options: .fromHeadUnit)
            return .failure(.unsupportedFunction(function, RPCFailure(response, function: function)))
        } catch {
            return .failure(.invalidResponse(function, error))
        }
    }

    mutating func expired(_ entry: PendingRequests.Entry, now: Duration, _ actions: inout [Action]) {
        switch entry.owner {
        case .registration:
            end(.failed(.registrationTimedOut), now: now, &actions)
        case .unregistration:
            unregistrationDone(now: now, &actions)
        case .caller, .capability, .capabilityUnsubscription, .wayPointSubscription, .wayPointUnsubscription,
            .wayPointRefresh:
            actions.append(.answered(entry.owner, .failure(.timedOut(entry.function))))
        }
    }

    /// Every request that still waits learns that the session is over.
    mutating func failAll(_ error: SDLError, _ actions: inout [Action]) {
        for entry in pending.takeAll() {
            switch entry.owner {
            case .registration, .unregistration: break
            case .caller, .capability, .capabilityUnsubscription, .wayPointSubscription, .wayPointUnsubscription,
                .wayPointRefresh:
                actions.append(.answered(entry.owner, .failure(error)))
            }
        }
    }
}
