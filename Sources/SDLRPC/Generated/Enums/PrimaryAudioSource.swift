// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// Where sound comes from.
///
/// Since RPC 2.0.
public enum PrimaryAudioSource: RPCEnumeration {
    /// The value `NO_SOURCE_SELECTED`.
    case noSourceSelected
    /// The value `CD`.
    ///
    /// Since RPC 5.0.
    case cd
    /// The value `USB`.
    case usb
    /// The value `USB2`.
    case usb2
    /// The value `BLUETOOTH_STEREO_BTST`.
    case bluetoothStereoBtst
    /// The value `LINE_IN`.
    case lineIn
    /// The value `IPOD`.
    case ipod
    /// The value `MOBILE_APP`.
    case mobileApp
    /// The value `AM`.
    ///
    /// Since RPC 5.0.
    case am
    /// The value `FM`.
    ///
    /// Since RPC 5.0.
    case fm
    /// The value `XM`.
    ///
    /// Since RPC 5.0.
    case xm
    /// The value `DAB`.
    ///
    /// Since RPC 5.0.
    case dab
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [PrimaryAudioSource] = [
        .noSourceSelected, .cd, .usb, .usb2, .bluetoothStereoBtst, .lineIn, .ipod, .mobileApp, .am, .fm, .xm, .dab,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "NO_SOURCE_SELECTED": self = .noSourceSelected
        case "CD": self = .cd
        case "USB": self = .usb
        case "USB2": self = .usb2
        case "BLUETOOTH_STEREO_BTST": self = .bluetoothStereoBtst
        case "LINE_IN": self = .lineIn
        case "IPOD": self = .ipod
        case "MOBILE_APP": self = .mobileApp
        case "AM": self = .am
        case "FM": self = .fm
        case "XM": self = .xm
        case "DAB": self = .dab
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .noSourceSelected: "NO_SOURCE_SELECTED"
        case .cd: "CD"
        case .usb: "USB"
        case .usb2: "USB2"
        case .bluetoothStereoBtst: "BLUETOOTH_STEREO_BTST"
        case .lineIn: "LINE_IN"
        case .ipod: "IPOD"
        case .mobileApp: "MOBILE_APP"
        case .am: "AM"
        case .fm: "FM"
        case .xm: "XM"
        case .dab: "DAB"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
