import Conformance
import Formats
import TestKit
import Testing

@Suite("The table of rules")
struct RuleTableTests {
    @Test("Ids are unique, and what a rule needs exists and comes back to no rule itself")
    func ids() {
        let ids = Rule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        let table = Dictionary(uniqueKeysWithValues: Rule.all.map { ($0.id, $0) })
        for rule in Rule.all {
            #expect(rule.needs.allSatisfy { table[$0] != nil }, "\(rule.id)")
            var reached: Set<String> = []
            var open = rule.needs
            while let next = open.popLast() {
                if reached.insert(next).inserted { open += table[next]?.needs ?? [] }
            }
            #expect(!reached.contains(rule.id), "\(rule.id)")
        }
    }

    @Test("Docs/conformance.md ends with the tables that the rules make")
    func page() throws {
        let page = String(decoding: try SharedData.packageBytes("Docs/conformance.md"), as: UTF8.self)
        #expect(page.hasSuffix("<!-- made by make docs -->\n\(Rule.markdown)\n"), "run make docs")
    }

    @Test("A run without an entry skips every rule, and a baseline tells what changed")
    func emptyRun() {
        let transcript = TranscriptBuilder().transcript(
            end: .zero, answerPatience: .seconds(1), controlPatience: .seconds(1))
        let report = CheckReport(target: "nothing", began: 0, rules: Rule.all, transcript: transcript)
        #expect(report.isPassed && report.ids("skipped").count == Rule.all.count)
        #expect(report.changes(since: report.json).isEmpty)
        let before: JSONValue = [
            "rules": [["id": "HU-FRM-001", "state": "passed"], ["id": "HU-XXX-001", "state": "x"]]
        ]
        #expect(report.changes(since: before) == ["HU-FRM-001: skipped, was passed"])
        #expect(report.json(since: before)["changes"] == ["HU-FRM-001: skipped, was passed"])
        let elsewhere: JSONValue = ["target": "another", "rules": []]
        #expect(report.changes(since: elsewhere) == ["the target is nothing, was another"])
    }

    @Test("A transcript is cut at its bound and says so")
    func bound() {
        var builder = TranscriptBuilder()
        builder.opened(1, at: .zero)
        for _ in 0..<TranscriptBuilder.entryLimit { builder.stimulus(.route, at: .zero) }
        let transcript = builder.transcript(end: .zero, answerPatience: .zero, controlPatience: .zero)
        #expect(transcript.isCut && transcript.entries.count == TranscriptBuilder.entryLimit)
    }
}
