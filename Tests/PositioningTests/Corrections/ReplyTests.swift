import Formats
import RTCM
import TestKit
import Testing

@testable import Positioning

/// A case of a table of the vectors.
struct VectorCase: Sendable, CustomTestStringConvertible {
    let object: JSONValue
    var testDescription: String { object["name"]?.stringValue ?? "?" }

    static func all(_ name: String, list: String = "cases") -> [VectorCase] {
        guard let bytes = try? SharedData.bytes("vectors/ntrip/\(name)"), let value = try? JSONValue(parsing: bytes)
        else { return [] }
        return (value[list]?.arrayValue ?? []).map { VectorCase(object: $0) }
    }

    var wire: [UInt8] {
        var bytes = WireText.bytes(object["wire"]?.stringValue ?? "")
        if let append = object["append"], let text = append["text"]?.stringValue, let times = append["times"]?.whole {
            for _ in 0..<times { bytes += Array(text.utf8) }
        }
        return bytes
    }
}

@Suite("Replies of casters", .timeLimit(.minutes(1)), .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct ReplyTests {
    @Test(
        "Every reply leads to the stated conclusion, however it is cut",
        arguments: VectorCase.all("handshake-cases.json"))
    func conclusions(vector: VectorCase) throws {
        let object = vector.object
        let closes = object["eof"] == true
        for split in Splits.all(vector.wire, cutLimit: 300, oneByOneLimit: 100_000, randomCount: 2) {
            var conclusion = Conclusion()
            conclusion.feed(split.pieces, closes: closes)
            #expect(conclusion.result == object["result"]?.stringValue, "\(split)")
            #expect(conclusion.replies == 1)
            if let version = object["version"]?.whole { #expect(conclusion.version == version) }
            if let chunked = object["chunked"] { #expect(conclusion.isChunked == (chunked == true)) }
            if let data = object["first_data"]?.stringValue {
                #expect(conclusion.data == WireText.hexadecimal(data), "\(split)")
            }
            if let realm = object["realm"]?.stringValue { #expect(conclusion.failure?.realm == realm) }
            if let scheme = object["scheme"]?.stringValue { #expect(conclusion.failure?.scheme == scheme) }
            if let seconds = object["retry_after"]?.whole {
                #expect(conclusion.failure?.kind == .busy(retryAfter: .seconds(seconds)))
            }
            if let location = object["location"]?.stringValue {
                #expect(conclusion.failure?.kind == .redirect(location: location))
            }
            if let records = object["records"]?.whole { #expect(conclusion.table?.streams.count == records) }
        }
    }

    @Test("A stream is reported with its status line, before the next byte")
    func early() {
        var parser = NTRIPReplyParser()
        let events = parser.append(Array("ICY 200 OK\r\n".utf8), now: .zero)
        #expect(events == [.reply(.stream(.one, isChunked: false))])
    }

    @Test("Bytes that could have become a header are data after a second")
    func patience() {
        var parser = NTRIPReplyParser()
        _ = parser.append(Array("ICY 200 OK\r\nAbc".utf8), now: .seconds(5))
        #expect(parser.deadline == .seconds(6))
        #expect(parser.advance(to: .milliseconds(5900)).isEmpty)
        #expect(parser.advance(to: .seconds(6)) == [.body(Array("Abc".utf8))])
    }

    @Test("The caster's words come with the refusal, without markup")
    func words() {
        var conclusion = Conclusion()
        let reply = "HTTP/1.1 403 Forbidden\r\n\r\n<html><p>Ask  the <b>operator</b>\u{7}</p></html>"
        conclusion.feed([Array(reply.utf8)], closes: true)
        #expect(conclusion.failure?.kind == .forbidden)
        #expect(conclusion.failure?.text == "Ask the operator")
    }

    @Test("A compressed stream is refused clearly")
    func compressed() {
        for header in ["Transfer-Encoding: gzip, chunked", "Content-Encoding: gzip"] {
            var conclusion = Conclusion()
            let reply = "HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\(header)\r\n\r\n"
            conclusion.feed([Array(reply.utf8)], closes: false)
            #expect(conclusion.failure?.kind == .encodingNotSupported)
        }
    }

    @Test("Any bytes whatever give at most one conclusion and no trap")
    func noise() {
        var generator = SplitMix64(seed: 12)
        let starts = ["", "ICY 200 OK\r\n", "SOURCETABLE 200 OK\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 4", "ERROR"]
        for round in 0..<400 {
            var conclusion = Conclusion()
            let bytes = Array(starts[round % starts.count].utf8) + generator.bytes(200)
            let split = Splits.random(bytes, longest: 40, using: &generator)
            conclusion.feed(split.pieces, closes: true)
            #expect(conclusion.replies == 1)
        }
    }
}

@Suite("Chunked bodies", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct ChunkedTests {
    @Test("Every case gives its body and end, however it is cut", arguments: VectorCase.all("chunk-cases.json"))
    func cases(vector: VectorCase) throws {
        for split in Splits.all(vector.wire) {
            var decoder = ChunkedDecoder()
            var body: [UInt8] = []
            for piece in split.pieces { body += decoder.append(piece[...]) }
            #expect(body == WireText.hexadecimal(vector.object["body"]?.stringValue ?? "-"), "\(split)")
            let ends: [ChunkedDecoder.End: String] = [.open: "open", .complete: "complete", .invalid: "error"]
            #expect(ends[decoder.end] == vector.object["end"]?.stringValue, "\(split)")
        }
    }

    @Test("A body announced in chunks that is none is taken as it is when a good frame says so")
    func falselyChunked() throws {
        let vector = try #require(
            VectorCase.all("chunk-cases.json").first { $0.testDescription == "raw-though-announced" })
        for split in Splits.all(vector.wire) {
            var body = NTRIPBody(isChunked: true)
            let content = split.pieces.flatMap { body.append($0) }
            #expect(content == vector.wire, "\(split)")
            #expect(body.isFalselyChunked)
            #expect(body.end == .open)
        }
        var damaged = vector.wire
        damaged[10] ^= 1
        var body = NTRIPBody(isChunked: true)
        #expect(body.append(damaged).isEmpty)
        #expect(body.end == .invalid)
    }

    @Test("Recorded chunked bodies have the stated totals", arguments: ["euref-chunked-100", "chunked-per-message"])
    func recordings(name: String) throws {
        let totals = try JSONValue(parsing: SharedData.bytes("corpus/ntrip/\(name).expect.json"))
        let wire = try SharedData.bytes("corpus/ntrip/\(name).bin")
        #expect(wire.count == totals["wire_bytes"]?.whole)
        for split in [Splits.whole(wire), Splits.oneByOne(wire), Splits.every(7, wire)] {
            var decoder = ChunkedDecoder()
            var framer = RTCMFramer()
            var body: [UInt8] = []
            var frames: [RTCMFrame] = []
            for piece in split.pieces {
                let content = decoder.append(piece[...])
                body += content
                frames += framer.append(content)
            }
            #expect(body.count == totals["body_bytes"]?.whole)
            #expect(SHA256.text(of: body) == totals["body_sha256"]?.stringValue)
            #expect(frames.count == totals["frames"]?.whole)
            let counts = Dictionary(grouping: frames) { $0.number.map(String.init) ?? "None" }.mapValues(\.count)
            #expect(counts == totals["types"]?.objectValue?.compactMapValues(\.whole))
            let isComplete = totals["ends_with"]?.stringValue == "zero chunk"
            #expect((decoder.end == .complete) == isComplete)
        }
    }

    @Test("A chunk made here is read back")
    func roundTrip() {
        var decoder = ChunkedDecoder()
        #expect(decoder.append(ChunkedDecoder.chunk([1, 2, 3])[...]) == [1, 2, 3])
    }
}

/// SHA-256 (FIPS 180-4), for the sums of the recordings.
enum SHA256 {
    private static func fraction(_ root: Double, bits: Int = 32) -> UInt32 {
        UInt32(((root - root.rounded(.down)) * 4_294_967_296).rounded(.down))
    }

    private static let primes: [Int] = {
        var found: [Int] = []
        var number = 2
        while found.count < 64 {
            if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
            number += 1
        }
        return found
    }()

    /// The cube root by Newton's method, exact to the last bit that matters here.
    private static func cubeRoot(_ number: Double) -> Double {
        var root = number
        for _ in 0..<60 { root -= (root * root * root - number) / (3 * root * root) }
        return root
    }

    static func text(of bytes: [UInt8]) -> String {
        let constants = primes.map { fraction(cubeRoot(Double($0))) }
        var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
        var message = bytes + [0x80]
        while message.count % 64 != 56 { message.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: (bytes.count * 8) >> shift))
        }
        func turned(_ word: UInt32, _ places: UInt32) -> UInt32 { word >> places | word << (32 - places) }
        for start in stride(from: 0, to: message.count, by: 64) {
            var words = (0..<16).map { index in
                message[(start + index * 4)..<(start + index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
                let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
            var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
            for index in 0..<64 {
                let choice = (e & f) ^ (~e & g)
                let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index]
                let sum = first &+ words[index]
                let majority = (a & b) ^ (a & c) ^ (b & c)
                let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
                (h, g, f, e) = (g, f, e, d &+ sum)
                (d, c, b, a) = (c, b, a, sum &+ second)
            }
            hash = zip(hash, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
        }
        return hash.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }
}
