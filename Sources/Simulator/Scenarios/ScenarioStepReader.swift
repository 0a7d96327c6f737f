internal import Formats
internal import SDLSpec
internal import Transport

/// Reads the steps of a scenario and of what it includes.
struct ScenarioStepReader {
    private(set) var steps: [ScenarioStep] = []
    /// What earlier steps captured; these are there from the start.
    private var captures: Set<String> = ["app", "appID", "host", "port", "folder"]
    private let module: MockModule
    /// Where the includes stand that lead to what is read.
    private var way: [String] = []

    private let patience: Double

    init(module: MockModule, patience: Double) {
        self.module = module
        self.patience = patience
    }

    /// What a step is, with what may stand beside it; exactly one of these is in it.
    static let kinds: [(name: String, modifiers: [String])] = [
        ("expect", ["type", "parameters", "correlationID", "from", "within", "without"]),
        ("await", ["type", "parameters", "correlationID", "from", "within", "without"]),
        ("never", ["type", "parameters", "correlationID", "from", "for"]),
        ("do", []), ("answer", ["with"]), ("wait", []), ("app", ["arguments", "within"]), ("disconnect", []),
        ("guest", ["wayPoints"]), ("include", []),
    ]

    mutating func read(_ reader: MockModuleReader, depth: Int = 0) throws(MockModuleError) {
        guard let elements = reader.value("steps")?.arrayValue, !elements.isEmpty else {
            throw reader.error("steps", "a list of steps")
        }
        for (index, element) in elements.enumerated() {
            let step = try MockModuleReader(
                element, file: reader.file, path: "steps[\(index)]", isEmbedded: reader.isEmbedded)
            try read(step: step, element, number: index, depth: depth)
            guard steps.count <= Scenario.stepLimit else {
                throw reader.error("steps", "at most \(Scenario.stepLimit) steps")
            }
        }
    }

    private mutating func read(
        step: MockModuleReader, _ value: JSONValue, number: Int, depth: Int
    ) throws(MockModuleError) {
        // A command of the control may have members that are called as steps are.
        if step.value("do") != nil {
            append(try control(value, step), step, number, try step.optionalText("note"))
            return
        }
        let found = Self.kinds.filter { step.value($0.name) != nil }
        guard let kind = found.first, found.count == 1 else {
            let known = Self.kinds.map(\.name).joined(separator: ", ")
            let names = value.objectValue?.keys.sorted().joined(separator: ", ") ?? ""
            throw MockModuleError(
                file: step.file, path: "steps[\(number)]",
                expectation: "exactly one of \(known)\(names.isEmpty ? "" : ", not \(names)")")
        }
        try step.allow([kind.name, "note"] + kind.modifiers)
        guard kind.name != "include" else { return try include(step, number, depth: depth) }
        append(try self.kind(kind.name, step), step, number, try step.optionalText("note"))
    }

    private mutating func append(_ kind: ScenarioStep.Kind, _ step: MockModuleReader, _ number: Int, _ note: String?) {
        let place = (way + ["\(step.file): steps[\(number)]"]).joined(separator: " > ")
        steps.append(ScenarioStep(kind: kind, place: place, note: note))
    }

    private mutating func kind(_ name: String, _ step: MockModuleReader) throws(MockModuleError) -> ScenarioStep.Kind {
        switch name {
        case "expect", "await":
            let target = try target(name, step, makesCaptures: true)
            let within = Duration.seconds(
                try step.optionalNumber("within", in: 0.001...3600) ?? patience)
            let without = try step.texts("without")
            for rpc in without where !RPCSpecFacts.isRPC(rpc) {
                throw step.error("without", "RPCs of the spec, not \(rpc)")
            }
            return name == "expect"
                ? .expect(target, within: within, without: without)
                : .awaiting(target, within: within, without: without)
        case "never":
            return .never(
                try target(name, step, makesCaptures: false), for: .seconds(try step.number("for", in: 0...3600)))
        case "answer": return try answer(step)
        case "wait": return .wait(.seconds(try step.number("wait", in: 0...3600)))
        case "disconnect":
            guard step.value("disconnect") == true else { throw step.error("disconnect", "true") }
            return .disconnect
        case "guest": return try guest(step)
        default: return try app(step)
        }
    }

    private func app(_ step: MockModuleReader) throws(MockModuleError) -> ScenarioStep.Kind {
        let word = try step.text("app")
        guard word == "start" || step.value("arguments") == nil else {
            throw step.error("arguments", "no arguments where the app is not started")
        }
        guard word == "return" || step.value("within") == nil else {
            throw step.error("within", "no time where nothing is waited for")
        }
        switch word {
        case "start":
            let arguments = try step.texts("arguments")
            try check(.array(arguments.map { .string($0) }), step, "arguments")
            return .startApp(arguments: arguments)
        case "return":
            // Apps do not come back at once: they wait a while between two tries.
            let within = try step.optionalNumber("within", in: 0.001...3600) ?? 3 * patience
            return .returnApp(within: .seconds(within))
        case "interrupt": return .interruptApp
        case "kill": return .killApp
        case "may end": return .mayEnd
        default: throw step.error("app", "start, return, interrupt, kill or may end, not \(word)")
        }
    }

    private func guest(_ step: MockModuleReader) throws(MockModuleError) -> ScenarioStep.Kind {
        let action = try step.text("guest")
        guard let members = ScenarioGuest.actions[action] else {
            throw step.error("guest", "one of \(ScenarioGuest.actions.keys.sorted().joined(separator: ", "))")
        }
        var request: [String: JSONValue] = ["guest": .string(action)]
        if members.contains("wayPoints") {
            guard let list = step.value("wayPoints")?.arrayValue, !list.isEmpty,
                ScenarioGuest.places(["wayPoints": .array(list)]).count == list.count
            else { throw step.error("wayPoints", "a list of LocationDetails") }
            request["wayPoints"] = .array(list)
        } else if step.value("wayPoints") != nil {
            throw step.error("wayPoints", "nothing beside leave")
        }
        return .guest(.object(request))
    }

    // MARK: Parts of steps

    private mutating func target(
        _ name: String, _ step: MockModuleReader, makesCaptures: Bool
    ) throws(MockModuleError) -> ScenarioTarget {
        let selector: [String: JSONValue]
        var pattern: [String: JSONValue] = [:]
        if case .object(let members)? = step.value(name) {
            guard let event = members["event"]?.stringValue, ScenarioSpecCheck.events[event] != nil else {
                let known = ScenarioSpecCheck.events.keys.sorted().joined(separator: ", ")
                throw step.error("\(name).event", "one of \(known)")
            }
            if let mistake = ScenarioSpecCheck.mistake(inEvent: event, members) {
                throw step.error("\(name).\(mistake.path)", mistake.expectation)
            }
            for key in ["type", "parameters", "correlationID", "from"] where step.value(key) != nil {
                throw step.error(key, "no such member beside an event")
            }
            selector = ["event": .string(event)]
            pattern = members
            pattern["event"] = nil
        } else {
            let rpc = try step.text(name)
            let type = try step.optionalText("type") ?? (rpc.hasPrefix("On") ? "notification" : "request")
            let kinds: [String: RPCMessageKind] = [
                "request": .request, "response": .response, "notification": .notification,
            ]
            guard let kind = kinds[type] else {
                throw step.error("type", "request, response or notification, not \(type)")
            }
            guard let function = RPCSpec.embedded.function(rpc, kind) else {
                throw step.error(name, "a \(type) of the spec, not \(rpc)")
            }
            // Apps ask, and what else the spec has comes from head units; providers of services turn that round.
            let from = try step.optionalText("from") ?? (type == "request" ? "app" : "headUnit")
            guard ["app", "headUnit"].contains(from) else { throw step.error("from", "app or headUnit, not \(from)") }
            selector = ["event": "rpc", "rpc": .string(rpc), "type": .string(type), "from": .string(from)]
            if let parameters = step.value("parameters") {
                guard parameters.objectValue != nil else { throw step.error("parameters", "an object") }
                if let mistake = ScenarioPattern.mistake(in: parameters, at: "parameters")
                    ?? ScenarioSpecCheck.mistake(inParameters: parameters, of: function)
                {
                    throw step.error(mistake.path, mistake.expectation)
                }
            }
            pattern["parameters"] = step.value("parameters")
            pattern["correlationID"] = step.value("correlationID")
        }
        let value = JSONValue.object(pattern)
        if let mistake = ScenarioPattern.mistake(in: value, at: "") {
            throw step.error(String(mistake.path.drop { $0 == "." }), mistake.expectation)
        }
        try check(value, step, name)
        let made = ScenarioPattern.makes(value)
        guard makesCaptures || made.isEmpty else { throw step.error(name, "nothing to capture from what never comes") }
        captures.formUnion(made)
        return ScenarioTarget(selector: selector, pattern: value)
    }

    private func check(_ value: JSONValue, _ step: MockModuleReader, _ key: String) throws(MockModuleError) {
        for name in ScenarioPattern.uses(value) where !captures.contains(name) {
            throw step.error(key, "what an earlier step captured, not ${\(name)}")
        }
    }

    private func control(
        _ value: JSONValue, _ step: MockModuleReader
    ) throws(MockModuleError) -> ScenarioStep.Kind {
        guard case .object(var members) = value else { throw step.error("do", "an object") }
        members["command"] = members.removeValue(forKey: "do")
        members["note"] = nil
        let request = JSONValue.object(members)
        try check(request, step, "do")
        let command: ControlRequest
        do throws(ControlError) {
            command = try ControlRequest(json: request)
            guard command.description.name != "events" else {
                throw ControlError("do", "a command that does something")
            }
        } catch {
            throw step.error(error.what == step.value("do")?.stringValue ? "do" : error.what, error.why)
        }
        return .control(try ScenarioControlCheck(module: module, reader: step).checked(command))
    }

    private func answer(_ step: MockModuleReader) throws(MockModuleError) -> ScenarioStep.Kind {
        let method = try step.text("answer")
        guard RPCSpecFacts.isHMI(method) else {
            throw step.error("answer", "an interface (Navigation) or method (Navigation.GetWayPoints) of the HMI")
        }
        guard let with = try step.optionalReader("with") else { return .answer(method, nil) }
        return .answer(method, try HMIBehaviour(with, name: method))
    }

    private mutating func include(_ step: MockModuleReader, _ number: Int, depth: Int) throws(MockModuleError) {
        let name = try step.text("include")
        // A ring of files must not be followed for ever.
        guard depth < 8 else { throw step.error("include", "files that do not include each other") }
        let path: String
        let bytes: [UInt8]?
        if step.isEmbedded || !(name.contains("/") || name.hasSuffix(".json")) {
            path = "scenarios/parts/\(name).json"
            bytes = MockFiles.bytes(path)
        } else {
            path = step.resolved(name)
            bytes = try? SmallFile.read(path, limit: 16 << 20)
        }
        guard let bytes else {
            throw step.error("include", "a part of the program, or a file beside this one, not \(name)")
        }
        let value = try MockModule.parse(bytes, file: path)
        let reader = try MockModuleReader(value, file: path, path: "", isEmbedded: step.isEmbedded)
        try reader.allow(["description", "steps"])
        way.append("\(step.file): steps[\(number)]")
        try read(reader, depth: depth + 1)
        way.removeLast()
    }
}
