/// Whether the data of a sentence are valid: `A`, or anything else in that place.
public enum DataStatus: Hashable, Sendable {
    /// `A`: valid.
    case valid
    /// `V` or any other letter: not to be used.
    case void

    var letter: UInt8 { self == .valid ? UInt8(ascii: "A") : UInt8(ascii: "V") }
}
