public import GNSS

/// The kind of fix in PUBX,00.
public enum PUBXStatus: String, Hashable, Sendable, CaseIterable {
    /// No fix.
    case noFix = "NF"
    /// Dead reckoning only.
    case deadReckoning = "DR"
    /// Two dimensions, satellites alone.
    case autonomous2D = "G2"
    /// Three dimensions, satellites alone.
    case autonomous3D = "G3"
    /// Two dimensions, differential.
    case differential2D = "D2"
    /// Three dimensions, differential.
    case differential3D = "D3"
    /// Satellites and dead reckoning together.
    case combined = "RK"
    /// Time only.
    case timeOnly = "TT"

    /// The fix quality that it stands for.
    public var quality: FixQuality {
        switch self {
        case .noFix, .timeOnly: .none
        case .deadReckoning: .deadReckoning
        case .autonomous2D, .autonomous3D, .combined: .autonomous
        case .differential2D, .differential3D: .differential
        }
    }

    /// The number of dimensions; nil where it does not tell.
    public var dimension: FixDimension? {
        switch self {
        case .noFix, .timeOnly: .noFix
        case .autonomous2D, .differential2D: .twoDimensional
        case .autonomous3D, .differential3D: .threeDimensional
        case .deadReckoning, .combined: nil
        }
    }
}
