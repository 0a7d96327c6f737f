/// How long a check waits.
package struct Pace: Hashable, Sendable {
    /// For the answer to an RPC.
    package var answer: Duration
    /// For the answer to a control frame, and for what follows at once.
    package var control: Duration
    /// For a head unit that brings apps to the front by itself, or an app that makes its next step.
    package var level: Duration
    /// How long silence lasts before it is believed.
    package var quiet: Duration
    /// For everything together.
    package var total: Duration

    /// Makes a pace.
    package init(answer: Duration, control: Duration, level: Duration, quiet: Duration, total: Duration) {
        self.answer = answer
        self.control = control
        self.level = level
        self.quiet = quiet
        self.total = total
    }

    /// How late an answer is that an app has to bear.
    package var lateness: Duration { min(.seconds(5), answer / 3) }

    /// That of a real head unit or app: one whose navigation is silent answers after 11 s.
    package static let live = Pace(
        answer: .seconds(15), control: .seconds(3), level: .seconds(2), quiet: .milliseconds(700), total: .seconds(600))
}
