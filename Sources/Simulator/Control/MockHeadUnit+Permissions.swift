public import Formats
public import HeadUnit

// Control of what apps may do: the policy table, the user's consent, and capabilities.
extension MockHeadUnit {
    /// Grants an RPC, as a policy update does; apps concerned hear OnPermissionsChange.
    ///
    /// - Parameters:
    ///   - rpc: The RPC, such as `GetWayPoints`.
    ///   - levels: The levels in which it may be used.
    ///   - name: The app, by name or id; `nil` for all. An app that is not registered is meant by its full id.
    /// - Throws: ``ControlError`` when there is no such RPC at the module's version.
    public func grant(
        _ rpc: String, in levels: Set<AppLevel> = [.full, .limited, .background], to name: String? = nil
    ) throws(ControlError) {
        try check(rpc)
        var table = headUnit.assumeIsolated { $0.policy }
        let group = "granted by control: \(rpc)" + (name.map { " to \($0.lowercased())" } ?? "")
        table.groups[group] = PolicyTable.FunctionalGroup(rules: [rpc: PolicyTable.Rule(levels: levels)])
        change(&table, of: name) { policy in
            if !policy.groups.contains(group) { policy.groups.append(group) }
        }
        update(table)
    }

    /// Takes an RPC away, as a policy update does; apps concerned hear OnPermissionsChange.
    ///
    /// - Parameters:
    ///   - rpc: The RPC.
    ///   - name: The app, by name or id; `nil` for all.
    /// - Throws: ``ControlError`` when there is no such RPC at the module's version.
    public func revoke(_ rpc: String, from name: String? = nil) throws(ControlError) {
        try check(rpc)
        var table = headUnit.assumeIsolated { $0.policy }
        if name == nil {
            for group in table.groups.keys { table.groups[group]?.rules[rpc] = nil }
        } else {
            let groups = table.groups
            var copies: [String: PolicyTable.FunctionalGroup] = [:]
            change(&table, of: name) { policy in
                policy.groups = policy.groups.map { own in
                    guard var group = groups[own], group.rules[rpc] != nil else { return own }
                    group.rules[rpc] = nil
                    // The user was asked about the whole group: the answer holds for what is left of it.
                    group.consentGroup = group.consentGroup ?? own
                    let copy = "\(own) without \(rpc)"
                    copies[copy] = group
                    return copy
                }
            }
            table.groups.merge(copies) { _, new in new }
        }
        update(table)
    }

    /// Revokes an app altogether, as `null` in a policy update does.
    public func revokeApp(_ name: String) {
        var table = headUnit.assumeIsolated { $0.policy }
        table.entries[policyID(of: name)] = .revoked
        update(table)
    }

    /// Goes back to the policy of the module.
    public func restorePolicy() {
        update(module.configuration.policy)
    }

    /// The user answers the question about a functional group, or about the device.
    ///
    /// - Parameters:
    ///   - isAllowed: The answer.
    ///   - group: The text of the group's prompt; `nil` answers for all devices (SDL.OnAllowSDLFunctionality).
    ///   - name: The app whose group is meant; `nil` for all.
    /// - Throws: ``ControlError`` when this build does not ask, or nothing is asked under that name.
    public func consent(_ isAllowed: Bool, group: String? = nil, app name: String? = nil) throws(ControlError) {
        guard module.configuration.policyFlavour.asksConsent else {
            throw ControlError(
                "consent", "module \(module.name) never asks; one with policyFlavour EXTERNAL_PROPRIETARY does")
        }
        guard let group else {
            notify(.onAllowSDLFunctionality, ["allowed": .bool(isAllowed), "source": "GUI"])
            return
        }
        var parameters: [String: JSONValue] = [:]
        if let name { parameters["appID"] = .int(Int64(try app(name).hmiAppID)) }
        let groups = questions(.object(parameters))
        let meant = groups.filter { $0["name"]?.stringValue?.lowercased() == group.lowercased() }
        guard !meant.isEmpty else {
            let known = groups.compactMap { $0["name"]?.stringValue }.joined(separator: ", ")
            throw ControlError(group, known.isEmpty ? "nothing is asked now" : "no such question; there are \(known)")
        }
        parameters["source"] = "GUI"
        parameters["consentedFunctions"] = .array(
            meant.map { ["name": $0["name"] ?? "", "id": $0["id"] ?? 0, "allowed": .bool(isAllowed)] })
        notify(.onAppPermissionConsent, .object(parameters))
    }

    /// Changes a capability of the system; subscribers hear OnSystemCapabilityUpdated.
    ///
    /// - Parameters:
    ///   - type: A `SystemCapabilityType`, such as `NAVIGATION`.
    ///   - value: What goes with it, for `NAVIGATION` the content of `navigationCapability`.
    /// - Throws: ``ControlError`` when there is no such type at the module's version, or the value is not of its struct.
    public func setCapability(_ type: String, to value: JSONValue) throws(ControlError) {
        guard RPCSpecFacts.capabilityTypes.contains(type) else {
            throw ControlError("type", "a SystemCapabilityType such as NAVIGATION, not \(type)")
        }
        try RPCSpecFacts.checkCapability(type, value, at: module.configuration.rpcVersion)
        headUnit.assumeIsolated { $0.updateCapability(type, to: value) }
    }

    // MARK: Inside

    /// The groups with a question, with the user's answer as `allowed` where there is one.
    func questions(_ parameters: JSONValue) -> [JSONValue] {
        guard
            case .result(_, let members) = headUnit.assumeIsolated({
                $0.request(.getListOfPermissions, parameters: parameters)
            })
        else { return [] }
        return members["allowedFunctions"]?.arrayValue ?? []
    }

    private func update(_ table: PolicyTable) {
        headUnit.assumeIsolated { $0.updatePolicy(table) }
    }

    private func check(_ rpc: String) throws(ControlError) {
        guard RPCSpecFacts.isRPC(rpc) else { throw ControlError(rpc, "no such RPC") }
        guard !module.isTooNew(rpc) else {
            throw ControlError(rpc, "a module of RPC \(module.configuration.rpcVersion) does not know it")
        }
    }

    private func policyID(of name: String) -> String {
        (try? app(name).policyID) ?? name.lowercased()
    }

    /// Changes the policy of one app, which gets an entry of its own, or of all.
    private func change(
        _ table: inout PolicyTable, of name: String?, _ body: (inout PolicyTable.AppPolicy) -> Void
    ) {
        guard let name else {
            for (id, entry) in table.entries {
                guard case .policy(var policy) = entry else { continue }
                body(&policy)
                table.entries[id] = .policy(policy)
            }
            return
        }
        let id = policyID(of: name)
        // A revoked app that is granted something gets what apps without an entry get, and that.
        guard var policy = table.policy(of: id) ?? table.policy(of: "default") else { return }
        body(&policy)
        table.entries[id] = .policy(policy)
    }
}
