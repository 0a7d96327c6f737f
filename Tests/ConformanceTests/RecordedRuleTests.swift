import Conformance
import Simulator
import TestKit
import Testing

@Suite(
    "Rules hold for the recordings of sdl_core",
    .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct RecordedRuleTests {
    private static let folder = SharedData.path("vectors/sdl_core/")

    @Test("Every recording keeps to every rule about head units, and most rules have something to judge")
    func headUnits() throws {
        var ran: [String: Int] = [:]
        var judged = 0
        for description in try Recording.descriptions(inFolder: Self.folder) {
            let passed = try judge(description.name, Rule.headUnit)
            for id in passed { ran[id, default: 0] += 1 }
            if !passed.isEmpty { judged += 1 }
        }
        #expect(judged >= 139)
        #expect(ran.values.count { $0 >= 60 } >= 40, "\(ran.values.sorted())")
        // The others are about what nobody did to the head unit while it was recorded.
        let unseen = Rule.headUnit.map(\.id).filter { ran[$0] == nil }
        #expect(
            unseen == [
                "HU-END-005", "HU-REG-013", "HU-LVL-003", "HU-REQ-010", "HU-POL-007", "HU-POL-008", "HU-WPT-005",
                "HU-CAP-004", "HU-LIM-004",
            ])
    }

    @Test(
        "The public libraries keep to the rules about apps that must hold",
        arguments: ["client_js", "client_js_late", "client_java", "client_java_none"])
    func apps(_ name: String) throws {
        // In one of them the program around the library gives up, and does not let it say good-bye.
        let isCutOff = name == "client_java_none"
        let rules = Rule.app.filter { $0.severity == .must && !(isCutOff && $0.id == "APP-END-001") }
        let passed = try judge(name, rules)
        #expect(passed.contains("APP-POL-001") && passed.contains("APP-END-001") != isCutOff)
    }

    /// The rules that hold for a recording.
    private func judge(_ name: String, _ rules: [Rule]) throws -> [String] {
        let evidence = Evidence(Transcript(try Recording(path: Self.folder + name + ".jsonl")))
        var passed: [String] = []
        for rule in rules {
            switch rule.judge(evidence) {
            case .passed: passed.append(rule.id)
            case .notApplicable: break
            case .failed(let breaches):
                let shown = breaches.prefix(2).flatMap { [$0.text] + evidence.transcript.lines($0.entries) }
                Issue.record("\(name): \(rule.id) \(rule.sentence)\n\(shown.joined(separator: "\n"))")
            }
        }
        return passed
    }
}
