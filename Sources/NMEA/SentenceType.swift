/// What a sentence is: one of those that are decoded into fields, or another.
public enum SentenceType: String, Hashable, Sendable, CaseIterable {
    /// Time, position, quality.
    case gga = "GGA"
    /// Time, date, position, motion.
    case rmc = "RMC"
    /// Satellites used, dilution of precision.
    case gsa = "GSA"
    /// Satellites in view.
    case gsv = "GSV"
    /// Error statistics.
    case gst = "GST"
    /// Course and speed.
    case vtg = "VTG"
    /// Position and time.
    case gll = "GLL"
    /// Position with a mode for each system.
    case gns = "GNS"
    /// Time, date, zone.
    case zda = "ZDA"
    /// Fault detection.
    case gbs = "GBS"
    /// True heading.
    case hdt = "HDT"
    /// Magnetic heading, deviation, variation.
    case hdg = "HDG"
    /// True heading with mode.
    case ths = "THS"
    /// Datum.
    case dtm = "DTM"
    /// Plain text.
    case txt = "TXT"
    /// Position of a waypoint.
    case wpl = "WPL"
    /// Names of a route.
    case rte = "RTE"
    /// The way to the active waypoint.
    case rmb = "RMB"
    /// Bearing and distance to a waypoint.
    case bwc = "BWC"
    /// Bearing of a leg.
    case bod = "BOD"
    /// Arrival at a waypoint.
    case aam = "AAM"
    /// Data for an autopilot.
    case apb = "APB"
    /// Distance off the leg.
    case xte = "XTE"
    /// u-blox: position with accuracy.
    case pubx00 = "PUBX,00"
    /// u-blox: satellites.
    case pubx03 = "PUBX,03"
    /// u-blox: time and leap seconds.
    case pubx04 = "PUBX,04"
    /// Garmin: estimated errors.
    case pgrme = "PGRME"
    /// Garmin: altitude.
    case pgrmz = "PGRMZ"
    /// SkyTraq: position, velocity, RTK state.
    case psti030 = "PSTI,030"
    /// Any other sentence with a good checksum.
    case other
}

extension Sentence {
    /// Its type.
    public var type: SentenceType {
        switch self {
        case .gga: .gga
        case .rmc: .rmc
        case .gsa: .gsa
        case .gsv: .gsv
        case .gst: .gst
        case .vtg: .vtg
        case .gll: .gll
        case .gns: .gns
        case .zda: .zda
        case .gbs: .gbs
        case .hdt: .hdt
        case .hdg: .hdg
        case .ths: .ths
        case .dtm: .dtm
        case .txt: .txt
        case .wpl: .wpl
        case .rte: .rte
        case .rmb: .rmb
        case .bwc: .bwc
        case .bod: .bod
        case .aam: .aam
        case .apb: .apb
        case .xte: .xte
        case .pubx00: .pubx00
        case .pubx03: .pubx03
        case .pubx04: .pubx04
        case .pgrme: .pgrme
        case .pgrmz: .pgrmz
        case .psti030: .psti030
        case .other: .other
        }
    }
}
