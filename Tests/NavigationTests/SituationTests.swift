import GNSS
import Navigation
import Testing

@Suite("Situations on a route") struct SituationTests {
    @Test("Events", arguments: Situation.all)
    func events(_ situation: Situation) throws {
        let text = Situation.text(try situation.events())
        #expect(text == situation.expected)
    }

    @Test("There are at least forty situations with different names")
    func count() {
        let all = Situation.all
        #expect(all.count >= 40)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test("However a drive goes, a stop leaves the list at most once, in order, and arrival comes last")
    func order() throws {
        for situation in Situation.all {
            let events = try situation.events()
            let removed = events.compactMap(\.removedStop)
            #expect(removed == removed.sorted() && Set(removed).count == removed.count, "\(situation.name)")
            if let arrival = events.firstIndex(where: { $0 == .arrived(by: .radius) || $0 == .arrived(by: .abeam) }) {
                #expect(arrival == events.count - 1, "\(situation.name)")
            }
        }
    }
}
