public import Formats
public import SDLSpec

extension RPCSpecView {
    /// Checks the parameters of a message; see `validate(_:function:kind:unknownItems:)` with a number.
    public func validate(
        _ parameters: JSONValue, function: FunctionID, kind: RPCMessageKind, unknownItems: UnknownItems? = nil
    ) -> ValidationOutcome {
        validate(parameters, function: function.rawValue, kind: kind, unknownItems: unknownItems)
    }
}
