// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Asks to be told no more.
///
/// Since RPC 2.0.
public struct UnsubscribeVehicleData: RPCRequest {
    /// The message that answers it.
    public typealias Response = UnsubscribeVehicleDataResponse

    /// The function.
    public static let functionID = FunctionID.unsubscribeVehicleData

    /// Asks no more for the position by satellites.
    public var gps: Bool?

    /// Asks no more for the speed in km/h.
    public var speed: Bool?

    /// Asks no more for the engine's revolutions a minute.
    public var rpm: Bool?

    /// Asks no more for the fuel level in percent.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevel: Bool?

    /// Asks no more for the fuel level in words.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevelState: Bool?

    /// Asks no more for the fuel used right now, in microlitres.
    public var instantFuelConsumption: Bool?

    /// Asks no more for the fuels and how far they reach.
    ///
    /// Since RPC 5.0.
    public var fuelRange: Bool?

    /// Asks no more for temperatures and air pressure.
    ///
    /// Since RPC 7.1.
    public var climateData: Bool?

    /// Asks no more for the temperature outside in degrees Celsius.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var externalTemperature: Bool?

    /// Asks no more for the turn signals.
    ///
    /// Since RPC 5.0.
    public var turnSignal: Bool?

    /// Asks no more for the gear.
    ///
    /// Since RPC 7.0.
    public var gearStatus: Bool?

    /// Asks no more for the gear selector.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var prndl: Bool?

    /// Asks no more for the tires.
    public var tirePressure: Bool?

    /// Asks no more for the distance driven in kilometres.
    public var odometer: Bool?

    /// Asks no more for the seat belts.
    public var beltStatus: Bool?

    /// Asks no more for ignition, doors and roof.
    public var bodyInformation: Bool?

    /// Asks no more for the connected phone.
    public var deviceStatus: Bool?

    /// Asks no more for the state of the brake pedal.
    public var driverBraking: Bool?

    /// Asks no more for the wipers.
    public var wiperStatus: Bool?

    /// Asks no more for the headlamps.
    public var headLampStatus: Bool?

    /// Asks no more for the engine's torque in newton metres.
    public var engineTorque: Bool?

    /// Asks no more for the accelerator in percent.
    public var accPedalPosition: Bool?

    /// Asks no more for the angle of the steering wheel in degrees.
    public var steeringWheelAngle: Bool?

    /// Asks no more for what is left of the engine oil's life, in percent.
    ///
    /// Since RPC 5.0.
    public var engineOilLife: Bool?

    /// Asks no more for the electric parking brake.
    ///
    /// Since RPC 5.0.
    public var electronicParkBrakeStatus: Bool?

    /// Asks no more for the vehicle's id for cloud apps.
    ///
    /// Since RPC 5.1.
    public var cloudAppVehicleID: Bool?

    /// Asks no more for the stability controls.
    ///
    /// Since RPC 7.0.
    public var stabilityControlsStatus: Bool?

    /// Asks no more for the emergency call.
    public var eCallInfo: Bool?

    /// Asks no more for the airbags.
    public var airbagStatus: Bool?

    /// Asks no more for an accident.
    public var emergencyEvent: Bool?

    /// Asks no more for the modes of the instrument cluster.
    public var clusterModeStatus: Bool?

    /// Asks no more for the key that limits its driver.
    public var myKey: Bool?

    /// Asks no more for the windows.
    ///
    /// Since RPC 7.0.
    public var windowStatus: Bool?

    /// Asks no more for the hold of the steering wheel, true being hands off.
    ///
    /// Since RPC 7.0.
    public var handsOffSteering: Bool?

    /// Asks no more for the seats, who sits where.
    ///
    /// Since RPC 7.1.
    public var seatOccupancy: Bool?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        gps: Bool? = nil,
        speed: Bool? = nil,
        rpm: Bool? = nil,
        fuelLevel: Bool? = nil,
        fuelLevelState: Bool? = nil,
        instantFuelConsumption: Bool? = nil,
        fuelRange: Bool? = nil,
        climateData: Bool? = nil,
        externalTemperature: Bool? = nil,
        turnSignal: Bool? = nil,
        gearStatus: Bool? = nil,
        prndl: Bool? = nil,
        tirePressure: Bool? = nil,
        odometer: Bool? = nil,
        beltStatus: Bool? = nil,
        bodyInformation: Bool? = nil,
        deviceStatus: Bool? = nil,
        driverBraking: Bool? = nil,
        wiperStatus: Bool? = nil,
        headLampStatus: Bool? = nil,
        engineTorque: Bool? = nil,
        accPedalPosition: Bool? = nil,
        steeringWheelAngle: Bool? = nil,
        engineOilLife: Bool? = nil,
        electronicParkBrakeStatus: Bool? = nil,
        cloudAppVehicleID: Bool? = nil,
        stabilityControlsStatus: Bool? = nil,
        eCallInfo: Bool? = nil,
        airbagStatus: Bool? = nil,
        emergencyEvent: Bool? = nil,
        clusterModeStatus: Bool? = nil,
        myKey: Bool? = nil,
        windowStatus: Bool? = nil,
        handsOffSteering: Bool? = nil,
        seatOccupancy: Bool? = nil
    ) {
        self.gps = gps
        self.speed = speed
        self.rpm = rpm
        self.fuelLevel = fuelLevel
        self.fuelLevelState = fuelLevelState
        self.instantFuelConsumption = instantFuelConsumption
        self.fuelRange = fuelRange
        self.climateData = climateData
        self.externalTemperature = externalTemperature
        self.turnSignal = turnSignal
        self.gearStatus = gearStatus
        self.prndl = prndl
        self.tirePressure = tirePressure
        self.odometer = odometer
        self.beltStatus = beltStatus
        self.bodyInformation = bodyInformation
        self.deviceStatus = deviceStatus
        self.driverBraking = driverBraking
        self.wiperStatus = wiperStatus
        self.headLampStatus = headLampStatus
        self.engineTorque = engineTorque
        self.accPedalPosition = accPedalPosition
        self.steeringWheelAngle = steeringWheelAngle
        self.engineOilLife = engineOilLife
        self.electronicParkBrakeStatus = electronicParkBrakeStatus
        self.cloudAppVehicleID = cloudAppVehicleID
        self.stabilityControlsStatus = stabilityControlsStatus
        self.eCallInfo = eCallInfo
        self.airbagStatus = airbagStatus
        self.emergencyEvent = emergencyEvent
        self.clusterModeStatus = clusterModeStatus
        self.myKey = myKey
        self.windowStatus = windowStatus
        self.handsOffSteering = handsOffSteering
        self.seatOccupancy = seatOccupancy
    }

    private static let keys: [StaticString] = [
        "accPedalPosition", "airbagStatus", "beltStatus", "bodyInformation", "climateData", "cloudAppVehicleID",
        "clusterModeStatus", "deviceStatus", "driverBraking", "eCallInfo", "electronicParkBrakeStatus",
        "emergencyEvent", "engineOilLife", "engineTorque", "externalTemperature", "fuelLevel", "fuelLevel_State",
        "fuelRange", "gearStatus", "gps", "handsOffSteering", "headLampStatus", "instantFuelConsumption", "myKey",
        "odometer", "prndl", "rpm", "seatOccupancy", "speed", "stabilityControlsStatus", "steeringWheelAngle",
        "tirePressure", "turnSignal", "windowStatus", "wiperStatus",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.accPedalPosition = decoder.optional("accPedalPosition", &members, BooleanCodec())
        self.airbagStatus = decoder.optional("airbagStatus", &members, BooleanCodec())
        self.beltStatus = decoder.optional("beltStatus", &members, BooleanCodec())
        self.bodyInformation = decoder.optional("bodyInformation", &members, BooleanCodec())
        self.climateData = decoder.optional("climateData", &members, BooleanCodec())
        self.cloudAppVehicleID = decoder.optional("cloudAppVehicleID", &members, BooleanCodec())
        self.clusterModeStatus = decoder.optional("clusterModeStatus", &members, BooleanCodec())
        self.deviceStatus = decoder.optional("deviceStatus", &members, BooleanCodec())
        self.driverBraking = decoder.optional("driverBraking", &members, BooleanCodec())
        self.eCallInfo = decoder.optional("eCallInfo", &members, BooleanCodec())
        self.electronicParkBrakeStatus = decoder.optional("electronicParkBrakeStatus", &members, BooleanCodec())
        self.emergencyEvent = decoder.optional("emergencyEvent", &members, BooleanCodec())
        self.engineOilLife = decoder.optional("engineOilLife", &members, BooleanCodec())
        self.engineTorque = decoder.optional("engineTorque", &members, BooleanCodec())
        self.externalTemperature = decoder.optional("externalTemperature", &members, BooleanCodec())
        self.fuelLevel = decoder.optional("fuelLevel", &members, BooleanCodec())
        self.fuelLevelState = decoder.optional("fuelLevel_State", &members, BooleanCodec())
        self.fuelRange = decoder.optional("fuelRange", &members, BooleanCodec())
        self.gearStatus = decoder.optional("gearStatus", &members, BooleanCodec())
        self.gps = decoder.optional("gps", &members, BooleanCodec())
        self.handsOffSteering = decoder.optional("handsOffSteering", &members, BooleanCodec())
        self.headLampStatus = decoder.optional("headLampStatus", &members, BooleanCodec())
        self.instantFuelConsumption = decoder.optional("instantFuelConsumption", &members, BooleanCodec())
        self.myKey = decoder.optional("myKey", &members, BooleanCodec())
        self.odometer = decoder.optional("odometer", &members, BooleanCodec())
        self.prndl = decoder.optional("prndl", &members, BooleanCodec())
        self.rpm = decoder.optional("rpm", &members, BooleanCodec())
        self.seatOccupancy = decoder.optional("seatOccupancy", &members, BooleanCodec())
        self.speed = decoder.optional("speed", &members, BooleanCodec())
        self.stabilityControlsStatus = decoder.optional("stabilityControlsStatus", &members, BooleanCodec())
        self.steeringWheelAngle = decoder.optional("steeringWheelAngle", &members, BooleanCodec())
        self.tirePressure = decoder.optional("tirePressure", &members, BooleanCodec())
        self.turnSignal = decoder.optional("turnSignal", &members, BooleanCodec())
        self.windowStatus = decoder.optional("windowStatus", &members, BooleanCodec())
        self.wiperStatus = decoder.optional("wiperStatus", &members, BooleanCodec())
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("accPedalPosition", accPedalPosition)
        writer.member("airbagStatus", airbagStatus)
        writer.member("beltStatus", beltStatus)
        writer.member("bodyInformation", bodyInformation)
        writer.member("climateData", climateData)
        writer.member("cloudAppVehicleID", cloudAppVehicleID)
        writer.member("clusterModeStatus", clusterModeStatus)
        writer.member("deviceStatus", deviceStatus)
        writer.member("driverBraking", driverBraking)
        writer.member("eCallInfo", eCallInfo)
        writer.member("electronicParkBrakeStatus", electronicParkBrakeStatus)
        writer.member("emergencyEvent", emergencyEvent)
        writer.member("engineOilLife", engineOilLife)
        writer.member("engineTorque", engineTorque)
        writer.member("externalTemperature", externalTemperature)
        writer.member("fuelLevel", fuelLevel)
        writer.member("fuelLevel_State", fuelLevelState)
        writer.member("fuelRange", fuelRange)
        writer.member("gearStatus", gearStatus)
        writer.member("gps", gps)
        writer.member("handsOffSteering", handsOffSteering)
        writer.member("headLampStatus", headLampStatus)
        writer.member("instantFuelConsumption", instantFuelConsumption)
        writer.member("myKey", myKey)
        writer.member("odometer", odometer)
        writer.member("prndl", prndl)
        writer.member("rpm", rpm)
        writer.member("seatOccupancy", seatOccupancy)
        writer.member("speed", speed)
        writer.member("stabilityControlsStatus", stabilityControlsStatus)
        writer.member("steeringWheelAngle", steeringWheelAngle)
        writer.member("tirePressure", tirePressure)
        writer.member("turnSignal", turnSignal)
        writer.member("windowStatus", windowStatus)
        writer.member("wiperStatus", wiperStatus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}

/// The answer, with a result for each kind.
///
/// Since RPC 2.0.
public struct UnsubscribeVehicleDataResponse: RPCResponse {
    /// The function.
    public static let functionID = FunctionID.unsubscribeVehicleData

    /// Whether the request was carried out.
    public var success: Bool

    /// How the request went.
    ///
    /// The spec lists `SUCCESS`, `WARNINGS`, `INVALID_DATA`, `OUT_OF_MEMORY`, `TOO_MANY_PENDING_REQUESTS`,
    /// `APPLICATION_NOT_REGISTERED`, `GENERIC_ERROR`, `REJECTED`, `IGNORED`, `DISALLOWED`.
    public var resultCode: ResultCode

    /// More about the result, for people.
    ///
    /// 1 to 1000 characters.
    public var info: String?

    /// The result for the position by satellites.
    public var gps: VehicleDataResult?

    /// The result for the speed in km/h.
    public var speed: VehicleDataResult?

    /// The result for the engine's revolutions a minute.
    public var rpm: VehicleDataResult?

    /// The result for the fuel level in percent.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevel: VehicleDataResult?

    /// The result for the fuel level in words.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevelState: VehicleDataResult?

    /// The result for the fuel used right now, in microlitres.
    public var instantFuelConsumption: VehicleDataResult?

    /// The result for the fuels and how far they reach.
    ///
    /// Since RPC 5.0.
    public var fuelRange: VehicleDataResult?

    /// The result for temperatures and air pressure.
    ///
    /// Since RPC 7.1.
    public var climateData: VehicleDataResult?

    /// The result for the temperature outside in degrees Celsius.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    public var externalTemperature: VehicleDataResult?

    /// The result for the turn signals.
    ///
    /// Since RPC 5.0.
    public var turnSignal: VehicleDataResult?

    /// The result for the gear.
    ///
    /// Since RPC 7.0.
    public var gearStatus: VehicleDataResult?

    /// The result for the gear selector.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var prndl: VehicleDataResult?

    /// The result for the tires.
    public var tirePressure: VehicleDataResult?

    /// The result for the distance driven in kilometres.
    public var odometer: VehicleDataResult?

    /// The result for the seat belts.
    public var beltStatus: VehicleDataResult?

    /// The result for ignition, doors and roof.
    public var bodyInformation: VehicleDataResult?

    /// The result for the connected phone.
    public var deviceStatus: VehicleDataResult?

    /// The result for the state of the brake pedal.
    public var driverBraking: VehicleDataResult?

    /// The result for the wipers.
    public var wiperStatus: VehicleDataResult?

    /// The result for the headlamps.
    public var headLampStatus: VehicleDataResult?

    /// The result for the engine's torque in newton metres.
    public var engineTorque: VehicleDataResult?

    /// The result for the accelerator in percent.
    public var accPedalPosition: VehicleDataResult?

    /// The result for the angle of the steering wheel in degrees.
    public var steeringWheelAngle: VehicleDataResult?

    /// The result for what is left of the engine oil's life, in percent.
    ///
    /// Since RPC 5.0.
    public var engineOilLife: VehicleDataResult?

    /// The result for the electric parking brake.
    ///
    /// Since RPC 5.0.
    public var electronicParkBrakeStatus: VehicleDataResult?

    /// The result for the vehicle's id for cloud apps.
    ///
    /// Since RPC 5.1.
    public var cloudAppVehicleID: VehicleDataResult?

    /// The result for the stability controls.
    ///
    /// Since RPC 7.0.
    public var stabilityControlsStatus: VehicleDataResult?

    /// The result for the emergency call.
    public var eCallInfo: VehicleDataResult?

    /// The result for the airbags.
    public var airbagStatus: VehicleDataResult?

    /// The result for an accident.
    public var emergencyEvent: VehicleDataResult?

    /// The result for the modes of the instrument cluster.
    public var clusterModes: VehicleDataResult?

    /// The result for the key that limits its driver.
    public var myKey: VehicleDataResult?

    /// The result for the windows.
    ///
    /// Since RPC 7.0.
    public var windowStatus: VehicleDataResult?

    /// The result for the hold of the steering wheel, true being hands off.
    ///
    /// Since RPC 7.0.
    public var handsOffSteering: VehicleDataResult?

    /// The result for the seats, who sits where.
    ///
    /// Since RPC 7.1.
    public var seatOccupancy: VehicleDataResult?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        success: Bool,
        resultCode: ResultCode,
        info: String? = nil,
        gps: VehicleDataResult? = nil,
        speed: VehicleDataResult? = nil,
        rpm: VehicleDataResult? = nil,
        fuelLevel: VehicleDataResult? = nil,
        fuelLevelState: VehicleDataResult? = nil,
        instantFuelConsumption: VehicleDataResult? = nil,
        fuelRange: VehicleDataResult? = nil,
        climateData: VehicleDataResult? = nil,
        externalTemperature: VehicleDataResult? = nil,
        turnSignal: VehicleDataResult? = nil,
        gearStatus: VehicleDataResult? = nil,
        prndl: VehicleDataResult? = nil,
        tirePressure: VehicleDataResult? = nil,
        odometer: VehicleDataResult? = nil,
        beltStatus: VehicleDataResult? = nil,
        bodyInformation: VehicleDataResult? = nil,
        deviceStatus: VehicleDataResult? = nil,
        driverBraking: VehicleDataResult? = nil,
        wiperStatus: VehicleDataResult? = nil,
        headLampStatus: VehicleDataResult? = nil,
        engineTorque: VehicleDataResult? = nil,
        accPedalPosition: VehicleDataResult? = nil,
        steeringWheelAngle: VehicleDataResult? = nil,
        engineOilLife: VehicleDataResult? = nil,
        electronicParkBrakeStatus: VehicleDataResult? = nil,
        cloudAppVehicleID: VehicleDataResult? = nil,
        stabilityControlsStatus: VehicleDataResult? = nil,
        eCallInfo: VehicleDataResult? = nil,
        airbagStatus: VehicleDataResult? = nil,
        emergencyEvent: VehicleDataResult? = nil,
        clusterModes: VehicleDataResult? = nil,
        myKey: VehicleDataResult? = nil,
        windowStatus: VehicleDataResult? = nil,
        handsOffSteering: VehicleDataResult? = nil,
        seatOccupancy: VehicleDataResult? = nil
    ) {
        self.success = success
        self.resultCode = resultCode
        self.info = info
        self.gps = gps
        self.speed = speed
        self.rpm = rpm
        self.fuelLevel = fuelLevel
        self.fuelLevelState = fuelLevelState
        self.instantFuelConsumption = instantFuelConsumption
        self.fuelRange = fuelRange
        self.climateData = climateData
        self.externalTemperature = externalTemperature
        self.turnSignal = turnSignal
        self.gearStatus = gearStatus
        self.prndl = prndl
        self.tirePressure = tirePressure
        self.odometer = odometer
        self.beltStatus = beltStatus
        self.bodyInformation = bodyInformation
        self.deviceStatus = deviceStatus
        self.driverBraking = driverBraking
        self.wiperStatus = wiperStatus
        self.headLampStatus = headLampStatus
        self.engineTorque = engineTorque
        self.accPedalPosition = accPedalPosition
        self.steeringWheelAngle = steeringWheelAngle
        self.engineOilLife = engineOilLife
        self.electronicParkBrakeStatus = electronicParkBrakeStatus
        self.cloudAppVehicleID = cloudAppVehicleID
        self.stabilityControlsStatus = stabilityControlsStatus
        self.eCallInfo = eCallInfo
        self.airbagStatus = airbagStatus
        self.emergencyEvent = emergencyEvent
        self.clusterModes = clusterModes
        self.myKey = myKey
        self.windowStatus = windowStatus
        self.handsOffSteering = handsOffSteering
        self.seatOccupancy = seatOccupancy
    }

    private static let keys: [StaticString] = [
        "accPedalPosition", "airbagStatus", "beltStatus", "bodyInformation", "climateData", "cloudAppVehicleID",
        "clusterModes", "deviceStatus", "driverBraking", "eCallInfo", "electronicParkBrakeStatus", "emergencyEvent",
        "engineOilLife", "engineTorque", "externalTemperature", "fuelLevel", "fuelLevel_State", "fuelRange",
        "gearStatus", "gps", "handsOffSteering", "headLampStatus", "info", "instantFuelConsumption", "myKey",
        "odometer", "prndl", "resultCode", "rpm", "seatOccupancy", "speed", "stabilityControlsStatus",
        "steeringWheelAngle", "success", "tirePressure", "turnSignal", "windowStatus", "wiperStatus",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.accPedalPosition = decoder.optional("accPedalPosition", &members, StructCodec(VehicleDataResult.self))
        self.airbagStatus = decoder.optional("airbagStatus", &members, StructCodec(VehicleDataResult.self))
        self.beltStatus = decoder.optional("beltStatus", &members, StructCodec(VehicleDataResult.self))
        self.bodyInformation = decoder.optional("bodyInformation", &members, StructCodec(VehicleDataResult.self))
        self.climateData = decoder.optional("climateData", &members, StructCodec(VehicleDataResult.self))
        self.cloudAppVehicleID = decoder.optional("cloudAppVehicleID", &members, StructCodec(VehicleDataResult.self))
        self.clusterModes = decoder.optional("clusterModes", &members, StructCodec(VehicleDataResult.self))
        self.deviceStatus = decoder.optional("deviceStatus", &members, StructCodec(VehicleDataResult.self))
        self.driverBraking = decoder.optional("driverBraking", &members, StructCodec(VehicleDataResult.self))
        self.eCallInfo = decoder.optional("eCallInfo", &members, StructCodec(VehicleDataResult.self))
        self.electronicParkBrakeStatus = decoder.optional("electronicParkBrakeStatus", &members, StructCodec(VehicleDataResult.self))
        self.emergencyEvent = decoder.optional("emergencyEvent", &members, StructCodec(VehicleDataResult.self))
        self.engineOilLife = decoder.optional("engineOilLife", &members, StructCodec(VehicleDataResult.self))
        self.engineTorque = decoder.optional("engineTorque", &members, StructCodec(VehicleDataResult.self))
        self.externalTemperature = decoder.optional("externalTemperature", &members, StructCodec(VehicleDataResult.self))
        self.fuelLevel = decoder.optional("fuelLevel", &members, StructCodec(VehicleDataResult.self))
        self.fuelLevelState = decoder.optional("fuelLevel_State", &members, StructCodec(VehicleDataResult.self))
        self.fuelRange = decoder.optional("fuelRange", &members, StructCodec(VehicleDataResult.self))
        self.gearStatus = decoder.optional("gearStatus", &members, StructCodec(VehicleDataResult.self))
        self.gps = decoder.optional("gps", &members, StructCodec(VehicleDataResult.self))
        self.handsOffSteering = decoder.optional("handsOffSteering", &members, StructCodec(VehicleDataResult.self))
        self.headLampStatus = decoder.optional("headLampStatus", &members, StructCodec(VehicleDataResult.self))
        self.info = decoder.optional("info", &members, TextCodec(1...1000))
        self.instantFuelConsumption = decoder.optional("instantFuelConsumption", &members, StructCodec(VehicleDataResult.self))
        self.myKey = decoder.optional("myKey", &members, StructCodec(VehicleDataResult.self))
        self.odometer = decoder.optional("odometer", &members, StructCodec(VehicleDataResult.self))
        self.prndl = decoder.optional("prndl", &members, StructCodec(VehicleDataResult.self))
        self.resultCode = try decoder.required("resultCode", &members, EnumCodec(ResultCode.self))
        self.rpm = decoder.optional("rpm", &members, StructCodec(VehicleDataResult.self))
        self.seatOccupancy = decoder.optional("seatOccupancy", &members, StructCodec(VehicleDataResult.self))
        self.speed = decoder.optional("speed", &members, StructCodec(VehicleDataResult.self))
        self.stabilityControlsStatus = decoder.optional("stabilityControlsStatus", &members, StructCodec(VehicleDataResult.self))
        self.steeringWheelAngle = decoder.optional("steeringWheelAngle", &members, StructCodec(VehicleDataResult.self))
        self.success = try decoder.required("success", &members, BooleanCodec())
        self.tirePressure = decoder.optional("tirePressure", &members, StructCodec(VehicleDataResult.self))
        self.turnSignal = decoder.optional("turnSignal", &members, StructCodec(VehicleDataResult.self))
        self.windowStatus = decoder.optional("windowStatus", &members, StructCodec(VehicleDataResult.self))
        self.wiperStatus = decoder.optional("wiperStatus", &members, StructCodec(VehicleDataResult.self))
        if members.remaining > 0 { unrecognizedMembers = members.others(than: Self.keys) }
    }

    /// Writes the JSON form; the members come in alphabetical order.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("accPedalPosition", accPedalPosition)
        writer.member("airbagStatus", airbagStatus)
        writer.member("beltStatus", beltStatus)
        writer.member("bodyInformation", bodyInformation)
        writer.member("climateData", climateData)
        writer.member("cloudAppVehicleID", cloudAppVehicleID)
        writer.member("clusterModes", clusterModes)
        writer.member("deviceStatus", deviceStatus)
        writer.member("driverBraking", driverBraking)
        writer.member("eCallInfo", eCallInfo)
        writer.member("electronicParkBrakeStatus", electronicParkBrakeStatus)
        writer.member("emergencyEvent", emergencyEvent)
        writer.member("engineOilLife", engineOilLife)
        writer.member("engineTorque", engineTorque)
        writer.member("externalTemperature", externalTemperature)
        writer.member("fuelLevel", fuelLevel)
        writer.member("fuelLevel_State", fuelLevelState)
        writer.member("fuelRange", fuelRange)
        writer.member("gearStatus", gearStatus)
        writer.member("gps", gps)
        writer.member("handsOffSteering", handsOffSteering)
        writer.member("headLampStatus", headLampStatus)
        writer.member("info", info)
        writer.member("instantFuelConsumption", instantFuelConsumption)
        writer.member("myKey", myKey)
        writer.member("odometer", odometer)
        writer.member("prndl", prndl)
        writer.member("resultCode", resultCode)
        writer.member("rpm", rpm)
        writer.member("seatOccupancy", seatOccupancy)
        writer.member("speed", speed)
        writer.member("stabilityControlsStatus", stabilityControlsStatus)
        writer.member("steeringWheelAngle", steeringWheelAngle)
        writer.member("success", success)
        writer.member("tirePressure", tirePressure)
        writer.member("turnSignal", turnSignal)
        writer.member("windowStatus", windowStatus)
        writer.member("wiperStatus", wiperStatus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
