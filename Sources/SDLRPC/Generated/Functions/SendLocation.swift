// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Gives the navigation a place to go to.
///
/// Since RPC 3.0.
public struct SendLocation: RPCRequest {
    /// The message that answers it.
    public typealias Response = SendLocationResponse

    /// The function.
    public static let functionID = FunctionID.sendLocation

    /// Degrees east of Greenwich.
    ///
    /// -180 to 180.
    public var longitudeDegrees: Double?

    /// Degrees north of the equator.
    ///
    /// -90 to 90.
    public var latitudeDegrees: Double?

    /// The name of the place.
    ///
    /// 1 to 500 characters.
    public var locationName: String?

    /// More about it.
    ///
    /// 1 to 500 characters.
    public var locationDescription: String?

    /// Its address in lines.
    ///
    /// 0 to 4 elements; each 1 to 500 characters.
    public var addressLines: [String]?

    /// A phone number.
    ///
    /// 1 to 500 characters.
    public var phoneNumber: String?

    /// An image.
    public var locationImage: Image?

    /// When the place was chosen.
    ///
    /// Since RPC 4.1.
    public var timeStamp: DateTime?

    /// Its address in parts.
    ///
    /// Since RPC 4.1.
    public var address: OASISAddress?

    /// What the navigation shall do with it.
    ///
    /// Since RPC 4.1.
    public var deliveryMode: DeliveryMode?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        longitudeDegrees: Double? = nil,
        latitudeDegrees: Double? = nil,
        locationName: String? = nil,
        locationDescription: String? = nil,
        addressLines: [String]? = nil,
        phoneNumber: String? = nil,
        locationImage: Image? = nil,
        timeStamp: DateTime? = nil,
        address: OASISAddress? = nil,
        deliveryMode: DeliveryMode? = nil
    ) {
        self.longitudeDegrees = longitudeDegrees
        self.latitudeDegrees = latitudeDegrees
        self.locationName = locationName
        self.locationDescription = locationDescription
        self.addressLines = addressLines
        self.phoneNumber = phoneNumber
        self.locationImage = locationImage
        self.timeStamp = timeStamp
        self.address = address
        self.deliveryMode = deliveryMode
    }

    private static let keys: [StaticString] = [
        "address", "addressLines", "deliveryMode", "latitudeDegrees", "locationDescription", "locationImage",
        "locationName", "longitudeDegrees", "phoneNumber", "timeStamp",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.address = decoder.optional("address", &members, StructCodec(OASISAddress.self))
        self.addressLines = decoder.optional("addressLines", &members, ListCodec(TextCodec(1...500), 0...4))
        self.deliveryMode = decoder.optional("deliveryMode", &members, EnumCodec(DeliveryMode.self))
        self.latitudeDegrees = decoder.optional("latitudeDegrees", &members, FloatCodec(-90.0...90.0))
        self.locationDescription = decoder.optional("locationDescription", &members, TextCodec(1...500))
        self.locationImage = decoder.optional("locationImage", &members, StructCodec(Image.self))
        self.locationName = decoder.optional("locationName", &members, TextCodec(1...500))
        self.longitudeDegrees = decoder.optional("longitudeDegrees", &members, FloatCodec(-180.0...180.0))
        self.phoneNumber = decoder.optional("phoneNumber", &members, TextCodec(1...500))
        self.timeStamp = decoder.optional("timeStamp", &members, StructCodec(DateTime.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("address", address)
        writer.member("addressLines", addressLines)
        writer.member("deliveryMode", deliveryMode)
        writer.member("latitudeDegrees", latitudeDegrees)
        writer.member("locationDescription", locationDescription)
        writer.member("locationImage", locationImage)
        writer.member("locationName", locationName)
        writer.member("longitudeDegrees", longitudeDegrees)
        writer.member("phoneNumber", phoneNumber)
        writer.member("timeStamp", timeStamp)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer.
///
/// Since RPC 3.0.
public struct SendLocationResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.sendLocation

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `UNSUPPORTED_RESOURCE`, `DISALLOWED`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(success: Bool, resultCode: ResultCode, info: String? = nil) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
    }

    private static let keys: [StaticString] = ["info", "resultCode", "success"]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("info", info)
        writer.member("resultCode", resultCode)
        writer.member("success", success)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
