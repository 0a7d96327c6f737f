// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the tires.
///
/// Since RPC 2.0.
public struct TireStatus: RPCStructure {
    /// The warning light.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var pressureTelltale: WarningLightStatus?

    /// Front left.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var leftFront: SingleTireStatus?

    /// Front right.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var rightFront: SingleTireStatus?

    /// Rear left.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var leftRear: SingleTireStatus?

    /// Rear right.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var rightRear: SingleTireStatus?

    /// Rear left, the inner of two.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var innerLeftRear: SingleTireStatus?

    /// Rear right, the inner of two.
    ///
    /// Since RPC 2.0; in this form since RPC 8.0.
    public var innerRightRear: SingleTireStatus?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        pressureTelltale: WarningLightStatus? = nil,
        leftFront: SingleTireStatus? = nil,
        rightFront: SingleTireStatus? = nil,
        leftRear: SingleTireStatus? = nil,
        rightRear: SingleTireStatus? = nil,
        innerLeftRear: SingleTireStatus? = nil,
        innerRightRear: SingleTireStatus? = nil
    ) {
        self.pressureTelltale = pressureTelltale
        self.leftFront = leftFront
        self.rightFront = rightFront
        self.leftRear = leftRear
        self.rightRear = rightRear
        self.innerLeftRear = innerLeftRear
        self.innerRightRear = innerRightRear
    }

    private static let keys: [StaticString] = [
        "innerLeftRear", "innerRightRear", "leftFront", "leftRear", "pressureTelltale", "rightFront", "rightRear",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.innerLeftRear = decoder.optional("innerLeftRear", &members, StructCodec(SingleTireStatus.self))
        self.innerRightRear = decoder.optional("innerRightRear", &members, StructCodec(SingleTireStatus.self))
        self.leftFront = decoder.optional("leftFront", &members, StructCodec(SingleTireStatus.self))
        self.leftRear = decoder.optional("leftRear", &members, StructCodec(SingleTireStatus.self))
        self.pressureTelltale = decoder.optional("pressureTelltale", &members, EnumCodec(WarningLightStatus.self))
        self.rightFront = decoder.optional("rightFront", &members, StructCodec(SingleTireStatus.self))
        self.rightRear = decoder.optional("rightRear", &members, StructCodec(SingleTireStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("innerLeftRear", innerLeftRear)
        writer.member("innerRightRear", innerRightRear)
        writer.member("leftFront", leftFront)
        writer.member("leftRear", leftRear)
        writer.member("pressureTelltale", pressureTelltale)
        writer.member("rightFront", rightFront)
        writer.member("rightRear", rightRear)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
