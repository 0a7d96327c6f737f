/// A value in a control payload: the subset of BSON that SDL uses.
public indirect enum BSONValue: Sendable, Hashable {
    /// A 64 bit floating point number (type 0x01).
    case double(Double)
    /// Text (type 0x02).
    case string(String)
    /// A nested document (type 0x03).
    case document(BSONDocument)
    /// A list (type 0x04); on the wire a document whose keys are "0", "1", ….
    case array([BSONValue])
    /// True or false (type 0x08).
    case boolean(Bool)
    /// A 32 bit number (type 0x10).
    case int32(Int32)
    /// A 64 bit number (type 0x12).
    case int64(Int64)

    /// The text, if it is text.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is an integer of either size or a double without fraction: peers write them all.
    public var integer: Int64? {
        switch self {
        case .int32(let number): Int64(number)
        case .int64(let number): number
        case .double(let number): Int64(exactly: number)
        case .string, .document, .array, .boolean: nil
        }
    }

    /// The list, if it is one.
    public var array: [BSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }
}
