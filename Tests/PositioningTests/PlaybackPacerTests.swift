import GNSS
import Positioning
import Testing

@Suite("Pace of a recording")
struct PlaybackPacerTests {
    private func time(_ seconds: Double) -> Fix {
        Fix(time: UTCTime(nanosecondsSince1970: 1_600_000_000_000_000_000 + Int64(seconds * 1e9)))
    }

    /// An epoch that has a time of day only.
    private func timeOfDay(_ seconds: Int64) throws -> Fix {
        var fix = Fix()
        fix.timeOfDay = try #require(UTCTime(secondsSince1970: seconds)).timeOfDay
        return fix
    }

    @Test("Without a date the time of day serves, over midnight too")
    func undated() throws {
        var pacer = PlaybackPacer(speed: .factor(1))
        #expect(pacer.due(try timeOfDay(86_398), now: .zero) == .zero)
        #expect(pacer.due(try timeOfDay(86_399), now: .zero) == .seconds(1))
        #expect(pacer.due(try timeOfDay(86_401), now: .zero) == .seconds(3))
    }

    @Test("Epochs come at the distances of their own times, divided by the factor")
    func factor() {
        var pacer = PlaybackPacer(speed: .factor(10))
        #expect(pacer.due(time(0), now: .seconds(5)) == .seconds(5))
        #expect(pacer.due(time(1), now: .seconds(5)) == .milliseconds(5100))
        #expect(pacer.due(time(3), now: .milliseconds(5100)) == .milliseconds(5300))
    }

    @Test("A delay of the machine is not carried on")
    func delay() {
        var pacer = PlaybackPacer(speed: .factor(1))
        _ = pacer.due(time(0), now: .zero)
        #expect(pacer.due(time(1), now: .milliseconds(400)) == .seconds(1))
        // The machine was late by 300 ms; the epoch after that is due at 2 s all the same.
        #expect(pacer.due(time(2), now: .milliseconds(1300)) == .seconds(2))
        // One that is overdue comes at once.
        #expect(pacer.due(time(3), now: .seconds(9)) == .seconds(9))
    }

    @Test("Epochs without time, repeated ones and steps back are due at once")
    func odd() {
        var pacer = PlaybackPacer(speed: .factor(1))
        #expect(pacer.due(Fix(), now: .seconds(1)) == .seconds(1))
        #expect(pacer.due(time(100), now: .seconds(2)) == .seconds(2))
        #expect(pacer.due(time(100), now: .seconds(3)) == .seconds(3))
        #expect(pacer.due(time(50), now: .seconds(4)) == .seconds(4))
        #expect(pacer.due(time(51), now: .seconds(4)) == .seconds(5))
    }

    @Test("A recording that goes on hours later is another one; no speed makes a delay that overflows")
    func extremes() {
        var pacer = PlaybackPacer(speed: .factor(1))
        #expect(pacer.due(time(0), now: .zero) == .zero)
        #expect(pacer.due(time(86_400), now: .zero) == .zero)
        #expect(pacer.due(time(86_401), now: .zero) == .seconds(1))
        for factor in [1e-300, 0, -1, .nan, .infinity] {
            var pacer = PlaybackPacer(speed: .factor(factor))
            _ = pacer.due(time(0), now: .zero)
            #expect(pacer.due(time(1), now: .zero) <= .seconds(1_000_000_001))
        }
    }

    @Test("The highest speed never waits")
    func maximum() {
        var pacer = PlaybackPacer(speed: .maximum)
        #expect(pacer.due(time(0), now: .seconds(1)) == .seconds(1))
        #expect(pacer.due(time(900), now: .seconds(1)) == .seconds(1))
    }

    @Test(
        "Speeds are read from text",
        arguments: [
            ("1", .factor(1)), ("0.5", .factor(0.5)), ("max", .maximum), ("0", nil), ("1e-30", nil), ("1e30", nil),
            ("-1", nil), ("fast", nil),
            ("inf", nil), ("nan", nil), ("", nil),
        ] as [(String, PlaybackSpeed?)])
    func text(text: String, speed: PlaybackSpeed?) {
        #expect(PlaybackSpeed(text) == speed)
    }
}
