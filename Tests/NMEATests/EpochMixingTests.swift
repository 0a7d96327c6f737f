import GNSS
import Testing

@testable import NMEA

/// A fix that mixes two epochs is a defect.
@Suite("No mixed epochs")
struct EpochMixingTests {
    private func gga(_ second: Int) -> String {
        Reading.sentence("GNGGA,10000\(second).00,4800.0000,N,01100.0000,E,1,08,\(second + 1).0,500.0,M,47.0,M,,")
    }

    private func rmc(_ second: Int) -> String {
        Reading.sentence("GNRMC,10000\(second).00,A,4800.0000,N,01100.0000,E,\(second + 1).0,90.0,010724,,,A")
    }

    private func gsa(_ second: Int, mode: Int = 3) -> String {
        let dop = "\(second + 1).0"
        return Reading.sentence("GNGSA,A,\(mode),05,,,,,,,,,,,,\(dop),\(dop),\(dop),1")
    }

    private func vtg(_ second: Int) -> String {
        Reading.sentence("GNVTG,90.0,T,,M,\(second + 1).000,N,,K,A")
    }

    private func gsv(_ second: Int) -> String {
        Reading.sentence("GPGSV,1,1,01,05,10,020,\(second + 11),1")
    }

    private func pgrme(_ second: Int) -> String {
        Reading.sentence("PGRME,\(second + 1).0,M,\(second + 1).0,M,\(second + 1).0,M")
    }

    private func knots(_ epoch: Epoch) -> Double { ((epoch.fix.speed ?? -1) / (1852.0 / 3600) * 1000).rounded() / 1000 }

    @Test("a repeated GNS does not end an epoch")
    func repeatedGNS() {
        let text = [
            "GNGNS,100000.00,4800.0000,N,01100.0000,E,AA,08,1.0,500.0,47.0,,", "GNGNS,100000.00,,,,,,05,,,,,",
            "GNGNS,100000.00,,,,,,03,,,,,", "GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,A",
        ].map(Reading.sentence).joined()
        let epochs = Reading(text).epochs
        #expect(epochs.count == 1)
        let fix = epochs.last?.fix
        #expect(fix?.altitude == 500 && fix?.speed != nil && fix?.time != nil && fix?.satellitesUsed == 8)
        // In every round, also when the last sentence is learned.
        let rounds = (0..<5).map { text.replacing("100000.00", with: "10000\($0).00") }
        let many = (0..<5).map { second in
            rounds[second].split(separator: "\r\n").map {
                Reading.sentence(String($0.dropFirst().split(separator: "*")[0]))
            }.joined()
        }
        let all = Reading(many.joined()).epochs
        #expect(all.count == 5 && all.allSatisfy { $0.fix.altitude == 500 && $0.fix.speed != nil && $0.revision == 0 })
    }

    @Test("a file whose rounds begin with GSA")
    func leadingGSA() {
        let epochs = Reading((0..<6).map { gsa($0, mode: $0 == 3 ? 1 : 3) + gga($0) + rmc($0) }.joined()).epochs
        #expect(epochs.map { $0.fix.dilution.position } == [1, 2, 3, 4, 5, 6])
        #expect(epochs.map { $0.fix.coordinate != nil } == [true, true, true, false, true, true])
        #expect(epochs.map(\.revision) == Array(repeating: 0, count: 6))
        #expect(epochs.map(\.sentenceCount) == Array(repeating: 3, count: 6))
    }

    @Test("a file whose rounds begin with VTG")
    func leadingVTG() {
        let epochs = Reading((0..<6).map { vtg($0) + gga($0) }.joined()).epochs
        #expect(epochs.map(knots) == [1, 2, 3, 4, 5, 6])
        #expect(epochs.map { $0.fix.timeOfDay?.second } == Array(0..<6))
    }

    @Test("a file that was cut before a trailing VTG or GSA is not taken for one that begins with it")
    func cutFile() {
        let motion = Reading(vtg(0) + (1..<7).map { gga($0) + rmc($0) + vtg($0) }.joined()).epochs
        #expect(motion.map(knots) == [2, 3, 4, 5, 6, 7])
        let dilution = Reading(gsa(0) + (1..<7).map { rmc($0) + gga($0) + gsa($0) }.joined()).epochs
        #expect(dilution.map { $0.fix.dilution.position } == [2, 3, 4, 5, 6, 7])
        // In the middle of a round.
        let middle = Reading(gsa(0) + gga(0) + (1..<7).map { rmc($0) + gsa($0) + gga($0) }.joined()).epochs
        #expect(middle.map { $0.fix.dilution.position } == [1, 2, 3, 4, 5, 6, 7])
        #expect(middle.map { $0.fix.timeOfDay?.second } == Array(0..<7))
    }

    @Test("live, what comes without time after a silence belongs to what follows", arguments: [0, 1])
    func live(order: Int) {
        var decoder = NMEADecoder()
        var events: [NMEAEvent] = []
        for second in 0..<6 {
            let untimed = [gsa(second), gsv(second), pgrme(second), vtg(second)]
            let burst = (order == 0 ? untimed : untimed.reversed()).joined() + gga(second)
            events += decoder.decode(Array(burst.utf8), now: .seconds(second))
            events += decoder.advance(to: .seconds(second) + .milliseconds(500))
        }
        events += decoder.finish()
        let epochs = events.epochs
        #expect(epochs.map { $0.fix.timeOfDay?.second } == Array(0..<6))
        #expect(epochs.allSatisfy { $0.revision == 0 && $0.sentenceCount == 5 })
        #expect(epochs.map(knots) == [1, 2, 3, 4, 5, 6])
        #expect(epochs.map { $0.fix.dilution.position } == [1, 2, 3, 4, 5, 6])
        #expect(epochs.map { $0.fix.accuracy?.horizontal } == [1, 2, 3, 4, 5, 6])
        #expect(epochs.map { $0.satellites.first?.carrierToNoise } == [11, 12, 13, 14, 15, 16])
    }

    @Test("a pause inside a burst makes a revision, not two epochs")
    func pauseInside() {
        var decoder = NMEADecoder()
        var events = decoder.decode(Array(gga(0).utf8), now: .seconds(1))
        events += decoder.decode(Array((gsa(0) + rmc(0)).utf8), now: .milliseconds(1100))
        events += decoder.decode(Array((gga(1) + gsa(1) + rmc(1)).utf8), now: .seconds(2))
        events += decoder.finish()
        #expect(events.epochs.map { $0.fix.timeOfDay?.second } == [0, 0, 1])
        #expect(events.epochs.map(\.revision) == [0, 1, 0])
        #expect(events.epochs.map { $0.fix.dilution.position } == [nil, 1, 2])
    }

    @Test("satellites of a stream without any time are still listed, and memory stays bounded")
    func untimedOnly() {
        var decoder = NMEADecoder()
        for number in 0..<1000 { _ = decoder.decode(Array((gsv(number % 80) + vtg(0)).utf8)) }
        let events = decoder.decode(Array(gga(0).utf8)) + decoder.finish()
        #expect(events.epochs.count == 1)
        #expect(events.epochs.last?.satellites.count == 1)
    }

    @Test("a heading belongs to the epoch it comes in, also after the end is learned")
    func heading() {
        for position in 0..<3 {
            let text = (0..<6).map { second -> String in
                var round = [rmc(second), gga(second)]
                round.insert(Reading.sentence("HEHDT,1\(second).0,T"), at: position)
                return round.joined()
            }.joined()
            var last: [Int: Double] = [:]
            for epoch in Reading(text).epochs {
                if let second = epoch.fix.timeOfDay?.second { last[second] = epoch.fix.heading }
            }
            #expect(position == 0 || last == [0: 10, 1: 11, 2: 12, 3: 13, 4: 14, 5: 15], "at \(position): \(last)")
        }
        let saab = (0..<6).map { second in
            rmc(second) + Reading.sentence("GPDTM,W84,,,,,,,W84") + Reading.sentence("HEHDT,1\(second).0,T")
                + Reading.sentence("TIROT,0.0,A")
        }.joined()
        let epochs = Reading(saab).epochs
        #expect(epochs.map { $0.fix.heading } == [10, 11, 12, 13, 14, 15])
        #expect(epochs.map(\.revision) == Array(repeating: 0, count: 6))
        #expect(epochs.dropFirst(2).allSatisfy { $0.closing == .lastSentence })
    }
}
