// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The kind of gearbox.
///
/// Since RPC 7.0.
public enum TransmissionType: RPCEnumeration {
    /// The value `MANUAL`.
    case manual
    /// The value `AUTOMATIC`.
    case automatic
    /// The value `SEMI_AUTOMATIC`.
    case semiAutomatic
    /// The value `DUAL_CLUTCH`.
    case dualClutch
    /// The value `CONTINUOUSLY_VARIABLE`.
    case continuouslyVariable
    /// The value `INFINITELY_VARIABLE`.
    case infinitelyVariable
    /// The value `ELECTRIC_VARIABLE`.
    case electricVariable
    /// The value `DIRECT_DRIVE`.
    case directDrive
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TransmissionType] = [
        .manual, .automatic, .semiAutomatic, .dualClutch, .continuouslyVariable, .infinitelyVariable, .electricVariable,
        .directDrive,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "MANUAL": self = .manual
        case "AUTOMATIC": self = .automatic
        case "SEMI_AUTOMATIC": self = .semiAutomatic
        case "DUAL_CLUTCH": self = .dualClutch
        case "CONTINUOUSLY_VARIABLE": self = .continuouslyVariable
        case "INFINITELY_VARIABLE": self = .infinitelyVariable
        case "ELECTRIC_VARIABLE": self = .electricVariable
        case "DIRECT_DRIVE": self = .directDrive
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .manual: "MANUAL"
        case .automatic: "AUTOMATIC"
        case .semiAutomatic: "SEMI_AUTOMATIC"
        case .dualClutch: "DUAL_CLUTCH"
        case .continuouslyVariable: "CONTINUOUSLY_VARIABLE"
        case .infinitelyVariable: "INFINITELY_VARIABLE"
        case .electricVariable: "ELECTRIC_VARIABLE"
        case .directDrive: "DIRECT_DRIVE"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
