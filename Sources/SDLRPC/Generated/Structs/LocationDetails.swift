// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// A place with what is known about it.
///
/// Since RPC 4.1.
public struct LocationDetails: RPCStructure {
    /// Where it is.
    public var coordinate: Coordinate?

    /// Its name.
    ///
    /// 1 to 500 characters.
    public var locationName: String?

    /// Its address in lines for people.
    ///
    /// 0 to 4 elements; each 1 to 500 characters.
    public var addressLines: [String]?

    /// More about it.
    ///
    /// 1 to 500 characters.
    public var locationDescription: String?

    /// A phone number.
    ///
    /// 1 to 500 characters.
    public var phoneNumber: String?

    /// An image, which only the head unit can open.
    public var locationImage: Image?

    /// Its address in parts for a search.
    public var searchAddress: OASISAddress?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        coordinate: Coordinate? = nil,
        locationName: String? = nil,
        addressLines: [String]? = nil,
        locationDescription: String? = nil,
        phoneNumber: String? = nil,
        locationImage: Image? = nil,
        searchAddress: OASISAddress? = nil
    ) {
        self.coordinate = coordinate
        self.locationName = locationName
        self.addressLines = addressLines
        self.locationDescription = locationDescription
        self.phoneNumber = phoneNumber
        self.locationImage = locationImage
        self.searchAddress = searchAddress
    }

    private static let keys: [StaticString] = [
        "addressLines", "coordinate", "locationDescription", "locationImage", "locationName", "phoneNumber",
        "searchAddress",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.addressLines = decoder.optional("addressLines", &members, ListCodec(TextCodec(1...500), 0...4))
        self.coordinate = decoder.optional("coordinate", &members, StructCodec(Coordinate.self))
        self.locationDescription = decoder.optional("locationDescription", &members, TextCodec(1...500))
        self.locationImage = decoder.optional("locationImage", &members, StructCodec(Image.self))
        self.locationName = decoder.optional("locationName", &members, TextCodec(1...500))
        self.phoneNumber = decoder.optional("phoneNumber", &members, TextCodec(1...500))
        self.searchAddress = decoder.optional("searchAddress", &members, StructCodec(OASISAddress.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("addressLines", addressLines)
        writer.member("coordinate", coordinate)
        writer.member("locationDescription", locationDescription)
        writer.member("locationImage", locationImage)
        writer.member("locationName", locationName)
        writer.member("phoneNumber", phoneNumber)
        writer.member("searchAddress", searchAddress)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
