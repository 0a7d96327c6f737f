/// A satellite navigation or augmentation system.
public enum Constellation: UInt8, Hashable, Sendable, CaseIterable {
    /// The system of the United States.
    case gps

    /// Satellite-based augmentation systems (WAAS, EGNOS, MSAS, GAGAN …).
    case sbas

    /// The Russian system.
    case glonass

    /// The European system.
    case galileo

    /// The Chinese system.
    case beidou

    /// The Japanese quasi-zenith system.
    case qzss

    /// The Indian system.
    case navic

    /// Indoor messaging transmitters (Japan).
    case imes

    /// Not told by the receiver and not found by the number.
    case unknown

    /// The usual short name.
    public var name: String {
        switch self {
        case .gps: "GPS"
        case .sbas: "SBAS"
        case .glonass: "GLONASS"
        case .galileo: "Galileo"
        case .beidou: "BeiDou"
        case .qzss: "QZSS"
        case .navic: "NavIC"
        case .imes: "IMES"
        case .unknown: "unknown"
        }
    }

    /// The letter of RINEX satellite names (G12, R05 …); `?` when unknown.
    public var letter: Character {
        switch self {
        case .gps: "G"
        case .sbas: "S"
        case .glonass: "R"
        case .galileo: "E"
        case .beidou: "C"
        case .qzss: "J"
        case .navic: "I"
        case .imes: "M"
        case .unknown: "?"
        }
    }
}
