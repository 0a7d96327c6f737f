internal import Formats

/// The registration of an app that comes back with the right hash: answered when everything is restored.
struct Resumption: Sendable {
    /// How far a kind of subscription is.
    enum Progress: Hashable, Sendable {
        /// There is nothing more to do.
        case settled
        /// The HMI was asked for this app.
        case asked
        /// The HMI was asked for another app.
        case waiting
    }

    let context: RequestContext
    let serial: Int
    let outcome: Outcome
    let record: SavedApp
    var wayPoints = Progress.settled
    var vehicleData = Progress.settled
    var hasFailed = false
    /// The driver has chosen the app meanwhile.
    var activates = false

    var isComplete: Bool { wayPoints == .settled && vehicleData == .settled }
}

// Data resumption: subscriptions of an app that lost its connection are made again before its registration is answered
// (head unit behaviour 6.3).
extension HeadUnitMachine {
    /// Whether an answer of the HMI counts as a restored item.
    private static func restores(_ answer: JudgedAnswer?) -> Bool {
        ["SUCCESS", "WARNINGS", "UNSUPPORTED_RESOURCE"].contains(answer?.resultCode) && answer?.isSuccess == true
    }

    /// The record that a registration's hash leads to; `nil` where it is another one's, or nothing is kept.
    func resumable(_ request: Registration, on device: String) -> SavedApp? {
        guard let hash = request.hash,
            let record = saved[Consents.AppOnDevice(device: device, policyID: request.policyID)], record.hash == hash
        else { return nil }
        return record
    }

    mutating func beginResumption(_ key: AppKey, _ context: RequestContext, _ outcome: Outcome, _ record: SavedApp) {
        guard let app = apps[key] else { return }
        resumptions[key] = Resumption(context: context, serial: app.serial, outcome: outcome, record: record)
        restoreVehicleData(of: key)
        if record.hearsWayPoints { restoreWayPoints(of: key) }
        finishResumption(key)
    }

    private mutating func restoreVehicleData(of key: AppKey) {
        guard let items = resumptions[key]?.record.vehicleData, !items.isEmpty else { return }
        // The record may come from a module that knows more.
        let module = view(at: configuration.rpcVersion)
        let known = items.filter { module.parameter($0, of: "SubscribeVehicleData", .request) != nil }
        let missing = known.filter { !vehicleData.isSent($0) }
        for item in known where !missing.contains(item) { vehicleData.add(item, for: key) }
        guard !missing.isEmpty, let serial = apps[key]?.serial else { return }
        guard !isResumingVehicleData else {
            resumptions[key]?.vehicleData = .waiting
            return
        }
        guard isAvailable(.subscribeVehicleData) else {
            resumptions[key]?.hasFailed = true
            return
        }
        resumptions[key]?.vehicleData = .asked
        isResumingVehicleData = true
        askVehicle(.subscribeVehicleData, items: missing, for: .resumeVehicleData(key, registration: serial, missing))
    }

    private mutating func restoreWayPoints(of key: AppKey) {
        if !wayPoints.subscribers.isEmpty {
            wayPoints.subscribers.insert(key)
        } else if isResumingWayPoints {
            resumptions[key]?.wayPoints = .waiting
        } else if isAvailable(.subscribeWayPoints), let serial = apps[key]?.serial {
            resumptions[key]?.wayPoints = .asked
            isResumingWayPoints = true
            ask(.subscribeWayPoints, for: .resumeWayPoints(key, registration: serial))
        } else {
            resumptions[key]?.hasFailed = true
        }
    }

    // MARK: Answers

    mutating func finishResumedVehicleData(
        _ key: AppKey, registration: Int, _ items: [String], _ answer: JudgedAnswer?
    ) {
        isResumingVehicleData = false
        let isGood = Self.restores(answer)
        let restored = items.filter { isGood && answer?.members[$0]?["resultCode"] == "SUCCESS" }
        let isPresent = resumptions[key]?.serial == registration
        // Who waits for an item has it from now on; nobody takes it back before.
        for other in (isPresent ? [key] : []) + waitingForVehicleData {
            for item in restored where resumptions[other]?.record.vehicleData.contains(item) == true {
                vehicleData.add(item, for: other)
            }
        }
        for item in restored { vehicleData.note(item, isSent: true) }
        let unwanted = restored.filter { !vehicleData.isSubscribed($0) }
        if !unwanted.isEmpty { askVehicle(.unsubscribeVehicleData, items: unwanted, for: .none) }
        if isPresent {
            resumptions[key]?.vehicleData = .settled
            if restored.count < items.count { resumptions[key]?.hasFailed = true }
            finishResumption(key)
        }
        while !isResumingVehicleData, let next = waitingForVehicleData.first {
            resumptions[next]?.vehicleData = .settled
            restoreVehicleData(of: next)
            finishResumption(next)
        }
    }

    mutating func finishResumedWayPoints(_ key: AppKey, registration: Int, _ answer: JudgedAnswer?) {
        isResumingWayPoints = false
        let isPresent = resumptions[key]?.serial == registration
        if Self.restores(answer) {
            wayPoints.isHMISubscribed = true
            var restored = isPresent ? [key] : []
            restored += waitingForWayPoints
            for other in restored {
                wayPoints.subscribers.insert(other)
                resumptions[other]?.wayPoints = .settled
            }
            if wayPoints.subscribers.isEmpty { unsubscribeHMI() }
            for other in restored { finishResumption(other) }
            return
        }
        if isPresent {
            resumptions[key]?.wayPoints = .settled
            resumptions[key]?.hasFailed = true
            finishResumption(key)
        }
        // The next one may have more luck; who needs no question of its own keeps nobody waiting.
        while !isResumingWayPoints, let next = waitingForWayPoints.first {
            resumptions[next]?.wayPoints = .settled
            restoreWayPoints(of: next)
            finishResumption(next)
        }
    }

    private var waitingForWayPoints: [AppKey] { waiting { $0.wayPoints } }

    private var waitingForVehicleData: [AppKey] { waiting { $0.vehicleData } }

    /// The apps that wait for others' answers, in the order of their registration.
    private func waiting(_ progress: (Resumption) -> Resumption.Progress) -> [AppKey] {
        resumptions.filter { progress($0.value) == .waiting }.sorted { $0.value.serial < $1.value.serial }.map(\.key)
    }

    // MARK: The end of it

    /// Answers the registration when everything is restored, or undone.
    private mutating func finishResumption(_ key: AppKey) {
        guard let resumption = resumptions[key], resumption.isComplete else { return }
        if resumption.hasFailed { undo(key) }
        resumptions[key] = nil
        var outcome = resumption.outcome
        if resumption.hasFailed, outcome.resultCode == "SUCCESS" { outcome.resultCode = "RESUME_FAILED" }
        outcome.info =
            (outcome.info ?? "") + (resumption.hasFailed ? InfoText.resumptionFailed : InfoText.resumptionSucceeded)
        completeRegistration(key, resumption.context, outcome, returningTo: resumption.record)
        changeHash(of: key)
        if resumption.activates { activate(key) }
    }

    /// Takes back what was restored; the HMI is asked only for what nobody else uses.
    private mutating func undo(_ key: AppKey) {
        let items = forgetVehicleData(of: key)
        if !items.isEmpty { askVehicle(.unsubscribeVehicleData, items: items, for: .none) }
        if wayPoints.remove(key), wayPoints.isHMISubscribed { unsubscribeHMI() }
    }
}
