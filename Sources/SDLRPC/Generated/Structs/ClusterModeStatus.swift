// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The modes of the instrument cluster.
///
/// Since RPC 2.0.
public struct ClusterModeStatus: RPCStructure {
    /// Whether the power mode is active.
    public var powerModeActive: Bool

    /// How far the power mode can be trusted.
    public var powerModeQualificationStatus: PowerModeQualificationStatus

    /// The vehicle's mode.
    public var carModeStatus: CarModeStatus

    /// The power mode.
    public var powerModeStatus: PowerModeStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        powerModeActive: Bool,
        powerModeQualificationStatus: PowerModeQualificationStatus,
        carModeStatus: CarModeStatus,
        powerModeStatus: PowerModeStatus
    ) {
        self.powerModeActive = powerModeActive
        self.powerModeQualificationStatus = powerModeQualificationStatus
        self.carModeStatus = carModeStatus
        self.powerModeStatus = powerModeStatus
    }

    private static let keys: [StaticString] = [
        "carModeStatus", "powerModeActive", "powerModeQualificationStatus", "powerModeStatus",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.carModeStatus = try decoder.required("carModeStatus", &members, EnumCodec(CarModeStatus.self))
        self.powerModeActive = try decoder.required("powerModeActive", &members, BooleanCodec())
        self.powerModeQualificationStatus = try decoder.required("powerModeQualificationStatus", &members, EnumCodec(PowerModeQualificationStatus.self))
        self.powerModeStatus = try decoder.required("powerModeStatus", &members, EnumCodec(PowerModeStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("carModeStatus", carModeStatus)
        writer.member("powerModeActive", powerModeActive)
        writer.member("powerModeQualificationStatus", powerModeQualificationStatus)
        writer.member("powerModeStatus", powerModeStatus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
