public import Formats

extension RPCSpecView {
    /// The functions whose unknown parameters and enum values are kept, as sdl_core 8.2 does.
    private static let keepsUnknown: Set<String> = [
        "GetSystemCapability", "GetAppServiceData", "OnAppServiceData", "PerformAppServiceInteraction",
        "PublishAppService", "UnpublishAppService",
    ]

    /// The parameters that survive although no spec names them; sdl_core uses them itself.
    static let alwaysKept: Set<String> = ["appID", "binary_data", "connection_key"]

    /// Checks the parameters of a message by the function's number on the wire.
    ///
    /// The order of the checks, what refuses a message, what only drops a member and the texts are those of a stock
    /// head unit (sdl_core 8.2): one fault is reported, the first in the alphabet of parameter names.
    ///
    /// - Parameters:
    ///   - parameters: The JSON of the message.
    ///   - function: The number on the wire.
    ///   - kind: What the message is.
    ///   - unknownItems: What to do with unknown names; `nil` does what the function is known for.
    public func validate(
        _ parameters: JSONValue, function: UInt32, kind: RPCMessageKind, unknownItems: UnknownItems? = nil
    ) -> ValidationOutcome {
        guard let name = schema.names[function] else { return .unknownFunction }
        return validate(parameters, function: name, kind: kind, unknownItems: unknownItems)
    }

    /// Checks the parameters of a message by the function's name.
    ///
    /// - Parameters:
    ///   - parameters: The JSON of the message.
    ///   - function: The name; in specs with several interfaces with the interface's name in front.
    ///   - kind: What the message is.
    ///   - unknownItems: What to do with unknown names; `nil` does what the function is known for.
    public func validate(
        _ parameters: JSONValue, function: String, kind: RPCMessageKind, unknownItems: UnknownItems? = nil
    ) -> ValidationOutcome {
        guard let definition = schema.functions[ValidationSchema.Key(name: function, kind: kind)] else {
            return .unknownFunction
        }
        guard definition.exists else {
            return .invalid(report: "RPC: Function is not available for SyncMsgVersion \(version)")
        }
        let unknown = unknownItems ?? (Self.keepsUnknown.contains(function) ? .keep : .drop)
        var validator = Validator(schema: schema, version: version, unknownItems: unknown)
        return validator.validate(parameters, as: definition.parameters)
    }

    /// Completes an outgoing message as stock head units do.
    ///
    /// Parameters that no version of the spec knows are removed, those newer than the version are not, and missing
    /// members with a default get it.
    public func completed(_ parameters: JSONValue, function: String, kind: RPCMessageKind) -> JSONValue {
        guard let definition = schema.functions[ValidationSchema.Key(name: function, kind: kind)] else {
            return parameters
        }
        return schema.completing(parameters, as: definition.parameters)
    }
}

extension ValidationSchema {
    fileprivate func completing(_ value: JSONValue, as object: Object) -> JSONValue {
        guard case .object(let given) = value else { return value }
        var members = given.filter { object.everKnown.contains($0.key) }
        for member in object.members {
            if let present = members[member.name] {
                guard case .structure(let place) = member.kind else { continue }
                if member.array != nil, case .array(let elements) = present {
                    members[member.name] = .array(elements.map { completing($0, as: structs[place]) })
                } else {
                    members[member.name] = completing(present, as: structs[place])
                }
            } else if let value = member.defaultValue {
                members[member.name] = value
            }
        }
        return .object(members)
    }
}
