// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A kind of vehicle data.
///
/// Since RPC 2.0.
public enum VehicleDataType: RPCEnumeration {
    /// The value `VEHICLEDATA_GPS`.
    case vehicledataGps
    /// The value `VEHICLEDATA_SPEED`.
    case vehicledataSpeed
    /// The value `VEHICLEDATA_RPM`.
    case vehicledataRpm
    /// The value `VEHICLEDATA_FUELLEVEL`.
    ///
    /// Gone since RPC 7.0.
    case vehicledataFuellevel
    /// The value `VEHICLEDATA_FUELLEVEL_STATE`.
    ///
    /// Gone since RPC 7.0.
    case vehicledataFuellevelState
    /// The value `VEHICLEDATA_FUELCONSUMPTION`.
    case vehicledataFuelconsumption
    /// The value `VEHICLEDATA_CLIMATEDATA`.
    ///
    /// Since RPC 7.1.
    case vehicledataClimatedata
    /// The value `VEHICLEDATA_EXTERNTEMP`.
    ///
    /// Since RPC 2.0; deprecated since RPC 7.1.
    case vehicledataExterntemp
    /// The value `VEHICLEDATA_VIN`.
    case vehicledataVin
    /// The value `VEHICLEDATA_GEARSTATUS`.
    ///
    /// Since RPC 7.0.
    case vehicledataGearstatus
    /// The value `VEHICLEDATA_PRNDL`.
    ///
    /// Gone since RPC 7.0.
    case vehicledataPrndl
    /// The value `VEHICLEDATA_TIREPRESSURE`.
    case vehicledataTirepressure
    /// The value `VEHICLEDATA_ODOMETER`.
    case vehicledataOdometer
    /// The value `VEHICLEDATA_BELTSTATUS`.
    case vehicledataBeltstatus
    /// The value `VEHICLEDATA_BODYINFO`.
    case vehicledataBodyinfo
    /// The value `VEHICLEDATA_DEVICESTATUS`.
    case vehicledataDevicestatus
    /// The value `VEHICLEDATA_ECALLINFO`.
    case vehicledataEcallinfo
    /// The value `VEHICLEDATA_AIRBAGSTATUS`.
    case vehicledataAirbagstatus
    /// The value `VEHICLEDATA_EMERGENCYEVENT`.
    case vehicledataEmergencyevent
    /// The value `VEHICLEDATA_CLUSTERMODESTATUS`.
    case vehicledataClustermodestatus
    /// The value `VEHICLEDATA_MYKEY`.
    case vehicledataMykey
    /// The value `VEHICLEDATA_BRAKING`.
    case vehicledataBraking
    /// The value `VEHICLEDATA_WIPERSTATUS`.
    case vehicledataWiperstatus
    /// The value `VEHICLEDATA_HEADLAMPSTATUS`.
    case vehicledataHeadlampstatus
    /// The value `VEHICLEDATA_BATTVOLTAGE`.
    case vehicledataBattvoltage
    /// The value `VEHICLEDATA_ENGINETORQUE`.
    case vehicledataEnginetorque
    /// The value `VEHICLEDATA_ACCPEDAL`.
    case vehicledataAccpedal
    /// The value `VEHICLEDATA_STEERINGWHEEL`.
    case vehicledataSteeringwheel
    /// The value `VEHICLEDATA_TURNSIGNAL`.
    ///
    /// Since RPC 5.0.
    case vehicledataTurnsignal
    /// The value `VEHICLEDATA_FUELRANGE`.
    ///
    /// Since RPC 5.0.
    case vehicledataFuelrange
    /// The value `VEHICLEDATA_ENGINEOILLIFE`.
    ///
    /// Since RPC 5.0.
    case vehicledataEngineoillife
    /// The value `VEHICLEDATA_ELECTRONICPARKBRAKESTATUS`.
    ///
    /// Since RPC 5.0.
    case vehicledataElectronicparkbrakestatus
    /// The value `VEHICLEDATA_CLOUDAPPVEHICLEID`.
    ///
    /// Since RPC 5.1.
    case vehicledataCloudappvehicleid
    /// The value `VEHICLEDATA_OEM_CUSTOM_DATA`.
    ///
    /// Since RPC 6.0.
    case vehicledataOemCustomData
    /// The value `VEHICLEDATA_STABILITYCONTROLSSTATUS`.
    ///
    /// Since RPC 7.0.
    case vehicledataStabilitycontrolsstatus
    /// The value `VEHICLEDATA_WINDOWSTATUS`.
    ///
    /// Since RPC 7.0.
    case vehicledataWindowstatus
    /// The value `VEHICLEDATA_HANDSOFFSTEERING`.
    ///
    /// Since RPC 7.0.
    case vehicledataHandsoffsteering
    /// The value `VEHICLEDATA_SEATOCCUPANCY`.
    ///
    /// Since RPC 7.1.
    case vehicledataSeatoccupancy
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [VehicleDataType] = [
        .vehicledataGps, .vehicledataSpeed, .vehicledataRpm, .vehicledataFuellevel, .vehicledataFuellevelState,
        .vehicledataFuelconsumption, .vehicledataClimatedata, .vehicledataExterntemp, .vehicledataVin,
        .vehicledataGearstatus, .vehicledataPrndl, .vehicledataTirepressure, .vehicledataOdometer,
        .vehicledataBeltstatus, .vehicledataBodyinfo, .vehicledataDevicestatus, .vehicledataEcallinfo,
        .vehicledataAirbagstatus, .vehicledataEmergencyevent, .vehicledataClustermodestatus, .vehicledataMykey,
        .vehicledataBraking, .vehicledataWiperstatus, .vehicledataHeadlampstatus, .vehicledataBattvoltage,
        .vehicledataEnginetorque, .vehicledataAccpedal, .vehicledataSteeringwheel, .vehicledataTurnsignal,
        .vehicledataFuelrange, .vehicledataEngineoillife, .vehicledataElectronicparkbrakestatus,
        .vehicledataCloudappvehicleid, .vehicledataOemCustomData, .vehicledataStabilitycontrolsstatus,
        .vehicledataWindowstatus, .vehicledataHandsoffsteering, .vehicledataSeatoccupancy,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "VEHICLEDATA_GPS": self = .vehicledataGps
        case "VEHICLEDATA_SPEED": self = .vehicledataSpeed
        case "VEHICLEDATA_RPM": self = .vehicledataRpm
        case "VEHICLEDATA_FUELLEVEL": self = .vehicledataFuellevel
        case "VEHICLEDATA_FUELLEVEL_STATE": self = .vehicledataFuellevelState
        case "VEHICLEDATA_FUELCONSUMPTION": self = .vehicledataFuelconsumption
        case "VEHICLEDATA_CLIMATEDATA": self = .vehicledataClimatedata
        case "VEHICLEDATA_EXTERNTEMP": self = .vehicledataExterntemp
        case "VEHICLEDATA_VIN": self = .vehicledataVin
        case "VEHICLEDATA_GEARSTATUS": self = .vehicledataGearstatus
        case "VEHICLEDATA_PRNDL": self = .vehicledataPrndl
        case "VEHICLEDATA_TIREPRESSURE": self = .vehicledataTirepressure
        case "VEHICLEDATA_ODOMETER": self = .vehicledataOdometer
        case "VEHICLEDATA_BELTSTATUS": self = .vehicledataBeltstatus
        case "VEHICLEDATA_BODYINFO": self = .vehicledataBodyinfo
        case "VEHICLEDATA_DEVICESTATUS": self = .vehicledataDevicestatus
        case "VEHICLEDATA_ECALLINFO": self = .vehicledataEcallinfo
        case "VEHICLEDATA_AIRBAGSTATUS": self = .vehicledataAirbagstatus
        case "VEHICLEDATA_EMERGENCYEVENT": self = .vehicledataEmergencyevent
        case "VEHICLEDATA_CLUSTERMODESTATUS": self = .vehicledataClustermodestatus
        case "VEHICLEDATA_MYKEY": self = .vehicledataMykey
        case "VEHICLEDATA_BRAKING": self = .vehicledataBraking
        case "VEHICLEDATA_WIPERSTATUS": self = .vehicledataWiperstatus
        case "VEHICLEDATA_HEADLAMPSTATUS": self = .vehicledataHeadlampstatus
        case "VEHICLEDATA_BATTVOLTAGE": self = .vehicledataBattvoltage
        case "VEHICLEDATA_ENGINETORQUE": self = .vehicledataEnginetorque
        case "VEHICLEDATA_ACCPEDAL": self = .vehicledataAccpedal
        case "VEHICLEDATA_STEERINGWHEEL": self = .vehicledataSteeringwheel
        case "VEHICLEDATA_TURNSIGNAL": self = .vehicledataTurnsignal
        case "VEHICLEDATA_FUELRANGE": self = .vehicledataFuelrange
        case "VEHICLEDATA_ENGINEOILLIFE": self = .vehicledataEngineoillife
        case "VEHICLEDATA_ELECTRONICPARKBRAKESTATUS": self = .vehicledataElectronicparkbrakestatus
        case "VEHICLEDATA_CLOUDAPPVEHICLEID": self = .vehicledataCloudappvehicleid
        case "VEHICLEDATA_OEM_CUSTOM_DATA": self = .vehicledataOemCustomData
        case "VEHICLEDATA_STABILITYCONTROLSSTATUS": self = .vehicledataStabilitycontrolsstatus
        case "VEHICLEDATA_WINDOWSTATUS": self = .vehicledataWindowstatus
        case "VEHICLEDATA_HANDSOFFSTEERING": self = .vehicledataHandsoffsteering
        case "VEHICLEDATA_SEATOCCUPANCY": self = .vehicledataSeatoccupancy
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .vehicledataGps: "VEHICLEDATA_GPS"
        case .vehicledataSpeed: "VEHICLEDATA_SPEED"
        case .vehicledataRpm: "VEHICLEDATA_RPM"
        case .vehicledataFuellevel: "VEHICLEDATA_FUELLEVEL"
        case .vehicledataFuellevelState: "VEHICLEDATA_FUELLEVEL_STATE"
        case .vehicledataFuelconsumption: "VEHICLEDATA_FUELCONSUMPTION"
        case .vehicledataClimatedata: "VEHICLEDATA_CLIMATEDATA"
        case .vehicledataExterntemp: "VEHICLEDATA_EXTERNTEMP"
        case .vehicledataVin: "VEHICLEDATA_VIN"
        case .vehicledataGearstatus: "VEHICLEDATA_GEARSTATUS"
        case .vehicledataPrndl: "VEHICLEDATA_PRNDL"
        case .vehicledataTirepressure: "VEHICLEDATA_TIREPRESSURE"
        case .vehicledataOdometer: "VEHICLEDATA_ODOMETER"
        case .vehicledataBeltstatus: "VEHICLEDATA_BELTSTATUS"
        case .vehicledataBodyinfo: "VEHICLEDATA_BODYINFO"
        case .vehicledataDevicestatus: "VEHICLEDATA_DEVICESTATUS"
        case .vehicledataEcallinfo: "VEHICLEDATA_ECALLINFO"
        case .vehicledataAirbagstatus: "VEHICLEDATA_AIRBAGSTATUS"
        case .vehicledataEmergencyevent: "VEHICLEDATA_EMERGENCYEVENT"
        case .vehicledataClustermodestatus: "VEHICLEDATA_CLUSTERMODESTATUS"
        case .vehicledataMykey: "VEHICLEDATA_MYKEY"
        case .vehicledataBraking: "VEHICLEDATA_BRAKING"
        case .vehicledataWiperstatus: "VEHICLEDATA_WIPERSTATUS"
        case .vehicledataHeadlampstatus: "VEHICLEDATA_HEADLAMPSTATUS"
        case .vehicledataBattvoltage: "VEHICLEDATA_BATTVOLTAGE"
        case .vehicledataEnginetorque: "VEHICLEDATA_ENGINETORQUE"
        case .vehicledataAccpedal: "VEHICLEDATA_ACCPEDAL"
        case .vehicledataSteeringwheel: "VEHICLEDATA_STEERINGWHEEL"
        case .vehicledataTurnsignal: "VEHICLEDATA_TURNSIGNAL"
        case .vehicledataFuelrange: "VEHICLEDATA_FUELRANGE"
        case .vehicledataEngineoillife: "VEHICLEDATA_ENGINEOILLIFE"
        case .vehicledataElectronicparkbrakestatus: "VEHICLEDATA_ELECTRONICPARKBRAKESTATUS"
        case .vehicledataCloudappvehicleid: "VEHICLEDATA_CLOUDAPPVEHICLEID"
        case .vehicledataOemCustomData: "VEHICLEDATA_OEM_CUSTOM_DATA"
        case .vehicledataStabilitycontrolsstatus: "VEHICLEDATA_STABILITYCONTROLSSTATUS"
        case .vehicledataWindowstatus: "VEHICLEDATA_WINDOWSTATUS"
        case .vehicledataHandsoffsteering: "VEHICLEDATA_HANDSOFFSTEERING"
        case .vehicledataSeatoccupancy: "VEHICLEDATA_SEATOCCUPANCY"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
