// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// The state of the seat belts.
///
/// Since RPC 2.0.
public struct BeltStatus: RPCStructure {
    /// Whether the driver's tensioner has fired.
    public var driverBeltDeployed: VehicleDataEventStatus

    /// Whether the passenger's tensioner has fired.
    public var passengerBeltDeployed: VehicleDataEventStatus

    /// Whether the passenger is belted.
    public var passengerBuckleBelted: VehicleDataEventStatus

    /// Whether the driver is belted.
    public var driverBuckleBelted: VehicleDataEventStatus

    /// Second row, left.
    public var leftRow2BuckleBelted: VehicleDataEventStatus

    /// Whether a child sits on the passenger's seat.
    public var passengerChildDetected: VehicleDataEventStatus

    /// Second row, right.
    public var rightRow2BuckleBelted: VehicleDataEventStatus

    /// Second row, middle.
    public var middleRow2BuckleBelted: VehicleDataEventStatus

    /// Third row, middle.
    public var middleRow3BuckleBelted: VehicleDataEventStatus

    /// Third row, left.
    public var leftRow3BuckleBelted: VehicleDataEventStatus

    /// Third row, right.
    public var rightRow3BuckleBelted: VehicleDataEventStatus

    /// Inflatable belt, rear left.
    public var leftRearInflatableBelted: VehicleDataEventStatus

    /// Inflatable belt, rear right.
    public var rightRearInflatableBelted: VehicleDataEventStatus

    /// Whether the tensioner of the first row's middle seat has fired.
    public var middleRow1BeltDeployed: VehicleDataEventStatus

    /// First row, middle.
    public var middleRow1BuckleBelted: VehicleDataEventStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        driverBeltDeployed: VehicleDataEventStatus,
        passengerBeltDeployed: VehicleDataEventStatus,
        passengerBuckleBelted: VehicleDataEventStatus,
        driverBuckleBelted: VehicleDataEventStatus,
        leftRow2BuckleBelted: VehicleDataEventStatus,
        passengerChildDetected: VehicleDataEventStatus,
        rightRow2BuckleBelted: VehicleDataEventStatus,
        middleRow2BuckleBelted: VehicleDataEventStatus,
        middleRow3BuckleBelted: VehicleDataEventStatus,
        leftRow3BuckleBelted: VehicleDataEventStatus,
        rightRow3BuckleBelted: VehicleDataEventStatus,
        leftRearInflatableBelted: VehicleDataEventStatus,
        rightRearInflatableBelted: VehicleDataEventStatus,
        middleRow1BeltDeployed: VehicleDataEventStatus,
        middleRow1BuckleBelted: VehicleDataEventStatus
    ) {
        self.driverBeltDeployed = driverBeltDeployed
        self.passengerBeltDeployed = passengerBeltDeployed
        self.passengerBuckleBelted = passengerBuckleBelted
        self.driverBuckleBelted = driverBuckleBelted
        self.leftRow2BuckleBelted = leftRow2BuckleBelted
        self.passengerChildDetected = passengerChildDetected
        self.rightRow2BuckleBelted = rightRow2BuckleBelted
        self.middleRow2BuckleBelted = middleRow2BuckleBelted
        self.middleRow3BuckleBelted = middleRow3BuckleBelted
        self.leftRow3BuckleBelted = leftRow3BuckleBelted
        self.rightRow3BuckleBelted = rightRow3BuckleBelted
        self.leftRearInflatableBelted = leftRearInflatableBelted
        self.rightRearInflatableBelted = rightRearInflatableBelted
        self.middleRow1BeltDeployed = middleRow1BeltDeployed
        self.middleRow1BuckleBelted = middleRow1BuckleBelted
    }

    private static let keys: [StaticString] = [
        "driverBeltDeployed", "driverBuckleBelted", "leftRearInflatableBelted", "leftRow2BuckleBelted",
        "leftRow3BuckleBelted", "middleRow1BeltDeployed", "middleRow1BuckleBelted", "middleRow2BuckleBelted",
        "middleRow3BuckleBelted", "passengerBeltDeployed", "passengerBuckleBelted", "passengerChildDetected",
        "rightRearInflatableBelted", "rightRow2BuckleBelted", "rightRow3BuckleBelted",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.driverBeltDeployed = try decoder.required("driverBeltDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.driverBuckleBelted = try decoder.required("driverBuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.leftRearInflatableBelted = try decoder.required("leftRearInflatableBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.leftRow2BuckleBelted = try decoder.required("leftRow2BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.leftRow3BuckleBelted = try decoder.required("leftRow3BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.middleRow1BeltDeployed = try decoder.required("middleRow1BeltDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.middleRow1BuckleBelted = try decoder.required("middleRow1BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.middleRow2BuckleBelted = try decoder.required("middleRow2BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.middleRow3BuckleBelted = try decoder.required("middleRow3BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerBeltDeployed = try decoder.required("passengerBeltDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerBuckleBelted = try decoder.required("passengerBuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerChildDetected = try decoder.required("passengerChildDetected", &members, EnumCodec(VehicleDataEventStatus.self))
        self.rightRearInflatableBelted = try decoder.required("rightRearInflatableBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.rightRow2BuckleBelted = try decoder.required("rightRow2BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        self.rightRow3BuckleBelted = try decoder.required("rightRow3BuckleBelted", &members, EnumCodec(VehicleDataEventStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("driverBeltDeployed", driverBeltDeployed)
        writer.member("driverBuckleBelted", driverBuckleBelted)
        writer.member("leftRearInflatableBelted", leftRearInflatableBelted)
        writer.member("leftRow2BuckleBelted", leftRow2BuckleBelted)
        writer.member("leftRow3BuckleBelted", leftRow3BuckleBelted)
        writer.member("middleRow1BeltDeployed", middleRow1BeltDeployed)
        writer.member("middleRow1BuckleBelted", middleRow1BuckleBelted)
        writer.member("middleRow2BuckleBelted", middleRow2BuckleBelted)
        writer.member("middleRow3BuckleBelted", middleRow3BuckleBelted)
        writer.member("passengerBeltDeployed", passengerBeltDeployed)
        writer.member("passengerBuckleBelted", passengerBuckleBelted)
        writer.member("passengerChildDetected", passengerChildDetected)
        writer.member("rightRearInflatableBelted", rightRearInflatableBelted)
        writer.member("rightRow2BuckleBelted", rightRow2BuckleBelted)
        writer.member("rightRow3BuckleBelted", rightRow3BuckleBelted)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
