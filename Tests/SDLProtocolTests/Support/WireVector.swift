import Formats
import SDLProtocol
import TestKit
import Testing

/// A line of `vectors/wire.jsonl`.
struct WireVector: Sendable, CustomTestStringConvertible {
    let name: String
    let producer: String
    let layer: String?
    let isFromApp: Bool
    let bytes: [UInt8]
    let chunks: [Int]?
    let decoded: JSONValue?
    let expect: JSONValue?
    /// What sdl_core's reader made of the bytes, where it was tried.
    let core: JSONValue?
    let hasContext: Bool

    var testDescription: String { name }
    var reaction: String? { expect?["reaction"]?.stringValue }

    static let all: [WireVector] = {
        let options = JSONOptions(dialect: .lenient, maximumDepth: 4096)
        let lines = (try? SharedData.lines("vectors/wire.jsonl")) ?? []
        return lines.compactMap { line in
            (try? JSONValue(parsing: Array(line.utf8), options: options)).flatMap(WireVector.init)
        }
    }()

    init?(_ line: JSONValue) {
        guard let name = line["name"]?.stringValue, let producer = line["producer"]?.stringValue,
            let hex = line["hex"]?.stringValue
        else { return nil }
        self.name = name
        self.producer = producer
        layer = line["layer"]?.stringValue
        isFromApp = line["direction"]?.stringValue == "app->hu"
        bytes = [UInt8](hex: hex)
        chunks = line["chunks"]?.arrayValue?.compactMap { $0.intValue.map { Int($0) } }
        decoded = line["decoded"].flatMap { $0.isNull ? nil : $0 }
        expect = line["expect"]
        core = line["observed"]?["sdl_core 8.2.0"]
        hasContext = line["context"] != nil
    }

    /// The ways in which the bytes are given; the result must not depend on them.
    var splits: [Split] {
        var splits = Splits.all(bytes, cutLimit: 160, oneByOneLimit: 4000, randomCount: 2, seed: 7)
        if let chunks {
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            for count in chunks {
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            splits.append(Split(name: "as recorded", pieces: pieces + [Array(rest)]))
        }
        return splits
    }
}

extension [UInt8] {
    /// Bytes from hexadecimal digits; an odd or foreign digit ends them.
    init(hex: String) {
        self.init(hex: Array(hex.utf8))
    }

    /// Bytes from the text of hexadecimal digits.
    init(hex: [UInt8]) {
        self = []
        reserveCapacity(hex.count / 2)
        var high: UInt8?
        for digit in hex {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            case 0x41...0x46: value = digit - 0x41 + 10
            default: return
            }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
    }

    /// Hexadecimal digits.
    var hex: String {
        let digits = [Character]("0123456789abcdef")
        return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
