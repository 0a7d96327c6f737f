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
        let cut = incomplete.map { "; incomplete: \($0)" } ?? ""
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
            "complete": .bool(incomplete == nil), "incomplete": incomplete.map { .string($0) } ?? .null,
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

    /// The report as JUnit XML and as a page know it: a *must* that does not hold failed there, another rule is a warning.
    ///
    /// - Parameters:
    ///   - circumstances: What else is to be told of the run, by name.
    ///   - earlier: The JSON of an earlier run, to tell what has changed since.
    package func testReport(
        circumstances: [String: String] = [:], since earlier: JSONValue? = nil
    ) -> TestReport {
        var properties = circumstances
        properties["target"] = target
        properties["protocol version"] = protocolVersion
        properties["RPC version"] = rpcVersion
        properties["complete"] = incomplete.map { "no: \($0)" } ?? "yes"
        if let earlier { properties["changes since the baseline"] = changes(since: earlier).joined(separator: "; ") }
        var cases = items.map(testCase)
        if let incomplete {
            var run = TestReport.Case(name: "run", description: "The check comes to its end.")
            run.outcome = .failed(reason: incomplete, details: [])
            cases.insert(run, at: 0)
        }
        return TestReport(title: "conformance", began: began, cases: cases, properties: properties)
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
            test.exchange = Set(breaches.prefix(3).flatMap(\.entries)).sorted().compactMap { number in
                guard transcript.entries.indices.contains(number) else { return nil }
                let entry = transcript.entries[number]
                return TestReport.Line(time: entry.time, text: entry.textWithoutTime)
            }
            // The text of a breach is half a sentence: what the rule says is the other half.
            let reason = "\(item.rule.sentence) But: \(texts.first ?? "")"
            let details = Array(texts.dropFirst().prefix(20))
            test.outcome =
                item.rule.severity == .must
                ? .failed(reason: reason, details: details) : .warned(reason: reason, details: details)
        }
        return test
    }

    // MARK: Earlier runs

    /// What has changed since an earlier run, a line a rule; of rules that it does not know, those that fail.
    ///
    /// - Parameter earlier: The JSON of that run.
    package func changes(since earlier: JSONValue) -> [String] {
        var before: [String: String] = [:]
        for rule in earlier["rules"]?.arrayValue ?? [] {
            if let id = rule["id"]?.stringValue, let state = rule["state"]?.stringValue { before[id] = state }
        }
        var lines: [String] = []
        if let other = earlier["target"]?.stringValue, other != target {
            lines.append("the target is \(target), was \(other)".printable)
        }
        return lines
            + items.compactMap { item in
                guard let old = before[item.rule.id] else {
                    return item.state.word == "failed" ? "\(item.rule.id): failed, is new" : nil
                }
                return old == item.state.word ? nil : "\(item.rule.id): \(item.state.word), was \(old)".printable
            }
    }

    /// The report for other programs, with what has changed since an earlier run as `changes`.
    package func json(since earlier: JSONValue) -> JSONValue {
        guard case .object(var members) = json else { return json }
        members["changes"] = .array(changes(since: earlier).map { .string($0) })
        return .object(members)
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
