import GNSS
import TestKit
import Testing

@testable import NMEA

@Suite("Round trip", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RoundTripTests {
    #if DEBUG
    static let everyNth = 5
    #else
    static let everyNth = 1
    #endif

    @Test("what is encoded decodes to the same values", arguments: CorpusLog.all)
    func corpus(log: CorpusLog) throws {
        let sentences = try log.events(options: .init(epochs: nil)).sentences
        // The large drives repeat themselves; a debug build takes a part of their sentences.
        let step = sentences.count > 5000 ? Self.everyNth : 1
        for index in stride(from: 0, to: sentences.count, by: step) {
            var decoder = NMEADecoder(options: .init(epochs: nil))
            let bytes = sentences[index].encoded()
            let again = decoder.decode(bytes).sentences
            #expect(again == [sentences[index]], "\(String(decoding: bytes, as: UTF8.self))")
            #expect(decoder.statistics.badFields == 0)
        }
    }
}
