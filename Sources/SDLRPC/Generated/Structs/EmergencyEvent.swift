// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// An accident that the vehicle noticed.
///
/// Since RPC 2.0.
public struct EmergencyEvent: RPCStructure {
    /// Its kind.
    public var emergencyEventType: EmergencyEventType

    /// Whether the fuel supply was cut.
    public var fuelCutoffStatus: FuelCutoffStatus

    /// Whether the vehicle rolled over.
    public var rolloverEvent: VehicleDataEventStatus

    /// The largest change of speed in km/h.
    ///
    /// 0 to 255.
    public var maximumChangeVelocity: Int

    /// Whether there was more than one.
    public var multipleEvents: VehicleDataEventStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        emergencyEventType: EmergencyEventType,
        fuelCutoffStatus: FuelCutoffStatus,
        rolloverEvent: VehicleDataEventStatus,
        maximumChangeVelocity: Int,
        multipleEvents: VehicleDataEventStatus
    ) {
        self.emergencyEventType = emergencyEventType
        self.fuelCutoffStatus = fuelCutoffStatus
        self.rolloverEvent = rolloverEvent
        self.maximumChangeVelocity = maximumChangeVelocity
        self.multipleEvents = multipleEvents
    }

    private static let keys: [StaticString] = [
        "emergencyEventType", "fuelCutoffStatus", "maximumChangeVelocity", "multipleEvents", "rolloverEvent",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.emergencyEventType = try decoder.required("emergencyEventType", &members, EnumCodec(EmergencyEventType.self))
        self.fuelCutoffStatus = try decoder.required("fuelCutoffStatus", &members, EnumCodec(FuelCutoffStatus.self))
        self.maximumChangeVelocity = try decoder.required("maximumChangeVelocity", &members, IntegerCodec(0...255))
        self.multipleEvents = try decoder.required("multipleEvents", &members, EnumCodec(VehicleDataEventStatus.self))
        self.rolloverEvent = try decoder.required("rolloverEvent", &members, EnumCodec(VehicleDataEventStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("emergencyEventType", emergencyEventType)
        writer.member("fuelCutoffStatus", fuelCutoffStatus)
        writer.member("maximumChangeVelocity", maximumChangeVelocity)
        writer.member("multipleEvents", multipleEvents)
        writer.member("rolloverEvent", rolloverEvent)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
