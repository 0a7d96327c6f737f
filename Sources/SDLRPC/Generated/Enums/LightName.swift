// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A light or a group of lights.
///
/// Since RPC 5.0.
public enum LightName: RPCEnumeration {
    /// The value `FRONT_LEFT_HIGH_BEAM`.
    case frontLeftHighBeam
    /// The value `FRONT_RIGHT_HIGH_BEAM`.
    case frontRightHighBeam
    /// The value `FRONT_LEFT_LOW_BEAM`.
    case frontLeftLowBeam
    /// The value `FRONT_RIGHT_LOW_BEAM`.
    case frontRightLowBeam
    /// The value `FRONT_LEFT_PARKING_LIGHT`.
    case frontLeftParkingLight
    /// The value `FRONT_RIGHT_PARKING_LIGHT`.
    case frontRightParkingLight
    /// The value `FRONT_LEFT_FOG_LIGHT`.
    case frontLeftFogLight
    /// The value `FRONT_RIGHT_FOG_LIGHT`.
    case frontRightFogLight
    /// The value `FRONT_LEFT_DAYTIME_RUNNING_LIGHT`.
    case frontLeftDaytimeRunningLight
    /// The value `FRONT_RIGHT_DAYTIME_RUNNING_LIGHT`.
    case frontRightDaytimeRunningLight
    /// The value `FRONT_LEFT_TURN_LIGHT`.
    case frontLeftTurnLight
    /// The value `FRONT_RIGHT_TURN_LIGHT`.
    case frontRightTurnLight
    /// The value `REAR_LEFT_FOG_LIGHT`.
    case rearLeftFogLight
    /// The value `REAR_RIGHT_FOG_LIGHT`.
    case rearRightFogLight
    /// The value `REAR_LEFT_TAIL_LIGHT`.
    case rearLeftTailLight
    /// The value `REAR_RIGHT_TAIL_LIGHT`.
    case rearRightTailLight
    /// The value `REAR_LEFT_BRAKE_LIGHT`.
    case rearLeftBrakeLight
    /// The value `REAR_RIGHT_BRAKE_LIGHT`.
    case rearRightBrakeLight
    /// The value `REAR_LEFT_TURN_LIGHT`.
    case rearLeftTurnLight
    /// The value `REAR_RIGHT_TURN_LIGHT`.
    case rearRightTurnLight
    /// The value `REAR_REGISTRATION_PLATE_LIGHT`.
    case rearRegistrationPlateLight
    /// The value `HIGH_BEAMS`.
    case highBeams
    /// The value `LOW_BEAMS`.
    case lowBeams
    /// The value `FOG_LIGHTS`.
    case fogLights
    /// The value `RUNNING_LIGHTS`.
    case runningLights
    /// The value `PARKING_LIGHTS`.
    case parkingLights
    /// The value `BRAKE_LIGHTS`.
    case brakeLights
    /// The value `REAR_REVERSING_LIGHTS`.
    case rearReversingLights
    /// The value `SIDE_MARKER_LIGHTS`.
    case sideMarkerLights
    /// The value `LEFT_TURN_LIGHTS`.
    case leftTurnLights
    /// The value `RIGHT_TURN_LIGHTS`.
    case rightTurnLights
    /// The value `HAZARD_LIGHTS`.
    case hazardLights
    /// The value `REAR_CARGO_LIGHTS`.
    case rearCargoLights
    /// The value `REAR_TRUCK_BED_LIGHTS`.
    case rearTruckBedLights
    /// The value `REAR_TRAILER_LIGHTS`.
    case rearTrailerLights
    /// The value `LEFT_SPOT_LIGHTS`.
    case leftSpotLights
    /// The value `RIGHT_SPOT_LIGHTS`.
    case rightSpotLights
    /// The value `LEFT_PUDDLE_LIGHTS`.
    case leftPuddleLights
    /// The value `RIGHT_PUDDLE_LIGHTS`.
    case rightPuddleLights
    /// The value `AMBIENT_LIGHTS`.
    case ambientLights
    /// The value `OVERHEAD_LIGHTS`.
    case overheadLights
    /// The value `READING_LIGHTS`.
    case readingLights
    /// The value `TRUNK_LIGHTS`.
    case trunkLights
    /// The value `EXTERIOR_FRONT_LIGHTS`.
    case exteriorFrontLights
    /// The value `EXTERIOR_REAR_LIGHTS`.
    case exteriorRearLights
    /// The value `EXTERIOR_LEFT_LIGHTS`.
    case exteriorLeftLights
    /// The value `EXTERIOR_RIGHT_LIGHTS`.
    case exteriorRightLights
    /// The value `EXTERIOR_ALL_LIGHTS`.
    case exteriorAllLights
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [LightName] = [
        .frontLeftHighBeam, .frontRightHighBeam, .frontLeftLowBeam, .frontRightLowBeam, .frontLeftParkingLight,
        .frontRightParkingLight, .frontLeftFogLight, .frontRightFogLight, .frontLeftDaytimeRunningLight,
        .frontRightDaytimeRunningLight, .frontLeftTurnLight, .frontRightTurnLight, .rearLeftFogLight,
        .rearRightFogLight, .rearLeftTailLight, .rearRightTailLight, .rearLeftBrakeLight, .rearRightBrakeLight,
        .rearLeftTurnLight, .rearRightTurnLight, .rearRegistrationPlateLight, .highBeams, .lowBeams, .fogLights,
        .runningLights, .parkingLights, .brakeLights, .rearReversingLights, .sideMarkerLights, .leftTurnLights,
        .rightTurnLights, .hazardLights, .rearCargoLights, .rearTruckBedLights, .rearTrailerLights, .leftSpotLights,
        .rightSpotLights, .leftPuddleLights, .rightPuddleLights, .ambientLights, .overheadLights, .readingLights,
        .trunkLights, .exteriorFrontLights, .exteriorRearLights, .exteriorLeftLights, .exteriorRightLights,
        .exteriorAllLights,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "FRONT_LEFT_HIGH_BEAM": self = .frontLeftHighBeam
        case "FRONT_RIGHT_HIGH_BEAM": self = .frontRightHighBeam
        case "FRONT_LEFT_LOW_BEAM": self = .frontLeftLowBeam
        case "FRONT_RIGHT_LOW_BEAM": self = .frontRightLowBeam
        case "FRONT_LEFT_PARKING_LIGHT": self = .frontLeftParkingLight
        case "FRONT_RIGHT_PARKING_LIGHT": self = .frontRightParkingLight
        case "FRONT_LEFT_FOG_LIGHT": self = .frontLeftFogLight
        case "FRONT_RIGHT_FOG_LIGHT": self = .frontRightFogLight
        case "FRONT_LEFT_DAYTIME_RUNNING_LIGHT": self = .frontLeftDaytimeRunningLight
        case "FRONT_RIGHT_DAYTIME_RUNNING_LIGHT": self = .frontRightDaytimeRunningLight
        case "FRONT_LEFT_TURN_LIGHT": self = .frontLeftTurnLight
        case "FRONT_RIGHT_TURN_LIGHT": self = .frontRightTurnLight
        case "REAR_LEFT_FOG_LIGHT": self = .rearLeftFogLight
        case "REAR_RIGHT_FOG_LIGHT": self = .rearRightFogLight
        case "REAR_LEFT_TAIL_LIGHT": self = .rearLeftTailLight
        case "REAR_RIGHT_TAIL_LIGHT": self = .rearRightTailLight
        case "REAR_LEFT_BRAKE_LIGHT": self = .rearLeftBrakeLight
        case "REAR_RIGHT_BRAKE_LIGHT": self = .rearRightBrakeLight
        case "REAR_LEFT_TURN_LIGHT": self = .rearLeftTurnLight
        case "REAR_RIGHT_TURN_LIGHT": self = .rearRightTurnLight
        case "REAR_REGISTRATION_PLATE_LIGHT": self = .rearRegistrationPlateLight
        case "HIGH_BEAMS": self = .highBeams
        case "LOW_BEAMS": self = .lowBeams
        case "FOG_LIGHTS": self = .fogLights
        case "RUNNING_LIGHTS": self = .runningLights
        case "PARKING_LIGHTS": self = .parkingLights
        case "BRAKE_LIGHTS": self = .brakeLights
        case "REAR_REVERSING_LIGHTS": self = .rearReversingLights
        case "SIDE_MARKER_LIGHTS": self = .sideMarkerLights
        case "LEFT_TURN_LIGHTS": self = .leftTurnLights
        case "RIGHT_TURN_LIGHTS": self = .rightTurnLights
        case "HAZARD_LIGHTS": self = .hazardLights
        case "REAR_CARGO_LIGHTS": self = .rearCargoLights
        case "REAR_TRUCK_BED_LIGHTS": self = .rearTruckBedLights
        case "REAR_TRAILER_LIGHTS": self = .rearTrailerLights
        case "LEFT_SPOT_LIGHTS": self = .leftSpotLights
        case "RIGHT_SPOT_LIGHTS": self = .rightSpotLights
        case "LEFT_PUDDLE_LIGHTS": self = .leftPuddleLights
        case "RIGHT_PUDDLE_LIGHTS": self = .rightPuddleLights
        case "AMBIENT_LIGHTS": self = .ambientLights
        case "OVERHEAD_LIGHTS": self = .overheadLights
        case "READING_LIGHTS": self = .readingLights
        case "TRUNK_LIGHTS": self = .trunkLights
        case "EXTERIOR_FRONT_LIGHTS": self = .exteriorFrontLights
        case "EXTERIOR_REAR_LIGHTS": self = .exteriorRearLights
        case "EXTERIOR_LEFT_LIGHTS": self = .exteriorLeftLights
        case "EXTERIOR_RIGHT_LIGHTS": self = .exteriorRightLights
        case "EXTERIOR_ALL_LIGHTS": self = .exteriorAllLights
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .frontLeftHighBeam: "FRONT_LEFT_HIGH_BEAM"
        case .frontRightHighBeam: "FRONT_RIGHT_HIGH_BEAM"
        case .frontLeftLowBeam: "FRONT_LEFT_LOW_BEAM"
        case .frontRightLowBeam: "FRONT_RIGHT_LOW_BEAM"
        case .frontLeftParkingLight: "FRONT_LEFT_PARKING_LIGHT"
        case .frontRightParkingLight: "FRONT_RIGHT_PARKING_LIGHT"
        case .frontLeftFogLight: "FRONT_LEFT_FOG_LIGHT"
        case .frontRightFogLight: "FRONT_RIGHT_FOG_LIGHT"
        case .frontLeftDaytimeRunningLight: "FRONT_LEFT_DAYTIME_RUNNING_LIGHT"
        case .frontRightDaytimeRunningLight: "FRONT_RIGHT_DAYTIME_RUNNING_LIGHT"
        case .frontLeftTurnLight: "FRONT_LEFT_TURN_LIGHT"
        case .frontRightTurnLight: "FRONT_RIGHT_TURN_LIGHT"
        case .rearLeftFogLight: "REAR_LEFT_FOG_LIGHT"
        case .rearRightFogLight: "REAR_RIGHT_FOG_LIGHT"
        case .rearLeftTailLight: "REAR_LEFT_TAIL_LIGHT"
        case .rearRightTailLight: "REAR_RIGHT_TAIL_LIGHT"
        case .rearLeftBrakeLight: "REAR_LEFT_BRAKE_LIGHT"
        case .rearRightBrakeLight: "REAR_RIGHT_BRAKE_LIGHT"
        case .rearLeftTurnLight: "REAR_LEFT_TURN_LIGHT"
        case .rearRightTurnLight: "REAR_RIGHT_TURN_LIGHT"
        case .rearRegistrationPlateLight: "REAR_REGISTRATION_PLATE_LIGHT"
        case .highBeams: "HIGH_BEAMS"
        case .lowBeams: "LOW_BEAMS"
        case .fogLights: "FOG_LIGHTS"
        case .runningLights: "RUNNING_LIGHTS"
        case .parkingLights: "PARKING_LIGHTS"
        case .brakeLights: "BRAKE_LIGHTS"
        case .rearReversingLights: "REAR_REVERSING_LIGHTS"
        case .sideMarkerLights: "SIDE_MARKER_LIGHTS"
        case .leftTurnLights: "LEFT_TURN_LIGHTS"
        case .rightTurnLights: "RIGHT_TURN_LIGHTS"
        case .hazardLights: "HAZARD_LIGHTS"
        case .rearCargoLights: "REAR_CARGO_LIGHTS"
        case .rearTruckBedLights: "REAR_TRUCK_BED_LIGHTS"
        case .rearTrailerLights: "REAR_TRAILER_LIGHTS"
        case .leftSpotLights: "LEFT_SPOT_LIGHTS"
        case .rightSpotLights: "RIGHT_SPOT_LIGHTS"
        case .leftPuddleLights: "LEFT_PUDDLE_LIGHTS"
        case .rightPuddleLights: "RIGHT_PUDDLE_LIGHTS"
        case .ambientLights: "AMBIENT_LIGHTS"
        case .overheadLights: "OVERHEAD_LIGHTS"
        case .readingLights: "READING_LIGHTS"
        case .trunkLights: "TRUNK_LIGHTS"
        case .exteriorFrontLights: "EXTERIOR_FRONT_LIGHTS"
        case .exteriorRearLights: "EXTERIOR_REAR_LIGHTS"
        case .exteriorLeftLights: "EXTERIOR_LEFT_LIGHTS"
        case .exteriorRightLights: "EXTERIOR_RIGHT_LIGHTS"
        case .exteriorAllLights: "EXTERIOR_ALL_LIGHTS"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }

    /// Reads the number that old peers send in place of the text.
    public init?(ordinal: Int64) {
        switch ordinal {
        case 0: self = .frontLeftHighBeam
        case 1: self = .frontRightHighBeam
        case 2: self = .frontLeftLowBeam
        case 3: self = .frontRightLowBeam
        case 4: self = .frontLeftParkingLight
        case 5: self = .frontRightParkingLight
        case 6: self = .frontLeftFogLight
        case 7: self = .frontRightFogLight
        case 8: self = .frontLeftDaytimeRunningLight
        case 9: self = .frontRightDaytimeRunningLight
        case 10: self = .frontLeftTurnLight
        case 11: self = .frontRightTurnLight
        case 12: self = .rearLeftFogLight
        case 13: self = .rearRightFogLight
        case 14: self = .rearLeftTailLight
        case 15: self = .rearRightTailLight
        case 16: self = .rearLeftBrakeLight
        case 17: self = .rearRightBrakeLight
        case 18: self = .rearLeftTurnLight
        case 19: self = .rearRightTurnLight
        case 20: self = .rearRegistrationPlateLight
        case 501: self = .highBeams
        case 502: self = .lowBeams
        case 503: self = .fogLights
        case 504: self = .runningLights
        case 505: self = .parkingLights
        case 506: self = .brakeLights
        case 507: self = .rearReversingLights
        case 508: self = .sideMarkerLights
        case 509: self = .leftTurnLights
        case 510: self = .rightTurnLights
        case 511: self = .hazardLights
        case 512: self = .rearCargoLights
        case 513: self = .rearTruckBedLights
        case 514: self = .rearTrailerLights
        case 515: self = .leftSpotLights
        case 516: self = .rightSpotLights
        case 517: self = .leftPuddleLights
        case 518: self = .rightPuddleLights
        case 801: self = .ambientLights
        case 802: self = .overheadLights
        case 803: self = .readingLights
        case 804: self = .trunkLights
        case 901: self = .exteriorFrontLights
        case 902: self = .exteriorRearLights
        case 903: self = .exteriorLeftLights
        case 904: self = .exteriorRightLights
        case 905: self = .exteriorAllLights
        default: return nil
        }
    }
}
