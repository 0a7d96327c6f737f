internal import Formats
internal import SDLSpec

/// Holds what a step says of an RPC or an event against the spec: a misspelt member would be absent for ever.
enum ScenarioSpecCheck {
    typealias Mistake = (path: String, expectation: String)

    /// The members of each event beside `event`, as the control tells them.
    static let events: [String: [String]] = [
        "appRegistered": ["app"], "appUnregistered": ["app"], "subscribed": [], "unsubscribed": [],
        "locationSent": ["name"],
        "route": ["what", "stop", "index", "metres"], "driveEnded": [], "driveFailed": ["reason"],
        "ignition": ["state"], "fault": ["fault", "state"], "connectionsWait": ["reason"],
        "level": ["app", "level", "audioStreamingState", "videoStreamingState", "systemContext"],
        "appEnded": ["status"], "output": ["line", "json"],
    ]

    /// What is wrong with the pattern of an event; `nil` for nothing.
    static func mistake(inEvent name: String, _ members: [String: JSONValue]) -> Mistake? {
        let known = events[name] ?? []
        for key in members.keys.sorted() where key != "event" && !known.contains(key) {
            let list = known.joined(separator: ", ")
            return (key, known.isEmpty ? "nothing beside event" : "one of \(list)")
        }
        return nil
    }

    /// What is wrong with the pattern of an RPC's parameters; `nil` for nothing.
    static func mistake(inParameters pattern: JSONValue, of function: RPCFunction) -> Mistake? {
        mistake(pattern, function.parameters, "parameters")
    }

    private static func mistake(_ pattern: JSONValue, _ parameters: [RPCParameter], _ path: String) -> Mistake? {
        if let operands = operands(pattern) {
            for (name, operand) in operands {
                if let found = mistake(operand, parameters, "\(path).\(name)") { return found }
            }
            return nil
        }
        guard case .object(let members) = pattern else { return nil }
        for key in members.keys.sorted() where !key.hasPrefix("$") {
            guard let parameter = parameters.first(where: { $0.name == key }) else {
                let known = parameters.map(\.name).sorted().joined(separator: ", ")
                return ("\(path).\(key)", known.isEmpty ? "nothing in it" : "one of \(known)")
            }
            let member = members[key] ?? .null
            if let found = mistake(member, of: parameter, isElement: false, "\(path).\(key)") { return found }
        }
        return nil
    }

    private static func mistake(
        _ pattern: JSONValue, of parameter: RPCParameter, isElement: Bool, _ path: String
    ) -> Mistake? {
        let isList = parameter.array != nil && !isElement
        if let operands = operands(pattern) {
            for (name, operand) in operands {
                // One element of a list is what a list contains.
                let element = isElement || (isList && name == "$contains")
                if let found = mistake(operand, of: parameter, isElement: element, "\(path).\(name)") { return found }
            }
            return nil
        }
        if case .array(let elements) = pattern, isList {
            for (index, element) in elements.enumerated() {
                if let found = mistake(element, of: parameter, isElement: true, "\(path)[\(index)]") { return found }
            }
            return nil
        }
        switch parameter.type {
        case .structure(let name):
            return mistake(pattern, RPCSpec.embedded.structs[name]?.members ?? [], path)
        case .enumeration(let name):
            guard let text = pattern.stringValue, ScenarioPattern.uses(pattern).isEmpty,
                let values = RPCSpec.embedded.enums[name]?.elements.map(\.name), !values.contains(text)
            else { return nil }
            return (path, "a \(name), not \(text)")
        case .boolean, .integer, .float, .string: return nil
        }
    }

    /// The patterns within operators; `nil` where the pattern is none.
    private static func operands(_ pattern: JSONValue) -> [(name: String, operand: JSONValue)]? {
        guard case .object(let members) = pattern, !members.isEmpty, members.keys.allSatisfy({ $0.hasPrefix("$") })
        else { return nil }
        return members.keys.sorted().flatMap { key -> [(name: String, operand: JSONValue)] in
            switch (key, members[key]) {
            case ("$not", let operand?), ("$contains", let operand?): [(key, operand)]
            case ("$oneOf", .array(let elements)?):
                elements.enumerated().map { ("\(key)[\($0.offset)]", $0.element) }
            default: []
            }
        }
    }
}
