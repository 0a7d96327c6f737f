public import Formats

/// Why a spec could not be loaded.
public struct RPCSpecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    public enum Code: Hashable, Sendable {
        /// The text is no XML.
        case xml(XMLError.Code)
        /// The outermost element is neither `interface` nor `interfaces`.
        case notASpec(String)
        /// An attribute that must be there is missing.
        case missingAttribute(String)
        /// An attribute has a value that makes no sense.
        case badValue(attribute: String, value: String)
        /// A type, or the enum of the function numbers, is not defined.
        case unknownName(String)
        /// Two enums, structs, functions, members or values have the same name.
        case duplicateName(String)
    }

    /// What is wrong.
    public let code: Code
    /// Where: names of the elements from the outside in, with dots.
    public let path: String
    /// The line, from 1; 0 if none is known.
    public let line: Int

    /// The error in words.
    public var description: String { "spec, line \(line), \(path): \(code)" }
}
