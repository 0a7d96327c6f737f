/// A place where json-c 0.16 would read something else than what is written.
struct JSONPatch {
    /// Where, in the text as it was given.
    let offset: Int
    /// How many bytes are taken out.
    let removed: Int
    /// What takes their place.
    let inserted: [UInt8]

    /// Makes a number with a fraction of a huge integer, which json-c would clamp.
    init(fractionAt offset: Int) {
        self.offset = offset
        removed = 0
        inserted = [UInt8(ascii: "."), UInt8(ascii: "0")]
    }

    /// Makes plain UTF-8 of an escaped surrogate pair where json-c would make U+FFFD of it: it takes any character
    /// whose low 16 bits are those of a surrogate for one, such as U+1D800.
    ///
    /// - Parameters:
    ///   - offset: Where the first escape begins.
    ///   - high: The first half.
    ///   - low: The second half.
    /// - Returns: `nil` for pairs that json-c reads rightly.
    init?(pairAt offset: Int, _ high: UInt16, _ low: UInt16) {
        let code = 0x1_0000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
        guard code & 0xF800 == 0xD800, let scalar = Unicode.Scalar(code) else { return nil }
        self.offset = offset
        removed = 12
        inserted = Array(String(scalar).utf8)
    }
}

extension [JSONPatch] {
    /// The first bytes of a text with all patches carried out.
    func applied(to text: Span<UInt8>, end: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(end + 2 * count)
        var place = 0
        for patch in self {
            for index in place..<patch.offset { result.append(text[index]) }
            result.append(contentsOf: patch.inserted)
            place = patch.offset + patch.removed
        }
        for index in place..<end { result.append(text[index]) }
        return result
    }

    /// Where a place in the patched text is in the text as it was given.
    func original(of place: Int) -> Int {
        var shift = 0
        for patch in self {
            let start = patch.offset - shift
            guard place >= start + patch.inserted.count else { return Swift.min(place, start) + shift }
            shift += patch.removed - patch.inserted.count
        }
        return place + shift
    }
}
