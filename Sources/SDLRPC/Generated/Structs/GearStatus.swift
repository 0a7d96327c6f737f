// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The gear.
///
/// Since RPC 7.0.
public struct GearStatus: RPCStructure {
    /// The gear the driver selected.
    public var userSelectedGear: PRNDL?

    /// The gear the gearbox is in.
    public var actualGear: PRNDL?

    /// The kind of gearbox.
    public var transmissionType: TransmissionType?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(userSelectedGear: PRNDL? = nil, actualGear: PRNDL? = nil, transmissionType: TransmissionType? = nil) {
        self.userSelectedGear = userSelectedGear
        self.actualGear = actualGear
        self.transmissionType = transmissionType
    }

    private static let keys: [StaticString] = ["actualGear", "transmissionType", "userSelectedGear"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.actualGear = decoder.optional("actualGear", &members, EnumCodec(PRNDL.self))
        self.transmissionType = decoder.optional("transmissionType", &members, EnumCodec(TransmissionType.self))
        self.userSelectedGear = decoder.optional("userSelectedGear", &members, EnumCodec(PRNDL.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("actualGear", actualGear)
        writer.member("transmissionType", transmissionType)
        writer.member("userSelectedGear", userSelectedGear)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
