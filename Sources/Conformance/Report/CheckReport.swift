internal import Formats
package import SDLSpec

/// What a check found: each rule with what came of it.
package struct CheckReport: Sendable {
    /// How it stands with a rule.
    package enum State: Hashable, Sendable {
        /// It holds in so many cases.
        case passed(count: Int)
        /// It does not.
        case failed([Breach])
        /// Another rule does not hold, without which it cannot be judged.
        case blocked(by: String)
        /// Nothing happened that it is about, and why.
        case skipped(reason: String)

        /// The state as a word.
        package var word: String {
            switch self {
            case .passed: "passed"
            case .failed: "failed"
            case .blocked: "blocked"
            case .skipped: "skipped"
            }
        }
    }

    /// A rule with how it stands.
    package struct Item: Sendable {
        /// The rule.
        package let rule: Rule
        /// How it stands.
        package let state: State
    }

    /// What was checked, such as `head unit 127.0.0.1:12345`.
    package let target: String
    /// When, in seconds since 1970 (UTC).
    package let began: Int64
    /// The rules, in their order.
    package let items: [Item]
    /// What happened.
    package let transcript: Transcript
    /// The versions of the target, as far as it told them.
    package let protocolVersion: String?
    package let rpcVersion: String?
    /// Why the check did not come to its end, or could look at little; `nil` when it is whole.
    package let incomplete: String?

    /// Judges a transcript.
    ///
    /// - Parameters:
    ///   - target: What was checked.
    ///   - began: When, in seconds since 1970 (UTC).
    ///   - rules: The rules it is held to.
    ///   - transcript: What happened.
    ///   - skips: The walks that were not made, or not to their end, and why; also by `driver: ` and the walk what
    ///     nobody did on the target, and by a rule's id.
    ///   - breaks: The walks that the target kept from their end, or rules by id, and where it did: what such a walk
    ///     leaves without a case is blocked by the rule that fails there.
    ///   - incomplete: Why the check did not come to its end, or could look at little.
    ///   - spec: What messages are held to; `nil` is the built-in part.
    package init(
        target: String, began: Int64, rules: [Rule], transcript: Transcript, skips: [String: String] = [:],
        breaks: [String: BreakingPoint] = [:], incomplete: String? = nil, spec: RPCSpec? = nil
    ) {
        self.target = target
        self.began = began
        self.transcript = transcript
        self.incomplete =
            incomplete?.printable ?? (transcript.isCut ? "more was said than can be kept: the rest is not judged" : nil)
        let evidence = Evidence(transcript, spec: spec)
        let versions = evidence.acknowledgedVersions
        protocolVersion = versions.map { "\($0)" }
        rpcVersion = evidence.registrations.first.flatMap { EvidenceReader.version($0.answer["syncMsgVersion"]) }
            .map { "\($0)" }
        items = Self.block(Self.judge(rules, evidence, skips), skips, breaks, transcript)
    }

    /// Rules without a case for which another one is to blame, which fails where their walk was broken off.
    private static func block(
        _ items: [Item], _ skips: [String: String], _ breaks: [String: BreakingPoint], _ transcript: Transcript
    ) -> [Item] {
        guard !breaks.isEmpty else { return items }
        let failed = items.compactMap { item -> (rule: String, entries: [Int])? in
            guard case .failed(let breaches) = item.state else { return nil }
            return (item.rule.id, breaches.flatMap(\.entries).filter(transcript.entries.indices.contains))
        }
        return items.map { item in
            guard case .skipped = item.state, let point = breaks.point(for: item.rule, skips),
                let cause = cause(of: point, failed, transcript)
            else { return item }
            return Item(rule: item.rule, state: .blocked(by: cause))
        }
    }

    /// The rule that fails in what a walk broke off at; else the one that fails next behind it, else last before it.
    private static func cause(
        of point: BreakingPoint, _ failed: [(rule: String, entries: [Int])], _ transcript: Transcript
    ) -> String? {
        let end = transcript.lastQuestion(before: point)
        let distances = failed.compactMap { rule, entries -> (rule: String, distance: (Int, Int))? in
            entries.filter { point.links.contains(transcript.entries[$0].connection) }
                .map { $0 < end ? (1, end - $0) : (0, $0 - end) }.min(by: <).map { (rule, $0) }
        }
        return distances.min { $0.distance < $1.distance }?.rule
    }

    private static func judge(_ rules: [Rule], _ evidence: Evidence, _ skips: [String: String]) -> [Item] {
        var states: [String: State] = [:]
        for rule in inOrderOfNeed(rules) {
            let obstacle = rule.needs.first { need in
                switch states[need] {
                case .failed, .blocked: true
                case .passed, .skipped, nil: false
                }
            }
            if let obstacle {
                // What is wrong in the end, not what it is wrong through.
                if case .blocked(let cause) = states[obstacle] {
                    states[rule.id] = .blocked(by: cause)
                } else {
                    states[rule.id] = .blocked(by: obstacle)
                }
                continue
            }
            states[rule.id] =
                switch rule.judge(evidence) {
                case .passed(let count): .passed(count: count)
                case .failed(let faults): .failed(faults)
                case .notApplicable(let reason): .skipped(reason: (skips.reason(for: rule) ?? reason).printable)
                }
        }
        return rules.compactMap { rule in states[rule.id].map { Item(rule: rule, state: $0) } }
    }

    /// The rules with those first that others need.
    private static func inOrderOfNeed(_ rules: [Rule]) -> [Rule] {
        let table = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
        var done: Set<String> = []
        var order: [Rule] = []
        func visit(_ rule: Rule) {
            guard done.insert(rule.id).inserted else { return }
            for need in rule.needs { if let needed = table[need] { visit(needed) } }
            order.append(rule)
        }
        for rule in rules { visit(rule) }
        return order
    }

    /// The rules in a state, by its word.
    package func ids(_ word: String) -> [String] {
        items.filter { $0.state.word == word }.map(\.rule.id)
    }

    /// Whether no rule failed that must hold.
    package var isPassed: Bool {
        !items.contains { item in
            if case .failed = item.state { item.rule.severity == .must } else { false }
        }
    }
}

extension [String: String] {
    /// Why a rule has nothing to look at, if its walk knows.
    fileprivate func reason(for rule: Rule) -> String? {
        if let reason = self[rule.id] { return reason }
        guard let walk = rule.walk else { return nil }
        if rule.isDriven, let reason = self["driver: \(walk)"] { return reason }
        return self[walk]
    }
}

extension [String: BreakingPoint] {
    /// Where the walk of a rule was broken off, if that is why the rule has nothing to look at.
    fileprivate func point(for rule: Rule, _ skips: [String: String]) -> BreakingPoint? {
        if skips[rule.id] != nil { return self[rule.id] }
        guard let walk = rule.walk, !rule.isDriven || skips["driver: \(walk)"] == nil else { return nil }
        return self[walk]
    }
}

extension Evidence {
    /// The highest protocol version that was agreed upon.
    fileprivate var acknowledgedVersions: String? {
        states.values.filter { $0.isStarted }.compactMap(\.protocolVersion).max().map { "\($0)" }
    }
}
