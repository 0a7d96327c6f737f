// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// A language with its region.
///
/// Since RPC 1.0.
public enum Language: RPCEnumeration {
    /// The value `EN-US`.
    case enUS
    /// The value `ES-MX`.
    case esMX
    /// The value `FR-CA`.
    case frCA
    /// The value `DE-DE`.
    ///
    /// Since RPC 2.0.
    case deDE
    /// The value `ES-ES`.
    ///
    /// Since RPC 2.0.
    case esES
    /// The value `EN-GB`.
    ///
    /// Since RPC 2.0.
    case enGB
    /// The value `RU-RU`.
    ///
    /// Since RPC 2.0.
    case ruRU
    /// The value `TR-TR`.
    ///
    /// Since RPC 2.0.
    case trTR
    /// The value `PL-PL`.
    ///
    /// Since RPC 2.0.
    case plPL
    /// The value `FR-FR`.
    ///
    /// Since RPC 2.0.
    case frFR
    /// The value `IT-IT`.
    ///
    /// Since RPC 2.0.
    case itIT
    /// The value `SV-SE`.
    ///
    /// Since RPC 2.0.
    case svSE
    /// The value `PT-PT`.
    ///
    /// Since RPC 2.0.
    case ptPT
    /// The value `NL-NL`.
    ///
    /// Since RPC 2.0.
    case nlNL
    /// The value `EN-AU`.
    ///
    /// Since RPC 2.0.
    case enAU
    /// The value `ZH-CN`.
    ///
    /// Since RPC 2.0.
    case zhCN
    /// The value `ZH-TW`.
    ///
    /// Since RPC 2.0.
    case zhTW
    /// The value `JA-JP`.
    ///
    /// Since RPC 2.0.
    case jaJP
    /// The value `AR-SA`.
    ///
    /// Since RPC 2.0.
    case arSA
    /// The value `KO-KR`.
    ///
    /// Since RPC 2.0.
    case koKR
    /// The value `PT-BR`.
    ///
    /// Since RPC 2.0.
    case ptBR
    /// The value `CS-CZ`.
    ///
    /// Since RPC 2.0.
    case csCZ
    /// The value `DA-DK`.
    ///
    /// Since RPC 2.0.
    case daDK
    /// The value `NO-NO`.
    ///
    /// Since RPC 2.0.
    case noNO
    /// The value `NL-BE`.
    ///
    /// Since RPC 2.0.
    case nlBE
    /// The value `EL-GR`.
    ///
    /// Since RPC 2.0.
    case elGR
    /// The value `HU-HU`.
    ///
    /// Since RPC 2.0.
    case huHU
    /// The value `FI-FI`.
    ///
    /// Since RPC 2.0.
    case fiFI
    /// The value `SK-SK`.
    ///
    /// Since RPC 2.0.
    case skSK
    /// The value `EN-IN`.
    ///
    /// Since RPC 4.5.
    case enIN
    /// The value `TH-TH`.
    ///
    /// Since RPC 4.5.
    case thTH
    /// The value `EN-SA`.
    ///
    /// Since RPC 4.5.
    case enSA
    /// The value `HE-IL`.
    ///
    /// Since RPC 4.5.
    case heIL
    /// The value `RO-RO`.
    ///
    /// Since RPC 4.5.
    case roRO
    /// The value `UK-UA`.
    ///
    /// Since RPC 4.5.
    case ukUA
    /// The value `ID-ID`.
    ///
    /// Since RPC 4.5.
    case idID
    /// The value `VI-VN`.
    ///
    /// Since RPC 4.5.
    case viVN
    /// The value `MS-MY`.
    ///
    /// Since RPC 4.5.
    case msMY
    /// The value `HI-IN`.
    ///
    /// Since RPC 4.5.
    case hiIN
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [Language] = [
        .enUS, .esMX, .frCA, .deDE, .esES, .enGB, .ruRU, .trTR, .plPL, .frFR, .itIT, .svSE, .ptPT, .nlNL, .enAU, .zhCN,
        .zhTW, .jaJP, .arSA, .koKR, .ptBR, .csCZ, .daDK, .noNO, .nlBE, .elGR, .huHU, .fiFI, .skSK, .enIN, .thTH, .enSA,
        .heIL, .roRO, .ukUA, .idID, .viVN, .msMY, .hiIN,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "EN-US": self = .enUS
        case "ES-MX": self = .esMX
        case "FR-CA": self = .frCA
        case "DE-DE": self = .deDE
        case "ES-ES": self = .esES
        case "EN-GB": self = .enGB
        case "RU-RU": self = .ruRU
        case "TR-TR": self = .trTR
        case "PL-PL": self = .plPL
        case "FR-FR": self = .frFR
        case "IT-IT": self = .itIT
        case "SV-SE": self = .svSE
        case "PT-PT": self = .ptPT
        case "NL-NL": self = .nlNL
        case "EN-AU": self = .enAU
        case "ZH-CN": self = .zhCN
        case "ZH-TW": self = .zhTW
        case "JA-JP": self = .jaJP
        case "AR-SA": self = .arSA
        case "KO-KR": self = .koKR
        case "PT-BR": self = .ptBR
        case "CS-CZ": self = .csCZ
        case "DA-DK": self = .daDK
        case "NO-NO": self = .noNO
        case "NL-BE": self = .nlBE
        case "EL-GR": self = .elGR
        case "HU-HU": self = .huHU
        case "FI-FI": self = .fiFI
        case "SK-SK": self = .skSK
        case "EN-IN": self = .enIN
        case "TH-TH": self = .thTH
        case "EN-SA": self = .enSA
        case "HE-IL": self = .heIL
        case "RO-RO": self = .roRO
        case "UK-UA": self = .ukUA
        case "ID-ID": self = .idID
        case "VI-VN": self = .viVN
        case "MS-MY": self = .msMY
        case "HI-IN": self = .hiIN
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .enUS: "EN-US"
        case .esMX: "ES-MX"
        case .frCA: "FR-CA"
        case .deDE: "DE-DE"
        case .esES: "ES-ES"
        case .enGB: "EN-GB"
        case .ruRU: "RU-RU"
        case .trTR: "TR-TR"
        case .plPL: "PL-PL"
        case .frFR: "FR-FR"
        case .itIT: "IT-IT"
        case .svSE: "SV-SE"
        case .ptPT: "PT-PT"
        case .nlNL: "NL-NL"
        case .enAU: "EN-AU"
        case .zhCN: "ZH-CN"
        case .zhTW: "ZH-TW"
        case .jaJP: "JA-JP"
        case .arSA: "AR-SA"
        case .koKR: "KO-KR"
        case .ptBR: "PT-BR"
        case .csCZ: "CS-CZ"
        case .daDK: "DA-DK"
        case .noNO: "NO-NO"
        case .nlBE: "NL-BE"
        case .elGR: "EL-GR"
        case .huHU: "HU-HU"
        case .fiFI: "FI-FI"
        case .skSK: "SK-SK"
        case .enIN: "EN-IN"
        case .thTH: "TH-TH"
        case .enSA: "EN-SA"
        case .heIL: "HE-IL"
        case .roRO: "RO-RO"
        case .ukUA: "UK-UA"
        case .idID: "ID-ID"
        case .viVN: "VI-VN"
        case .msMY: "MS-MY"
        case .hiIN: "HI-IN"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
