/// An RPC spec as data: what the XML files MOBILE_API and HMI_API say.
public struct RPCSpec: Sendable {
    /// The name of the outermost element.
    public let name: String
    /// The spec's own version; `nil` if the file has several interfaces with versions of their own.
    public let version: RPCVersion?
    /// The oldest version the spec speaks of.
    public let minimumVersion: RPCVersion?
    /// The enums by name.
    public let enums: [String: RPCEnum]
    /// The structs by name.
    public let structs: [String: RPCStruct]
    /// The functions in the spec's order; a request and its response are two.
    public let functions: [RPCFunction]

    private let byName: [FunctionName: Int]
    private let byID: [FunctionNumber: Int]

    init(
        name: String, version: RPCVersion?, minimumVersion: RPCVersion?, enums: [String: RPCEnum],
        structs: [String: RPCStruct], functions: [RPCFunction]
    ) {
        self.name = name
        self.version = version
        self.minimumVersion = minimumVersion
        self.enums = enums
        self.structs = structs
        self.functions = functions
        var byName: [FunctionName: Int] = [:]
        var byID: [FunctionNumber: Int] = [:]
        for (index, function) in functions.enumerated() {
            byName[FunctionName(name: function.name, kind: function.kind)] = index
            if let id = function.id { byID[FunctionNumber(id: id, kind: function.kind)] = index }
        }
        self.byName = byName
        self.byID = byID
    }

    /// The function of that name and kind.
    public func function(_ name: String, _ kind: RPCMessageKind) -> RPCFunction? {
        byName[FunctionName(name: name, kind: kind)].map { functions[$0] }
    }

    /// The function of that number and kind.
    public func function(_ id: UInt32, _ kind: RPCMessageKind) -> RPCFunction? {
        byID[FunctionNumber(id: id, kind: kind)].map { functions[$0] }
    }

    /// Whether an enum has a value at a version, without the cost of a whole ``RPCSpecView``.
    public func hasValue(_ value: String, of enumName: String, at version: RPCVersion) -> Bool {
        guard let definition = enums[enumName], definition.exists(at: version) else { return false }
        return definition.elements.contains { $0.name == value && $0.exists(at: version) }
    }

    private struct FunctionName: Hashable {
        let name: String
        let kind: RPCMessageKind
    }

    private struct FunctionNumber: Hashable {
        let id: UInt32
        let kind: RPCMessageKind
    }
}
