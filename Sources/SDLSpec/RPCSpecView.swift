/// What a spec says at one version.
///
/// Items newer than it, and items gone by then, are absent. "Since 4.5" is looked up here and never written in an `if`.
public struct RPCSpecView: Sendable {
    /// The version.
    public let version: RPCVersion
    /// The enums that exist, with the values that exist.
    public let enums: [String: RPCEnum]
    /// The structs, each with the members that exist in the form that holds.
    public let structs: [String: RPCStruct]
    /// The functions that exist, each with the parameters that exist in the form that holds.
    public let functions: [RPCFunction]

    let schema: ValidationSchema
    private let index: [FunctionKey: Int]

    /// Makes the view of a spec at a version.
    public init(of spec: RPCSpec, at version: RPCVersion) {
        self.version = version
        enums = spec.enums.compactMapValues { definition in
            guard definition.exists(at: version) else { return nil }
            var result = definition
            result.elements.removeAll { !$0.exists(at: version) }
            return result
        }
        structs = spec.structs.compactMapValues { definition in
            guard definition.exists(at: version) else { return nil }
            var result = definition
            result.members = definition.members.compactMap { $0.form(at: version) }
            return result
        }
        functions = spec.functions.compactMap { definition in
            guard definition.exists(at: version) else { return nil }
            var result = definition
            result.parameters = definition.parameters.compactMap { $0.form(at: version) }
            return result
        }
        var index: [FunctionKey: Int] = [:]
        for (place, function) in functions.enumerated() {
            index[FunctionKey(name: function.name, kind: function.kind)] = place
        }
        self.index = index
        schema = ValidationSchema(of: spec, at: version)
    }

    /// The function of that name and kind, if it exists at this version.
    public func function(_ name: String, _ kind: RPCMessageKind) -> RPCFunction? {
        index[FunctionKey(name: name, kind: kind)].map { functions[$0] }
    }

    /// The parameter of a function, if both exist at this version.
    public func parameter(_ name: String, of function: String, _ kind: RPCMessageKind) -> RPCParameter? {
        self.function(function, kind)?.parameters.first { $0.name == name }
    }

    /// Whether an enum has a value at this version.
    public func hasValue(_ value: String, of enumName: String) -> Bool {
        enums[enumName]?.elements.contains { $0.name == value } ?? false
    }

    private struct FunctionKey: Hashable {
        let name: String
        let kind: RPCMessageKind
    }
}

extension RPCSpec {
    /// What this spec says at a version.
    public func view(at version: RPCVersion) -> RPCSpecView { RPCSpecView(of: self, at: version) }
}
