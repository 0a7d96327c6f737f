internal import Formats
internal import HeadUnit

// Control by a program that is the HMI, or the server of policies.
extension MockHeadUnit {
    /// Gives apps other functional groups, as a policy update does.
    ///
    /// - Parameter groups: The groups of each app, by its id in the policy; `nil` revokes the app.
    public func setPolicy(_ groups: [String: [String]?]) {
        var table = headUnit.assumeIsolated { $0.policy }
        for (id, groups) in groups {
            guard let groups else {
                table.entries[id] = .revoked
                continue
            }
            // Everything else stays as it is, or was before the app was revoked.
            let base = table.policy(of: id) ?? module.configuration.policy.policy(of: id)
            var policy = base ?? PolicyTable.AppPolicy(groups: [], priority: "NONE")
            policy.groups = groups
            table.entries[id] = .policy(policy)
        }
        headUnit.assumeIsolated { $0.updatePolicy(table) }
    }

    func changePolicy(_ request: ControlRequest) throws(ControlError) {
        if try request.choice("action", of: ["restore", "set"]) == "restore" { return restorePolicy() }
        guard let apps = request.members["apps"]?.objectValue else { throw request.missing("apps") }
        let known = headUnit.assumeIsolated { $0.policy.groups }
        var groups: [String: [String]?] = [:]
        for (id, value) in apps {
            if value.isNull {
                groups[id.lowercased()] = .some(nil)
                continue
            }
            let names = value.arrayValue?.compactMap(\.stringValue)
            guard let names, names.count == value.arrayValue?.count else {
                throw ControlError("apps.\(id)", "a list of functional groups, or null")
            }
            if let name = names.first(where: { known[$0] == nil }) {
                throw ControlError("apps.\(id)", "functional groups of the module, not \(name)")
            }
            groups[id.lowercased()] = .some(names)
        }
        setPolicy(groups)
    }

    func speakAsHMI(_ request: ControlRequest) throws(ControlError) -> JSONValue {
        switch try request.choice("action", of: ["take", "release", "notify", "request", "answer"]) {
        case "notify":
            let news = HMINotification(try method(request), parameters: request.members["parameters"])
            headUnit.assumeIsolated { $0.notify(news) }
        case "request":
            let method = try method(request)
            let answer = headUnit.assumeIsolated {
                $0.request(method, parameters: request.members["parameters"])
            }
            return answer.json
        case "answer":
            guard let id = request.members["id"]?.intValue else { throw request.missing("id") }
            guard let answer = request.members["answer"], answer["result"] != nil || answer["error"] != nil else {
                throw ControlError("answer", "an object with result or error, as in JSON-RPC")
            }
            guard hmi.assumeIsolated({ $0.answer(Int(clamping: id), with: .raw(answer)) }) else {
                throw ControlError("id", "no request \(id) is open")
            }
        default: throw ControlError("hmi", "take and release only over a connection")
        }
        return .null
    }

    private func method(_ request: ControlRequest) throws(ControlError) -> HMIMethod {
        let name = try request.text("method")
        guard name.contains(".") else {
            throw ControlError("method", "interface and name, such as Navigation.OnWayPointChange, not \(name)")
        }
        return HMIMethod(rawValue: name)
    }
}

extension HMIAnswer {
    /// The answer as the members of a JSON-RPC response.
    var json: JSONValue {
        switch self {
        case .result(let code, var members):
            members["code"] = .int(Int64(code))
            return ["result": .object(members)]
        case .error(let code, let message):
            var error: [String: JSONValue] = ["code": .int(Int64(code))]
            error["message"] = message.map { .string($0) }
            return ["error": .object(error)]
        case .raw(let value):
            return value
        }
    }
}

extension HMIMessage {
    /// The message as a line of the control tells it.
    var json: JSONValue {
        var members: [String: JSONValue]
        switch self {
        case .request(let request):
            members = [
                "event": "hmiRequest", "id": .int(Int64(request.id)), "method": .string(request.method.rawValue),
            ]
            members["parameters"] = request.parameters
        case .notification(let notification):
            members = ["event": "hmiNotification", "method": .string(notification.method.rawValue)]
            members["parameters"] = notification.parameters
        }
        return .object(members)
    }
}
