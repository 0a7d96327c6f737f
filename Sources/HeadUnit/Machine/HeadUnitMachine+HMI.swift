internal import Formats
internal import SDLSpec

/// A request to the HMI that is not answered yet.
struct PendingHMIRequest: Sendable {
    /// What the answer is for.
    enum Purpose: Sendable {
        case startUp
        case getWayPoints(RequestContext)
        case subscribeWayPoints(RequestContext)
        case unsubscribeWayPoints(RequestContext)
        /// A request whose code and message go straight back to the app.
        case forwarded(RequestContext, refusedParameters: String?)
        case vehicleData(VehicleDataRequest)
        /// Items that an end of a subscription took from apps that still want them.
        case renewVehicleData([String])
        case setVideoConfig(AppKey, registration: Int)
        /// The subscription is made again after an unsubscription that crossed another app's subscription.
        case renewWayPoints
        /// An activation that had to wait.
        case bringToFront(AppKey, registration: Int, level: AppLevel)
        /// The subscription of an app that comes back.
        case resumeWayPoints(AppKey, registration: Int)
        case resumeVehicleData(AppKey, registration: Int, [String])
        /// Nobody waits for the answer.
        case none
    }

    let method: HMIMethod
    let purpose: Purpose
    var deadline: Duration
}

// The HMI's side: requests and their answers, notifications, requests of the HMI.
extension HeadUnitMachine {
    /// Asks the HMI and remembers what for.
    mutating func ask(_ method: HMIMethod, parameters: JSONValue? = nil, for purpose: PendingHMIRequest.Purpose) {
        let id = nextHMIRequestID
        nextHMIRequestID += 1
        let deadline = now + configuration.hmiTimeout + configuration.hmiTimeoutCompensation
        pending[id] = PendingHMIRequest(method: method, purpose: purpose, deadline: deadline)
        deadlines.set(.request(id), to: deadline)
        act(.ask(HMIRequest(id: id, method: method, parameters: parameters)))
    }

    mutating func tell(_ method: HMIMethod, parameters: JSONValue? = nil) {
        act(.tell(HMINotification(method, parameters: parameters)))
    }

    /// Whether the interface of a method works; requests that need a broken one are refused at once.
    func isAvailable(_ method: HMIMethod) -> Bool { facts.isAvailable(method.interface) }

    // MARK: Answers

    mutating func hmiAnswered(_ id: Int, _ answer: HMIAnswer) {
        // A late or second answer finds nothing.
        guard let request = pending[id] else { return }
        let given = GivenAnswer(method: request.method, answer: answer)
        let judged = lastJudged.output(of: given) { [hmiSpec] in
            JudgedAnswer($0.answer, to: $0.method, spec: hmiSpec)
        }
        guard let judged else { return }
        pending[id] = nil
        deadlines.set(.request(id), to: nil)
        finish(id, request, with: judged)
    }

    mutating func expireHMIRequest(_ id: Int) {
        guard let request = pending[id] else { return }
        guard request.deadline <= now else {
            deadlines.set(.request(id), to: request.deadline)
            return
        }
        pending[id] = nil
        finish(id, request, with: nil)
    }

    /// Hands an answer, or `nil` for silence, to whoever waits for it.
    private mutating func finish(_ id: Int, _ request: PendingHMIRequest, with answer: JudgedAnswer?) {
        switch request.purpose {
        case .startUp: startUpAnswered(id, request.method, answer)
        case .getWayPoints(let context): finishGetWayPoints(context, answer)
        case .subscribeWayPoints(let context): finishSubscribeWayPoints(context, answer)
        case .unsubscribeWayPoints(let context): finishUnsubscribeWayPoints(context, answer)
        case .forwarded(let context, let refused): finishForwarded(context, refused, answer)
        case .vehicleData(let request): finishVehicleData(request, answer)
        case .renewVehicleData(let items): finishRenewVehicleData(items, answer)
        case .setVideoConfig(let key, let registration):
            if apps[key]?.serial == registration { finishSetVideoConfig(key, answer) }
        case .renewWayPoints: finishRenewWayPoints(answer)
        case .bringToFront(let key, let registration, let level):
            guard answer?.isSuccess == true, apps[key]?.serial == registration else { break }
            if level == .limited { limit(key) } else { activate(key) }
        case .resumeWayPoints(let key, let registration):
            finishResumedWayPoints(key, registration: registration, answer)
        case .resumeVehicleData(let key, let registration, let items):
            finishResumedVehicleData(key, registration: registration, items, answer)
        case .none: break
        }
    }

    // MARK: Notifications and requests of the HMI

    mutating func hmiNotified(_ notification: HMINotification) {
        let parameters = notification.parameters ?? [:]
        switch notification.method {
        case .onWayPointChange: wayPointsChanged(parameters)
        case .onVehicleData: vehicleDataChanged(parameters)
        case .onTBTClientState: guidanceStateChanged(parameters)
        case .onResetTimeout: resetTimeout(parameters)
        case .onSystemCapabilityUpdated: capabilityTold(parameters)
        case .onAppActivated:
            if let key = app(in: parameters) { activationWanted(key) }
        case .onAppDeactivated:
            if let key = app(in: parameters) { deactivate(key) }
        case .onExitApplication: exitApplication(parameters)
        case .onExitAllApplications: exitAllApplications(parameters)
        case .onAwakeSDL: awake()
        case .onEventChanged: eventChanged(parameters)
        case .onVRStarted: setTemporaryState(.voiceSession, true)
        case .onVRStopped: setTemporaryState(.voiceSession, false)
        case .onTTSStarted: setTemporaryState(.speech, true)
        case .onTTSStopped: setTemporaryState(.speech, false)
        case .onSystemContext: systemContextChanged(parameters)
        case .onDriverDistraction: driverDistractionChanged(parameters)
        case .onUILanguageChange, .onVRLanguageChange, .onTTSLanguageChange:
            languageChanged(notification.method, parameters)
        case .onAllowSDLFunctionality: deviceAllowed(parameters)
        case .onAppPermissionConsent: consentGiven(parameters)
        case .onReady:
            if isIgnitionOff {
                isIgnitionOff = false
                cycleStart = now
            }
            beginStartUp()
        default: break
        }
    }

    mutating func hmiRequested(_ method: HMIMethod, parameters: JSONValue?) -> HMIAnswer {
        switch method {
        case .activateApp: activationRequested(parameters ?? [:])
        case .getListOfPermissions: permissionsRequested(parameters ?? [:])
        default: .error(code: 1, message: "The head unit has no such request")
        }
    }

    /// The app a message of the HMI names.
    func app(in parameters: JSONValue) -> AppKey? {
        parameters["appID"]?.intValue.flatMap { keysByHMIAppID[Int(clamping: $0)] }
    }

    /// Sets the deadline of a request anew; a period of 0, a wrong id or a wrong method changes nothing.
    private mutating func resetTimeout(_ parameters: JSONValue) {
        guard let id = parameters["requestID"]?.intValue.map({ Int(clamping: $0) }), let request = pending[id],
            parameters["methodName"]?.stringValue == request.method.rawValue
        else { return }
        var period = configuration.hmiTimeout
        if let asked = parameters["resetPeriod"] {
            guard let milliseconds = asked.intValue, (1...1_000_000).contains(milliseconds) else { return }
            period = .milliseconds(milliseconds)
        }
        let deadline = now + period + configuration.hmiTimeoutCompensation
        pending[id]?.deadline = deadline
        deadlines.set(.request(id), to: deadline)
    }
}
