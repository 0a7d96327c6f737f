// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Why the head unit ended a registration.
///
/// Since RPC 1.0.
public enum AppInterfaceUnregisteredReason: RPCEnumeration {
    /// The ignition was switched off.
    case ignitionOff
    /// Bluetooth was switched off.
    case bluetoothOff
    /// The USB cable was pulled.
    case usbDisconnected
    /// Too many requests while at level NONE.
    case requestWhileInNoneHmiLevel
    /// Too many requests in a short time.
    case tooManyRequests
    /// The app distracted the driver.
    case driverDistractionViolation
    /// The head unit's language changed.
    case languageChange
    /// All data of the head unit were erased.
    case masterReset
    /// The head unit was set back to its state of delivery.
    case factoryDefaults
    /// The policy does not allow the app.
    ///
    /// Since RPC 2.0.
    case appUnauthorized
    /// The app broke the protocol.
    ///
    /// Since RPC 4.0.
    case protocolViolation
    /// The app needs something this HMI lacks.
    ///
    /// Since RPC 4.1.
    case unsupportedHmiResource
    /// The head unit is short of memory or other means.
    ///
    /// Since RPC 7.0.
    case resourceConstraint
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [AppInterfaceUnregisteredReason] = [
        .ignitionOff, .bluetoothOff, .usbDisconnected, .requestWhileInNoneHmiLevel, .tooManyRequests,
        .driverDistractionViolation, .languageChange, .masterReset, .factoryDefaults, .appUnauthorized,
        .protocolViolation, .unsupportedHmiResource, .resourceConstraint,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "IGNITION_OFF": self = .ignitionOff
        case "BLUETOOTH_OFF": self = .bluetoothOff
        case "USB_DISCONNECTED": self = .usbDisconnected
        case "REQUEST_WHILE_IN_NONE_HMI_LEVEL": self = .requestWhileInNoneHmiLevel
        case "TOO_MANY_REQUESTS": self = .tooManyRequests
        case "DRIVER_DISTRACTION_VIOLATION": self = .driverDistractionViolation
        case "LANGUAGE_CHANGE": self = .languageChange
        case "MASTER_RESET": self = .masterReset
        case "FACTORY_DEFAULTS": self = .factoryDefaults
        case "APP_UNAUTHORIZED": self = .appUnauthorized
        case "PROTOCOL_VIOLATION": self = .protocolViolation
        case "UNSUPPORTED_HMI_RESOURCE": self = .unsupportedHmiResource
        case "RESOURCE_CONSTRAINT": self = .resourceConstraint
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .ignitionOff: "IGNITION_OFF"
        case .bluetoothOff: "BLUETOOTH_OFF"
        case .usbDisconnected: "USB_DISCONNECTED"
        case .requestWhileInNoneHmiLevel: "REQUEST_WHILE_IN_NONE_HMI_LEVEL"
        case .tooManyRequests: "TOO_MANY_REQUESTS"
        case .driverDistractionViolation: "DRIVER_DISTRACTION_VIOLATION"
        case .languageChange: "LANGUAGE_CHANGE"
        case .masterReset: "MASTER_RESET"
        case .factoryDefaults: "FACTORY_DEFAULTS"
        case .appUnauthorized: "APP_UNAUTHORIZED"
        case .protocolViolation: "PROTOCOL_VIOLATION"
        case .unsupportedHmiResource: "UNSUPPORTED_HMI_RESOURCE"
        case .resourceConstraint: "RESOURCE_CONSTRAINT"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
