public import GNSS

/// How a scenario went.
public struct ScenarioReport: Hashable, Sendable {
    /// A step that was done.
    public struct Step: Hashable, Sendable {
        /// What was done or expected.
        public let text: String
        /// Why, in the words of the author; `nil` for none.
        public let note: String?
        /// When it was done, since the scenario began.
        public let time: Duration
    }

    /// What went wrong, and where.
    public struct Failure: Hashable, Sendable {
        /// The step; `nil` when it is none.
        public let step: Step?
        /// Where it stands, for example `scenarios/full-only.json: steps[3]`; empty when it is no step.
        public let place: String
        /// What went wrong, in one line.
        public let reason: String
        /// The differences, or what came instead, a line each.
        public let details: [String]

        /// What went wrong after the last step.
        static func end(_ reason: String) -> Failure {
            Failure(step: nil, place: "", reason: reason, details: [])
        }
    }

    /// An event, and when it happened.
    public struct Moment: Hashable, Sendable {
        /// When, since the scenario began.
        public let time: Duration
        /// What.
        public let event: ScenarioEvent
    }

    /// The name of the scenario.
    public let name: String
    /// What it shows.
    public let description: String
    /// The steps that were done, in order.
    public internal(set) var steps: [Step] = []
    /// How many steps it has.
    public let stepCount: Int
    /// What went wrong; `nil` for nothing.
    public internal(set) var failure: Failure?
    /// Whether somebody interrupted it.
    public internal(set) var wasInterrupted = false
    /// Why its last steps were not played; `nil` when all were.
    public internal(set) var shortened: String?
    /// The last events, oldest first.
    public internal(set) var exchange: [Moment] = []
    /// The last lines that the app printed.
    public internal(set) var appOutput: [String] = []
    /// Where the vehicle was, in order.
    public internal(set) var track: [GeodeticCoordinate] = []
    /// The points of the route at the start.
    public internal(set) var route: [GeodeticCoordinate] = []
    /// How long it took.
    public internal(set) var duration = Duration.zero

    /// Why it was not played; `nil` when it was.
    public internal(set) var skipped: String?

    /// Whether all went as expected.
    public var isPassed: Bool { failure == nil && skipped == nil }

    /// Whether it was played.
    public var isPlayed: Bool { skipped == nil }

    init(_ scenario: Scenario) {
        name = scenario.name
        description = scenario.description
        stepCount = scenario.steps.count
    }

    /// The report of a scenario that could not be begun.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - failure: Why not, in one line.
    public init(_ scenario: Scenario, failure: String) {
        self.init(scenario)
        self.failure = Failure(step: nil, place: "", reason: failure, details: [])
    }

    /// The report of a scenario that was not played.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - skipped: Why not, in one line.
    public init(_ scenario: Scenario, skipped: String) {
        self.init(scenario)
        self.skipped = skipped
    }

    // MARK: As text

    /// The line of a step that was done.
    public static func line(_ step: Step) -> String {
        let note = step.note.map { "  (\($0))" } ?? ""
        return "  ok    \(seconds(step.time))  \(step.text)\(note)"
    }

    /// The lines of a failure.
    public static func lines(_ failure: Failure) -> [String] {
        var lines: [String] = []
        if let step = failure.step {
            let note = step.note.map { "  (\($0))" } ?? ""
            lines.append("  FAIL  \(seconds(step.time))  \(step.text)\(note)")
        }
        lines.append("        \(failure.place.isEmpty ? "" : "\(failure.place): ")\(failure.reason)")
        return lines + failure.details.map { "          \($0)" }
    }

    /// The line of the whole.
    public var verdict: String {
        "\(isPassed ? "passed" : isPlayed ? "FAILED" : "skipped"): \(name), \(steps.count) of \(stepCount) steps in \(duration.secondsText)"
    }

    private static func seconds(_ time: Duration) -> String { TestReport.Line.seconds(time) }
}
