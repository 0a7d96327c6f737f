internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Modules of an older RPC version: what came later does not exist for them.
extension HeadUnitMachine {
    /// The function of a request, if the module is new enough to know it.
    func knownFunction(_ id: UInt32) -> RPCFunction? {
        guard let function = spec.function(id, .request), function.exists(at: configuration.rpcVersion) else {
            return nil
        }
        return function
    }

    /// Refuses a function the module does not know.
    ///
    /// Before 5.0 there was one answer for all of them, GenericResponse (the public guides tell apps to expect it).
    mutating func refuseUnknownFunction(_ context: RequestContext) {
        guard configuration.rpcVersion < RPCVersion(5, 0, 0),
            let generic = spec.function("GenericResponse", .response)?.id
        else {
            respond(context, .failure("UNSUPPORTED_REQUEST", info: InfoText.unknownFunction))
            return
        }
        send(
            .response, functionID: generic, correlationID: context.correlationID,
            ["success": false, "resultCode": "INVALID_DATA"], to: context.key)
    }

    /// Whether messages have to be cut down to what the module knows.
    private var isOld: Bool { spec.version.map { configuration.rpcVersion < $0 } ?? false }

    /// An outgoing message without members newer than the module; `nil` when the whole message is newer.
    mutating func fitting(_ parameters: JSONValue, functionID: UInt32, kind: RPCMessageKind) -> JSONValue? {
        guard isOld, let name = spec.function(functionID, kind)?.name else { return parameters }
        let view = view(at: configuration.rpcVersion)
        guard let function = view.function(name, kind) else { return kind == .response ? parameters : nil }
        return Self.fitting(parameters, function.parameters, view)
    }

    private static func fitting(_ value: JSONValue, _ known: [RPCParameter], _ view: RPCSpecView) -> JSONValue {
        guard case .object(let members) = value else { return value }
        var kept: [String: JSONValue] = [:]
        for parameter in known {
            guard let member = members[parameter.name] else { continue }
            guard case .structure(let name) = parameter.type, let inner = view.structs[name]?.members else {
                kept[parameter.name] = member
                continue
            }
            kept[parameter.name] =
                switch member {
                case .array(let elements): .array(elements.map { fitting($0, inner, view) })
                default: fitting(member, inner, view)
                }
        }
        return .object(kept)
    }
}
