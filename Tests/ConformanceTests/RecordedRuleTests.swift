import Conformance
import Simulator
import TestKit
import Testing

@Suite("Rules about head units hold for the recordings of sdl_core")
struct RecordedRuleTests {
    @Test(
        "All recordings keep to all rules",
        .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
    func recordings() throws {
        var ran: [String: Int] = [:]
        var count = 0
        let folder = SharedData.path("vectors/sdl_core/")
        for description in try Recording.descriptions(inFolder: folder) {
            let recording = try Recording(path: folder + description.name + ".jsonl")
            let evidence = Evidence(Transcript(recording))
            var passed = 0
            for rule in Rule.headUnit {
                switch rule.judge(evidence) {
                case .passed:
                    ran[rule.id, default: 0] += 1
                    passed += 1
                case .notApplicable: break
                case .failed(let faults):
                    let shown = faults.prefix(2).flatMap { [$0.text] + evidence.transcript.lines($0.entries) }
                    Issue.record("\(rule.id) \(rule.sentence)\n\(shown.joined(separator: "\n"))")
                }
            }
            if passed > 0 { count += 1 }
        }
        print(ran.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n"))
        print(ran.count, count, Rule.headUnit.map(\.id).filter { ran[$0] == nil })
        #expect(ran.count >= 40)
        #expect(count >= 60)
    }
}
