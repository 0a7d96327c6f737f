internal import Formats

/// The registration of an app that comes back with the right hash: answered when everything is restored.
struct Resumption: Sendable {
    /// How far the waypoints are.
    enum WayPoints: Hashable, Sendable {
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
    var wayPoints = WayPoints.settled
    var isVehicleAsked = false
    var hasFailed = false
    /// The driver has chosen the app meanwhile.
    var activates = false

    var isComplete: Bool { wayPoints == .settled && !isVehicleAsked }
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
        restoreVehicleData(record.vehicleData, of: key)
        if record.hearsWayPoints { restoreWayPoints(of: key) }
        finishResumption(key)
    }

    private mutating func restoreVehicleData(_ items: [String], of key: AppKey) {
        let missing = items.filter { !vehicleData.isSubscribed($0) }
        for item in items where !missing.contains(item) { vehicleData.add(item, for: key) }
        guard !missing.isEmpty, let serial = apps[key]?.serial else { return }
        guard isAvailable(.subscribeVehicleData) else {
            resumptions[key]?.hasFailed = true
            return
        }
        resumptions[key]?.isVehicleAsked = true
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
        let isGood = Self.restores(answer)
        let restored = items.filter { isGood && answer?.members[$0]?["resultCode"] == "SUCCESS" }
        guard resumptions[key]?.serial == registration else {
            let unwanted = restored.filter { !vehicleData.isSubscribed($0) }
            if !unwanted.isEmpty { askVehicle(.unsubscribeVehicleData, items: unwanted, for: .none) }
            return
        }
        for item in restored { vehicleData.add(item, for: key) }
        resumptions[key]?.isVehicleAsked = false
        if restored.count < items.count { resumptions[key]?.hasFailed = true }
        finishResumption(key)
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

    private var waitingForWayPoints: [AppKey] {
        resumptions.filter { $0.value.wayPoints == .waiting }.sorted { $0.value.serial < $1.value.serial }.map(\.key)
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
