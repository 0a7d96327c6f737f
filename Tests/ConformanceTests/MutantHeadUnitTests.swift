import Conformance
import Testing

@Suite("Rules find head units that break them", .timeLimit(.minutes(2)))
struct MutantHeadUnitTests {
    // Not by `arguments:`: they would run one after the other, and most of their time is waiting.
    @Test("Of each mutant the rule about it fails, what cannot be judged for it is blocked, and no other fails")
    func mutants() async throws {
        let unbroken = Unbroken()
        let modules = Set(Mutant.all.filter { $0.change == nil }.map(\.module))
        try await Self.each(Array(modules)) { name in
            let (report, _) = await (try await HeadUnitBench(name)).check()
            await unbroken.note(name, report)
        }
        try await Self.each(Mutant.all, atOnce: 20) { mutant in
            try await judge(mutant, skipped: await unbroken.skipped[mutant.module] ?? [])
        }
    }

    /// What is skipped of the modules as they are.
    private actor Unbroken {
        var skipped: [String: Set<String>] = [:]
        func note(_ module: String, _ report: CheckReport) {
            skipped[module] = Set(report.ids("skipped"))
            #expect(report.ids("failed").isEmpty, "\(module)")
        }
    }

    /// Does something with each of a list, many at a time.
    static func each<Item: Sendable>(
        _ items: [Item], atOnce count: Int = 16, _ body: @escaping @Sendable (Item) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = items[...]
            for item in items.prefix(count) {
                rest.removeFirst()
                group.addTask { try await body(item) }
            }
            while try await group.next() != nil {
                if let item = rest.popFirst() { group.addTask { try await body(item) } }
            }
        }
    }

    private func judge(_ mutant: Mutant, skipped: Set<String>) async throws {
        let bench = try await HeadUnitBench(mutant.module) { mutant.change?(&$0) }
        let (report, _) = await bench.check(linkLimit: mutant.linkLimit, shim: mutant.shim)
        #expect(report.ids("failed") == [mutant.rule], "\(mutant.testDescription)")
        for item in report.items {
            if case .failed(let faults) = item.state, item.rule.id != mutant.rule {
                let shown = faults.prefix(1).flatMap { [$0.text] + report.transcript.lines($0.entries) }
                Issue.record("\(mutant.testDescription): \(item.rule.id)\n\(shown.joined(separator: "\n"))")
            }
            // What somebody did to the head unit is half of what shows that nothing came of it.
            if case .failed(let faults) = item.state, item.rule.isDriven {
                #expect(faults.allSatisfy { $0.entries.count > 1 || !isStimulus($0.entries.first, report) })
            }
            if Self.needs(item.rule, mutant.rule) {
                #expect(item.state == .blocked(by: mutant.rule), "\(mutant.testDescription): \(item.rule.id)")
            }
            // What the mutant took away is blocked by the rule about it; nothing is passed over in silence.
            if case .skipped(let reason) = item.state, !skipped.contains(item.rule.id) {
                Issue.record("\(mutant.testDescription): \(item.rule.id) is skipped: \(reason)")
            }
        }
    }

    private func isStimulus(_ entry: Int?, _ report: CheckReport) -> Bool {
        guard let entry, case .stimulus = report.transcript.entries[entry].event else { return false }
        return true
    }

    /// Whether a rule needs another one, itself or by what it needs.
    private static func needs(_ rule: Rule, _ id: String) -> Bool {
        rule.needs.contains(id)
            || rule.needs.contains { need in
                Rule.headUnit.first { $0.id == need }.map { needs($0, id) } ?? false
            }
    }

    @Test("Each rule has a head unit that breaks it")
    func all() {
        #expect(Set(Rule.headUnit.map(\.id)) == Set(Mutant.all.map(\.rule)))
        #expect(Mutant.all.count >= 40)
    }
}

extension Mutant {
    /// Those that take long come first.
    static let all = ofRequests + ofWire
}
