import Testing

@testable import HeadUnit

/// A row of the conformance cases in the description of a stock head unit's behaviour (sections 15.1 to 15.4, 15.6 to
/// 15.11), tried through real frames.
struct Row: Sendable, CustomTestStringConvertible {
    /// The row's id, such as `G17`.
    let id: String
    let situation: String
    /// Gets the module `sdl-core-8.2` with a registered navigation app at FULL.
    let run: @Sendable (inout Rig, LinkID) -> Void

    init(_ id: String, _ situation: String, run: @escaping @Sendable (inout Rig, LinkID) -> Void) {
        self.id = id
        self.situation = situation
        self.run = run
    }

    var testDescription: String { "\(id) \(situation)" }

    static let all =
        pipeline + getWayPoints + subscribeWayPoints + onWayPointChange + registration + policy + capabilities + levels
        + sessions + vehicleData + resumption + appServices

    /// Rows that cannot be tried on a head unit without sockets, processes and stored data, and where they are.
    static let notApplicable: [String: String] = [
        "F32": "a killed process says nothing, the system closes its connections; recording core_killed is replayed"
    ]

    /// How many rows each letter has.
    static let counts: [(letter: Character, count: Int)] = [
        ("P", 19), ("G", 44), ("S", 27), ("O", 25), ("N", 28), ("Y", 18), ("C", 19), ("L", 16), ("F", 41), ("R", 26),
        ("V", 31),
    ]
}

@Suite("Conformance rows")
struct RowTests {
    @Test("A row holds", arguments: Row.all)
    func row(_ row: Row) {
        var rig = Rig()
        let app = rig.app()
        row.run(&rig, app)
    }

    @Test("Every row is tried or has a reason why not")
    func complete() {
        var wanted: Set<String> = []
        for (letter, count) in Row.counts {
            for number in 1...count { wanted.insert("\(letter)\(number)") }
        }
        let tried = Set(Row.all.map(\.id))
        #expect(wanted.subtracting(tried).subtracting(Row.notApplicable.keys).sorted() == [])
        #expect(tried.subtracting(wanted).sorted() == [])
        #expect(tried.intersection(Row.notApplicable.keys).sorted() == [])
    }
}
