internal import Formats
internal import HeadUnit
internal import SDLSpec

/// Names out of the RPC spec that commands are checked against.
enum RPCSpecFacts {
    static let languages = names(of: "Language")
    static let capabilityTypes = names(of: "SystemCapabilityType")

    /// The interfaces of the HMI spec, such as `Navigation`.
    static let interfaces = Set(
        RPCSpec.embeddedHMI.functions.compactMap { $0.name.split(separator: ".").first.map(String.init) })
    /// All that the spec knows.
    private static let newest = RPCSpec.embedded.view(at: RPCSpec.embedded.version ?? RPCVersion(8, 0, 0))

    /// Whether the HMI spec has that interface (`Navigation`) or method (`Navigation.GetWayPoints`), or an HMI is asked
    /// that at the start (`UI.GetCapabilities`).
    static func isHMI(_ name: String) -> Bool {
        interfaces.contains(name) || RPCSpec.embeddedHMI.functions.contains { $0.name == name }
            || HeadUnitConfiguration().startUpAnswer(to: HMIMethod(rawValue: name)) != nil
    }

    static func isRPC(_ name: String) -> Bool {
        RPCSpec.embedded.functions.contains { $0.name == name }
    }

    /// Checks that a value is what goes with a type of system capability.
    ///
    /// - Throws: ``ControlError`` that says what is wrong with it.
    static func checkCapability(_ type: String, _ value: JSONValue, at version: RPCVersion) throws(ControlError) {
        if let mistake = mistake(inCapability: type, value, at: version) { throw ControlError("value", mistake) }
    }

    /// What is wrong with the value of a system capability; `nil` for nothing.
    ///
    /// - Parameter version: The RPC version; `nil` for the newest.
    static func mistake(
        inCapability type: String, _ value: JSONValue, at version: RPCVersion? = nil
    ) -> String? {
        guard let member = SystemCapabilities.members[type] else { return "\(type) has no content that can be set" }
        let body: JSONValue = [
            "success": true, "resultCode": "SUCCESS",
            "systemCapability": ["systemCapabilityType": .string(type), member: value],
        ]
        let view = version.map { RPCSpec.embedded.view(at: $0) } ?? newest
        switch view.validate(body, function: "GetSystemCapability", kind: .response, unknownItems: .drop) {
        case .valid(let kept, _):
            return kept == body ? nil : "only members and values that RPC \(view.version) knows for \(type)"
        case .invalid(let report): return report
        case .unknownFunction: return "nothing: RPC \(view.version) has no system capabilities"
        }
    }

    /// Where the members of a module's registration answer are wrong, and how; `nil` for nothing.
    ///
    /// Only the names, and the capabilities that gates follow from, are judged: real head units send displays and
    /// buttons that are not of the spec's form, and a module may do so too.
    static func mistake(inRegistration members: [String: JSONValue]) -> (key: String, expectation: String)? {
        let known = RPCSpec.embedded.function("RegisterAppInterface", .response)?.parameters.map(\.name) ?? []
        for key in members.keys.sorted() where !known.contains(key) {
            return (key, "a member of the RegisterAppInterface response")
        }
        guard let capabilities = members["hmiCapabilities"] else { return nil }
        let body: JSONValue = ["success": true, "resultCode": "SUCCESS", "hmiCapabilities": capabilities]
        switch newest.validate(body, function: "RegisterAppInterface", kind: .response, unknownItems: .drop) {
        case .valid(let kept, _):
            return kept == body ? nil : ("hmiCapabilities", "only members that the RPC spec knows")
        case .invalid(let report): return ("hmiCapabilities", report)
        case .unknownFunction: return nil
        }
    }

    private static func names(of enumName: String) -> Set<String> {
        Set(RPCSpec.embedded.enums[enumName]?.elements.map(\.name) ?? [])
    }
}
