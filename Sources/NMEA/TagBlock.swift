/// What stands before a sentence between backslashes (NMEA 0183 4.0): source, time, grouping.
public struct TagBlock: Hashable, Sendable {
    /// A sentence's place in a group.
    public struct Group: Hashable, Sendable {
        /// Number of the sentence in the group, from 1.
        public let part: Int
        /// Sentences in the group.
        public let total: Int
        /// The group's own number.
        public let id: Int
    }

    /// One parameter as sent.
    public struct Parameter: Hashable, Sendable {
        /// The key, mostly one letter.
        public let key: String
        /// The text behind the first colon.
        public let value: String
    }

    /// All parameters in the order sent.
    public private(set) var parameters: [Parameter] = []

    /// Whether the parameters come from blocks with a good checksum; others are for display only.
    ///
    /// A block with a wrong checksum is left out beside a good one.
    public private(set) var hasGoodChecksum: Bool

    init(_ bytes: Span<UInt8>, _ range: Range<Int>, isGood: Bool) {
        hasGoodChecksum = isGood
        append(bytes, range)
    }

    /// Takes another block before the same sentence.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>, isGood: Bool) {
        guard isGood || !hasGoodChecksum else { return }
        if isGood, !hasGoodChecksum {
            parameters = []
            hasGoodChecksum = true
        }
        append(bytes, range)
    }

    private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var key: [UInt8] = []
        var value: [UInt8] = []
        var isValue = false
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        for index in range.lowerBound...range.upperBound {
            let byte = index < range.upperBound ? bytes[index] : UInt8(ascii: ",")
            if byte == UInt8(ascii: ",") {
                if isValue, parameters.count < 64 { parameters.append(Parameter(key: text(key), value: text(value))) }
                key = []
                value = []
                isValue = false
            } else if byte == UInt8(ascii: ":"), !isValue {
                isValue = true
            } else if isValue {
                value.append(byte)
            } else {
                key.append(byte)
            }
        }
    }

    /// The value of the first parameter with a key.
    public subscript(key: String) -> String? {
        parameters.first { $0.key == key }?.value
    }

    /// The source of the sentence (`s`).
    public var source: String? { self["s"] }

    /// The destination (`d`).
    public var destination: String? { self["d"] }

    /// Free text (`t`).
    public var text: String? { self["t"] }

    /// The line count (`n`).
    public var lineCount: Int? { self["n"].flatMap { Int($0) } }

    /// The place in a group (`g:1-2-73874`, or the form `1G2:73874`).
    public var group: Group? {
        if let value = self["g"] {
            let parts = value.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3 else { return nil }
            return Group(part: parts[0], total: parts[1], id: parts[2])
        }
        for parameter in parameters {
            let parts = parameter.key.split(whereSeparator: { $0 == "G" || $0 == "g" }).compactMap { Int($0) }
            guard parts.count == 2, let id = Int(parameter.value) else { continue }
            return Group(part: parts[0], total: parts[1], id: id)
        }
        return nil
    }

    /// Unix time in nanoseconds (`c`, seconds with ten digits or milliseconds with thirteen).
    public var unixNanoseconds: Int64? {
        guard let value = self["c"], let number = Int64(value), number >= 0 else { return nil }
        switch value.utf8.count {
        case ...11: return number.multiplied(by: 1_000_000_000)
        case 12...14: return number.multiplied(by: 1_000_000)
        default: return nil
        }
    }
}

extension Int64 {
    /// The product; nil when 64 bits do not hold it.
    fileprivate func multiplied(by factor: Int64) -> Int64? {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}

extension Framer {
    /// Looks whether a TAG block begins at the offset and moves behind it, or behind the backslash when it is none.
    mutating func scanTagBlock(_ bytes: Span<UInt8>, at offset: inout Int, isFinal: Bool) -> Item? {
        let start = offset + 1
        var checksum: UInt8 = 0
        var sums = (last: UInt8(0), second: UInt8(0), third: UInt8(0))  // before each of the last three bytes
        var position = start
        while position < bytes.count, position - start < Framer.maximumTagLength {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\") {
                guard
                    position - start > 3, bytes[position - 3] == UInt8(ascii: "*"),
                    let high = bytes[position - 2].hexadecimalValue, let low = bytes[position - 1].hexadecimalValue
                else { break }
                offset = position + 1
                let isGood = sums.third == high << 4 | low
                if isGood {
                    statistics.tagBlocks &+= 1
                } else {
                    statistics.badTagBlocks &+= 1
                }
                followsTagBlock = true
                line = .inside
                return .tagBlock(start..<(position - 3), isGood: isGood)
            }
            guard 0x20...0x7E ~= byte, byte != UInt8(ascii: "$"), byte != UInt8(ascii: "!") else { break }
            sums = (checksum, sums.last, sums.second)
            checksum ^= byte
            position += 1
        }
        if position == bytes.count, position - start < Framer.maximumTagLength, !isFinal {
            return .needMore(Framer.maximumTagLength + 2)
        }
        offset += 1
        statistics.noiseBytes &+= 1
        followsTagBlock = false
        return nil
    }
}
