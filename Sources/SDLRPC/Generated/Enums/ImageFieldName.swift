// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// The places where an image can be shown.
///
/// Since RPC 3.0.
public enum ImageFieldName: RPCEnumeration {
    /// The value `softButtonImage`.
    case softButtonImage
    /// The value `choiceImage`.
    case choiceImage
    /// The value `choiceSecondaryImage`.
    case choiceSecondaryImage
    /// The value `vrHelpItem`.
    case vrHelpItem
    /// The value `turnIcon`.
    case turnIcon
    /// The value `menuIcon`.
    case menuIcon
    /// The value `cmdIcon`.
    case cmdIcon
    /// The value `appIcon`.
    case appIcon
    /// The value `graphic`.
    case graphic
    /// The value `secondaryGraphic`.
    ///
    /// Since RPC 5.0.
    case secondaryGraphic
    /// The value `showConstantTBTIcon`.
    case showConstantTBTIcon
    /// The value `showConstantTBTNextTurnIcon`.
    case showConstantTBTNextTurnIcon
    /// The value `locationImage`.
    ///
    /// Since RPC 4.0.
    case locationImage
    /// The value `alertIcon`.
    ///
    /// Since RPC 6.0.
    case alertIcon
    /// The value `subMenuIcon`.
    ///
    /// Since RPC 7.0.
    case subMenuIcon
    /// The value `subtleAlertIcon`.
    ///
    /// Since RPC 7.0.
    case subtleAlertIcon
    /// The value `menuCommandSecondaryImage`.
    ///
    /// Since RPC 7.1.
    case menuCommandSecondaryImage
    /// The value `menuSubMenuSecondaryImage`.
    ///
    /// Since RPC 7.1.
    case menuSubMenuSecondaryImage
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [ImageFieldName] = [
        .softButtonImage, .choiceImage, .choiceSecondaryImage, .vrHelpItem, .turnIcon, .menuIcon, .cmdIcon, .appIcon,
        .graphic, .secondaryGraphic, .showConstantTBTIcon, .showConstantTBTNextTurnIcon, .locationImage, .alertIcon,
        .subMenuIcon, .subtleAlertIcon, .menuCommandSecondaryImage, .menuSubMenuSecondaryImage,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "softButtonImage": self = .softButtonImage
        case "choiceImage": self = .choiceImage
        case "choiceSecondaryImage": self = .choiceSecondaryImage
        case "vrHelpItem": self = .vrHelpItem
        case "turnIcon": self = .turnIcon
        case "menuIcon": self = .menuIcon
        case "cmdIcon": self = .cmdIcon
        case "appIcon": self = .appIcon
        case "graphic": self = .graphic
        case "secondaryGraphic": self = .secondaryGraphic
        case "showConstantTBTIcon": self = .showConstantTBTIcon
        case "showConstantTBTNextTurnIcon": self = .showConstantTBTNextTurnIcon
        case "locationImage": self = .locationImage
        case "alertIcon": self = .alertIcon
        case "subMenuIcon": self = .subMenuIcon
        case "subtleAlertIcon": self = .subtleAlertIcon
        case "menuCommandSecondaryImage": self = .menuCommandSecondaryImage
        case "menuSubMenuSecondaryImage": self = .menuSubMenuSecondaryImage
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .softButtonImage: "softButtonImage"
        case .choiceImage: "choiceImage"
        case .choiceSecondaryImage: "choiceSecondaryImage"
        case .vrHelpItem: "vrHelpItem"
        case .turnIcon: "turnIcon"
        case .menuIcon: "menuIcon"
        case .cmdIcon: "cmdIcon"
        case .appIcon: "appIcon"
        case .graphic: "graphic"
        case .secondaryGraphic: "secondaryGraphic"
        case .showConstantTBTIcon: "showConstantTBTIcon"
        case .showConstantTBTNextTurnIcon: "showConstantTBTNextTurnIcon"
        case .locationImage: "locationImage"
        case .alertIcon: "alertIcon"
        case .subMenuIcon: "subMenuIcon"
        case .subtleAlertIcon: "subtleAlertIcon"
        case .menuCommandSecondaryImage: "menuCommandSecondaryImage"
        case .menuSubMenuSecondaryImage: "menuSubMenuSecondaryImage"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
