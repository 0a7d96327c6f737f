import CLanes

extension Framer {
    /// What a scan from a start character found.
    enum Scan {
        case complete(SentenceFrame)
        case needMore
        case rejected(FramingStatistics.Rejection)
    }

    /// Looks whether a sentence begins at `start`, the offset of a start character.
    @inline(__always)
    mutating func scanSentence(_ bytes: Span<UInt8>, at start: Int, isFinal: Bool) -> Scan {
        if let frame = scanCleanSentence(bytes, at: start) { return .complete(frame) }
        return scanCarefully(bytes, at: start, isFinal: isFinal)
    }

    /// The fast way, sixteen bytes at a time.
    ///
    /// For a sentence that lies whole in the buffer, has only characters that are common in sentences, and a good
    /// checksum; nil for any other.
    @inline(__always)
    private mutating func scanCleanSentence(_ bytes: Span<UInt8>, at start: Int) -> SentenceFrame? {
        let limit = min(bytes.count, start &+ Framer.maximumSentenceLength) &- 16
        var position = start &+ 1
        var checksum: UInt64 = 0
        var bits: UInt64 = 0
        var shift: UInt64 = 0
        var block = 0
        while position <= limit {
            let low = bytes.word(at: position)
            let high = bytes.word(at: position &+ 8)
            // Below 0x2B lie control characters and blank, `!`, `$` and the star.
            let uncommon = lanes_outside(low, high, 0x2B)
            let commaBits = UInt64(lanes_equal(low, high, UInt8(ascii: ",")))
            guard uncommon == 0 else {
                let clean = UInt64(truncatingIfNeeded: uncommon.trailingZeroBitCount)
                checksum ^= clean < 8 ? low & ByteLanes.first(clean) : low ^ high & ByteLanes.first(clean &- 8)
                commas[block] = bits | (commaBits & ((1 &<< clean) &- 1) | 1 &<< clean) &<< shift
                position &+= Int(truncatingIfNeeded: clean)
                return finish(bytes, start: start, star: position, checksum: ByteLanes.fold(checksum))
            }
            checksum ^= low ^ high
            bits |= commaBits &<< shift
            shift &+= 16
            if shift == 64 {
                commas[block] = bits
                bits = 0
                shift = 0
                block &+= 1
            }
            position &+= 16
        }
        return nil
    }

    @inline(__always)
    private func finish(_ bytes: Span<UInt8>, start: Int, star: Int, checksum: UInt8) -> SentenceFrame? {
        // Digits in lower case, which are rare, take the careful way.
        guard
            star + 2 < bytes.count, bytes[star] == UInt8(ascii: "*"),
            bytes[star + 1] == (checksum &>> 4).upperCaseDigit, bytes[star + 2] == (checksum & 15).upperCaseDigit,
            ByteLanes.isFiveLetterAddress(bytes.word(at: start + 1))
                || Framer.isAddress(bytes, from: start + 1, to: star)
        else { return nil }
        return SentenceFrame(start: start, bodyEnd: star, end: star + 3, checksum: .good)
    }

    /// Whether the bytes up to the first comma, or to `end`, form an address: three capitals or digits at least.
    @inline(__always)
    static func isAddress(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        var position = start
        while position < end, bytes[position].isAddressCharacter { position += 1 }
        return position - start >= 3 && (position == end || bytes[position] == UInt8(ascii: ","))
    }
}

extension UInt8 {
    /// The hexadecimal digit of a value below 16, without a branch: checksums cannot be predicted.
    @inline(__always)
    fileprivate var upperCaseDigit: UInt8 { self &+ 0x30 &+ ((9 &- self) &>> 7) &* 7 }
}
