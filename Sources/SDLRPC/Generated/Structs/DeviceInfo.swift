// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The phone an app runs on.
///
/// Since RPC 3.0.
public struct DeviceInfo: RPCStructure {
    /// Its model.
    ///
    /// 0 to 500 characters.
    public var hardware: String?

    /// The revision of its firmware.
    ///
    /// 0 to 500 characters.
    public var firmwareRev: String?

    /// Its operating system.
    ///
    /// 0 to 500 characters.
    public var os: String?

    /// The version of that.
    ///
    /// 0 to 500 characters.
    public var osVersion: String?

    /// Its mobile network.
    ///
    /// 0 to 500 characters.
    public var carrier: String?

    /// How many Bluetooth channels it can keep open.
    ///
    /// 0 to 100.
    public var maxNumberRFCOMMPorts: Int?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        hardware: String? = nil,
        firmwareRev: String? = nil,
        os: String? = nil,
        osVersion: String? = nil,
        carrier: String? = nil,
        maxNumberRFCOMMPorts: Int? = nil
    ) {
        self.hardware = hardware
        self.firmwareRev = firmwareRev
        self.os = os
        self.osVersion = osVersion
        self.carrier = carrier
        self.maxNumberRFCOMMPorts = maxNumberRFCOMMPorts
    }

    private static let keys: [StaticString] = [
        "carrier", "firmwareRev", "hardware", "maxNumberRFCOMMPorts", "os", "osVersion",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.carrier = decoder.optional("carrier", &members, TextCodec(0...500))
        self.firmwareRev = decoder.optional("firmwareRev", &members, TextCodec(0...500))
        self.hardware = decoder.optional("hardware", &members, TextCodec(0...500))
        self.maxNumberRFCOMMPorts = decoder.optional("maxNumberRFCOMMPorts", &members, IntegerCodec(0...100))
        self.os = decoder.optional("os", &members, TextCodec(0...500))
        self.osVersion = decoder.optional("osVersion", &members, TextCodec(0...500))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("carrier", carrier)
        writer.member("firmwareRev", firmwareRev)
        writer.member("hardware", hardware)
        writer.member("maxNumberRFCOMMPorts", maxNumberRFCOMMPorts)
        writer.member("os", os)
        writer.member("osVersion", osVersion)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
