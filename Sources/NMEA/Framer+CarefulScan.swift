extension Framer {
    /// The careful way: byte by byte, every rule.
    mutating func scanCarefully(_ bytes: Span<UInt8>, at start: Int, isFinal: Bool) -> Scan {
        let first = start + 1
        let limit = start + Framer.maximumSentenceLength
        var checksum: UInt8 = 0
        var starWithDigits: Int?
        commas[0] = 0
        var position = first
        while position < bytes.count {
            guard position < limit else { return .rejected(.tooLong) }
            let byte = bytes[position]
            let index = position - first
            if index & 63 == 0 { commas[index >> 6] = 0 }
            switch byte {
            case UInt8(ascii: "*"):
                guard position + 2 < bytes.count || isFinal else { return .needMore }
                if let stated = Framer.checksum(bytes, behindStarAt: position) {
                    if stated == checksum {
                        guard Framer.isAddress(bytes, from: first, to: position) else { return .rejected(.badAddress) }
                        sealCommas(at: index)
                        return .complete(
                            SentenceFrame(start: start, bodyEnd: position, end: position + 3, checksum: .good))
                    }
                    // The star may have been text of the maker; only the line end will tell.
                    starWithDigits = position
                }
            case UInt8(ascii: ","):
                commas[index >> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
            case UInt8(ascii: "$"), UInt8(ascii: "!"):
                return stop(bytes, start: start, at: position, star: starWithDigits, otherwise: .cut)
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                return endOfLine(bytes, start: start, at: position, star: starWithDigits)
            case 0x20...0x7E:
                break
            default:
                return stop(bytes, start: start, at: position, star: starWithDigits, otherwise: .badCharacter)
            }
            checksum ^= byte
            position += 1
        }
        guard isFinal else { return position < limit ? .needMore : .rejected(.tooLong) }
        let end = endOfLine(bytes, start: start, at: position, star: starWithDigits)
        if case .rejected(.missingChecksum) = end { return .rejected(.unfinished) }
        return end
    }

    private static func checksum(_ bytes: Span<UInt8>, behindStarAt star: Int) -> UInt8? {
        guard
            star + 2 < bytes.count,
            let high = bytes[star + 1].hexadecimalValue, let low = bytes[star + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    /// Marks the end of the sentence in the bitmap and clears what lies behind it.
    private mutating func sealCommas(at index: Int) {
        let bit = UInt64(truncatingIfNeeded: index & 63)
        let before = bit == 0 ? 0 : commas[index >> 6] & ((1 &<< bit) &- 1)
        commas[index >> 6] = before | 1 &<< bit
    }

    private mutating func endOfLine(_ bytes: Span<UInt8>, start: Int, at position: Int, star: Int?) -> Scan {
        if let star { return wrongChecksum(bytes, start: start, star: star) }
        guard policy != .require else { return .rejected(.missingChecksum) }
        guard Framer.isAddress(bytes, from: start + 1, to: position) else { return .rejected(.badAddress) }
        sealCommas(at: position - start - 1)
        return .complete(SentenceFrame(start: start, bodyEnd: position, end: position, checksum: .missing))
    }

    private mutating func stop(
        _ bytes: Span<UInt8>, start: Int, at position: Int, star: Int?, otherwise reason: FramingStatistics.Rejection
    ) -> Scan {
        if let star { return wrongChecksum(bytes, start: start, star: star) }
        return .rejected(reason)
    }

    private mutating func wrongChecksum(_ bytes: Span<UInt8>, start: Int, star: Int) -> Scan {
        guard policy == .ignoreWrong, Framer.isAddress(bytes, from: start + 1, to: star) else {
            return .rejected(.badChecksum)
        }
        sealCommas(at: star - start - 1)
        return .complete(SentenceFrame(start: start, bodyEnd: star, end: star + 3, checksum: .wrong))
    }
}
