internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What stock app libraries send by themselves while they start, answered as a head unit without menus and voice would:
// nothing of it reaches the HMI. And the functions of a wider spec, if one is given.
extension HeadUnitMachine {
    /// The RPCs after which an app's hash is another one.
    private static let hashed: Set<String> = [
        "CreateInteractionChoiceSet", "DeleteInteractionChoiceSet", "SetGlobalProperties", "ResetGlobalProperties",
    ]

    mutating func runStock(_ context: RequestContext) {
        respond(context, .success)
        if Self.hashed.contains(context.name) { changeHash(of: context.key) }
    }

    // MARK: A wider spec

    /// The request of that number in the wider spec, unless the module knows it itself.
    func lenientFunction(_ id: UInt32) -> RPCFunction? {
        guard spec.function(id, .request) == nil else { return nil }
        return configuration.lenientSpec?.function(id, .request)
    }

    /// A success with the smallest value for each member that must be there.
    mutating func respondLeniently(_ context: RequestContext, _ function: RPCFunction) {
        var members: [String: JSONValue] = [:]
        let response = configuration.lenientSpec?.function(context.functionID, .response)
        for parameter in response?.parameters ?? [] where parameter.isMandatory {
            guard !["success", "resultCode"].contains(parameter.name) else { continue }
            members[parameter.name] = smallest(parameter, depth: 0)
        }
        respond(context, .success, members: members)
    }

    private func smallest(_ parameter: RPCParameter, depth: Int) -> JSONValue {
        if let value = parameter.defaultValue { return value }
        if let size = parameter.array {
            let element = smallest(parameter.type, depth: depth)
            return .array([JSONValue](repeating: element, count: min(max(size.minimum ?? 0, 0), 100)))
        }
        return smallest(parameter.type, depth: depth)
    }

    private func smallest(_ type: RPCParameterType, depth: Int) -> JSONValue {
        switch type {
        case .boolean: return false
        case .integer(let minimum, _): return .int(max(minimum ?? 0, 0))
        case .float(let minimum, _): return .double(max(minimum ?? 0, 0))
        case .string(let minimum, _):
            return .string(String(repeating: "-", count: min(max(minimum ?? 1, 0), 1_000)))
        case .enumeration(let name):
            return .string(configuration.lenientSpec?.enums[name]?.elements.first?.name ?? "")
        case .structure(let name):
            var members: [String: JSONValue] = [:]
            // A struct that holds itself must not be followed for ever.
            if depth < 8 {
                for member in configuration.lenientSpec?.structs[name]?.members ?? [] where member.isMandatory {
                    members[member.name] = smallest(member, depth: depth + 1)
                }
            }
            return .object(members)
        }
    }
}
