/// Takes the chunk borders out of a body in chunks (HTTP/1.1), wherever the bytes are cut.
///
/// Data of a chunk is passed on at once, so that a large announced size costs no memory. Size lines are at most 1 KiB.
struct ChunkedDecoder: Sendable {
    enum End: Hashable, Sendable {
        /// More may come.
        case open
        /// The zero chunk was seen; what follows is not data.
        case complete
        /// A size line or the end of a chunk is wrong; nothing after it is data.
        case invalid
    }

    private enum State: Hashable, Sendable {
        case size
        case data(left: Int)
        case dataEnd(hasReturn: Bool)
        case trailer
        case over
    }

    private static let lineLimit = 1024
    private static let trailerLimit = 16_384

    private(set) var end = End.open
    private var state = State.size
    private var line: [UInt8] = []
    private var trailerBytes = 0

    /// Takes bytes of the wire; returns bytes of the body.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var body: [UInt8] = []
        var rest = bytes
        while let byte = rest.first {
            switch state {
            case .size:
                rest = rest.dropFirst()
                takeSize(byte)
            case .data(let left):
                let piece = rest.prefix(left)
                body += piece
                rest = rest.dropFirst(piece.count)
                state = piece.count == left ? .dataEnd(hasReturn: false) : .data(left: left - piece.count)
            case .dataEnd(let hasReturn):
                rest = rest.dropFirst()
                if byte == 0x0A {
                    state = .size
                } else if byte == 0x0D, !hasReturn {
                    state = .dataEnd(hasReturn: true)
                } else {
                    fail()
                }
            case .trailer:
                rest = rest.dropFirst()
                takeTrailer(byte)
            case .over:
                return body
            }
        }
        return body
    }

    private mutating func takeSize(_ byte: UInt8) {
        guard byte == 0x0A else {
            line.append(byte)
            // Not only at the end of the line: what cannot become a size must not wait for one.
            if line.count > Self.lineLimit || (line.count == 1 && !byte.isHexadecimalDigit) { fail() }
            return
        }
        guard let size = Self.size(of: line) else { return fail() }
        line = []
        state = size > 0 ? .data(left: size) : .trailer
        if size == 0 { end = .complete }
    }

    private mutating func takeTrailer(_ byte: UInt8) {
        trailerBytes += 1
        if trailerBytes > Self.trailerLimit { state = .over }
        guard byte == 0x0A else {
            line.append(byte)
            return
        }
        if line.isEmpty || line == [0x0D] { state = .over }
        line = []
    }

    private mutating func fail() {
        line = []
        state = .over
        end = .invalid
    }

    /// The number of a size line: hexadecimal digits, blanks, perhaps an extension.
    private static func size(of line: [UInt8]) -> Int? {
        var size = 0
        let digits = line.prefix { $0.isHexadecimalDigit }
        guard !digits.isEmpty else { return nil }
        for digit in digits {
            let (product, overflow) = size.multipliedReportingOverflow(by: 16)
            guard !overflow, let value = digit.hexadecimalValue else { return nil }
            size = product + Int(value)
        }
        let rest = line.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.isEmpty || rest.elementsEqual([0x0D]) || rest.first == UInt8(ascii: ";") else { return nil }
        return size
    }

    /// Puts borders around a chunk.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [0x0D, 0x0A]
    }
}

extension UInt8 {
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    var isHexadecimalDigit: Bool { hexadecimalValue != nil }
}
