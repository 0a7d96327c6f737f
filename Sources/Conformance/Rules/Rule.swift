/// What a head unit or an app has to do, and how a transcript shows whether it does.
package struct Rule: Sendable {
    /// How much a rule weighs.
    package enum Severity: String, CaseIterable, Hashable, Sendable {
        /// The spec demands it, or apps and head units in use break without it.
        case must
        /// The real systems do it.
        case should
        /// Worth knowing.
        case note
    }

    /// Whose behaviour it is about.
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        /// A head unit.
        case headUnit = "head unit"
        /// An app.
        case app
    }

    /// Its name, which never changes.
    package let id: String
    /// The rule in one sentence.
    package let sentence: String
    /// Where it comes from.
    package let source: String
    /// How much it weighs.
    package let severity: Severity
    /// Whose behaviour it is about.
    package let subject: Subject
    /// The rules without which it cannot be judged.
    package let needs: [String]
    /// The walk of the live check that brings about what it looks at; `nil` when any does.
    package let walk: String?
    /// Whether somebody has to do on the head unit what it is about.
    package let isDriven: Bool
    /// Judges a transcript.
    package let judge: @Sendable (Evidence) -> Verdict

    init(
        _ id: String, _ severity: Severity, _ sentence: String, source: String, needs: [String] = [],
        walk: String? = nil, isDriven: Bool = false, _ judge: @escaping @Sendable (Evidence) -> Verdict
    ) {
        self.id = id
        self.severity = severity
        self.sentence = sentence
        self.source = source
        subject = id.hasPrefix("APP") ? .app : .headUnit
        self.needs = needs
        self.walk = walk
        self.isDriven = isDriven
        self.judge = judge
    }

    /// All rules, head units first, in the order in which they are told.
    package static let all: [Rule] = headUnit + app

    /// The rules about head units.
    package static let headUnit: [Rule] =
        framing + services + heartbeat + registration + requests + policy + wayPoints + capabilities + limits

    /// The rules about apps.
    package static let app: [Rule] = appWire + appGates + appEndurance
}

/// What a rule says of a transcript.
package enum Verdict: Sendable {
    /// It holds in so many cases.
    case passed(count: Int)
    /// It does not.
    case failed([Breach])
    /// Nothing in the transcript is about it, and why.
    case notApplicable(String)
}

/// A case in which a rule does not hold.
package struct Breach: Hashable, Sendable {
    /// What is wrong, in one line.
    package let text: String
    /// The entries of the transcript that show it.
    package let entries: [Int]

    init(_ text: String, _ entries: [Int]) {
        // What a head unit or an app says may be meant to harm who reads it on a terminal.
        self.text = text.printable
        self.entries = entries
    }
}

extension Evidence {
    /// What was done from outside, with what came next in place of what should have.
    ///
    /// - Parameters:
    ///   - stimulus: The entry of what was done.
    ///   - connection: The link that is looked at; `nil` for all.
    func aftermath(of stimulus: Int, on connection: Int? = nil) -> [Int] {
        let next = transcript.nextStimulus(after: stimulus) { _ in true }
        let entries = (stimulus + 1..<max(next, stimulus + 1)).filter {
            connection == nil || transcript.entries[$0].connection == connection
        }
        return [stimulus] + entries.prefix(3)
    }

    /// Holds a rule to each case.
    ///
    /// - Parameters:
    ///   - cases: The cases.
    ///   - nothing: What is missing where there is none.
    ///   - fault: What is wrong in a case; `nil` for nothing.
    func each<Case>(_ cases: [Case], or nothing: String, _ fault: (Case) -> Breach?) -> Verdict {
        guard !cases.isEmpty else { return .notApplicable(nothing) }
        let faults = cases.compactMap(fault)
        return faults.isEmpty ? .passed(count: cases.count) : .failed(faults)
    }
}
