// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the emergency call.
///
/// Since RPC 2.0.
public struct ECallInfo: RPCStructure {
    /// Whether the call is notified.
    public var eCallNotificationStatus: VehicleDataNotificationStatus

    /// Whether the auxiliary call is notified.
    public var auxECallNotificationStatus: VehicleDataNotificationStatus

    /// How far the call got.
    public var eCallConfirmationStatus: ECallConfirmationStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        eCallNotificationStatus: VehicleDataNotificationStatus,
        auxECallNotificationStatus: VehicleDataNotificationStatus,
        eCallConfirmationStatus: ECallConfirmationStatus
    ) {
        self.eCallNotificationStatus = eCallNotificationStatus
        self.auxECallNotificationStatus = auxECallNotificationStatus
        self.eCallConfirmationStatus = eCallConfirmationStatus
    }

    private static let keys: [StaticString] = [
        "auxECallNotificationStatus", "eCallConfirmationStatus", "eCallNotificationStatus",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.auxECallNotificationStatus = try decoder.required("auxECallNotificationStatus", &members, EnumCodec(VehicleDataNotificationStatus.self))
        self.eCallConfirmationStatus = try decoder.required("eCallConfirmationStatus", &members, EnumCodec(ECallConfirmationStatus.self))
        self.eCallNotificationStatus = try decoder.required("eCallNotificationStatus", &members, EnumCodec(VehicleDataNotificationStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("auxECallNotificationStatus", auxECallNotificationStatus)
        writer.member("eCallConfirmationStatus", eCallConfirmationStatus)
        writer.member("eCallNotificationStatus", eCallNotificationStatus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
