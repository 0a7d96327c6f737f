import GNSS

/// Reads the fields of one sentence from left to right.
///
/// Reading beyond the last field gives empty fields, so that a layout with fewer fields needs no extra care. A field that
/// holds something impossible reads as absent; `defects` counts such fields, and `isMalformed` says that the whole
/// sentence has to be rejected (a position with a wrong digit, letter or range).
struct FieldCursor: ~Escapable {
    let bytes: Span<UInt8>
    private let commas: Span<UInt64>
    private let base: Int
    private let end: Int
    private var next: Int
    /// Commas that are left in the word of the bitmap that is being read, and the offset of its first bit.
    private var word: UInt64
    private var wordBase: Int

    /// Number of fields behind the address.
    let fieldCount: Int

    /// Fields whose content was impossible, so far.
    private(set) var defects = 0

    /// Whether the sentence has to be rejected.
    var isMalformed = false

    /// Starts at the first field behind the address.
    ///
    /// In the bitmap the end of the sentence counts as a comma, so every field ends at one.
    @inline(__always)
    @_lifetime(copy bytes, copy commas)
    init(_ bytes: Span<UInt8>, frame: SentenceFrame, commas: Span<UInt64>) {
        self.bytes = bytes
        self.commas = commas
        base = frame.start &+ 1
        end = frame.bodyEnd
        wordBase = base
        word = commas[0]
        fieldCount =
            end &- base < 64
            ? word.nonzeroBitCount &- 1 : FieldCursor.countFields(commas, words: (end &- base) &>> 6)
        next = base
        _ = advance()
    }

    @inline(never)
    private static func countFields(_ commas: Span<UInt64>, words: Int) -> Int {
        var count = -1
        for index in 0...min(words, commas.count - 1) { count &+= commas[index].nonzeroBitCount }
        return count
    }

    /// Moves behind the next field and gives its range; an empty range behind the last one.
    @inline(__always)
    mutating func advance() -> (start: Int, end: Int) {
        if word == 0 {
            (word, wordBase) = FieldCursor.nextWord(commas, behind: wordBase, base: base, end: end)
            guard word != 0 else {
                next = end &+ 1
                return (end, end)
            }
        }
        let start = next
        let fieldEnd = wordBase &+ word.trailingZeroBitCount
        word &= word &- 1
        next = fieldEnd &+ 1
        return (start, fieldEnd)
    }

    /// The next word of the bitmap that is not empty; 0 at the end.
    @inline(never)
    private static func nextWord(
        _ commas: Span<UInt64>, behind wordBase: Int, base: Int, end: Int
    ) -> (word: UInt64, wordBase: Int) {
        var wordBase = wordBase &+ 64
        while wordBase <= end {
            let word = commas[(wordBase &- base) &>> 6]
            if word != 0 { return (word, wordBase) }
            wordBase &+= 64
        }
        return (0, end)
    }

    /// Moves to the end and gives the range from the next field to the last one, commas included.
    mutating func remaining() -> (start: Int, end: Int) {
        let start = min(next, end)
        next = end &+ 1
        word = 0
        wordBase = end
        return (start, end)
    }

    /// The next field as text, without moving.
    func peekText() -> String {
        guard next <= end else { return "" }
        var last = next
        while last < end, bytes[last] != UInt8(ascii: ",") { last += 1 }
        return bytes.text(next, last)
    }

    /// Counts a field that held something impossible.
    @inline(__always)
    mutating func markDefect() { defects &+= 1 }

    @inline(__always)
    mutating func skip(_ count: Int = 1) {
        for _ in 0..<count { _ = advance() }
    }

    /// A field of one character; nil when empty, longer fields are a defect.
    @inline(__always)
    mutating func letter() -> UInt8? {
        let (start, end) = advance()
        guard end &- start == 1 else {
            if end != start { markDefect() }
            return nil
        }
        return bytes[start]
    }

    /// The bytes of a field as a string, `^hh` escapes resolved (characters of ISO 8859-1).
    mutating func text() -> String {
        let (start, end) = advance()
        return bytes.text(start, end)
    }

    /// A decimal number; nil when empty or impossible.
    @inline(__always)
    mutating func number() -> DecimalNumber? {
        let (start, end) = advance()
        guard start < end else { return nil }
        guard let number = bytes.decimal(start, end) else {
            markDefect()
            return nil
        }
        return number
    }

    /// A decimal number that is not negative.
    @inline(__always)
    mutating func magnitude() -> DecimalNumber? {
        guard let number = number() else { return nil }
        guard number.mantissa >= 0 else {
            markDefect()
            return nil
        }
        return number
    }

    /// A whole number in a range; nil when empty or impossible.
    @inline(__always)
    mutating func integer(_ range: ClosedRange<Int>) -> Int? {
        let (start, end) = advance()
        guard start < end else { return nil }
        guard let number = bytes.shortInteger(start, end) ?? bytes.integer(start, end), range ~= number else {
            markDefect()
            return nil
        }
        return number
    }

    /// A byte of the sentence.
    @inline(__always)
    func byte(at index: Int) -> UInt8 { bytes[index] }

    /// The value of the hexadecimal digit at an offset; nil, and a defect, for another character.
    @inline(__always)
    mutating func hexadecimalValue(at index: Int) -> UInt8? {
        let value = bytes[index].hexadecimalValue
        if value == nil { markDefect() }
        return value
    }

    /// A hexadecimal digit; nil when empty or something else.
    @inline(__always)
    mutating func hexadecimalDigit() -> UInt8? {
        guard let letter = letter() else { return nil }
        guard let value = letter.hexadecimalValue else {
            markDefect()
            return nil
        }
        return value
    }
}
