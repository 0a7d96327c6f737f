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
        guard addressLength == 5, bytes[frame.start] == UInt8(ascii: "$") else { return .other }
        let word = bytes.word(at: first)
        guard let formatter = Formatter(rawValue: UInt32(truncatingIfNeeded: word &>> 16) & 0xFF_FFFF) else {
            return .other
        }
        let talker = Talker(code: UInt16(truncatingIfNeeded: word).byteSwapped)
        // Addresses that begin with P belong to makers; PQ is the talker of some modems.
        guard talker.code >> 8 != 0x50 || talker == .quectel else { return .other }
        var cursor = FieldCursor(bytes, frame: frame, commas: commas)
        let sentence: Sentence
        switch formatter {
        case .gga:
            guard let content = GGA(&cursor, talker: talker) else { return .malformed }
            sentence = .gga(content)
        case .rmc:
            guard let content = RMC(&cursor, talker: talker) else { return .malformed }
            sentence = .rmc(content)
        case .gsa:
            guard let content = GSA(&cursor, talker: talker) else { return .malformed }
            sentence = .gsa(content)
        case .gsv:
            guard let content = GSV(&cursor, talker: talker) else { return .malformed }
            sentence = .gsv(content)
        case .gst:
            guard let content = GST(&cursor, talker: talker) else { return .malformed }
            sentence = .gst(content)
        case .vtg:
            guard let content = VTG(&cursor, talker: talker) else { return .malformed }
            sentence = .vtg(content)
        case .gll:
            guard let content = GLL(&cursor, talker: talker) else { return .malformed }
            sentence = .gll(content)
        case .gns:
            guard let content = GNS(&cursor, talker: talker) else { return .malformed }
            sentence = .gns(content)
        case .zda:
            guard let content = ZDA(&cursor, talker: talker) else { return .malformed }
            sentence = .zda(content)
        }
        return .decoded(sentence, defects: cursor.defects)
    }
}
