import Formats

/// How one kind of member is read, with the bounds that the spec sets.
protocol RPCCodec {
    associatedtype Value

    /// Reads the value; what is out of bounds is noted and kept, a wrong type is thrown.
    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Value
}

/// True or false.
struct BooleanCodec: RPCCodec {
    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Bool {
        guard let value = cursor.bool else {
            throw decoder.error(.wrongType(expected: "Boolean", found: cursor.kind))
        }
        return value
    }
}

/// A whole number.
struct IntegerCodec: RPCCodec {
    let range: ClosedRange<Int64>

    init(_ range: ClosedRange<Int64>) {
        self.range = range
    }

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Int {
        guard let value = cursor.int, let result = Int(exactly: value) else {
            throw decoder.error(.wrongType(expected: "integer", found: cursor.kind))
        }
        if !range.contains(value) { decoder.note(.outOfRange) }
        return result
    }
}

/// Any number.
struct FloatCodec: RPCCodec {
    let range: ClosedRange<Double>

    init(_ range: ClosedRange<Double>) {
        self.range = range
    }

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Double {
        guard let value = cursor.number else {
            throw decoder.error(.wrongType(expected: "number", found: cursor.kind))
        }
        if !range.contains(value) { decoder.note(.outOfRange) }
        return value
    }
}

/// A text; the spec counts code points, and head units count no further than the first U+0000.
struct TextCodec: RPCCodec {
    let range: ClosedRange<Int>

    init(_ range: ClosedRange<Int>) {
        self.range = range
    }

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> String {
        guard let value = cursor.string else {
            throw decoder.error(.wrongType(expected: "string", found: cursor.kind))
        }
        // Few texts come near their bounds: counting code points is left to those that might.
        let isSurelyLongEnough = range.lowerBound == 0 || (range.lowerBound == 1 && (value.utf8.first ?? 0) != 0)
        if !isSurelyLongEnough || value.utf8.count > range.upperBound {
            let length = value.unicodeScalars.prefix { $0 != "\0" }.count
            if !range.contains(length) { decoder.note(.wrongLength(length)) }
        }
        return value
    }
}

/// A value of an enum, by its text or its number.
struct EnumCodec<Value: RPCEnumeration>: RPCCodec {
    init(_ type: Value.Type) {}

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Value {
        if let text = cursor.string {
            let value = Value(rawValue: text)
            if !value.isRecognized { decoder.note(.unknownValue(text)) }
            return value
        }
        guard let ordinal = cursor.int else {
            throw decoder.error(.wrongType(expected: "string", found: cursor.kind))
        }
        if let value = Value(ordinal: ordinal) { return value }
        decoder.note(.unknownValue("\(ordinal)"))
        return Value(rawValue: "\(ordinal)")
    }
}

/// A struct.
struct StructCodec<Value: RPCStructure>: RPCCodec {
    init(_ type: Value.Type) {}

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> Value {
        decoder.enter()
        defer { decoder.leave() }
        return try Value(decoding: cursor, with: &decoder)
    }
}

/// A list.
struct ListCodec<Element: RPCCodec>: RPCCodec {
    let element: Element
    let range: ClosedRange<Int>

    init(_ element: Element, _ range: ClosedRange<Int>) {
        self.element = element
        self.range = range
    }

    func decode(_ cursor: JSONCursor, _ decoder: inout RPCDecoder) throws(RPCDecodingError) -> [Element.Value] {
        guard cursor.kind == .array else {
            throw decoder.error(.wrongType(expected: "array", found: cursor.kind))
        }
        let count = cursor.count
        if !range.contains(count) { decoder.note(.wrongCount(count)) }
        decoder.enter()
        defer { decoder.leave() }
        var result: [Element.Value] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            decoder.goTo(element: index)
            result.append(try element.decode(cursor[index], &decoder))
        }
        return result
    }
}
