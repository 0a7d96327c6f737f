import Formats
import RTCM
import TestKit
import Testing
import Transport

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

    @Test("Nothing a caster says makes a terminal do something, and none of it is long")
    func terminals() {
        let evil = "\u{1B}]0;x\u{7}a\u{9B}2Jb\u{202E}c\u{2066}d\u{2028}e\u{200B}f"
        let replies = [
            "HTTP/1.1 401 \(evil)\r\nWWW-Authenticate: \(evil)scheme realm=\"\(evil)\"\r\n\r\n",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"\(evil)\(String(repeating: "r", count: 9000))\"\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(evil)\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(evil), chunked\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: http://\(evil)/\r\n\r\n", "ERROR - \(evil)\r\n",
            "HTTP/1.1 403 No\r\n\r\n\(evil)",
        ]
        for reply in replies {
            var conclusion = Conclusion()
            conclusion.feed([Array(reply.utf8)], closes: true)
            var shown = conclusion.failure?.description ?? ""
            shown += (conclusion.failure?.scheme ?? "") + (conclusion.failure?.realm ?? "")
            #expect(shown.contains("f"), "\(shown.debugDescription)")
            #expect(shown.count < 1000)
            let isClean = shown.unicodeScalars.allSatisfy {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
            #expect(isClean, "\(shown.debugDescription)")
        }
    }

    @Test("A compressed stream is refused clearly")
    func compressed() {
        for header in [
            "Transfer-Encoding: gzip, chunked", "Content-Encoding: gzip", "Transfer-Encoding: chunked, gzip",
        ] {
            var conclusion = Conclusion()
            let reply = "HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\(header)\r\n\r\n"
            conclusion.feed([Array(reply.utf8)], closes: false)
            #expect(conclusion.failure?.kind == .encodingNotSupported)
            #expect(conclusion.failure?.text == "gzip")
        }
    }

    @Test(
        "A head of thousands of lines is looked at no longer than a sensible one",
        arguments: [
            ("HTTP/1.1 200 OK\n", ":\n"), ("HTTP/1.1 200 OK\r\n", "x\r\n"), ("ICY 200 OK\r\n", "a:\r\n"),
            ("SOURCETABLE 200 OK\r\n", "a:\r\n"),
        ])
    func longHead(start: String, line: String) {
        let reply = Array((start + String(repeating: line, count: 21_800) + "\n").utf8)
        for split in [Splits.whole(reply), Splits.every(100, reply)] {
            var parser = NTRIPReplyParser()
            var replies = 0
            for piece in split.pieces {
                for case .reply in parser.append(piece, now: .zero) { replies += 1 }
            }
            #expect(replies == 1)
            // Each step takes a line or is the last.
            #expect(parser.stepCount <= NTRIPReplyParser.headLineLimit + 3)
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

    /// Recordings with stated totals; a new one is tested from the day it comes.
    private static let totalled = ((try? SharedData.files(in: "corpus/ntrip", suffix: ".expect.json")) ?? [])
        .map { String($0.dropLast(".expect.json".count)) }

    @Test("Recorded chunked bodies have the stated totals", arguments: totalled)
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
            #expect(SHA256.hexadecimal(of: body) == totals["body_sha256"]?.stringValue)
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
