package import Formats
package import HeadUnit

/// The HMI's end of the link to a sdl_core, without I/O: JSON-RPC 2.0, an object a message.
///
/// Duties: registering the components and subscriptions, matching answers to requests, the forms of messages; what is
/// asked of a screen that nobody sees. Not its duties: what navigation and vehicle answer.
///
/// `registering → subscribing → ready`; then requests and news of the core go to the HMI.
package struct CoreLinkMachine: Sendable {
    package enum Action: Equatable, Sendable {
        /// Sends a message.
        case send(JSONValue)
        /// The HMI is asked.
        case ask(HMIRequest)
        /// The HMI is told.
        case tell(HMINotification)
        /// All components are registered.
        case ready
        /// The core refused or said something that makes no sense.
        case fault(String)
        /// The link cannot be used.
        case give(up: String)
    }

    private enum State {
        case idle
        case registering
        case subscribing
        case ready
        case over
    }

    /// What waits for an answer of the core.
    fileprivate enum Question {
        case component(String)
        case subscription(String)
        case activation(JSONValue, isSecond: Bool)
        case other(String)
    }

    package static let components = [
        "BasicCommunication", "UI", "TTS", "VR", "Navigation", "VehicleInfo", "Buttons", "RC",
    ]
    /// Without a subscription a core does not tell these.
    package static let properties = [
        "BasicCommunication.OnAppRegistered", "BasicCommunication.OnAppUnregistered",
        "BasicCommunication.OnServiceUpdate", "BasicCommunication.OnSDLClose",
        "Navigation.OnVideoDataStreaming", "Navigation.OnAudioDataStreaming",
    ]
    /// What a screen is asked and has no part in navigation: agreed to, without effect.
    package static let formalities: Set<HMIMethod> = [
        "Buttons.SubscribeButton", "Buttons.UnsubscribeButton", "VR.ChangeRegistration", "TTS.ChangeRegistration",
        "UI.ChangeRegistration", "UI.Show", "UI.SetGlobalProperties", "TTS.SetGlobalProperties", "UI.SetDisplayLayout",
        "TTS.StopSpeaking", .speak, .policyUpdate,
    ]
    /// The most requests of the core that wait for the HMI; more are refused.
    package static let openLimit = 1_000

    private var state = State.idle
    private var lastID: Int64 = 0
    private var questions: [Int64: Question] = [:]
    private var open: [Int: HMIMethod] = [:]

    /// Makes the end of a link that was just opened.
    package init() {}

    /// How many requests of the core wait for the HMI.
    package var openCount: Int { open.count }

    /// The core takes messages.
    package mutating func opened() -> [Action] {
        guard case .idle = state else { return [] }
        state = .registering
        return Self.components.map {
            question("MB.registerComponent", ["componentName": .string($0)], .component($0))
        }
    }

    /// A message of the core arrived.
    package mutating func received(_ bytes: [UInt8]) -> [Action] {
        if case .over = state { return [] }
        guard let message = try? JSONValue(parsing: bytes), message.objectValue != nil else {
            return [.fault("the core sent something that is no JSON object")]
        }
        if let name = message["method"]?.stringValue {
            let method = HMIMethod(rawValue: name)
            guard let id = message["id"] else {
                return [.tell(HMINotification(method, parameters: message["params"]))]
            }
            guard let number = id.intValue.flatMap({ Int(exactly: $0) }) else {
                return [.fault("the core's \(name) has an id that is no whole number")]
            }
            return asked(method, number, message["params"])
        }
        guard let id = message["id"]?.intValue, let question = questions.removeValue(forKey: id) else {
            return [.fault("the core answers what was not asked")]
        }
        return answered(question, message["result"], message["error"])
    }

    private mutating func asked(_ method: HMIMethod, _ id: Int, _ parameters: JSONValue?) -> [Action] {
        if Self.formalities.contains(method) { return [.send(Self.message(id, method, .success()))] }
        guard open.count < Self.openLimit, open[id] == nil else {
            let answer = HMIAnswer.error(code: 18, message: "Too many requests are open")
            return [.send(Self.message(id, method, answer))]
        }
        open[id] = method
        return [.ask(HMIRequest(id: id, method: method, parameters: parameters))]
    }

    // MARK: - The core's answers

    private mutating func answered(_ question: Question, _ result: JSONValue?, _ error: JSONValue?) -> [Action] {
        let refusal = result == nil ? error?["message"]?.stringValue ?? "no reason given" : nil
        switch question {
        case .component(let name):
            if let refusal {
                state = .over
                return [.give(up: "the core does not take component \(name): \(refusal)")]
            }
            guard case .registering = state, !questions.values.contains(where: \.isComponent) else { return [] }
            state = .subscribing
            return Self.properties.map {
                self.question("MB.subscribeTo", ["propertyName": .string($0)], .subscription($0))
            }
        case .subscription(let name):
            var actions = refusal.map { [Action.fault("the core does not tell \(name): \($0)")] } ?? []
            guard case .subscribing = state, !questions.values.contains(where: \.isSubscription) else { return actions }
            state = .ready
            actions += [.send(Self.notification(.onReady, nil)), .ready]
            return actions
        case .activation(let parameters, let isSecond):
            if let refusal { return [.fault("the core does not activate the app: \(refusal)")] }
            guard result?["isSDLAllowed"] == false, let device = result?["device"], !isSecond else { return [] }
            // The driver agrees that the phone may be used.
            let consent: JSONValue = ["device": device, "allowed": true, "source": "GUI"]
            return [
                .send(Self.notification(.onAllowSDLFunctionality, consent)),
                self.question(
                    HMIMethod.activateApp.rawValue, parameters, .activation(parameters, isSecond: true)),
            ]
        case .other(let name):
            return refusal.map { [.fault("the core refuses \(name): \($0)")] } ?? []
        }
    }

    // MARK: - The HMI's side

    /// The HMI answered a request; a second answer is dropped.
    package mutating func hmiAnswered(_ request: HMIRequest, _ answer: HMIAnswer) -> [Action] {
        guard open[request.id] == request.method else { return [] }
        open[request.id] = nil
        return [.send(Self.message(request.id, request.method, answer))]
    }

    /// The HMI tells something.
    package func hmiTold(_ notification: HMINotification) -> [Action] {
        guard case .ready = state else { return [] }
        return [.send(Self.notification(notification.method, notification.parameters))]
    }

    /// The HMI asks for something.
    package mutating func hmiRequested(_ method: HMIMethod, _ parameters: JSONValue) -> [Action] {
        guard case .ready = state, questions.count < Self.openLimit else { return [] }
        let kind: Question =
            method == .activateApp ? .activation(parameters, isSecond: false) : .other(method.rawValue)
        return [question(method.rawValue, parameters, kind)]
    }

    // MARK: - Forms

    private mutating func question(_ method: String, _ parameters: JSONValue, _ kind: Question) -> Action {
        lastID += 1
        questions[lastID] = kind
        return .send(["jsonrpc": "2.0", "id": .int(lastID), "method": .string(method), "params": parameters])
    }

    private static func notification(_ method: HMIMethod, _ parameters: JSONValue?) -> JSONValue {
        var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method.rawValue)]
        message["params"] = parameters
        return .object(message)
    }

    /// What UI.GetCapabilities has of an HMI's capabilities (HMI API 8.2.0); apps are told more, by the core itself.
    private static let hmiCapabilities: Set<String> = ["navigation", "phoneCall", "videoStreaming"]

    /// The members of a result without those that only apps are told.
    private static func known(_ members: [String: JSONValue], _ method: HMIMethod) -> [String: JSONValue] {
        guard method == .getUICapabilities, case .object(let all)? = members["hmiCapabilities"] else { return members }
        var members = members
        members["hmiCapabilities"] = .object(all.filter { hmiCapabilities.contains($0.key) })
        return members
    }

    private static func message(_ id: Int, _ method: HMIMethod, _ answer: HMIAnswer) -> JSONValue {
        var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": .int(Int64(id))]
        let name = JSONValue.string(method.rawValue)
        switch answer {
        case .result(let code, let told):
            var members = known(told, method)
            members["code"] = .int(Int64(code))
            members["method"] = name
            message["result"] = .object(members)
        case .error(let code, let text):
            let words = text ?? HMIResult(code: code)?.name ?? "refused"
            message["error"] = ["code": .int(Int64(code)), "message": .string(words), "data": ["method": name]]
        case .raw(let object):
            for (key, value) in object.objectValue ?? [:] where key == "result" || key == "error" {
                message[key] = value
            }
        }
        return .object(message)
    }
}

extension CoreLinkMachine.Question {
    fileprivate var isComponent: Bool { if case .component = self { true } else { false } }
    fileprivate var isSubscription: Bool { if case .subscription = self { true } else { false } }
}
