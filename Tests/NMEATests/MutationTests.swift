import GNSS
import TestKit
import Testing

@testable import NMEA

/// Damaged input never traps and never gives impossible values.
@Suite("Mutation", .timeLimit(.minutes(5)))
struct MutationTests {
    /// A million in `make deep`.
    static let mutations = TestAmount.isFull ? 1_000_000 : 200_000

    /// One sentence of every type.
    static let seeds: [[UInt8]] = Samples.bodies.map { Array(Reading.sentence($0).utf8) }

    /// Checks what no input may produce.
    struct Judge: NMEAVisitor {
        var sentences = 0
        var tagged = 0
        var epochs = 0
        var problem: String?

        mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
            sentences += 1
            if let tags {
                tagged += 1
                if let time = tags.unixNanoseconds, time < 0 { problem = "time \(time)" }
                if let group = tags.group, tags.parameters.isEmpty { problem = "group \(group) of nothing" }
            }
            // Encoding must not trap either, whatever was decoded.
            if sentences % 64 == 0, sentence.encoded().count < 6 { problem = "empty encoding" }
        }

        mutating func visit(_ epoch: Epoch) {
            epochs += 1
            let fix = epoch.fix
            let coordinate = fix.coordinate
            if let coordinate, abs(coordinate.latitude) > 90 || abs(coordinate.longitude) > 180 {
                problem = "coordinate \(coordinate)"
            }
            if (coordinate == nil) == fix.quality.isFix { problem = "quality \(fix.quality) without position" }
            if let course = fix.course, !(0..<360 ~= course) { problem = "course \(course)" }
            if let accuracy = fix.accuracy?.horizontal, !(accuracy > 0) { problem = "accuracy \(accuracy)" }
            if epoch.satellites.count > 512 { problem = "\(epoch.satellites.count) satellites" }
        }
    }

    @Test("sentences with flipped, deleted, inserted and joined bytes")
    func sentences() {
        var generator = SplitMix64(seed: 2026)
        var decoder = NMEADecoder(options: .init(checksums: .allowMissing))
        var judge = Judge()
        var batch: [UInt8] = []
        for number in 1...Self.mutations {
            var bytes = Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &generator)]
            Self.mutate(&bytes, using: &generator)
            // Most damaged sentences get a good checksum again, so that the damage reaches the fields.
            if Int.random(in: 0..<4, using: &generator) > 0 { Self.repair(&bytes) }
            if Int.random(in: 0..<8, using: &generator) == 0 { batch += Self.tagBlock(using: &generator) }
            batch += bytes
            if number % 32 == 0 {
                decoder.decode(batch.span, to: &judge)
                batch = []
            }
        }
        decoder.finish(to: &judge)
        #expect(judge.problem == nil)
        #expect(judge.sentences > Self.mutations / 8)
        #expect(judge.epochs > Self.mutations / 100)
        #expect(judge.tagged > Self.mutations / 100)
    }

    @Test("random bytes between start characters of all protocols")
    func noise() {
        var generator = SplitMix64(seed: 99)
        var decoder = NMEADecoder(options: .init(checksums: .ignoreWrong))
        var judge = Judge()
        let starts: [[UInt8]] = [
            [0x24], [0x21], [0x5C], [0xB5, 0x62], [0xD3, 0], [0x24, 0x40], [0xBA, 0xCE], [0xA0, 0xA1], [0xA0, 0xA2],
            [0x23],
        ]
        for _ in 0..<(Self.mutations / 50) {
            var bytes = starts[Int.random(in: 0..<starts.count, using: &generator)]
            for _ in 0..<Int.random(in: 0..<60, using: &generator) {
                bytes.append(UInt8.random(in: .min ... .max, using: &generator))
            }
            decoder.decode(bytes.span, to: &judge)
        }
        decoder.finish(to: &judge)
        #expect(judge.problem == nil)
    }

    @Test("endless sentences, tags and frames need no endless memory")
    func endless() {
        for start: [UInt8] in [[0x24], [0x5C], [0xB5, 0x62, 1, 1, 0xFF, 0x1F], [0xD3, 3, 0xFF], [0x23]] {
            var decoder = NMEADecoder()
            var judge = Judge()
            decoder.decode(start.span, to: &judge)
            let filler = [UInt8](repeating: 0x41, count: 1000)
            for _ in 0..<40 {
                decoder.decode(filler.span, to: &judge)
                #expect(decoder.pendingCount <= Framer.maximumForeignLength)
            }
            #expect(judge.sentences == 0)
        }
        // Start characters without end: every one is cut by the next.
        var decoder = NMEADecoder()
        var judge = Judge()
        decoder.decode([UInt8](repeating: 0x24, count: 100_000).span, to: &judge)
        #expect(decoder.statistics.framing.rejected(.cut) == 99_999)
        #expect(decoder.pendingCount == 1)
    }

    private static func mutate(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            guard !bytes.isEmpty else { return }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(Array("0123456789,.-+NSEWAV*$".utf8).randomElement(using: &generator) ?? 0, at: place)
            case 3: bytes[place] = UInt8(ascii: ",")
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...12, using: &generator)))
            case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 10)], at: place)
            default:
                let other = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
                bytes = Array(bytes[..<place]) + other
            }
        }
    }

    /// A damaged TAG block, mostly with a good checksum.
    private static func tagBlock(using generator: inout SplitMix64) -> [UInt8] {
        let texts = [
            "c:1754242770", "c:1754242770123,s:r1", "c:9223372036", "g:1-2-73874,n:157036,s:a:b",
            "1G2:73874,t:text,d:x",
        ]
        var bytes = Array((texts.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let byte = Array("0123456789,:-Gcgsn".utf8).randomElement(using: &generator) ?? 0
            if place < bytes.count, Bool.random(using: &generator) {
                bytes[place] = byte
            } else {
                bytes.insert(byte, at: place)
            }
        }
        var block = TagBlockTests.block(String(decoding: bytes, as: UTF8.self))
        if Int.random(in: 0..<8, using: &generator) == 0 { block = block.replacing("*", with: "*0") }
        return Array(block.utf8)
    }

    private static func repair(_ bytes: inout [UInt8]) {
        let body = bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") && $0 != 0x0D }
        bytes = Array(Reading.sentence(String(decoding: body, as: UTF8.self)).utf8)
    }
}
