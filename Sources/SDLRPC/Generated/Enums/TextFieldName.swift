// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The places where a text can be shown.
///
/// Since RPC 1.0.
public enum TextFieldName: RPCEnumeration {
    /// The value `mainField1`.
    case mainField1
    /// The value `mainField2`.
    case mainField2
    /// The value `mainField3`.
    case mainField3
    /// The value `mainField4`.
    case mainField4
    /// The value `statusBar`.
    case statusBar
    /// The value `mediaClock`.
    ///
    /// Since RPC 1.0; deprecated since RPC 7.1.
    case mediaClock
    /// The value `mediaTrack`.
    case mediaTrack
    /// The value `templateTitle`.
    ///
    /// Since RPC 6.0.
    case templateTitle
    /// The value `alertText1`.
    case alertText1
    /// The value `alertText2`.
    ///
    /// Since RPC 2.0.
    case alertText2
    /// The value `alertText3`.
    ///
    /// Since RPC 2.0.
    case alertText3
    /// The value `scrollableMessageBody`.
    ///
    /// Since RPC 2.0.
    case scrollableMessageBody
    /// The value `initialInteractionText`.
    ///
    /// Since RPC 2.0.
    case initialInteractionText
    /// The value `navigationText1`.
    ///
    /// Since RPC 2.0.
    case navigationText1
    /// The value `navigationText2`.
    ///
    /// Since RPC 2.0.
    case navigationText2
    /// The value `ETA`.
    ///
    /// Since RPC 2.0.
    case eta
    /// The value `totalDistance`.
    ///
    /// Since RPC 2.0.
    case totalDistance
    /// The value `audioPassThruDisplayText1`.
    ///
    /// Since RPC 2.0.
    case audioPassThruDisplayText1
    /// The value `audioPassThruDisplayText2`.
    ///
    /// Since RPC 2.0.
    case audioPassThruDisplayText2
    /// The value `sliderHeader`.
    ///
    /// Since RPC 2.0.
    case sliderHeader
    /// The value `sliderFooter`.
    ///
    /// Since RPC 2.0.
    case sliderFooter
    /// The value `menuName`.
    case menuName
    /// The value `secondaryText`.
    case secondaryText
    /// The value `tertiaryText`.
    case tertiaryText
    /// The value `menuTitle`.
    case menuTitle
    /// The value `locationName`.
    ///
    /// Since RPC 4.0.
    case locationName
    /// The value `locationDescription`.
    ///
    /// Since RPC 4.0.
    case locationDescription
    /// The value `addressLines`.
    ///
    /// Since RPC 4.0.
    case addressLines
    /// The value `phoneNumber`.
    ///
    /// Since RPC 4.0.
    case phoneNumber
    /// The value `timeToDestination`.
    ///
    /// Since RPC 7.1.
    case timeToDestination
    /// The value `turnText`.
    ///
    /// Since RPC 7.1.
    case turnText
    /// The value `subtleAlertText1`.
    ///
    /// Since RPC 7.0.
    case subtleAlertText1
    /// The value `subtleAlertText2`.
    ///
    /// Since RPC 7.0.
    case subtleAlertText2
    /// The value `subtleAlertSoftButtonText`.
    ///
    /// Since RPC 7.0.
    case subtleAlertSoftButtonText
    /// The value `menuCommandSecondaryText`.
    ///
    /// Since RPC 7.1.
    case menuCommandSecondaryText
    /// The value `menuCommandTertiaryText`.
    ///
    /// Since RPC 7.1.
    case menuCommandTertiaryText
    /// The value `menuSubMenuSecondaryText`.
    ///
    /// Since RPC 7.1.
    case menuSubMenuSecondaryText
    /// The value `menuSubMenuTertiaryText`.
    ///
    /// Since RPC 7.1.
    case menuSubMenuTertiaryText
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [TextFieldName] = [
        .mainField1, .mainField2, .mainField3, .mainField4, .statusBar, .mediaClock, .mediaTrack, .templateTitle,
        .alertText1, .alertText2, .alertText3, .scrollableMessageBody, .initialInteractionText, .navigationText1,
        .navigationText2, .eta, .totalDistance, .audioPassThruDisplayText1, .audioPassThruDisplayText2, .sliderHeader,
        .sliderFooter, .menuName, .secondaryText, .tertiaryText, .menuTitle, .locationName, .locationDescription,
        .addressLines, .phoneNumber, .timeToDestination, .turnText, .subtleAlertText1, .subtleAlertText2,
        .subtleAlertSoftButtonText, .menuCommandSecondaryText, .menuCommandTertiaryText, .menuSubMenuSecondaryText,
        .menuSubMenuTertiaryText,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "mainField1": self = .mainField1
        case "mainField2": self = .mainField2
        case "mainField3": self = .mainField3
        case "mainField4": self = .mainField4
        case "statusBar": self = .statusBar
        case "mediaClock": self = .mediaClock
        case "mediaTrack": self = .mediaTrack
        case "templateTitle": self = .templateTitle
        case "alertText1": self = .alertText1
        case "alertText2": self = .alertText2
        case "alertText3": self = .alertText3
        case "scrollableMessageBody": self = .scrollableMessageBody
        case "initialInteractionText": self = .initialInteractionText
        case "navigationText1": self = .navigationText1
        case "navigationText2": self = .navigationText2
        case "ETA": self = .eta
        case "totalDistance": self = .totalDistance
        case "audioPassThruDisplayText1": self = .audioPassThruDisplayText1
        case "audioPassThruDisplayText2": self = .audioPassThruDisplayText2
        case "sliderHeader": self = .sliderHeader
        case "sliderFooter": self = .sliderFooter
        case "menuName": self = .menuName
        case "secondaryText": self = .secondaryText
        case "tertiaryText": self = .tertiaryText
        case "menuTitle": self = .menuTitle
        case "locationName": self = .locationName
        case "locationDescription": self = .locationDescription
        case "addressLines": self = .addressLines
        case "phoneNumber": self = .phoneNumber
        case "timeToDestination": self = .timeToDestination
        case "turnText": self = .turnText
        case "subtleAlertText1": self = .subtleAlertText1
        case "subtleAlertText2": self = .subtleAlertText2
        case "subtleAlertSoftButtonText": self = .subtleAlertSoftButtonText
        case "menuCommandSecondaryText": self = .menuCommandSecondaryText
        case "menuCommandTertiaryText": self = .menuCommandTertiaryText
        case "menuSubMenuSecondaryText": self = .menuSubMenuSecondaryText
        case "menuSubMenuTertiaryText": self = .menuSubMenuTertiaryText
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .mainField1: "mainField1"
        case .mainField2: "mainField2"
        case .mainField3: "mainField3"
        case .mainField4: "mainField4"
        case .statusBar: "statusBar"
        case .mediaClock: "mediaClock"
        case .mediaTrack: "mediaTrack"
        case .templateTitle: "templateTitle"
        case .alertText1: "alertText1"
        case .alertText2: "alertText2"
        case .alertText3: "alertText3"
        case .scrollableMessageBody: "scrollableMessageBody"
        case .initialInteractionText: "initialInteractionText"
        case .navigationText1: "navigationText1"
        case .navigationText2: "navigationText2"
        case .eta: "ETA"
        case .totalDistance: "totalDistance"
        case .audioPassThruDisplayText1: "audioPassThruDisplayText1"
        case .audioPassThruDisplayText2: "audioPassThruDisplayText2"
        case .sliderHeader: "sliderHeader"
        case .sliderFooter: "sliderFooter"
        case .menuName: "menuName"
        case .secondaryText: "secondaryText"
        case .tertiaryText: "tertiaryText"
        case .menuTitle: "menuTitle"
        case .locationName: "locationName"
        case .locationDescription: "locationDescription"
        case .addressLines: "addressLines"
        case .phoneNumber: "phoneNumber"
        case .timeToDestination: "timeToDestination"
        case .turnText: "turnText"
        case .subtleAlertText1: "subtleAlertText1"
        case .subtleAlertText2: "subtleAlertText2"
        case .subtleAlertSoftButtonText: "subtleAlertSoftButtonText"
        case .menuCommandSecondaryText: "menuCommandSecondaryText"
        case .menuCommandTertiaryText: "menuCommandTertiaryText"
        case .menuSubMenuSecondaryText: "menuSubMenuSecondaryText"
        case .menuSubMenuTertiaryText: "menuSubMenuTertiaryText"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
