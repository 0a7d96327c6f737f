internal import Formats
internal import HeadUnit
internal import SDLSpec

// Members that are named by the RPC and HMI specs: a misspelt one must not pass for one that nobody uses.
extension MockModuleReader {
    /// A `Language`.
    func language(_ key: String) throws(MockModuleError) -> String {
        let text = try text(key)
        guard RPCSpecFacts.languages.contains(text) else {
            throw error(key, "a Language such as EN-US, not \(text)")
        }
        return text
    }

    /// Members of the answer to RegisterAppInterface.
    func registration(_ key: String) throws(MockModuleError) -> [String: JSONValue] {
        let members = try object(key)
        if let mistake = RPCSpecFacts.mistake(inRegistration: members) {
            throw error("\(key).\(mistake.key)", mistake.expectation)
        }
        return members
    }

    /// System capabilities by their type.
    func capabilities(_ key: String) throws(MockModuleError) -> [String: JSONValue] {
        let members = try object(key)
        for (type, value) in members {
            guard RPCSpecFacts.capabilityTypes.contains(type) else {
                throw error("\(key).\(type)", "a SystemCapabilityType, such as NAVIGATION")
            }
            if let mistake = RPCSpecFacts.mistake(inCapability: type, value) {
                throw error("\(key).\(type)", mistake)
            }
        }
        return members
    }

    /// The interfaces of the HMI spec.
    func interfaces(_ key: String) throws(MockModuleError) -> Set<String> {
        let names = try texts(key)
        for name in names where !RPCSpecFacts.interfaces.contains(name) {
            throw error(
                key, "interfaces of the HMI (\(RPCSpecFacts.interfaces.sorted().joined(separator: ", "))), not \(name)")
        }
        return Set(names)
    }
}
