internal import Formats
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import SDLSpec
internal import Transport

/// Looks at the values of a control command before a scenario is played: a mistake of the file is none of the app.
struct ScenarioControlCheck {
    let module: MockModule
    let reader: MockModuleReader

    private static let choices: [String: [String: [String]]] = [
        "level": ["level": ["FULL", "LIMITED", "BACKGROUND", "NONE"]],
        "event": ["state": ["on", "off"]], "language": ["of": ["display", "voice", "both"]],
        "policy": ["action": ["restore", "set"]], "consent": ["answer": ["allow", "deny"]],
        "route": ["action": ["set", "clear", "advance"]],
        "drive": ["action": ["play", "pause", "speed", "seek", "source"]],
        "fault": ["action": ["on", "off", "list"]], "ignition": ["state": ["on", "off"]],
    ]
    /// Members without which a command cannot be carried out.
    private static let needed: [String: [String]] = [
        "activate": ["app"], "deactivate": ["app"], "exit": ["app"], "level": ["app", "level"],
        "event": ["name", "state"], "language": ["language"], "grant": ["rpc"], "policy": ["action"],
        "consent": ["answer"], "capability": ["type", "value"], "route": ["action"],
        "position": ["latitude", "longitude"], "drive": ["action"], "fault": ["action"], "ignition": ["state"],
    ]

    /// The request with its files as they are found from here.
    ///
    /// - Throws: `MockModuleError` for a value that can never be carried out; those with captures are left.
    func checked(_ request: ControlRequest) throws(MockModuleError) -> JSONValue {
        let name = request.description.name
        for key in Self.needed[name] ?? [] where request.members[key] == nil {
            throw reader.error(key, "something for \(name)")
        }
        for (key, words) in Self.choices[name] ?? [:] {
            guard let value = fixed(request.members[key]) else { continue }
            guard let text = value.stringValue, words.contains(text) else {
                throw reader.error(key, "one of \(words.joined(separator: ", ")), not \(Self.text(value))")
            }
        }
        if let value = fixed(request.members["rpc"]), name != "fault" {
            guard let text = value.stringValue, RPCSpecFacts.isRPC(text) else {
                throw reader.error("rpc", "an RPC of the spec, not \(Self.text(value))")
            }
        }
        var members = request.members
        switch name {
        case "fault": try checkFault(members)
        case "route": try checkRoute(&members)
        case "drive": try checkDrive(&members)
        case "capability": try checkCapability(members)
        case "position":
            try checkNumber(members, "latitude", -90...90)
            try checkNumber(members, "longitude", -180...180)
        default: break
        }
        members["command"] = .string(name)
        return .object(members)
    }

    /// A value without captures; `nil` for others.
    private func fixed(_ value: JSONValue?) -> JSONValue? {
        guard let value, ScenarioPattern.uses(value).isEmpty else { return nil }
        return value
    }

    private func checkFault(_ members: [String: JSONValue]) throws(MockModuleError) {
        guard members["action"] == "on" else { return }
        var members = members
        members["action"] = nil
        guard let fault = fixed(.object(members)) else { return }
        do throws(FaultError) {
            let fault = try Fault(json: fault)
            if let mistake = module.mistake(in: fault) { throw mistake }
        } catch {
            throw reader.error(error.path.isEmpty ? "fault" : error.path, error.expectation)
        }
    }

    private func checkRoute(_ members: inout [String: JSONValue]) throws(MockModuleError) {
        guard members["action"] == "set" else { return }
        guard let value = members["route"] else { throw reader.error("route", "a route of the program, or a file") }
        guard let name = fixed(value)?.stringValue else { return }
        let path = reader.resolved(name)
        do throws(MockModuleError) {
            _ = try MockFiles.route(path, file: reader.file)
        } catch {
            throw reader.error("route", error.expectation)
        }
        members["route"] = .string(path)
    }

    private func checkDrive(_ members: inout [String: JSONValue]) throws(MockModuleError) {
        let action = members["action"]?.stringValue ?? ""
        guard ["source", "speed", "seek"].contains(action) else { return }
        guard let value = members["value"] else { throw reader.error("value", "something for drive \(action)") }
        guard let value = fixed(value) else { return }
        switch action {
        case "source":
            let path = reader.resolved(value.stringValue ?? Self.text(value))
            do throws(MockModuleError) {
                _ = try MockFiles.drive(path, file: reader.file)
            } catch {
                throw reader.error("value", error.expectation)
            }
            members["value"] = .string(path)
        case "speed":
            guard PlaybackSpeed(value.stringValue ?? Self.text(value)) != nil else {
                throw reader.error("value", "a number above 0, or max, not \(Self.text(value))")
            }
        default: try checkNumber(members, "value", 0...1e7)
        }
    }

    private func checkCapability(_ members: [String: JSONValue]) throws(MockModuleError) {
        guard let type = fixed(members["type"])?.stringValue, let value = fixed(members["value"]) else { return }
        if let mistake = RPCSpecFacts.mistake(inCapability: type, value) { throw reader.error("value", mistake) }
    }

    private func checkNumber(
        _ members: [String: JSONValue], _ key: String, _ range: ClosedRange<Double>
    ) throws(MockModuleError) {
        guard let value = fixed(members[key]) else { return }
        guard let number = value.doubleValue, range.contains(number) else {
            throw reader.error(key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? String(decoding: value.serialized(), as: UTF8.self)
    }
}
