import Conformance
import HeadUnit
import Simulator
import Testing
import Transport

@Suite("The head unit of this package keeps to the rules", .timeLimit(.minutes(1)))
struct MockModuleRuleTests {
    @Test("Every module passes what it must", arguments: MockModule.names)
    func modules(_ name: String) async throws {
        let bench = try await HeadUnitBench(name) { module in
            module.configuration.hmiTimeout = min(module.configuration.hmiTimeout, .milliseconds(150))
            module.configuration.hmiTimeoutCompensation = .milliseconds(10)
        }
        let (report, outcome) = await bench.check()
        print("\(name): \(report.transcript.end) \(report.ids("passed").count) passed, failed \(report.ids("failed")), blocked \(report.ids("blocked"))")
        for item in report.items {
            if case .skipped(let reason) = item.state { print("  \(name) skipped \(item.rule.id): \(reason)") }
            guard case .failed(let faults) = item.state else { continue }
            let shown = faults.prefix(2).flatMap { [$0.text] + report.transcript.lines($0.entries) }
            Issue.record("\(item.rule.id) \(item.rule.sentence)\n\(shown.joined(separator: "\n"))")
        }
        #expect(outcome.noConnection == nil)
        #expect(report.isPassed)
    }
}
