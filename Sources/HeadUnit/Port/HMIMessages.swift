public import Formats

/// The name of a message between head unit and HMI, such as `Navigation.GetWayPoints` (HMI API 8.2.0).
public struct HMIMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Interface and function, joined by a full stop.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Wraps a literal name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The interface, such as `Navigation`.
    public var interface: String {
        // Looked for among the bytes: every message asks, and to tell characters apart takes long.
        rawValue.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(rawValue[..<$0]) } ?? rawValue
    }

    /// The name itself.
    public var description: String { rawValue }
}

/// A request of the head unit that its HMI answers with ``HMIAnswer``, or never.
public struct HMIRequest: Hashable, Sendable {
    /// Names the request in the answer; unique over the life of the head unit.
    public var id: Int
    /// What is asked.
    public var method: HMIMethod
    /// The parameters, an object; `nil` where there are none.
    public var parameters: JSONValue?

    /// Makes a request.
    public init(id: Int, method: HMIMethod, parameters: JSONValue? = nil) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }
}

/// A message without an answer, in either direction.
public struct HMINotification: Hashable, Sendable {
    /// What happened.
    public var method: HMIMethod
    /// The parameters, an object; `nil` where there are none.
    public var parameters: JSONValue?

    /// Makes a notification.
    public init(_ method: HMIMethod, parameters: JSONValue? = nil) {
        self.method = method
        self.parameters = parameters
    }
}

/// How the HMI answers a request of the head unit.
///
/// Silence is an answer too: the head unit waits 11 s (its default timeout and compensation), longer or shorter after
/// ``HMIMethod/onResetTimeout``.
public enum HMIAnswer: Hashable, Sendable {
    /// A `result` object: the code and the members the method has, without `code` and `method`.
    case result(code: Int, members: [String: JSONValue])
    /// An `error` object with the code and, where given, a message for the app.
    case error(code: Int, message: String?)
    /// Whatever an HMI may say, as the JSON-RPC object `{"result": …}` or `{"error": …}`; judged as it stands.
    case raw(JSONValue)

    /// Success with the members given.
    public static func success(_ members: [String: JSONValue] = [:]) -> HMIAnswer {
        .result(code: 0, members: members)
    }
}

/// The result codes of the HMI API (`Common.Result`), by name and number.
public struct HMIResult: Hashable, Sendable {
    /// The name as apps see it (`Result` of the mobile API).
    public var name: String
    /// Whether apps are told `success` true.
    public var isSuccess: Bool

    /// The mobile result for an HMI code; `nil` for codes that the API does not define or apps never see.
    public init?(code: Int) {
        guard let entry = Self.table[code] else { return nil }
        self = entry
    }

    private init(_ name: String, _ isSuccess: Bool) {
        self.name = name
        self.isSuccess = isSuccess
    }

    // Codes 19 and 20 exist in the HMI API but reach apps as an unknown code does.
    private static let table: [Int: HMIResult] = [
        0: HMIResult("SUCCESS", true), 1: HMIResult("UNSUPPORTED_REQUEST", false),
        2: HMIResult("UNSUPPORTED_RESOURCE", true), 3: HMIResult("DISALLOWED", false),
        4: HMIResult("REJECTED", false), 5: HMIResult("ABORTED", false), 6: HMIResult("IGNORED", false),
        7: HMIResult("RETRY", true), 8: HMIResult("IN_USE", false), 9: HMIResult("DATA_NOT_AVAILABLE", false),
        10: HMIResult("TIMED_OUT", false), 11: HMIResult("INVALID_DATA", false),
        12: HMIResult("CHAR_LIMIT_EXCEEDED", false), 13: HMIResult("INVALID_ID", false),
        14: HMIResult("DUPLICATE_NAME", false), 15: HMIResult("APPLICATION_NOT_REGISTERED", false),
        16: HMIResult("WRONG_LANGUAGE", true), 17: HMIResult("OUT_OF_MEMORY", false),
        18: HMIResult("TOO_MANY_PENDING_REQUESTS", false), 21: HMIResult("WARNINGS", true),
        22: HMIResult("GENERIC_ERROR", false), 23: HMIResult("USER_DISALLOWED", false),
        24: HMIResult("TRUNCATED_DATA", true), 25: HMIResult("SAVED", true), 26: HMIResult("READ_ONLY", false),
    ]
}
