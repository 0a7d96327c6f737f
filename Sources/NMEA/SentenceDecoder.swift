/// Turns the bytes of one framed sentence into values.
enum SentenceDecoder {
    enum Outcome {
        case decoded(Sentence, defects: Int)
        case other
        case malformed
    }

    /// The kind and the talker of a sentence.
    enum Kind {
        case standard(Formatter, Talker)
        case proprietary(addressLength: Int)
        case other
    }

    /// Looks at the address.
    @inline(__always)
    static func kind(_ bytes: Span<UInt8>, _ frame: SentenceFrame, commas: UInt64) -> Kind {
        let first = frame.start &+ 1
        let addressLength = commas == 0 ? 64 : commas.trailingZeroBitCount
        guard bytes[frame.start] == UInt8(ascii: "$") else { return .other }
        let word = bytes.paddedWord(at: first)
        let talker = Talker(code: UInt16(truncatingIfNeeded: word).byteSwapped)
        // Addresses that begin with P belong to makers; PQ is the talker of some modems.
        guard addressLength == 5, talker.code >> 8 != 0x50 || talker == .quectel else {
            return .proprietary(addressLength: addressLength)
        }
        guard let formatter = Formatter(rawValue: UInt32(truncatingIfNeeded: word &>> 16) & 0xFF_FFFF) else {
            return .other
        }
        return .standard(formatter, talker)
    }

    /// Sentences that come seldom, kept out of the fast way.
    @inline(never)
    static func decodeRare(
        _ formatter: Formatter, _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap,
        _ talker: Talker, _ defects: inout Int
    ) -> Sentence? {
        let cursor = FieldCursor(bytes, frame: frame, commas: commas.span)
        return switch formatter {
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
        case .gst: GST(cursor, talker: talker, defects: &defects).map { .gst($0) }
        case .gll: GLL(cursor, talker: talker, defects: &defects).map { .gll($0) }
        case .gsv, .gsa, .gga, .rmc, .vtg: nil
        }
    }

    /// Makers' sentences: the name is the address, for some together with the first field.
    @inline(never)
    static func decodeProprietary(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, commas: Span<UInt64>, addressLength: Int
    ) -> Outcome {
        let cursor = FieldCursor(bytes, frame: frame, commas: commas)
        var defects = 0
        let first = frame.start + 1
        let sentence: Sentence?
        switch bytes.text(first, min(first + addressLength, frame.bodyEnd)) {
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

/// A bit for each byte behind the start character: set where a comma stands.
typealias CommaBitmap = [16 of UInt64]

extension GSV {
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap, _ talker: Talker,
        _ defects: inout Int
    ) {
        self.init(FieldCursor(bytes, frame: frame, commas: commas.span), talker: talker, defects: &defects)
    }
}

extension GSA {
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap, _ talker: Talker,
        _ defects: inout Int
    ) {
        self.init(FieldCursor(bytes, frame: frame, commas: commas.span), talker: talker, defects: &defects)
    }
}

extension GGA {
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap, _ talker: Talker,
        _ defects: inout Int
    ) {
        self.init(FieldCursor(bytes, frame: frame, commas: commas.span), talker: talker, defects: &defects)
    }
}

extension RMC {
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap, _ talker: Talker,
        _ defects: inout Int
    ) {
        self.init(FieldCursor(bytes, frame: frame, commas: commas.span), talker: talker, defects: &defects)
    }
}

extension VTG {
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ commas: borrowing CommaBitmap, _ talker: Talker,
        _ defects: inout Int
    ) {
        self.init(FieldCursor(bytes, frame: frame, commas: commas.span), talker: talker, defects: &defects)
    }
}
