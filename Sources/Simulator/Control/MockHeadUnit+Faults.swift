internal import HeadUnit
internal import Transport

// Faults on and off. Those of the wire are the board's; those that come from inside are played here, through the HMI.
extension MockHeadUnit {
    /// Switches a fault on, in the place of one of the same name.
    ///
    /// - Throws: ``FaultError`` when 64 are on already, or the module's version does not know what it names.
    public func switchOn(_ fault: Fault) throws(FaultError) {
        if let mistake = module.mistake(in: fault) { throw mistake }
        scripts.stop(fault.id, on: reactor)
        try faults.add(fault)
        for app in apps { begin(fault, for: app) }
        hub.publish(.fault(id: fault.id, isOn: true))
    }

    /// Switches a fault off; `nil` switches all off.
    ///
    /// - Throws: ``ControlError`` when there is none of that name.
    public func switchOff(_ id: String?) throws(ControlError) {
        guard let id else {
            let all = faults.faults.map(\.id)
            scripts.stopAll(on: reactor)
            faults.removeAll()
            for id in all { hub.publish(.fault(id: id, isOn: false)) }
            return
        }
        guard faults.remove(id) else {
            let known = faults.faults.map(\.id).joined(separator: ", ")
            throw ControlError(id, known.isEmpty ? "no fault is on" : "no such fault; on are \(known)")
        }
        scripts.stop(id, on: reactor)
        hub.publish(.fault(id: id, isOn: false))
    }

    /// What user and faults have to do with events.
    func happened(_ event: Event) {
        guard case .simulator(.appRegistered(let name)) = event, module.consent != nil || !faults.faults.isEmpty else {
            return
        }
        // A fresh turn: the registration is still being told.
        reactor.schedule(after: .zero) { [weak self] in
            self?.assumeIsolated { unit in
                guard let app = unit.apps.last(where: { $0.name == name }) else { return }
                unit.answerQuestions(about: app)
                for fault in unit.faults.faults { unit.begin(fault, for: app) }
            }
        }
    }

    private func answerQuestions(about app: AppState) {
        guard let answers = module.consent else { return }
        // Only what is still open: an answer that the control gave meanwhile stays.
        if let isAllowed = answers.device, app.deviceConsent == nil {
            let device: JSONValue = ["id": .string(app.device), "name": .string(app.device)]
            notify(.onAllowSDLFunctionality, ["device": device, "allowed": .bool(isAllowed), "source": "GUI"])
        }
        let open = questions(["appID": .int(Int64(app.hmiAppID))]).filter { $0["allowed"] == nil }
        for (group, isAllowed) in answers.groups.sorted(by: { $0.key < $1.key })
        where open.contains(where: { $0["name"]?.stringValue?.lowercased() == group.lowercased() }) {
            // One that cannot be answered was not asked: the policy of this app may have no such group.
            try? consent(isAllowed, group: group, app: "\(app.hmiAppID)")
        }
    }

    private func begin(_ fault: Fault, for app: AppState) {
        if let wanted = fault.app?.lowercased(), ![app.name.lowercased(), app.appID, app.policyID].contains(wanted) {
            return
        }
        switch fault.kind {
        case .unregister(let reason, let delay):
            later(delay, fault) { unit in
                unit.headUnit.assumeIsolated {
                    _ = $0.unregister(app: app.hmiAppID, reason: AppInterfaceUnregisteredReason(rawValue: reason))
                }
            }
        case .levelFlapping(let period):
            flap(fault, app, every: period, toFront: app.level != .full)
        case .latency, .noAnswer, .resultCode, .wrongCorrelationID, .duplicate, .genericResponse, .notificationFirst,
            .truncate, .corrupt, .splitWrites, .disconnect, .halfOpen, .slowReader, .slowWriter, .nak, .members:
            break  // what happens on the wire is the board's
        }
    }

    /// Runs something for a fault that may be switched off until then.
    private func later(
        _ delay: Duration, _ fault: Fault, _ body: @escaping @Sendable (isolated MockHeadUnit) -> Void
    ) {
        var timer: Reactor.TimerID?
        timer = reactor.schedule(after: delay) { [weak self] in
            let fired = timer
            self?.assumeIsolated { unit in
                unit.scripts.remove(fired, of: fault.id)
                let count = unit.scripts.counts[fault.id] ?? 0
                guard unit.faults.faults.contains(fault), count < fault.times ?? .max else { return }
                unit.scripts.counts[fault.id] = count + 1
                body(unit)
            }
        }
        if let timer { scripts.add(timer, of: fault.id) }
    }

    private func flap(_ fault: Fault, _ app: AppState, every period: Duration, toFront: Bool) {
        later(period, fault) { unit in
            guard unit.apps.contains(where: { $0.hmiAppID == app.hmiAppID }) else { return }
            // An activation may be refused at the moment, by an event for example: the next one may not be.
            if toFront { try? unit.activate("\(app.hmiAppID)") } else { try? unit.exit("\(app.hmiAppID)") }
            unit.flap(fault, app, every: period, toFront: !toFront)
        }
    }
}
