/// Turns the bytes of one framed sentence into values.
enum SentenceDecoder {
    enum Outcome {
        case decoded(Sentence, defects: Int)
        case other
        case malformed
    }

    @inline(__always)
    static func decode(_ bytes: Span<UInt8>, _ frame: SentenceFrame, commas: Span<UInt64>) -> Outcome {
        let first = frame.start &+ 1
        let addressLength = commas[0] == 0 ? frame.bodyEnd &- first : commas[0].trailingZeroBitCount
        guard bytes[frame.start] == UInt8(ascii: "$") else { return .other }
        let word = bytes.word(at: first)
        let talker = Talker(code: UInt16(truncatingIfNeeded: word).byteSwapped)
        // Addresses that begin with P belong to makers; PQ is the talker of some modems.
        guard addressLength == 5, talker.code >> 8 != 0x50 || talker == .quectel else {
            return decodeProprietary(bytes, frame, commas: commas, addressLength: addressLength)
        }
        guard let formatter = Formatter(rawValue: UInt32(truncatingIfNeeded: word &>> 16) & 0xFF_FFFF) else {
            return .other
        }
        let cursor = FieldCursor(bytes, frame: frame, commas: commas)
        var defects = 0
        let sentence: Sentence
        switch formatter {
        case .gsv:
            guard let content = GSV(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .gsv(content)
        case .gsa:
            guard let content = GSA(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .gsa(content)
        case .gga:
            guard let content = GGA(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .gga(content)
        case .rmc:
            guard let content = RMC(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .rmc(content)
        case .vtg:
            guard let content = VTG(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .vtg(content)
        case .gst:
            guard let content = GST(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .gst(content)
        case .gll:
            guard let content = GLL(cursor, talker: talker, defects: &defects) else { return .malformed }
            sentence = .gll(content)
        case .gns, .zda, .gbs, .hdt, .hdg, .ths, .dtm, .txt, .wpl, .rte, .rmb, .bwc, .bod, .aam, .apb, .xte:
            guard let content = decodeRare(formatter, cursor, talker, &defects) else { return .malformed }
            sentence = content
        }
        return .decoded(sentence, defects: defects)
    }

    /// Sentences that come seldom, kept out of the fast way.
    @inline(never)
    private static func decodeRare(
        _ formatter: Formatter, _ cursor: FieldCursor, _ talker: Talker, _ defects: inout Int
    ) -> Sentence? {
        switch formatter {
        case .gns: GNS(cursor, talker: talker, defects: &defects).map { .gns($0) }
        case .zda: ZDA(cursor, talker: talker, defects: &defects).map { .zda($0) }
        case .gbs: GBS(cursor, talker: talker, defects: &defects).map { .gbs($0) }
        case .hdt: HDT(cursor, talker: talker, defects: &defects).map { .hdt($0) }
        case .hdg: HDG(cursor, talker: talker, defects: &defects).map { .hdg($0) }
        case .ths: THS(cursor, talker: talker, defects: &defects).map { .ths($0) }
        case .dtm: DTM(cursor, talker: talker, defects: &defects).map { .dtm($0) }
        case .txt: TXT(cursor, talker: talker, defects: &defects).map { .txt($0) }
        case .wpl: WPL(cursor, talker: talker, defects: &defects).map { .wpl($0) }
        case .rte: RTE(cursor, talker: talker, defects: &defects).map { .rte($0) }
        case .rmb: RMB(cursor, talker: talker, defects: &defects).map { .rmb($0) }
        case .bwc: BWC(cursor, talker: talker, defects: &defects).map { .bwc($0) }
        case .bod: BOD(cursor, talker: talker, defects: &defects).map { .bod($0) }
        case .aam: AAM(cursor, talker: talker, defects: &defects).map { .aam($0) }
        case .apb: APB(cursor, talker: talker, defects: &defects).map { .apb($0) }
        case .xte: XTE(cursor, talker: talker, defects: &defects).map { .xte($0) }
        case .gsv, .gsa, .gga, .rmc, .vtg, .gst, .gll: nil
        }
    }

    /// Makers' sentences: the name is the address, for some together with the first field.
    @inline(never)
    private static func decodeProprietary(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, commas: Span<UInt64>, addressLength: Int
    ) -> Outcome {
        let cursor = FieldCursor(bytes, frame: frame, commas: commas)
        var defects = 0
        let first = frame.start + 1
        let sentence: Sentence?
        switch bytes.text(first, first + addressLength) {
        case "PUBX":
            switch cursor.peekText() {
            case "00": sentence = PUBX00(cursor, defects: &defects).map { .pubx00($0) }
            case "03": sentence = PUBX03(cursor, defects: &defects).map { .pubx03($0) }
            case "04": sentence = PUBX04(cursor, defects: &defects).map { .pubx04($0) }
            default: return .other
            }
        case "PSTI":
            guard cursor.peekText() == "030" else { return .other }
            sentence = PSTI030(cursor, defects: &defects).map { .psti030($0) }
        case "PGRME":
            sentence = PGRME(cursor, defects: &defects).map { .pgrme($0) }
        case "PGRMZ":
            sentence = PGRMZ(cursor, defects: &defects).map { .pgrmz($0) }
        default:
            return .other
        }
        guard let sentence else { return .malformed }
        return .decoded(sentence, defects: defects)
    }
}
