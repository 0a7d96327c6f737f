/// The parts of a JSON text value that stand for themselves.
enum PlainText {
    /// Skips bytes that need no look of their own, eight at a time: no quote, no backslash, no control character.
    ///
    /// - Returns: The first place that may need one, and whether all bytes skipped are ASCII.
    @inline(__always)
    static func skip(_ text: Span<UInt8>, from start: Int) -> (place: Int, isASCII: Bool) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        var seen: UInt64 = 0
        while index + 8 <= text.count {
            let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            // A lane's high bit is set where the lane is 0 after the exclusive or, or below 0x20. Lanes above such a
            // one may be set wrongly, which costs a look and nothing else.
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let special =
                ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)
            let found = special & highs
            guard found == 0 else {
                // The lowest lane found is a true one; what stands before it is plain.
                let plain = found.trailingZeroBitCount & ~7
                seen |= word & ((1 &<< UInt64(truncatingIfNeeded: plain)) &- 1)
                return (index + plain / 8, seen & highs == 0)
            }
            seen |= word
            index += 8
        }
        return (index, seen & highs == 0)
    }
}
