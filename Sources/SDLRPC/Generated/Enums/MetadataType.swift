// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.
// swift-format-ignore-file

/// What a line of text means.
///
/// Since RPC 4.5.
public enum MetadataType: RPCEnumeration {
    /// The value `mediaTitle`.
    case mediaTitle
    /// The value `mediaArtist`.
    case mediaArtist
    /// The value `mediaAlbum`.
    case mediaAlbum
    /// The value `mediaYear`.
    case mediaYear
    /// The value `mediaGenre`.
    case mediaGenre
    /// The value `mediaStation`.
    case mediaStation
    /// The value `rating`.
    case rating
    /// The value `currentTemperature`.
    case currentTemperature
    /// The value `maximumTemperature`.
    case maximumTemperature
    /// The value `minimumTemperature`.
    case minimumTemperature
    /// The value `weatherTerm`.
    case weatherTerm
    /// The value `humidity`.
    case humidity
    /// A value that the spec does not name.
    case unrecognized(String)

    /// The values that the spec names, in its order.
    public static let knownValues: [MetadataType] = [
        .mediaTitle, .mediaArtist, .mediaAlbum, .mediaYear, .mediaGenre, .mediaStation, .rating, .currentTemperature,
        .maximumTemperature, .minimumTemperature, .weatherTerm, .humidity,
    ]

    /// Reads the text on the wire.
    public init(rawValue: String) {
        switch rawValue {
        case "mediaTitle": self = .mediaTitle
        case "mediaArtist": self = .mediaArtist
        case "mediaAlbum": self = .mediaAlbum
        case "mediaYear": self = .mediaYear
        case "mediaGenre": self = .mediaGenre
        case "mediaStation": self = .mediaStation
        case "rating": self = .rating
        case "currentTemperature": self = .currentTemperature
        case "maximumTemperature": self = .maximumTemperature
        case "minimumTemperature": self = .minimumTemperature
        case "weatherTerm": self = .weatherTerm
        case "humidity": self = .humidity
        default: self = .unrecognized(rawValue)
        }
    }

    /// The text on the wire.
    public var rawValue: String {
        switch self {
        case .mediaTitle: "mediaTitle"
        case .mediaArtist: "mediaArtist"
        case .mediaAlbum: "mediaAlbum"
        case .mediaYear: "mediaYear"
        case .mediaGenre: "mediaGenre"
        case .mediaStation: "mediaStation"
        case .rating: "rating"
        case .currentTemperature: "currentTemperature"
        case .maximumTemperature: "maximumTemperature"
        case .minimumTemperature: "minimumTemperature"
        case .weatherTerm: "weatherTerm"
        case .humidity: "humidity"
        case .unrecognized(let rawValue): rawValue
        }
    }

    /// Whether the spec names this value.
    public var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }
}
