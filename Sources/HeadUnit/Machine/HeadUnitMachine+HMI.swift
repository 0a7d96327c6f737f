internal import Formats
internal import SDLSpec

/// A request to the HMI that is not answered yet.
struct PendingHMIRequest: Sendable {
    /// What the answer is for.
    enum Purpose: Sendable {
        case getWayPoints(RequestContext)
        case subscribeWayPoints(RequestContext)
        case unsubscribeWayPoints(RequestContext)
        /// Nobody waits for the answer.
        case none
    }

    let method: HMIMethod
    let purpose: Purpose
    var deadline: Duration
}

/// An HMI answer after the head unit has judged its form.
struct JudgedAnswer {
    /// The result code as apps see it.
    var resultCode: String
    var isSuccess: Bool
    var info: String?
    /// The members of a result, unknown ones removed.
    var members: [String: JSONValue] = [:]

    static let invalid = JudgedAnswer(
        resultCode: "GENERIC_ERROR", isSuccess: false, info: InfoText.invalidHMIAnswer)
}

extension HeadUnitMachine {
    /// Asks the HMI and remembers what for.
    mutating func ask(_ method: HMIMethod, parameters: JSONValue? = nil, for purpose: PendingHMIRequest.Purpose) {
        let id = nextHMIRequestID
        nextHMIRequestID += 1
        let deadline = now + configuration.hmiTimeout + configuration.hmiTimeoutCompensation
        pending[id] = PendingHMIRequest(method: method, purpose: purpose, deadline: deadline)
        act(.ask(HMIRequest(id: id, method: method, parameters: parameters)))
    }

    mutating func tell(_ method: HMIMethod, parameters: JSONValue? = nil) {
        act(.tell(HMINotification(method, parameters: parameters)))
    }

    /// Whether the interface of a method works; requests that need a broken one are refused at once.
    func isAvailable(_ method: HMIMethod) -> Bool {
        !configuration.unavailableInterfaces.contains(method.interface)
    }

    // MARK: Answers

    mutating func hmiAnswered(_ id: Int, _ answer: HMIAnswer) {
        // A late or second answer finds nothing.
        guard let request = pending[id], let judged = judge(answer, to: request.method) else { return }
        pending[id] = nil
        finish(request, with: judged)
    }

    mutating func expireHMIRequests() {
        let expired = pending.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
        for (id, request) in expired {
            pending[id] = nil
            finish(request, with: nil)
        }
    }

    /// Hands an answer, or `nil` for silence, to whoever waits for it.
    private mutating func finish(_ request: PendingHMIRequest, with answer: JudgedAnswer?) {
        switch request.purpose {
        case .getWayPoints(let context): finishGetWayPoints(context, answer)
        case .subscribeWayPoints(let context): finishSubscribeWayPoints(context, answer)
        case .unsubscribeWayPoints(let context): finishUnsubscribeWayPoints(context, answer)
        case .none: break
        }
    }

    /// Judges the form of an answer; `nil` when it counts as silence (head unit behaviour 4).
    func judge(_ answer: HMIAnswer, to method: HMIMethod) -> JudgedAnswer? {
        switch answer {
        case .result(let code, var members):
            members["code"] = .int(Int64(code))
            members["method"] = .string(method.rawValue)
            return judgeResult(.object(members), method: method)
        case .error(let code, let message):
            guard let message else { return .invalid }
            return judged(code: code, info: message)
        case .raw(let object):
            let (result, error) = (object["result"], object["error"])
            guard (result == nil) != (error == nil) else { return nil }
            if let result {
                guard result["method"]?.stringValue == method.rawValue else { return nil }
                return judgeResult(result, method: method)
            }
            guard error?["data"]?["method"]?.stringValue == method.rawValue else { return nil }
            guard let code = error?["code"]?.intValue, let message = error?["message"]?.stringValue else {
                return .invalid
            }
            return judged(code: Int(clamping: code), info: message)
        }
    }

    private func judgeResult(_ result: JSONValue, method: HMIMethod) -> JudgedAnswer {
        guard let code = result["code"]?.intValue, case .object(var members) = result else { return .invalid }
        members["code"] = nil
        members["method"] = nil
        members["message"] = nil
        members["info"] = nil
        switch hmiSpec.validate(.object(members), function: method.rawValue, kind: .response) {
        case .valid(let value, _):
            var judged = judged(code: Int(clamping: code), info: nil)
            judged.members = value.objectValue ?? [:]
            return judged
        case .invalid:
            return .invalid
        case .unknownFunction:
            return judged(code: Int(clamping: code), info: nil)
        }
    }

    private func judged(code: Int, info: String?) -> JudgedAnswer {
        guard let result = HMIResult(code: code) else {
            return JudgedAnswer(
                resultCode: "GENERIC_ERROR", isSuccess: false, info: InfoText.unknownHMIResult)
        }
        return JudgedAnswer(resultCode: result.name, isSuccess: result.isSuccess, info: info)
    }

    // MARK: Notifications and requests of the HMI

    mutating func hmiNotified(_ notification: HMINotification) {
        let parameters = notification.parameters ?? [:]
        switch notification.method {
        case .onWayPointChange: wayPointsChanged(parameters)
        case .onResetTimeout: resetTimeout(parameters)
        case .onAppActivated:
            if let key = app(in: parameters) { activate(key) }
        case .onAppDeactivated:
            if let key = app(in: parameters) { deactivate(key) }
        case .onExitApplication: exitApplication(parameters)
        case .onSystemContext: systemContextChanged(parameters)
        case .onDriverDistraction: driverDistractionChanged(parameters)
        default: break
        }
    }

    mutating func hmiRequested(_ method: HMIMethod, parameters: JSONValue?) -> HMIAnswer {
        switch method {
        case .activateApp:
            return activationRequested(parameters ?? [:])
        default:
            return .error(code: 1, message: "The head unit has no such request")
        }
    }

    /// The app a message of the HMI names.
    func app(in parameters: JSONValue) -> AppKey? {
        parameters["appID"]?.intValue.flatMap { keysByHMIAppID[Int(clamping: $0)] }
    }

    /// Sets the deadline of a request anew; a period of 0, a wrong id or a wrong method changes nothing.
    private mutating func resetTimeout(_ parameters: JSONValue) {
        guard let id = parameters["requestID"]?.intValue, let request = pending[Int(clamping: id)],
            parameters["methodName"]?.stringValue == request.method.rawValue
        else { return }
        var period = configuration.hmiTimeout
        if let asked = parameters["resetPeriod"] {
            guard let milliseconds = asked.intValue, (1...1_000_000).contains(milliseconds) else { return }
            period = .milliseconds(milliseconds)
        }
        pending[Int(clamping: id)]?.deadline = now + period + configuration.hmiTimeoutCompensation
    }

    private mutating func driverDistractionChanged(_ parameters: JSONValue) {
        guard let state = parameters["state"]?.stringValue, ["DD_ON", "DD_OFF"].contains(state),
            state != driverDistraction
        else { return }
        driverDistraction = state
        for key in order { sendDriverDistraction(to: key) }
    }
}
