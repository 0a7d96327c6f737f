internal import Formats
public import GNSS

/// What came of a run of tests, for whoever was not there: written as JUnit XML or as a page.
///
/// Scenarios are told by ``init(title:began:scenarios:)``; other tests fill it themselves.
public struct TestReport: Hashable, Sendable {
    /// How a test ended.
    public enum Outcome: Hashable, Sendable {
        /// All went as expected.
        case passed
        /// Something did not: one line, and the differences or circumstances, a line each.
        case failed(reason: String, details: [String])
        /// Something did not go as it should, but need not: one line, and the differences or circumstances, a line each.
        case warned(reason: String, details: [String])
        /// It was not tried, and why.
        case skipped(reason: String)
    }

    /// A line of what happened.
    public struct Line: Hashable, Sendable {
        /// When, since the test began.
        public let time: Duration
        /// What, in a few words.
        public let text: String
        /// The whole of it, such as the JSON of an RPC; empty for nothing more.
        public let content: String

        /// Makes a line.
        public init(time: Duration, text: String, content: String = "") {
            self.time = time
            self.text = text
            self.content = content
        }
    }

    /// One test.
    public struct Case: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// What it shows, in one sentence.
        public var description: String
        /// How it ended.
        public var outcome: Outcome
        /// How long it took.
        public var duration: Duration
        /// What was done, in order.
        public var steps: [Line]
        /// What passed between app and head unit.
        public var exchange: [Line]
        /// What the app printed.
        public var output: [String]
        /// Where the vehicle was, in order.
        public var track: [GeodeticCoordinate]
        /// Where the route goes: its points in order.
        public var route: [GeodeticCoordinate]

        /// Makes a test that passed and did nothing.
        public init(name: String, description: String) {
            self.name = name
            self.description = description
            outcome = .passed
            duration = .zero
            steps = []
            exchange = []
            output = []
            track = []
            route = []
        }

        /// Whether it failed.
        public var hasFailed: Bool { if case .failed = outcome { true } else { false } }

        /// Whether something did not go as it should.
        public var hasWarned: Bool { if case .warned = outcome { true } else { false } }

        /// Whether it was not tried.
        public var wasSkipped: Bool { if case .skipped = outcome { true } else { false } }
    }

    /// What was tested, such as `scenarios`.
    public let title: String
    /// When it began, in seconds since 1970 (UTC).
    public let began: Int64
    /// The tests, in the order in which they are told.
    public let cases: [Case]
    /// What else is to be told of the run, by name, such as what was tested.
    public let properties: [String: String]

    /// Makes a report.
    public init(title: String, began: Int64, cases: [Case], properties: [String: String] = [:]) {
        self.title = title
        self.began = began
        self.cases = cases
        self.properties = properties
    }

    /// The report of scenarios.
    ///
    /// - Parameters:
    ///   - title: What was tested.
    ///   - began: When it began, in seconds since 1970 (UTC).
    ///   - scenarios: How they went.
    public init(title: String, began: Int64, scenarios: [ScenarioReport]) {
        self.init(title: title, began: began, cases: scenarios.map(Case.init))
    }

    /// How many failed.
    public var failureCount: Int { cases.count { $0.hasFailed } }

    /// How many did not go as they should, but need not.
    public var warningCount: Int { cases.count { $0.hasWarned } }

    /// How many were not tried.
    public var skippedCount: Int { cases.count { $0.wasSkipped } }

    /// The time of all tests together.
    public var duration: Duration { cases.reduce(.zero) { $0 + $1.duration } }

    /// When it began, as ISO 8601 without a time zone (UTC), such as `2026-05-01T08:30:00`.
    var timestamp: String {
        let (nanoseconds, isTooLarge) = began.multipliedReportingOverflow(by: 1_000_000_000)
        let time = UTCTime(nanosecondsSince1970: isTooLarge ? 0 : nanoseconds)
        return String(time.iso8601(fractionDigits: 0).dropLast())
    }
}

extension TestReport.Case {
    /// How a scenario went.
    init(_ report: ScenarioReport) {
        self.init(name: report.name, description: report.description)
        duration = report.duration
        steps = report.steps.map { TestReport.Line($0) }
        if let failure = report.failure {
            if let step = failure.step { steps.append(TestReport.Line(step, mark: "FAILED: ")) }
            let place = failure.place.isEmpty ? "" : "\(failure.place): "
            outcome = .failed(reason: place + failure.reason, details: failure.details)
        }
        if let reason = report.skipped { outcome = .skipped(reason: reason) }
        if report.wasInterrupted { outcome = .skipped(reason: "interrupted while it was played") }
        exchange = report.exchange.map { moment in
            TestReport.Line(
                time: moment.time, text: moment.event.text,
                content: moment.event.members["parameters"].map { String(decoding: $0.styled(), as: UTF8.self) } ?? "")
        }
        output = report.appOutput
        track = report.track
        route = report.route
    }
}

extension TestReport.Line {
    fileprivate init(_ step: ScenarioReport.Step, mark: String = "") {
        self.init(time: step.time, text: mark + (step.note.map { "\(step.text) (\($0))" } ?? step.text))
    }

    /// The time as seconds with three decimals.
    var seconds: String { Self.seconds(time) }

    static func seconds(_ time: Duration) -> String {
        let thousandths = max(time.milliseconds, 0)
        let text = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - text.count))\(text)"
    }
}
