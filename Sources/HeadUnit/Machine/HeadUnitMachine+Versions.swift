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
            ["success": false, "resultCode": "INVALID_DATA"], to: context.key, isEncrypted: context.isEncrypted)
    }

    /// An outgoing message without what is newer than the module; `nil` when the whole message is newer.
    func fitting(_ parameters: JSONValue, functionID: UInt32, kind: RPCMessageKind) -> JSONValue? {
        guard let versionFilter, let name = spec.function(functionID, kind)?.name else { return parameters }
        if let known = versionFilter.known(parameters, of: name, kind) { return known }
        // A response is owed whatever it is called; news may be left unsaid.
        return kind == .response ? .some(parameters) : .none
    }
}
