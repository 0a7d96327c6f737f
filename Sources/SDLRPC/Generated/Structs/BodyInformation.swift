// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Ignition, brake, doors and roof.
///
/// Since RPC 2.0.
public struct BodyInformation: RPCStructure {
    /// Whether the parking brake is on.
    public var parkBrakeActive: Bool

    /// Whether the ignition switch has settled.
    public var ignitionStableStatus: IgnitionStableStatus

    /// The position of the ignition switch.
    public var ignitionStatus: IgnitionStatus

    /// Whether the driver's door is ajar; use `doorStatuses`.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var driverDoorAjar: Bool?

    /// Whether the passenger's door is ajar; use `doorStatuses`.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var passengerDoorAjar: Bool?

    /// Whether the rear left door is ajar; use `doorStatuses`.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var rearLeftDoorAjar: Bool?

    /// Whether the rear right door is ajar; use `doorStatuses`.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var rearRightDoorAjar: Bool?

    /// The doors.
    ///
    /// 0 to 100 elements; since RPC 7.1.
    public var doorStatuses: [DoorStatus]?

    /// Trunk, hood and other gates.
    ///
    /// 0 to 100 elements; since RPC 7.1.
    public var gateStatuses: [GateStatus]?

    /// Roofs that open.
    ///
    /// 0 to 100 elements; since RPC 7.1.
    public var roofStatuses: [RoofStatus]?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        parkBrakeActive: Bool,
        ignitionStableStatus: IgnitionStableStatus,
        ignitionStatus: IgnitionStatus,
        driverDoorAjar: Bool? = nil,
        passengerDoorAjar: Bool? = nil,
        rearLeftDoorAjar: Bool? = nil,
        rearRightDoorAjar: Bool? = nil,
        doorStatuses: [DoorStatus]? = nil,
        gateStatuses: [GateStatus]? = nil,
        roofStatuses: [RoofStatus]? = nil
    ) {
        self.parkBrakeActive = parkBrakeActive
        self.ignitionStableStatus = ignitionStableStatus
        self.ignitionStatus = ignitionStatus
        self.driverDoorAjar = driverDoorAjar
        self.passengerDoorAjar = passengerDoorAjar
        self.rearLeftDoorAjar = rearLeftDoorAjar
        self.rearRightDoorAjar = rearRightDoorAjar
        self.doorStatuses = doorStatuses
        self.gateStatuses = gateStatuses
        self.roofStatuses = roofStatuses
    }

    private static let keys: [StaticString] = [
        "doorStatuses", "driverDoorAjar", "gateStatuses", "ignitionStableStatus", "ignitionStatus", "parkBrakeActive",
        "passengerDoorAjar", "rearLeftDoorAjar", "rearRightDoorAjar", "roofStatuses",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.doorStatuses = decoder.optional("doorStatuses", &members, ListCodec(StructCodec(DoorStatus.self), 0...100))
        self.driverDoorAjar = decoder.optional("driverDoorAjar", &members, BooleanCodec())
        self.gateStatuses = decoder.optional("gateStatuses", &members, ListCodec(StructCodec(GateStatus.self), 0...100))
        self.ignitionStableStatus = try decoder.required("ignitionStableStatus", &members, EnumCodec(IgnitionStableStatus.self))
        self.ignitionStatus = try decoder.required("ignitionStatus", &members, EnumCodec(IgnitionStatus.self))
        self.parkBrakeActive = try decoder.required("parkBrakeActive", &members, BooleanCodec())
        self.passengerDoorAjar = decoder.optional("passengerDoorAjar", &members, BooleanCodec())
        self.rearLeftDoorAjar = decoder.optional("rearLeftDoorAjar", &members, BooleanCodec())
        self.rearRightDoorAjar = decoder.optional("rearRightDoorAjar", &members, BooleanCodec())
        self.roofStatuses = decoder.optional("roofStatuses", &members, ListCodec(StructCodec(RoofStatus.self), 0...100))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("doorStatuses", doorStatuses)
        writer.member("driverDoorAjar", driverDoorAjar)
        writer.member("gateStatuses", gateStatuses)
        writer.member("ignitionStableStatus", ignitionStableStatus)
        writer.member("ignitionStatus", ignitionStatus)
        writer.member("parkBrakeActive", parkBrakeActive)
        writer.member("passengerDoorAjar", passengerDoorAjar)
        writer.member("rearLeftDoorAjar", rearLeftDoorAjar)
        writer.member("rearRightDoorAjar", rearRightDoorAjar)
        writer.member("roofStatuses", roofStatuses)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
