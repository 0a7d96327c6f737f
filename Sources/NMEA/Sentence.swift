/// A decoded sentence.
public enum Sentence: Hashable, Sendable {
    /// Time, position, quality.
    case gga(GGA)
    /// Time, date, position, motion.
    case rmc(RMC)
    /// Satellites used, dilution of precision.
    case gsa(GSA)
    /// Satellites in view.
    case gsv(GSV)
    /// Error statistics.
    case gst(GST)
    /// Course and speed.
    case vtg(VTG)
    /// Position and time.
    case gll(GLL)
    /// Position with a mode for each system.
    case gns(GNS)
    /// Time, date, zone.
    case zda(ZDA)
    /// Any other sentence with a good checksum.
    case other(RawSentence)

    /// The bytes of the sentence with checksum and line end.
    public func encoded() -> [UInt8] {
        switch self {
        case .gga(let content): content.write().finished()
        case .rmc(let content): content.write().finished()
        case .gsa(let content): content.write().finished()
        case .gsv(let content): content.write().finished()
        case .gst(let content): content.write().finished()
        case .vtg(let content): content.write().finished()
        case .gll(let content): content.write().finished()
        case .gns(let content): content.write().finished()
        case .zda(let content): content.write().finished()
        case .other(let content): content.encoded()
        }
    }
}
