import GNSS
import TestKit
import Testing

@testable import NMEA

/// The result never depends on where the input is cut.
@Suite(
    "Cutting", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"),
    .timeLimit(.minutes(2)))
struct CuttingTests {
    static let mixed = CorpusLog(path: "nmea/ublox-zed-f9p-mixed")

    /// Single cuts of the whole log; a thousand in `make deep`.
    static let wholeCuts = TestAmount.isFull ? 1000 : 100

    private func events(_ pieces: [[UInt8]]) -> ([NMEAEvent], NMEAStatistics) {
        var decoder = NMEADecoder()
        var events: [NMEAEvent] = []
        for piece in pieces { events += decoder.decode(piece) }
        events += decoder.finish()
        return (events, decoder.statistics)
    }

    @Test("all 329 sentences and the binary frames between them are found")
    func mixedLog() throws {
        let (events, statistics) = events([try Self.mixed.bytes()])
        #expect(events.sentences.count == 329)
        #expect(statistics.framing.sentences == 329)
        #expect(statistics.malformed == 0)
        #expect(statistics.framing.foreignFrames == 247)
    }

    @Test("chunks of equal size", arguments: [1, 2, 3, 7, 64])
    func chunks(size: Int) throws {
        let bytes = try Self.mixed.bytes()
        let whole = events([bytes])
        let cut = events(Splits.every(size, bytes).pieces)
        #expect(cut.0 == whole.0)
        #expect(cut.1 == whole.1)
    }

    @Test("one cut at every position of the first 4 kB")
    func everyPosition() throws {
        // What follows the window cannot change what is found before its end.
        let bytes = Array(try Self.mixed.bytes().prefix(6000))
        let whole = events([bytes])
        for position in 1...4096 {
            let cut = events([Array(bytes[..<position]), Array(bytes[position...])])
            #expect(cut.0 == whole.0 && cut.1 == whole.1, "cut at \(position)")
        }
    }

    @Test("one cut at every position around each sentence")
    func aroundSentences() throws {
        let bytes = try Self.mixed.bytes()
        var finder = Finder()
        var decoder = NMEADecoder()
        decoder.decode(bytes.span, to: &finder)
        #expect(finder.texts.count == 329)
        var start = 0
        for text in finder.texts {
            let place = try #require(Self.find(text, in: bytes, from: start))
            start = place + text.count
            let window = Array(bytes[max(0, place - 24)..<min(bytes.count, start + 24)])
            let whole = events([window])
            #expect(!whole.0.sentences.isEmpty)
            for position in 1..<window.count {
                let cut = events([Array(window[..<position]), Array(window[position...])])
                #expect(cut.0 == whole.0 && cut.1 == whole.1, "\(place) cut at \(position)")
            }
        }
    }

    @Test("seeded cuts of the whole log")
    func seeded() throws {
        let bytes = try Self.mixed.bytes()
        let whole = events([bytes])
        var generator = SplitMix64(seed: 7)
        for _ in 0..<Self.wholeCuts {
            let position = Int.random(in: 1..<bytes.count, using: &generator)
            let cut = events([Array(bytes[..<position]), Array(bytes[position...])])
            #expect(cut.0 == whole.0 && cut.1 == whole.1, "cut at \(position)")
        }
        let split = Splits.random(bytes, longest: 300, using: &generator)
        let cut = events(split.pieces)
        #expect(cut.0 == whole.0 && cut.1 == whole.1)
    }

    @Test("every log, byte by byte and in random pieces", arguments: CorpusLog.all.filter { $0.path.hasPrefix("nmea") })
    func allLogs(log: CorpusLog) throws {
        let bytes = try log.bytes()
        let whole = events([bytes])
        var generator = SplitMix64(seed: 11)
        for split in [Splits.oneByOne(bytes), Splits.random(bytes, longest: 200, using: &generator)] {
            let cut = events(split.pieces)
            #expect(cut.0 == whole.0 && cut.1 == whole.1, "\(split)")
        }
    }

    private struct Finder: NMEAVisitor {
        var texts: [[UInt8]] = []

        mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
            var copy: [UInt8] = []
            for index in bytes.indices { copy.append(bytes[index]) }
            texts.append(copy)
        }
    }

    private static func find(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard text.count <= bytes.count else { return nil }
        return (start...(bytes.count - text.count)).first { bytes[$0..<($0 + text.count)].elementsEqual(text) }
    }
}
