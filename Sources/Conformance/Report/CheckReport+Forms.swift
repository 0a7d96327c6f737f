package import Formats
package import Simulator

// Reports for people and programs.
extension CheckReport {
    /// How many rules are in each state, in a line.
    package var summary: String {
        ["passed", "failed", "blocked", "skipped"].map { "\(ids($0).count) \($0)" }.joined(separator: ", ")
    }

    /// What was found out about the target, in a line.
    package var headline: String {
        let versions = [protocolVersion.map { "protocol \($0)" }, rpcVersion.map { "RPC \($0)" }].compactMap(\.self)
        let cut = transcript.isCut ? "; it said more than can be kept, and only the beginning is judged" : ""
        return (versions.isEmpty ? target : "\(target): \(versions.joined(separator: ", "))") + cut
    }

    /// A rule that does not simply hold, in a few lines.
    package func lines(of item: Item) -> [String] {
        let head = "\(item.state.word)  \(item.rule.id) (\(item.rule.severity.rawValue)): \(item.rule.sentence)"
        switch item.state {
        case .passed: return [head]
        case .blocked(let id): return [head, "    by \(id)"]
        case .skipped(let reason): return [head, "    \(reason)"]
        case .failed(let breaches):
            var lines = [head]
            for breach in breaches.prefix(3) {
                lines.append("    \(breach.text)")
                lines += transcript.lines(breach.entries).map { "        \($0)" }
            }
            if breaches.count > 3 { lines.append("    … and \(breaches.count - 3) more") }
            return lines
        }
    }

    /// The report for other programs; members never go away.
    package var json: JSONValue {
        [
            "target": .string(target), "began": .int(began), "passed": .bool(isPassed), "cut": .bool(transcript.isCut),
            "protocolVersion": protocolVersion.map { .string($0) } ?? .null,
            "rpcVersion": rpcVersion.map { .string($0) } ?? .null, "rules": .array(items.map(json)),
        ]
    }

    private func json(_ item: Item) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(item.rule.id), "rule": .string(item.rule.sentence), "source": .string(item.rule.source),
            "severity": .string(item.rule.severity.rawValue), "state": .string(item.state.word),
        ]
        switch item.state {
        case .passed(let count): members["count"] = .int(Int64(count))
        case .blocked(let id): members["by"] = .string(id)
        case .skipped(let reason): members["reason"] = .string(reason)
        case .failed(let breaches):
            members["breaches"] = .array(
                breaches.prefix(20).map { breach in
                    [
                        "text": .string(breach.text),
                        "exchange": .array(transcript.lines(breach.entries).map { .string($0) }),
                    ]
                })
        }
        return .object(members)
    }

    /// The report as JUnit XML and as a page know it; only what must hold counts as failed there.
    package var testReport: TestReport {
        TestReport(title: "conformance", began: began, cases: items.map(testCase))
    }

    private func testCase(_ item: Item) -> TestReport.Case {
        var test = TestReport.Case(
            name: item.rule.id,
            description: "\(item.rule.sentence) (\(item.rule.severity.rawValue); \(item.rule.source))")
        switch item.state {
        case .passed: break
        case .blocked(let id): test.outcome = .skipped(reason: "blocked by \(id)")
        case .skipped(let reason): test.outcome = .skipped(reason: reason)
        case .failed(let breaches):
            let texts = breaches.map(\.text)
            let lines = Set(breaches.prefix(3).flatMap(\.entries)).sorted().map { number in
                TestReport.Line(time: transcript.entries[number].time, text: transcript.entries[number].text)
            }
            if item.rule.severity == .must {
                test.outcome = .failed(reason: texts.first ?? "", details: Array(texts.dropFirst().prefix(20)))
                test.exchange = lines
            } else {
                let word = item.rule.severity == .should ? "it should hold, but" : "to be noted:"
                test.outcome = .skipped(reason: "\(word) \(texts.first ?? "")")
                test.steps = lines
            }
        }
        return test
    }

    // MARK: Earlier runs

    /// What has changed since an earlier run, a line a rule.
    ///
    /// - Parameter earlier: The JSON of that run; rules that it does not know are passed over.
    package func changes(since earlier: JSONValue) -> [String] {
        var before: [String: String] = [:]
        for rule in earlier["rules"]?.arrayValue ?? [] {
            if let id = rule["id"]?.stringValue, let state = rule["state"]?.stringValue { before[id] = state }
        }
        return items.compactMap { item in
            guard let old = before[item.rule.id], old != item.state.word else { return nil }
            return "\(item.rule.id): \(item.state.word), was \(old)"
        }
    }
}

extension Rule {
    /// The rules as lines: id, weight, sentence.
    package static var list: [String] {
        all.map { "\($0.id)  \($0.severity.rawValue)  \($0.sentence)" }
    }

    /// The tables of Docs/conformance.md.
    package static var markdown: String {
        var lines: [String] = []
        for subject in Subject.allCases {
            let rules = all.filter { $0.subject == subject }
            lines += [
                "", "## Rules about \(subject == .app ? "apps" : "head units") (\(rules.count))", "",
                "| rule | weight | what has to hold | source | needs |", "| --- | --- | --- | --- | --- |",
            ]
            for rule in rules {
                let driven = rule.isDriven ? " (driver)" : ""
                lines.append(
                    "| `\(rule.id)` | \(rule.severity.rawValue)\(driven) | \(rule.sentence) | \(rule.source) | "
                        + "\(rule.needs.joined(separator: ", ")) |")
            }
        }
        return lines.joined(separator: "\n")
    }
}
