public import Formats

/// How a head unit refused a request.
public struct RPCFailure: Error, Hashable, Sendable {
    /// The function that was asked for.
    public let function: FunctionID
    /// The code, such as DISALLOWED; codes that the spec does not name survive.
    public let resultCode: ResultCode
    /// More about it, for people.
    public let info: String?
    /// The whole answer: some head units send data along with a refusal.
    public let response: JSONValue

    /// Makes a failure from an answer.
    init(_ response: some RPCResponse, function: FunctionID) {
        self.function = function
        resultCode = response.resultCode
        info = response.info
        self.response = response.json
    }

    /// The code and, if there is one, the text.
    public var summary: String {
        if let info, !info.isEmpty { "\(resultCode.rawValue) (\(info))" } else { resultCode.rawValue }
    }
}

extension RPCResponse {
    /// The code of a success that asks for a look at `info`, such as WARNINGS; nil for SUCCESS and for refusals.
    public var warning: ResultCode? { success && resultCode != .success ? resultCode : nil }
}
