// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A step of guidance.
///
/// Since RPC 5.1.
public struct NavigationInstruction: RPCStructure {
    /// Where it is.
    public var locationDetails: LocationDetails

    /// What to do there.
    public var action: NavigationAction

    /// When it is reached.
    public var eta: DateTime?

    /// The direction to take, in degrees from north.
    ///
    /// 0 to 359.
    public var bearing: Int?

    /// The kind of junction.
    public var junctionType: NavigationJunction?

    /// The side of the road to drive on.
    public var drivingSide: Direction?

    /// More about it, for people.
    ///
    /// At least 1 characters.
    public var details: String?

    /// An image of it.
    public var image: Image?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        locationDetails: LocationDetails,
        action: NavigationAction,
        eta: DateTime? = nil,
        bearing: Int? = nil,
        junctionType: NavigationJunction? = nil,
        drivingSide: Direction? = nil,
        details: String? = nil,
        image: Image? = nil
    ) {
        self.locationDetails = locationDetails
        self.action = action
        self.eta = eta
        self.bearing = bearing
        self.junctionType = junctionType
        self.drivingSide = drivingSide
        self.details = details
        self.image = image
    }

    private static let keys: [StaticString] = [
        "action", "bearing", "details", "drivingSide", "eta", "image", "junctionType", "locationDetails",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.action = try decoder.required("action", &members, EnumCodec(NavigationAction.self))
        self.bearing = decoder.optional("bearing", &members, IntegerCodec(0...359))
        self.details = decoder.optional("details", &members, TextCodec(1...Int.max))
        self.drivingSide = decoder.optional("drivingSide", &members, EnumCodec(Direction.self))
        self.eta = decoder.optional("eta", &members, StructCodec(DateTime.self))
        self.image = decoder.optional("image", &members, StructCodec(Image.self))
        self.junctionType = decoder.optional("junctionType", &members, EnumCodec(NavigationJunction.self))
        self.locationDetails = try decoder.required("locationDetails", &members, StructCodec(LocationDetails.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("bearing", bearing)
        writer.member("details", details)
        writer.member("drivingSide", drivingSide)
        writer.member("eta", eta)
        writer.member("image", image)
        writer.member("junctionType", junctionType)
        writer.member("locationDetails", locationDetails)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
