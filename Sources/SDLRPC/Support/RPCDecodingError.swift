public import Formats

/// What is wrong with a message, and where.
public struct RPCDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    public enum Problem: Hashable, Sendable {
        /// The text is no JSON.
        case json(JSONError)
        /// A mandatory member is missing.
        case missing
        /// A member is of another type than the spec says.
        case wrongType(expected: String, found: JSONKind)
        /// A number lies outside the range of the spec.
        case outOfRange
        /// A text is shorter or longer than the spec allows.
        case wrongLength(Int)
        /// A list has fewer or more elements than the spec allows.
        case wrongCount(Int)
        /// The spec does not name this value of an enum.
        case unknownValue(String)
    }

    /// The way from the message to the fault, such as `wayPoints.0.coordinate`; empty for the message itself.
    public let path: String
    /// What is wrong.
    public let problem: Problem

    /// Makes an error.
    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// The fault in words, for logs.
    public var description: String { "\(path.isEmpty ? "message" : path): \(problem)" }
}
