internal import SDLProtocol
internal import SDLSecurity

// The protection of the RPC service: asked for once in a session, as soon as something needs it; what needs it waits.

extension AppSession {
    /// Whether a request may only go out encrypted.
    func needsProtection(_ function: FunctionID) -> Bool {
        switch facts.protection {
        case .unavailable, .possible, .starting, .failed:
            facts.permissions.requiresEncryption(function.name)
                || (configuration.encryptsAllRequests && configuration.protection != nil
                    && function != .registerAppInterface && function != .unregisterAppInterface)
        case .active:
            configuration.encryptsAllRequests || facts.permissions.requiresEncryption(function.name)
        }
    }

    /// Asks for protection if something will need it.
    mutating func protectIfNeeded(now: Duration, _ actions: inout [Action]) {
        guard isRegistered, facts.protection == .possible,
            configuration.encryptsAllRequests || facts.permissions.requiresEncryption
        else { return }
        protect(now: now, &actions)
    }

    private mutating func protect(now: Duration, _ actions: inout [Action]) {
        guard let protection = configuration.protection else { return }
        do throws(SecureChannelFault) {
            let channel = try protection.makeChannel()
            let events = connection.protect(with: channel, now: now)
            guard !events.isEmpty else {
                let isOld = connection.session.map { $0.headerVersion < 2 } ?? true
                let reason = isOld ? "protocol 1 knows no protection" : "the last attempt is not answered yet"
                protectionFailed(AppConnection.ProtectionFailure(reason: reason), &actions)
                return
            }
            facts.protection = .starting
            carryOut(events, now: now, &actions)
        } catch {
            protectionFailed(AppConnection.ProtectionFailure(code: error.code, reason: error.reason), &actions)
        }
    }

    /// Keeps a request until the service is protected, or answers it where that cannot be.
    mutating func hold(
        _ function: FunctionID, json: [UInt8], owner: RequestOwner, timeout: Duration, now: Duration,
        _ actions: inout [Action]
    ) {
        switch facts.protection {
        case .unavailable:
            actions.append(.answered(owner, .failure(.encryptionRequired(function))))
            return
        case .failed(let reason):
            actions.append(.answered(owner, .failure(.protectionFailed(reason: reason))))
            return
        case .possible, .starting, .active:
            break
        }
        guard let id = pending.add(owner, function: function, deadline: now + timeout, isEncrypted: true)
        else {
            actions.append(.answered(owner, .failure(.tooManyPendingRequests)))
            return
        }
        // Who gave up waiting leaves its request behind until it is in the way.
        if held.count >= configuration.pendingRequestLimit { held = held.filter { pending.contains($0.key) } }
        held[id] = RPCPayload(rpcType: .request, functionID: function.rawValue, correlationID: id, json: json)
        if facts.protection == .possible { protect(now: now, &actions) }
    }

    mutating func becameProtected(_ actions: inout [Action]) {
        facts.protection = .active
        actions.append(.factsChanged)
        for (id, payload) in takeHeld() {
            do throws(SecureChannelFault) {
                actions.append(.write(try connection.sendProtected(encoded: payload.encode())))
            } catch {
                failHeld(id, error.reason, &actions)
            }
        }
    }

    mutating func protectionFailed(_ failure: AppConnection.ProtectionFailure, _ actions: inout [Action]) {
        let reason = failure.reason ?? failure.code?.text ?? "the head unit gave no reason"
        facts.protection = .failed(reason: reason)
        actions.append(.factsChanged)
        for (id, _) in takeHeld() { failHeld(id, reason, &actions) }
    }

    /// The head unit has no keys any more: what was asked encrypted will not be answered.
    mutating func protectionLost(
        _ failure: AppConnection.ProtectionFailure, now: Duration, _ actions: inout [Action]
    ) {
        protectionFailed(failure, &actions)
        let reason = failure.reason ?? failure.code?.text ?? "the head unit gave no reason"
        for entry in pending.takeEncrypted() {
            switch entry.owner {
            case .registration: break  // goes in the clear
            case .unregistration: unregistrationDone(now: now, &actions)
            case .caller, .capability, .capabilityUnsubscription, .wayPointSubscription, .wayPointUnsubscription,
                .wayPointRefresh:
                actions.append(.answered(entry.owner, .failure(.protectionFailed(reason: reason))))
            }
        }
    }

    private mutating func failHeld(_ id: Int32, _ reason: String, _ actions: inout [Action]) {
        guard let entry = pending.take(id) else { return }
        actions.append(.answered(entry.owner, .failure(.protectionFailed(reason: reason))))
    }

    /// The requests that are still waited for, oldest first.
    private mutating func takeHeld() -> [(Int32, RPCPayload)] {
        let all = held.sorted { $0.key < $1.key }.filter { pending.contains($0.key) }
        held = [:]
        return all.map { ($0.key, $0.value) }
    }
}
