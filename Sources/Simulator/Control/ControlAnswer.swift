package import Formats

extension Result where Success == JSONValue, Failure == ControlError {
    /// The answer to a command, as the control and the page's API give it: `ok` with a `result` if there is one, or what
    /// is wrong.
    package var controlAnswer: [String: JSONValue] {
        switch self {
        case .success(.null): ["ok": true]
        case .success(let value): ["ok": true, "result": value]
        case .failure(let error):
            ["ok": false, "error": ["what": .string(error.what), "why": .string(error.why)]]
        }
    }
}
