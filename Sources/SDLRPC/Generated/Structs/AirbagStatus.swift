// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats

/// Which airbags have opened.
///
/// Since RPC 2.0.
public struct AirbagStatus: RPCStructure {
    /// The driver's front airbag.
    public var driverAirbagDeployed: VehicleDataEventStatus

    /// The driver's side airbag.
    public var driverSideAirbagDeployed: VehicleDataEventStatus

    /// The driver's curtain airbag.
    public var driverCurtainAirbagDeployed: VehicleDataEventStatus

    /// The passenger's front airbag.
    public var passengerAirbagDeployed: VehicleDataEventStatus

    /// The passenger's curtain airbag.
    public var passengerCurtainAirbagDeployed: VehicleDataEventStatus

    /// The driver's knee airbag.
    public var driverKneeAirbagDeployed: VehicleDataEventStatus

    /// The passenger's side airbag.
    public var passengerSideAirbagDeployed: VehicleDataEventStatus

    /// The passenger's knee airbag.
    public var passengerKneeAirbagDeployed: VehicleDataEventStatus

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        driverAirbagDeployed: VehicleDataEventStatus,
        driverSideAirbagDeployed: VehicleDataEventStatus,
        driverCurtainAirbagDeployed: VehicleDataEventStatus,
        passengerAirbagDeployed: VehicleDataEventStatus,
        passengerCurtainAirbagDeployed: VehicleDataEventStatus,
        driverKneeAirbagDeployed: VehicleDataEventStatus,
        passengerSideAirbagDeployed: VehicleDataEventStatus,
        passengerKneeAirbagDeployed: VehicleDataEventStatus
    ) {
        self.driverAirbagDeployed = driverAirbagDeployed
        self.driverSideAirbagDeployed = driverSideAirbagDeployed
        self.driverCurtainAirbagDeployed = driverCurtainAirbagDeployed
        self.passengerAirbagDeployed = passengerAirbagDeployed
        self.passengerCurtainAirbagDeployed = passengerCurtainAirbagDeployed
        self.driverKneeAirbagDeployed = driverKneeAirbagDeployed
        self.passengerSideAirbagDeployed = passengerSideAirbagDeployed
        self.passengerKneeAirbagDeployed = passengerKneeAirbagDeployed
    }

    private static let keys: [StaticString] = [
        "driverAirbagDeployed", "driverCurtainAirbagDeployed", "driverKneeAirbagDeployed", "driverSideAirbagDeployed",
        "passengerAirbagDeployed", "passengerCurtainAirbagDeployed", "passengerKneeAirbagDeployed",
        "passengerSideAirbagDeployed",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.driverAirbagDeployed = try decoder.required("driverAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.driverCurtainAirbagDeployed = try decoder.required("driverCurtainAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.driverKneeAirbagDeployed = try decoder.required("driverKneeAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.driverSideAirbagDeployed = try decoder.required("driverSideAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerAirbagDeployed = try decoder.required("passengerAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerCurtainAirbagDeployed = try decoder.required("passengerCurtainAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerKneeAirbagDeployed = try decoder.required("passengerKneeAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        self.passengerSideAirbagDeployed = try decoder.required("passengerSideAirbagDeployed", &members, EnumCodec(VehicleDataEventStatus.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("driverAirbagDeployed", driverAirbagDeployed)
        writer.member("driverCurtainAirbagDeployed", driverCurtainAirbagDeployed)
        writer.member("driverKneeAirbagDeployed", driverKneeAirbagDeployed)
        writer.member("driverSideAirbagDeployed", driverSideAirbagDeployed)
        writer.member("passengerAirbagDeployed", passengerAirbagDeployed)
        writer.member("passengerCurtainAirbagDeployed", passengerCurtainAirbagDeployed)
        writer.member("passengerKneeAirbagDeployed", passengerKneeAirbagDeployed)
        writer.member("passengerSideAirbagDeployed", passengerSideAirbagDeployed)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
