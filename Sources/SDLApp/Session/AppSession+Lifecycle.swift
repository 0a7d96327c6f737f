internal import Formats
internal import SDLProtocol

// What the connection reports, and the steps from one state to the next.

extension AppSession {
    mutating func carryOut(_ events: [AppConnection.Event], now: Duration, _ actions: inout [Action]) {
        for event in events {
            switch event {
            case .send(let bytes): actions.append(.write(bytes))
            case .started(let session): sessionStarted(session, now: now, &actions)
            case .startFailed(let failure): startFailed(failure, &actions)
            case .message(let message): messageReceived(message, now: now, &actions)
            case .protected: becameProtected(&actions)
            case .protectionFailed(let failure): protectionFailed(failure, &actions)
            case .protectionLost(let failure): protectionLost(failure, now: now, &actions)
            case .transportEvent, .serviceEnded: break
            case .ended(let cause): sessionEnded(cause, now: now, &actions)
            case .fault(let fault): actions.append(.fault(fault))
            case .close: break  // the transport is closed with the session, by `close`
            }
        }
    }

    // MARK: - Opening

    private mutating func sessionStarted(
        _ session: AppConnection.Session, now: Duration, _ actions: inout [Action]
    ) {
        guard case .negotiating = state else { return }
        facts.protocolVersion = session.version
        facts.vehicle = session.acknowledgement.vehicle
        if let minimum = configuration.minimumProtocolVersion, minimum > session.version {
            end(.failed(.protocolVersionTooLow(negotiated: session.version, minimum: minimum)), now: now, &actions)
            return
        }
        guard accepts(facts.vehicle) else {
            end(.failed(.vehicleRefused), now: now, &actions)
            return
        }
        state = .registering
        actions.append(.stage(.registering))
        do throws(JSONError) {
            send(
                .registerAppInterface, json: try configuration.registration.encodedJSON(), owner: .registration,
                timeout: configuration.deadlines.registration, now: now, &actions)
        } catch {
            end(.failed(.invalidRequest(.registerAppInterface, error)), now: now, &actions)
        }
    }

    private mutating func startFailed(_ failure: AppConnection.StartFailure, _ actions: inout [Action]) {
        guard case .negotiating = state else { return }
        let error: SDLError =
            switch failure {
            case .refused(let reason, let rejected): .serviceRefused(reason: reason, rejectedParams: rejected)
            case .noSession: .serviceRefused(reason: "session id 0", rejectedParams: [])
            case .ended: .sessionEndedByHeadUnit
            case .timeout: .serviceTimedOut
            case .transportClosed: .connectionLost(reason: "closed before the session began")
            }
        close(.failed(error), &actions)
    }

    /// A vehicle of which nothing is known cannot be refused.
    private func accepts(_ vehicle: VehicleInfo) -> Bool {
        guard let accepts = configuration.acceptsVehicle, vehicle != VehicleInfo() else { return true }
        return accepts(vehicle)
    }

    mutating func registrationAnswered(_ outcome: RequestOutcome, now: Duration, _ actions: inout [Action]) {
        guard case .registering = state else { return }
        let response: RegisterAppInterfaceResponse
        do throws(SDLError) {
            response = try outcome.response(to: RegisterAppInterface.self)
        } catch {
            if case .refused(let failure) = error {
                end(.failed(.registrationRefused(failure)), now: now, &actions)
            } else {
                end(.failed(error), now: now, &actions)
            }
            return
        }
        facts.registration = response
        facts.capabilities.take(response)
        facts.vehicle.complete(from: response)
        if let minimum = configuration.minimumRPCVersion, let actual = facts.rpcVersion, minimum > actual {
            unregister(.failed(.rpcVersionTooLow(actual: actual, minimum: minimum)), now: now, &actions)
            return
        }
        guard accepts(facts.vehicle) else {
            unregister(.failed(.vehicleRefused), now: now, &actions)
            return
        }
        state = .settingUp(deadline: now + configuration.deadlines.firstHMIStatus)
        actions.append(.factsChanged)
        actions.append(.stage(.settingUp))
        for message in early { actions.append(.notification(message)) }
        early = []
        if facts.hmiLevel != nil { becomeReady(&actions) }
        protectIfNeeded(now: now, &actions)
    }

    mutating func becomeReady(_ actions: inout [Action]) {
        guard case .settingUp = state else { return }
        state = .ready
        actions.append(.stage(.ready))
    }

    // MARK: - Messages

    private mutating func messageReceived(_ message: SessionMessage, now: Duration, _ actions: inout [Action]) {
        let isEncrypted = message.isEncrypted
        guard let message = IncomingMessage(message.content) else { return }
        switch message.kind {
        case .request: actions.append(isRegistered ? .asked(message) : .dropped(message))
        case .response: answerReceived(message, isEncrypted: isEncrypted, now: now, &actions)
        case .notification:
            notificationReceived(message, isEncrypted: isEncrypted, now: now, &actions)
        }
    }

    private mutating func notificationReceived(
        _ message: IncomingMessage, isEncrypted: Bool, now: Duration, _ actions: inout [Action]
    ) {
        // What the policy wants encrypted a head unit with keys does not tell in the clear.
        guard isEncrypted || facts.protection != .active || !facts.permissions.requiresEncryption(message.function.name)
        else {
            actions.append(.fault(.unencrypted(function: message.function.rawValue)))
            actions.append(.dropped(message))
            return
        }
        switch state {
        case .connecting, .negotiating, .closed:
            actions.append(.dropped(message))
            return
        case .registering, .settingUp, .ready, .unregistering, .ending, .awaitingReason:
            break
        }
        guard facts.apply(message) else {
            actions.append(.dropped(message))
            return
        }
        switch state {
        case .registering:
            // Some head units speak before they answer; the app hears it when it is registered.
            if early.count < Self.earlyLimit { early.append(message) } else { actions.append(.dropped(message)) }
        case .settingUp, .ready, .unregistering:
            actions.append(.factsChanged)
            actions.append(.notification(message))
            if facts.hmiLevel != nil { becomeReady(&actions) }
            // What failed once may have been for the moment, such as a clock that was not set yet.
            if message.function == .onPermissionsChange, case .failed = facts.protection {
                facts.protection = .possible
            }
            protectIfNeeded(now: now, &actions)
        case .ending, .awaitingReason, .connecting, .negotiating, .closed:
            break
        }
        if message.function == .onAppInterfaceUnregistered {
            unregisteredByHeadUnit(AppInterfaceUnregisteredReason(in: message), now: now, &actions)
        }
    }

    private mutating func unregisteredByHeadUnit(
        _ reason: AppInterfaceUnregisteredReason?, now: Duration, _ actions: inout [Action]
    ) {
        switch state {
        case .registering, .settingUp, .ready, .awaitingReason:
            end(.failed(.unregistered(reason)), now: now, &actions)
        case .unregistering(let reason):
            end(reason, now: now, &actions)
        case .connecting, .negotiating, .ending, .closed:
            break
        }
    }

    // MARK: - Ending

    private mutating func sessionEnded(
        _ cause: AppConnection.EndCause, now: Duration, _ actions: inout [Action]
    ) {
        switch (cause, state) {
        case (_, .ending(let reason)), (_, .unregistering(let reason)):
            close(reason, &actions)
        case (.endedByModule, _):
            // The reason often comes right behind.
            guard state != .closed else { return }
            state = .awaitingReason(deadline: now + configuration.deadlines.endReason)
        case (.decryptionFailed, _):
            close(.failed(.connectionLost(reason: "encrypted data of the head unit cannot be read")), &actions)
        case (.acknowledged, _), (.refused, _), (.unanswered, _), (.transportClosed, _):
            close(.failed(.sessionEndedByHeadUnit), &actions)
        }
    }

    mutating func unregister(_ reason: EndReason, now: Duration, _ actions: inout [Action]) {
        state = .unregistering(reason)
        actions.append(.stage(.unregistering))
        failAll(reason.error, &actions)
        send(
            .unregisterAppInterface, json: Array("{}".utf8), owner: .unregistration,
            timeout: configuration.deadlines.unregistration, now: now, &actions)
    }

    mutating func unregistrationDone(now: Duration, _ actions: inout [Action]) {
        guard case .unregistering(let reason) = state else { return }
        end(reason, now: now, &actions)
    }

    /// Ends the session, in an orderly way as far as it is open.
    mutating func end(_ reason: EndReason, now: Duration, _ actions: inout [Action]) {
        switch state {
        case .ending, .closed: return
        case .connecting, .negotiating, .registering, .settingUp, .ready, .unregistering, .awaitingReason: break
        }
        guard connection.session != nil else {
            close(reason, &actions)
            return
        }
        failAll(reason.error, &actions)
        if case .unregistering = state {} else { actions.append(.stage(.unregistering)) }
        state = .ending(reason)
        carryOut(connection.end(now: now), now: now, &actions)
    }

    mutating func close(_ reason: EndReason, _ actions: inout [Action]) {
        guard state != .closed else { return }
        state = .closed
        failAll(reason.error, &actions)
        actions.append(.closeTransport)
        actions.append(.ended(reason))
    }
}

extension AppInterfaceUnregisteredReason {
    /// Reads the reason out of the notification; nil if there is none.
    fileprivate init?(in message: IncomingMessage) {
        guard let notification = try? OnAppInterfaceUnregistered(jsonBytes: message.json, options: .fromHeadUnit)
        else { return nil }
        self = notification.reason
    }
}

extension VehicleInfo {
    /// Fills gaps with what the registration says of the vehicle.
    fileprivate mutating func complete(from response: RegisterAppInterfaceResponse) {
        make = make ?? response.vehicleType?.make
        model = model ?? response.vehicleType?.model
        modelYear = modelYear ?? response.vehicleType?.modelYear
        trim = trim ?? response.vehicleType?.trim
        systemSoftwareVersion = systemSoftwareVersion ?? response.systemSoftwareVersion
    }
}
