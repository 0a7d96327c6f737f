import Conformance
import Testing

@Suite("Rules find head units that break them", .timeLimit(.minutes(2)))
struct MutantHeadUnitTests {
    // Not by `arguments:`: they would run one after the other, and most of their time is waiting.
    @Test("Of each mutant the rule about it fails, what needs it is blocked, and no other fails")
    func mutants() async throws {
        try await Self.each(Mutant.all) { try await judge($0) }
    }

    /// Does something with each of a list, many at a time.
    static func each<Item: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = items[...]
            for _ in 0..<16 {
                if let item = rest.popFirst() { group.addTask { try await body(item) } }
            }
            while try await group.next() != nil {
                if let item = rest.popFirst() { group.addTask { try await body(item) } }
            }
        }
    }

    private func judge(_ mutant: Mutant) async throws {
        let bench = try await HeadUnitBench(mutant.module, mutant.change)
        let (report, _) = await bench.check(linkLimit: mutant.linkLimit, shim: mutant.shim)
        #expect(report.ids("failed") == [mutant.rule], "\(mutant.testDescription)")
        for item in report.items {
            if case .failed(let faults) = item.state, item.rule.id != mutant.rule {
                let shown = faults.prefix(1).flatMap { [$0.text] + report.transcript.lines($0.entries) }
                Issue.record("\(mutant.testDescription): \(item.rule.id)\n\(shown.joined(separator: "\n"))")
            }
            if item.rule.needs.contains(mutant.rule) {
                #expect(item.state == .blocked(by: mutant.rule), "\(mutant.testDescription): \(item.rule.id)")
            }
        }
    }

    @Test("Each rule has a head unit that breaks it")
    func all() {
        #expect(Set(Rule.headUnit.map(\.id)) == Set(Mutant.all.map(\.rule)))
        #expect(Mutant.all.count >= 40)
    }
}

extension Mutant {
    static let all = ofWire + ofRequests
}
