internal import SDLSpec

/// Names out of the RPC spec that commands are checked against.
enum RPCSpecFacts {
    static let languages = names(of: "Language")
    static let capabilityTypes = names(of: "SystemCapabilityType")

    static func isRPC(_ name: String) -> Bool {
        RPCSpec.embedded.functions.contains { $0.name == name }
    }

    private static func names(of enumName: String) -> Set<String> {
        Set(RPCSpec.embedded.enums[enumName]?.elements.map(\.name) ?? [])
    }
}
