// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Which vehicle this is.
///
/// Since RPC 2.0.
public struct VehicleType: RPCStructure {
    /// The maker.
    ///
    /// 1 to 500 characters.
    public var make: String?

    /// The model.
    ///
    /// 1 to 500 characters.
    public var model: String?

    /// The year of the model.
    ///
    /// 1 to 500 characters.
    public var modelYear: String?

    /// The trim.
    ///
    /// 1 to 500 characters.
    public var trim: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(make: String? = nil, model: String? = nil, modelYear: String? = nil, trim: String? = nil) {
        self.make = make
        self.model = model
        self.modelYear = modelYear
        self.trim = trim
    }

    private static let keys: [StaticString] = ["make", "model", "modelYear", "trim"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.make = decoder.optional("make", &members, TextCodec(1...500))
        self.model = decoder.optional("model", &members, TextCodec(1...500))
        self.modelYear = decoder.optional("modelYear", &members, TextCodec(1...500))
        self.trim = decoder.optional("trim", &members, TextCodec(1...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("make", make)
        writer.member("model", model)
        writer.member("modelYear", modelYear)
        writer.member("trim", trim)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
