/// What json-c lets through although it is no JSON is stopped here, before json-c sees the text.
///
/// The scan looks at tokens only: it finds the end of the value, checks numbers, texts and literals, counts depth and
/// values. The order of the tokens (`[1 2]`, `{"a" 1}`) is json-c's to judge.
struct JSONGuard {
    /// Where the first value ends.
    private(set) var end = 0
    /// How many members all objects have, counted by their colons.
    private(set) var members = 0
    /// What must be spelt in another way so that json-c reads it rightly, in the order of the text.
    private(set) var patches: [JSONPatch] = []

    private let options: JSONOptions
    private var index = 0
    private var lastTextHoldsNUL = false

    /// Scans a text.
    init(_ text: Span<UInt8>, options: JSONOptions) throws(JSONError) {
        self.options = options
        guard text.count <= min(options.maximumBytes, Int(Int32.max) - 1) else {
            throw JSONError(.tooLarge, offset: text.count)
        }
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw JSONError(.byteOrderMark, offset: 0)
        }
        try scan(text)
        if options.dialect == .strict {
            try demandOnlySpace(text)
        }
    }

    private mutating func scan(_ text: Span<UInt8>) throws(JSONError) {
        var depth = 0
        var values = 1
        while index < text.count {
            let byte = text[index]
            var endsValue = false
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                index += 1
            case UInt8(ascii: "\""):
                try scanText(text)
                endsValue = true
            case UInt8(ascii: ","):
                guard depth > 0 else { throw JSONError(.unexpectedByte(byte), offset: index) }
                values += 1
                index += 1
            case UInt8(ascii: ":"):
                guard depth > 0 else { throw JSONError(.unexpectedByte(byte), offset: index) }
                if lastTextHoldsNUL { throw JSONError(.nulInKey, offset: index) }
                members += 1
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                values += 1
                guard depth <= options.maximumDepth else { throw JSONError(.tooDeep, offset: index) }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw JSONError(.unexpectedByte(byte), offset: index) }
                depth -= 1
                index += 1
                endsValue = true
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                try scanNumber(text)
                endsValue = true
            case UInt8(ascii: "t"):
                try scanLiteral("true", text)
                endsValue = true
            case UInt8(ascii: "f"):
                try scanLiteral("false", text)
                endsValue = true
            case UInt8(ascii: "n"):
                try scanLiteral("null", text)
                endsValue = true
            case UInt8(ascii: "/") where options.dialect == .lenient:
                try skipComment(text)
            default:
                throw JSONError(.unexpectedByte(byte), offset: index)
            }
            guard values <= options.maximumValues else { throw JSONError(.tooManyValues, offset: index) }
            if endsValue, depth == 0 {
                end = index
                return
            }
        }
        throw JSONError(depth > 0 ? .truncated : .empty, offset: text.count)
    }

    private func demandOnlySpace(_ text: Span<UInt8>) throws(JSONError) {
        var index = end
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): index += 1
            default: throw JSONError(.trailingBytes, offset: index)
            }
        }
    }
}

extension JSONGuard {
    private mutating func scanText(_ text: Span<UInt8>) throws(JSONError) {
        lastTextHoldsNUL = false
        let (place, isPlain) = PlainText.skip(text, from: index + 1)
        // Most texts are ASCII without escapes: they end at the first byte that needs a look.
        if isPlain, place < text.count, text[place] == UInt8(ascii: "\"") {
            index = place + 1
        } else {
            try scanTextWithCare(text, from: place, isASCII: isPlain)
        }
    }

    private mutating func scanTextWithCare(
        _ text: Span<UInt8>, from place: Int, isASCII: Bool
    ) throws(JSONError) {
        var index = place
        var isASCII = isASCII
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\"") {
                if !isASCII, options.dialect == .strict {
                    try Self.demandUTF8(text.extracting((self.index + 1)..<index), at: self.index + 1)
                }
                self.index = index + 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                index = try skipEscape(text, at: index)
            } else if byte < 0x20, options.dialect == .strict || byte == 0 {
                throw JSONError(.controlCharacter(byte), offset: index)
            } else {
                if byte >= 0x80 { isASCII = false }
                index += 1
            }
            let (place, isPlain) = PlainText.skip(text, from: index)
            if !isPlain { isASCII = false }
            index = place
        }
        throw JSONError(.truncated, offset: text.count)
    }

    private static func demandUTF8(_ text: Span<UInt8>, at offset: Int) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: text)
        } catch {
            throw JSONError(.invalidUTF8, offset: offset + error.byteOffsets.lowerBound)
        }
    }

    private mutating func skipEscape(_ text: Span<UInt8>, at index: Int) throws(JSONError) -> Int {
        guard index + 1 < text.count else { throw JSONError(.truncated, offset: text.count) }
        switch text[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index + 2
        case UInt8(ascii: "u"):
            let unit = try Self.codeUnit(text, at: index)
            if unit == 0 { lastTextHoldsNUL = true }
            guard (0xD800...0xDFFF).contains(unit) else { return index + 6 }
            guard unit < 0xDC00, index + 7 < text.count, text[index + 6] == UInt8(ascii: "\\"),
                text[index + 7] == UInt8(ascii: "u"),
                case let second = try Self.codeUnit(text, at: index + 6), (0xDC00...0xDFFF).contains(second)
            else {
                guard options.dialect == .lenient else { throw JSONError(.loneSurrogate, offset: index) }
                return index + 6
            }
            if let patch = JSONPatch(pairAt: index, unit, second) { patches.append(patch) }
            return index + 12
        default:
            throw JSONError(.invalidEscape, offset: index)
        }
    }

    /// The code unit of the escape `\uXXXX` that begins at `index`.
    private static func codeUnit(_ text: Span<UInt8>, at index: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for place in (index + 2)..<(index + 6) {
            guard place < text.count else { throw JSONError(.truncated, offset: text.count) }
            let digit: UInt8
            switch text[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[place] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[place] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = text[place] - UInt8(ascii: "A") + 10
            default: throw JSONError(.invalidEscape, offset: index)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func scanNumber(_ text: Span<UInt8>) throws(JSONError) {
        let start = index
        var index = index
        if text[index] == UInt8(ascii: "-") { index += 1 }
        let digits = Self.skipDigits(text, from: index)
        guard digits > index else { throw JSONError(.invalidNumber, offset: start) }
        if options.dialect == .strict, text[index] == UInt8(ascii: "0"), digits > index + 1 {
            throw JSONError(.invalidNumber, offset: start)
        }
        let wholeEnd = digits
        index = digits
        if index < text.count, text[index] == UInt8(ascii: ".") {
            let fraction = Self.skipDigits(text, from: index + 1)
            guard fraction > index + 1 else { throw JSONError(.invalidNumber, offset: start) }
            index = fraction
        }
        var hasExponent = false
        if index < text.count, text[index] == UInt8(ascii: "e") || text[index] == UInt8(ascii: "E") {
            hasExponent = true
            index += 1
            if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
            let exponent = Self.skipDigits(text, from: index)
            guard exponent > index else { throw JSONError(.invalidNumber, offset: start) }
            index = exponent
        }
        if index < text.count {
            switch text[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","),
                UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"):
                break
            default:
                throw JSONError(.invalidNumber, offset: start)
            }
        }
        try checkRange(text, start..<index, wholeEnd: wholeEnd, isDouble: index > wholeEnd, hasExponent: hasExponent)
        self.index = index
    }

    /// Refuses what json-c would clamp.
    private mutating func checkRange(
        _ text: Span<UInt8>, _ range: Range<Int>, wholeEnd: Int, isDouble: Bool, hasExponent: Bool
    ) throws(JSONError) {
        guard hasExponent || range.count > 18 else { return }
        var spelling = ""
        for place in range { spelling.unicodeScalars.append(Unicode.Scalar(text[place])) }
        if !isDouble {
            if Int64(spelling) != nil { return }
            guard options.dialect == .lenient else { throw JSONError(.numberOutOfRange, offset: range.lowerBound) }
            patches.append(JSONPatch(fractionAt: wholeEnd))
        }
        guard let value = Double(spelling), value.isFinite else {
            throw JSONError(.numberOutOfRange, offset: range.lowerBound)
        }
    }

    private static func skipDigits(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) { index += 1 }
        return index
    }

    private mutating func scanLiteral(_ literal: StaticString, _ text: Span<UInt8>) throws(JSONError) {
        let expected = Self.bytes(literal)
        for (place, byte) in expected.enumerated() {
            guard index + place < text.count else { throw JSONError(.truncated, offset: text.count) }
            guard text[index + place] == byte else {
                throw JSONError(.unexpectedByte(text[index + place]), offset: index + place)
            }
        }
        index += expected.count
    }

    private static func bytes(_ literal: StaticString) -> [UInt8] {
        literal.withUTF8Buffer { unsafe [UInt8]($0) }
    }

    private mutating func skipComment(_ text: Span<UInt8>) throws(JSONError) {
        guard index + 1 < text.count else { throw JSONError(.truncated, offset: text.count) }
        var place = index + 2
        switch text[index + 1] {
        case UInt8(ascii: "/"):
            while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
            index = place
        case UInt8(ascii: "*"):
            while place + 1 < text.count {
                if text[place] == UInt8(ascii: "*"), text[place + 1] == UInt8(ascii: "/") {
                    index = place + 2
                    return
                }
                place += 1
            }
            throw JSONError(.truncated, offset: text.count)
        default:
            throw JSONError(.unexpectedByte(text[index]), offset: index)
        }
    }
}
