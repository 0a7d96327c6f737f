// What an app has to live with.
extension Rule {
    static let appEndurance: [Rule] = AppFault.allCases.map { kind in
        Rule(
            kind.id, .must, kind.sentence, source: "app guide; reports of the app libraries", needs: ["APP-HBT-001"],
            walk: "endurance"
        ) { evidence in
            evidence.each(evidence.trials(kind), or: "no app was tried") { trial in
                if let closure = trial.closure { return Breach("the app closes the link", [trial.entry, closure]) }
                return trial.isAlive
                    ? nil : Breach("the app does not answer a heartbeat any more", [trial.entry] + trial.beats)
            }
        }
    }
}

/// What an app has to live with.
enum AppFault: String, CaseIterable, Sendable {
    case unknownMember = "members that nobody knows"
    case unknownValue = "values of enums that nobody knows"
    case warnings = "WARNINGS in the place of SUCCESS"
    case ignored = "IGNORED for a subscription"
    case late = "late answers"
    case reordered = "a notification before the answer that it follows"
    case twice = "answers and notifications that come twice"
    case generic = "GenericResponse in the place of an answer"

    var id: String {
        let number = (AppFault.allCases.firstIndex(of: self) ?? 0) + 1
        return "APP-BEAR-00\(number)"
    }
    var sentence: String { "An app lives on with \(rawValue)." }
}
