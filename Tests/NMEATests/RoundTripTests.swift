import GNSS
import TestKit
import Testing

@testable import NMEA

@Suite("Round trip", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RoundTripTests {
    @Test("what is encoded decodes to the same values", arguments: CorpusLog.all)
    func corpus(log: CorpusLog) throws {
        let sentences = try log.events(options: .init(epochs: nil)).sentences
        for sentence in sentences {
            var decoder = NMEADecoder(options: .init(epochs: nil))
            let bytes = sentence.encoded()
            let again = decoder.decode(bytes).sentences
            #expect(again == [sentence], "\(String(decoding: bytes, as: UTF8.self))")
            #expect(decoder.statistics.badFields == 0)
        }
    }
}
