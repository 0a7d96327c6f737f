import GNSS
import TestKit
import Testing

@testable import NMEA

/// Inputs that the fuzzer found interesting, and every one that ever failed, as a plain test.
@Suite("Fuzz corpus")
struct FuzzCorpusTests {
    static let inputs = (try? KeptInput.all("nmea")) ?? []

    @Test("there are some")
    func some() {
        #expect(Self.inputs.count >= 30)
    }

    @Test("whole and in pieces give the same", arguments: inputs)
    func cuts(input: KeptInput) throws {
        let first = try #require(input.bytes.first)
        let bytes = Array(input.bytes.dropFirst())
        let policy = ChecksumPolicy.allCases[Int(first) % ChecksumPolicy.allCases.count]
        var results: [([NMEAEvent], NMEAStatistics)] = []
        for step in [max(1, bytes.count), Int(first >> 3) + 1, 1] {
            var decoder = NMEADecoder(options: .init(checksums: policy))
            var events: [NMEAEvent] = []
            for piece in Splits.every(step, bytes).pieces { events += decoder.decode(piece) }
            events += decoder.finish()
            results.append((events, decoder.statistics))
        }
        for result in results.dropFirst() {
            #expect(result.0 == results[0].0)
            #expect(result.1 == results[0].1)
        }
        for sentence in results[0].0.sentences {
            var decoder = NMEADecoder(options: .init(epochs: nil))
            if case .other = sentence { continue }
            #expect(decoder.decode(sentence.encoded()).sentences == [sentence])
        }
    }
}
