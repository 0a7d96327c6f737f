/// A command of the control that cannot be carried out, and why.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command or the member it is about.
    public let what: String
    /// What is wrong, or what was expected.
    public let why: String

    /// Makes an error.
    public init(_ what: String, _ why: String) {
        self.what = what
        self.why = why
    }

    /// What and why.
    public var description: String { "\(what): \(why)" }
}
