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
    /// Fault detection.
    case gbs(GBS)
    /// True heading.
    case hdt(HDT)
    /// Magnetic heading, deviation, variation.
    case hdg(HDG)
    /// True heading with mode.
    case ths(THS)
    /// Datum.
    case dtm(DTM)
    /// Plain text.
    case txt(TXT)
    /// Position of a waypoint.
    case wpl(WPL)
    /// Names of a route.
    case rte(RTE)
    /// The way to the active waypoint.
    case rmb(RMB)
    /// Bearing and distance to a waypoint.
    case bwc(BWC)
    /// Bearing of a leg.
    case bod(BOD)
    /// Arrival at a waypoint.
    case aam(AAM)
    /// Data for an autopilot.
    case apb(APB)
    /// Distance off the leg.
    case xte(XTE)
    /// u-blox: position with accuracy.
    case pubx00(PUBX00)
    /// u-blox: satellites.
    case pubx03(PUBX03)
    /// u-blox: time and leap seconds.
    case pubx04(PUBX04)
    /// Garmin: estimated errors.
    case pgrme(PGRME)
    /// Garmin: altitude.
    case pgrmz(PGRMZ)
    /// SkyTraq: position, velocity, RTK state.
    case psti030(PSTI030)
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
        case .gbs(let content): content.write().finished()
        case .hdt(let content): content.write().finished()
        case .hdg(let content): content.write().finished()
        case .ths(let content): content.write().finished()
        case .dtm(let content): content.write().finished()
        case .txt(let content): content.write().finished()
        case .wpl(let content): content.write().finished()
        case .rte(let content): content.write().finished()
        case .rmb(let content): content.write().finished()
        case .bwc(let content): content.write().finished()
        case .bod(let content): content.write().finished()
        case .aam(let content): content.write().finished()
        case .apb(let content): content.write().finished()
        case .xte(let content): content.write().finished()
        case .pubx00(let content): content.write().finished()
        case .pubx03(let content): content.write().finished()
        case .pubx04(let content): content.write().finished()
        case .pgrme(let content): content.write().finished()
        case .pgrmz(let content): content.write().finished()
        case .psti030(let content): content.write().finished()
        case .other(let content): content.encoded()
        }
    }
}
