public import Formats

/// One step of a scenario.
public struct ScenarioStep: Sendable {
    /// What is done or expected.
    public enum Kind: Hashable, Sendable {
        /// The next event of this kind comes in time, and has these members.
        case expect(ScenarioTarget, within: Duration, without: [String])
        /// An event of this kind with these members comes in time; others of its kind may come before.
        case awaiting(ScenarioTarget, within: Duration, without: [String])
        /// No such event comes, counted from the last one that was expected, until this time is over.
        case never(ScenarioTarget, for: Duration)
        /// A command of the control is carried out (its JSON object).
        case control(JSONValue)
        /// From now on the HMI answers a method or interface so; `nil` lets it answer well again.
        case answer(String, HMIBehaviour?)
        /// Nothing happens for this time.
        case wait(Duration)
        /// The app is started again; these words are for the app of this program.
        case startApp(arguments: [String])
        /// The app comes back: it registers again by itself, or ends and is started again.
        case returnApp(within: Duration)
        /// The app gets SIGINT.
        case interruptApp
        /// The app is killed.
        case killApp
        /// From now on the app may end by itself, until it is started again.
        case mayEnd
        /// All connections are cut, as if the cable was pulled.
        case disconnect
        /// Another app, one that provides a navigation, does something.
        case guest(JSONValue)
    }

    /// What is done or expected.
    public let kind: Kind
    /// Where it stands, for example `scenarios/full-only.json: steps[3]`.
    public let place: String
    /// Why, in the words of the author; `nil` for none.
    public let note: String?

    /// The step in a few words.
    public var text: String {
        switch kind {
        case .expect(let target, _, _): "expect \(target.text)"
        case .awaiting(let target, _, _): "await \(target.text)"
        case .never(let target, let time): "never \(target.text) for \(time.secondsText)"
        case .control(let request): Self.text(of: request)
        case .answer(let method, let behaviour): "\(behaviour == nil ? "answer well" : "answer"): \(method)"
        case .wait(let time): "wait \(time.secondsText)"
        case .startApp: "start the app"
        case .returnApp: "the app comes back, or ends and is started again"
        case .interruptApp: "interrupt the app"
        case .killApp: "kill the app"
        case .mayEnd: "the app may end"
        case .disconnect: "cut the connections"
        case .guest(let request): "another app: \(request["guest"]?.stringValue ?? "")"
        }
    }

    /// The step in a few words, with what was captured in its place.
    func text(_ captures: [String: JSONValue]) -> String {
        ScenarioPattern.filled(.string(text), captures).stringValue ?? text
    }

    private static func text(of request: JSONValue) -> String {
        let members = request.objectValue ?? [:]
        let words = members.keys.sorted().filter { $0 != "command" }.map { key in
            let value = members[key] ?? .null
            return "\(key)=\(value.stringValue ?? String(decoding: value.serialized(), as: UTF8.self))"
        }
        return (["do \(members["command"]?.stringValue ?? "")"] + words).joined(separator: " ")
    }

    /// The events it is about; `nil` for a step that does something.
    var target: ScenarioTarget? {
        switch kind {
        case .expect(let target, _, _), .awaiting(let target, _, _), .never(let target, _): target
        case .control, .answer, .wait, .startApp, .returnApp, .interruptApp, .killApp, .mayEnd, .disconnect, .guest:
            nil
        }
    }

    /// Whether it starts or ends the app, or waits for its end.
    var needsOwnApp: Bool {
        switch kind {
        case .startApp, .interruptApp, .killApp: true
        case .expect(let target, _, _), .awaiting(let target, _, _): target.lane == .ends
        case .never, .control, .answer, .wait, .returnApp, .mayEnd, .disconnect, .guest: false
        }
    }

    /// Whether it only lets time pass.
    var isWait: Bool { if case .wait = kind { true } else { false } }

    /// Whether it can be done before the head unit listens: it changes the head unit, and knows nothing of the app.
    var isPreparation: Bool {
        switch kind {
        case .control(let request): ScenarioPattern.uses(request).isEmpty
        case .answer: true
        case .expect, .awaiting, .never, .wait, .startApp, .returnApp, .interruptApp, .killApp, .mayEnd, .disconnect,
            .guest:
            false
        }
    }

    /// The keys (``ScenarioEvent/keys``) of the events that it may take.
    var interests: [String] {
        switch kind {
        case .expect(let target, _, let without), .awaiting(let target, _, let without): [target.key] + without
        case .never(let target, _): [target.key]
        case .returnApp: ["RegisterAppInterface request", "appEnded"]
        case .control, .answer, .wait, .startApp, .interruptApp, .killApp, .mayEnd, .disconnect, .guest: []
        }
    }
}

/// Which events a step is about.
public struct ScenarioTarget: Hashable, Sendable {
    /// The members that make an event one of this kind: `event`, and for RPCs `from`, `type` and `rpc`.
    public let selector: [String: JSONValue]
    /// What its other members have to be.
    public let pattern: JSONValue

    /// The target in a few words.
    public var text: String {
        guard let rpc = selector["rpc"]?.stringValue else { return selector["event"]?.stringValue ?? "event" }
        return "\(rpc) \(selector["type"]?.stringValue ?? "")"
    }

    /// Where events of one kind keep their order.
    enum Lane: Hashable, Sendable {
        /// RPCs, and what happens in the head unit.
        case traffic
        /// Lines that the app printed.
        case output
        /// Ends of the app.
        case ends

        init(_ event: ScenarioEvent) {
            self = Self(event.name)
        }

        init(_ name: String) {
            switch name {
            case "output": self = .output
            case "appEnded": self = .ends
            default: self = .traffic
            }
        }
    }

    var lane: Lane { Lane(selector["event"]?.stringValue ?? "") }

    /// Whether only the app can bring it about.
    var isApps: Bool { selector["from"] == "app" || lane == .output }

    /// What such events have among their ``ScenarioEvent/keys``.
    var key: String { selector["rpc"] == nil ? selector["event"]?.stringValue ?? "" : text }

    /// Whether an event is of this kind, whatever its other members.
    func selects(_ event: ScenarioEvent) -> Bool {
        selector.allSatisfy { event.members[$0.key] == $0.value }
    }
}

/// Something that happened: the members of an event as the control tells it, or `appEnded` with `status`.
public struct ScenarioEvent: Hashable, Sendable {
    /// The members; `event` is the kind.
    public let members: [String: JSONValue]

    /// Makes an event.
    public init(_ members: [String: JSONValue]) {
        self.members = members
    }

    /// The app has ended.
    static func appEnded(status: Int32) -> ScenarioEvent {
        ScenarioEvent(["event": "appEnded", "status": .int(Int64(status))])
    }

    /// The app printed a line.
    static func output(_ line: String) -> ScenarioEvent {
        var members: [String: JSONValue] = ["event": "output", "line": .string(line)]
        if line.hasPrefix("{"), let json = try? JSONValue(parsing: Array(line.utf8)) { members["json"] = json }
        return ScenarioEvent(members)
    }

    /// Whether an app wants to register.
    var isRegistration: Bool { members["rpc"] == "RegisterAppInterface" && members["type"] == "request" }

    /// By what steps may ask for it.
    var keys: [String] {
        guard let rpc = members["rpc"]?.stringValue else { return [name] }
        let type = members["type"]?.stringValue ?? ""
        return type == "response" ? ["\(rpc) response"] : ["\(rpc) \(type)", rpc]
    }

    /// The kind.
    public var name: String { members["event"]?.stringValue ?? "" }

    /// The event in a few words.
    public var text: String {
        guard name == "rpc" else {
            let words = members.keys.sorted().filter { $0 != "event" }.compactMap { key -> String? in
                members[key].map { "\(key) \($0.stringValue ?? String(decoding: $0.serialized(), as: UTF8.self))" }
            }
            return ([name] + words).joined(separator: ", ")
        }
        let direction = members["from"] == "app" ? "app -> head unit" : "head unit -> app"
        let rpc = members["rpc"]?.stringValue ?? "function \(members["functionID"]?.intValue ?? -1)"
        let code = members["parameters"]?["resultCode"]?.stringValue.map { " \($0)" } ?? ""
        return "\(direction): \(rpc) \(members["type"]?.stringValue ?? "")\(code)"
    }
}

extension Duration {
    /// Seconds, as a person writes them.
    var secondsText: String {
        let thousandths = milliseconds
        return thousandths % 1000 == 0 ? "\(thousandths / 1000) s" : "\(Double(thousandths) / 1000) s"
    }
}
