extension Framer {
    /// What the first bytes of a binary frame say about its length.
    private enum Length {
        case none
        case needMore(Int)
        case total(Int)
    }

    /// Looks whether a binary frame begins at the offset; moves behind it when its own check is good.
    ///
    /// Nil when the bytes are no frame: the caller goes on one byte behind the start, never behind the claimed length.
    mutating func scanForeign(_ bytes: Span<UInt8>, at offset: inout Int, isFinal: Bool) -> Item? {
        guard offset + 1 < bytes.count else {
            return isFinal || bytes[offset] == UInt8(ascii: "$") ? nil : .needMore(2)
        }
        let kind: ForeignFrame.Kind
        switch (bytes[offset], bytes[offset + 1]) {
        case (0xB5, 0x62): kind = .ubx
        case (0xD3, 0...3): kind = .rtcm3
        case (UInt8(ascii: "$"), UInt8(ascii: "@")): kind = .sbf
        case (0xBA, 0xCE): kind = .casic
        case (0xA0, 0xA1): kind = .skytraq
        case (0xA0, 0xA2): kind = .sirf
        default: return nil
        }
        switch Framer.length(of: kind, bytes, at: offset) {
        case .none:
            return nil
        case .needMore(let wanted):
            return isFinal ? nil : .needMore(wanted)
        case .total(let total):
            guard total <= Framer.maximumForeignLength else { return nil }
            guard offset + total <= bytes.count else { return isFinal ? nil : .needMore(total) }
            guard Framer.isGood(kind, bytes, at: offset, length: total) else { return nil }
            offset += total
            line = .inside
            followsTagBlock = false
            statistics.foreignFrames &+= 1
            return .foreign(kind, total)
        }
    }

    private static func length(of kind: ForeignFrame.Kind, _ bytes: Span<UInt8>, at offset: Int) -> Length {
        func little(_ index: Int) -> Int { Int(bytes[offset + index]) | Int(bytes[offset + index + 1]) << 8 }
        func big(_ index: Int) -> Int { Int(bytes[offset + index]) << 8 | Int(bytes[offset + index + 1]) }
        let header = kind == .ubx ? 6 : kind == .sbf ? 8 : kind == .rtcm3 ? 3 : 4
        guard offset + header <= bytes.count else { return .needMore(header) }
        switch kind {
        case .ubx: return .total(8 + little(4))
        case .rtcm3: return .total(6 + (big(1) & 0x3FF))
        case .sbf: return little(6) >= 8 && little(6) % 4 == 0 ? .total(little(6)) : .none
        case .casic: return little(2) % 4 == 0 ? .total(10 + little(2)) : .none
        case .skytraq: return .total(7 + big(2))
        case .sirf: return .total(8 + big(2))
        }
    }

    private static func isGood(_ kind: ForeignFrame.Kind, _ bytes: Span<UInt8>, at offset: Int, length: Int) -> Bool {
        let end = offset + length
        switch kind {
        case .ubx:
            var first: UInt8 = 0
            var second: UInt8 = 0
            for index in (offset + 2)..<(end - 2) {
                first &+= bytes[index]
                second &+= first
            }
            return first == bytes[end - 2] && second == bytes[end - 1]
        case .rtcm3:
            return CyclicRedundancy.crc24Q(bytes, from: offset, to: end) == 0
        case .sbf:
            let stated = UInt16(bytes[offset + 2]) | UInt16(bytes[offset + 3]) << 8
            return CyclicRedundancy.ccitt(bytes, from: offset + 4, to: end) == stated
        case .casic:
            var sum = UInt32(bytes[offset + 5]) << 24 | UInt32(bytes[offset + 4]) << 16
            sum |= UInt32(bytes[offset + 3]) << 8 | UInt32(bytes[offset + 2])
            for index in stride(from: offset + 6, to: end - 4, by: 4) { sum &+= bytes.littleEndian32(at: index) }
            return sum == bytes.littleEndian32(at: end - 4)
        case .skytraq:
            var sum: UInt8 = 0
            for index in (offset + 4)..<(end - 3) { sum ^= bytes[index] }
            return sum == bytes[end - 3] && bytes[end - 2] == 0x0D && bytes[end - 1] == 0x0A
        case .sirf:
            var sum = 0
            for index in (offset + 4)..<(end - 4) { sum += Int(bytes[index]) }
            let stated = Int(bytes[end - 4]) << 8 | Int(bytes[end - 3])
            return sum & 0x7FFF == stated && bytes[end - 2] == 0xB0 && bytes[end - 1] == 0xB3
        }
    }
}

extension Span where Element == UInt8 {
    fileprivate func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2]) << 16
            | UInt32(self[offset + 3]) << 24
    }
}
