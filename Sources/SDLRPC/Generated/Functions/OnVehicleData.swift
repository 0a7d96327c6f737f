// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

public import Formats
internal import SDLSpec

/// Tells subscribed vehicle data that changed.
///
/// Since RPC 2.0.
public struct OnVehicleData: RPCNotification {
    /// The function.
    public static let functionID = FunctionID.onVehicleData

    /// The position by satellites.
    public var gps: GPSData?

    /// The speed in km/h.
    ///
    /// 0 to 700.
    public var speed: Double?

    /// The engine's revolutions a minute.
    ///
    /// 0 to 20000.
    public var rpm: Int?

    /// The fuel level in percent.
    ///
    /// -6 to 106; since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevel: Double?

    /// The fuel level in words.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var fuelLevelState: ComponentVolumeStatus?

    /// The fuel used right now, in microlitres.
    ///
    /// 0 to 25575.
    public var instantFuelConsumption: Double?

    /// The fuels and how far they reach.
    ///
    /// 0 to 100 elements; since RPC 5.0.
    public var fuelRange: [FuelRange]?

    /// Temperatures and air pressure.
    ///
    /// Since RPC 7.1.
    public var climateData: ClimateData?

    /// The temperature outside in degrees Celsius.
    ///
    /// -40 to 100; since RPC 2.0; deprecated since RPC 7.1.
    public var externalTemperature: Double?

    /// The turn signals.
    ///
    /// Since RPC 5.0.
    public var turnSignal: TurnSignal?

    /// The vehicle identification number.
    ///
    /// 1 to 17 characters.
    public var vin: String?

    /// The gear.
    ///
    /// Since RPC 7.0.
    public var gearStatus: GearStatus?

    /// The gear selector.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.0.
    public var prndl: PRNDL?

    /// The tires.
    public var tirePressure: TireStatus?

    /// The distance driven in kilometres.
    ///
    /// 0 to 17000000.
    public var odometer: Int?

    /// The seat belts.
    public var beltStatus: BeltStatus?

    /// Ignition, doors and roof.
    public var bodyInformation: BodyInformation?

    /// The connected phone.
    public var deviceStatus: DeviceStatus?

    /// The state of the brake pedal.
    public var driverBraking: VehicleDataEventStatus?

    /// The wipers.
    public var wiperStatus: WiperStatus?

    /// The headlamps.
    public var headLampStatus: HeadLampStatus?

    /// The engine's torque in newton metres.
    ///
    /// -1000 to 2000.
    public var engineTorque: Double?

    /// The accelerator in percent.
    ///
    /// 0 to 100.
    public var accPedalPosition: Double?

    /// The angle of the steering wheel in degrees.
    ///
    /// -2000 to 2000.
    public var steeringWheelAngle: Double?

    /// What is left of the engine oil's life, in percent.
    ///
    /// 0 to 100; since RPC 5.0.
    public var engineOilLife: Double?

    /// The electric parking brake.
    ///
    /// Since RPC 5.0.
    public var electronicParkBrakeStatus: ElectronicParkBrakeStatus?

    /// The vehicle's id for cloud apps.
    ///
    /// At least 1 characters; since RPC 5.1.
    public var cloudAppVehicleID: String?

    /// The stability controls.
    ///
    /// Since RPC 7.0.
    public var stabilityControlsStatus: StabilityControlsStatus?

    /// The emergency call.
    public var eCallInfo: ECallInfo?

    /// The airbags.
    public var airbagStatus: AirbagStatus?

    /// An accident.
    public var emergencyEvent: EmergencyEvent?

    /// The modes of the instrument cluster.
    public var clusterModeStatus: ClusterModeStatus?

    /// The key that limits its driver.
    public var myKey: MyKey?

    /// The windows.
    ///
    /// 0 to 100 elements; since RPC 7.0.
    public var windowStatus: [WindowStatus]?

    /// The hold of the steering wheel, true being hands off.
    ///
    /// Since RPC 7.0.
    public var handsOffSteering: Bool?

    /// The seats, who sits where.
    ///
    /// Since RPC 7.1.
    public var seatOccupancy: SeatOccupancy?

    /// Members that the spec does not name, as they came.
    public var unrecognizedMembers: [String: JSONValue] = [:]

    /// Makes the value from its members.
    public init(
        gps: GPSData? = nil,
        speed: Double? = nil,
        rpm: Int? = nil,
        fuelLevel: Double? = nil,
        fuelLevelState: ComponentVolumeStatus? = nil,
        instantFuelConsumption: Double? = nil,
        fuelRange: [FuelRange]? = nil,
        climateData: ClimateData? = nil,
        externalTemperature: Double? = nil,
        turnSignal: TurnSignal? = nil,
        vin: String? = nil,
        gearStatus: GearStatus? = nil,
        prndl: PRNDL? = nil,
        tirePressure: TireStatus? = nil,
        odometer: Int? = nil,
        beltStatus: BeltStatus? = nil,
        bodyInformation: BodyInformation? = nil,
        deviceStatus: DeviceStatus? = nil,
        driverBraking: VehicleDataEventStatus? = nil,
        wiperStatus: WiperStatus? = nil,
        headLampStatus: HeadLampStatus? = nil,
        engineTorque: Double? = nil,
        accPedalPosition: Double? = nil,
        steeringWheelAngle: Double? = nil,
        engineOilLife: Double? = nil,
        electronicParkBrakeStatus: ElectronicParkBrakeStatus? = nil,
        cloudAppVehicleID: String? = nil,
        stabilityControlsStatus: StabilityControlsStatus? = nil,
        eCallInfo: ECallInfo? = nil,
        airbagStatus: AirbagStatus? = nil,
        emergencyEvent: EmergencyEvent? = nil,
        clusterModeStatus: ClusterModeStatus? = nil,
        myKey: MyKey? = nil,
        windowStatus: [WindowStatus]? = nil,
        handsOffSteering: Bool? = nil,
        seatOccupancy: SeatOccupancy? = nil
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
        self.vin = vin
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
        "tirePressure", "turnSignal", "vin", "windowStatus", "wiperStatus",
    ]

    /// Reads the JSON form; throws if a mandatory member is missing or of a wrong type.
    public init(decoding cursor: JSONCursor, with decoder: inout RPCDecoder) throws(RPCDecodingError) {
        guard var members = cursor.members() else { throw decoder.notAnObject(cursor) }
        self.accPedalPosition = decoder.optional("accPedalPosition", &members, FloatCodec(0.0...100.0))
        self.airbagStatus = decoder.optional("airbagStatus", &members, StructCodec(AirbagStatus.self))
        self.beltStatus = decoder.optional("beltStatus", &members, StructCodec(BeltStatus.self))
        self.bodyInformation = decoder.optional("bodyInformation", &members, StructCodec(BodyInformation.self))
        self.climateData = decoder.optional("climateData", &members, StructCodec(ClimateData.self))
        self.cloudAppVehicleID = decoder.optional("cloudAppVehicleID", &members, TextCodec(1...Int.max))
        self.clusterModeStatus = decoder.optional("clusterModeStatus", &members, StructCodec(ClusterModeStatus.self))
        self.deviceStatus = decoder.optional("deviceStatus", &members, StructCodec(DeviceStatus.self))
        self.driverBraking = decoder.optional("driverBraking", &members, EnumCodec(VehicleDataEventStatus.self))
        self.eCallInfo = decoder.optional("eCallInfo", &members, StructCodec(ECallInfo.self))
        self.electronicParkBrakeStatus = decoder.optional("electronicParkBrakeStatus", &members, EnumCodec(ElectronicParkBrakeStatus.self))
        self.emergencyEvent = decoder.optional("emergencyEvent", &members, StructCodec(EmergencyEvent.self))
        self.engineOilLife = decoder.optional("engineOilLife", &members, FloatCodec(0.0...100.0))
        self.engineTorque = decoder.optional("engineTorque", &members, FloatCodec(-1000.0...2000.0))
        self.externalTemperature = decoder.optional("externalTemperature", &members, FloatCodec(-40.0...100.0))
        self.fuelLevel = decoder.optional("fuelLevel", &members, FloatCodec(-6.0...106.0))
        self.fuelLevelState = decoder.optional("fuelLevel_State", &members, EnumCodec(ComponentVolumeStatus.self))
        self.fuelRange = decoder.optional("fuelRange", &members, ListCodec(StructCodec(FuelRange.self), 0...100))
        self.gearStatus = decoder.optional("gearStatus", &members, StructCodec(GearStatus.self))
        self.gps = decoder.optional("gps", &members, StructCodec(GPSData.self))
        self.handsOffSteering = decoder.optional("handsOffSteering", &members, BooleanCodec())
        self.headLampStatus = decoder.optional("headLampStatus", &members, StructCodec(HeadLampStatus.self))
        self.instantFuelConsumption = decoder.optional("instantFuelConsumption", &members, FloatCodec(0.0...25575.0))
        self.myKey = decoder.optional("myKey", &members, StructCodec(MyKey.self))
        self.odometer = decoder.optional("odometer", &members, IntegerCodec(0...17000000))
        self.prndl = decoder.optional("prndl", &members, EnumCodec(PRNDL.self))
        self.rpm = decoder.optional("rpm", &members, IntegerCodec(0...20000))
        self.seatOccupancy = decoder.optional("seatOccupancy", &members, StructCodec(SeatOccupancy.self))
        self.speed = decoder.optional("speed", &members, FloatCodec(0.0...700.0))
        self.stabilityControlsStatus = decoder.optional("stabilityControlsStatus", &members, StructCodec(StabilityControlsStatus.self))
        self.steeringWheelAngle = decoder.optional("steeringWheelAngle", &members, FloatCodec(-2000.0...2000.0))
        self.tirePressure = decoder.optional("tirePressure", &members, StructCodec(TireStatus.self))
        self.turnSignal = decoder.optional("turnSignal", &members, EnumCodec(TurnSignal.self))
        self.vin = decoder.optional("vin", &members, TextCodec(1...17))
        self.windowStatus = decoder.optional("windowStatus", &members, ListCodec(StructCodec(WindowStatus.self), 0...100))
        self.wiperStatus = decoder.optional("wiperStatus", &members, EnumCodec(WiperStatus.self))
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
        writer.member("vin", vin)
        writer.member("windowStatus", windowStatus)
        writer.member("wiperStatus", wiperStatus)
        writer.members(unrecognizedMembers, otherThan: Self.keys)
        writer.endObject()
    }
}
