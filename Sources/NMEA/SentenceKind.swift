/// The kinds of sentences that take part in epochs.
enum SentenceKind: UInt8, Sendable {
    case gga
    case rmc
    case gns
    case gll
    case gst
    case gbs
    case pubx00
    case psti030
    // Kinds below carry no time that opens an epoch.
    case zda
    case vtg
    case gsa
    case gsv
    case pgrme
    case pubx03
    case hdt
    case hdg
    case ths

    /// The bit of this kind from a talker, for the kinds above `zda`.
    @inline(__always)
    func bit(_ talker: Talker) -> UInt64 {
        // Six kinds with ten groups of talkers, then the two kinds of makers.
        if rawValue < SentenceKind.pubx00.rawValue {
            return 1 &<< (UInt64(rawValue) &* 10 &+ EpochSource.index(talker))
        }
        return 1 &<< (54 &+ UInt64(rawValue))
    }
}
