// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// An address in parts, named as in the OASIS address standard.
///
/// Since RPC 4.1.
public struct OASISAddress: RPCStructure {
    /// The country's name.
    ///
    /// 0 to 200 characters.
    public var countryName: String?

    /// The country's code (ISO 3166-2).
    ///
    /// 0 to 50 characters.
    public var countryCode: String?

    /// The postal code.
    ///
    /// 0 to 16 characters.
    public var postalCode: String?

    /// The state or province.
    ///
    /// 0 to 200 characters.
    public var administrativeArea: String?

    /// The county or district.
    ///
    /// 0 to 200 characters.
    public var subAdministrativeArea: String?

    /// The town.
    ///
    /// 0 to 200 characters.
    public var locality: String?

    /// The part of the town.
    ///
    /// 0 to 200 characters.
    public var subLocality: String?

    /// The street.
    ///
    /// 0 to 200 characters.
    public var thoroughfare: String?

    /// The number in the street.
    ///
    /// 0 to 200 characters.
    public var subThoroughfare: String?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        countryName: String? = nil,
        countryCode: String? = nil,
        postalCode: String? = nil,
        administrativeArea: String? = nil,
        subAdministrativeArea: String? = nil,
        locality: String? = nil,
        subLocality: String? = nil,
        thoroughfare: String? = nil,
        subThoroughfare: String? = nil
    ) {
        self.countryName = countryName
        self.countryCode = countryCode
        self.postalCode = postalCode
        self.administrativeArea = administrativeArea
        self.subAdministrativeArea = subAdministrativeArea
        self.locality = locality
        self.subLocality = subLocality
        self.thoroughfare = thoroughfare
        self.subThoroughfare = subThoroughfare
    }

    private static let keys: [StaticString] = [
        "administrativeArea", "countryCode", "countryName", "locality", "postalCode", "subAdministrativeArea",
        "subLocality", "subThoroughfare", "thoroughfare",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.administrativeArea = decoder.optional("administrativeArea", &members, TextCodec(0...200))
        self.countryCode = decoder.optional("countryCode", &members, TextCodec(0...50))
        self.countryName = decoder.optional("countryName", &members, TextCodec(0...200))
        self.locality = decoder.optional("locality", &members, TextCodec(0...200))
        self.postalCode = decoder.optional("postalCode", &members, TextCodec(0...16))
        self.subAdministrativeArea = decoder.optional("subAdministrativeArea", &members, TextCodec(0...200))
        self.subLocality = decoder.optional("subLocality", &members, TextCodec(0...200))
        self.subThoroughfare = decoder.optional("subThoroughfare", &members, TextCodec(0...200))
        self.thoroughfare = decoder.optional("thoroughfare", &members, TextCodec(0...200))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("administrativeArea", administrativeArea)
        writer.member("countryCode", countryCode)
        writer.member("countryName", countryName)
        writer.member("locality", locality)
        writer.member("postalCode", postalCode)
        writer.member("subAdministrativeArea", subAdministrativeArea)
        writer.member("subLocality", subLocality)
        writer.member("subThoroughfare", subThoroughfare)
        writer.member("thoroughfare", thoroughfare)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
