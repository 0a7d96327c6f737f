internal import GNSS
internal import Glibc

/// The usual speed of the vehicle, for estimates of time: halts at lights do not make it zero at once.
struct Pace: Sendable {
    /// Seconds after which a change of speed has shown to 63 %.
    private static let timeConstant = 30.0

    private(set) var speed: Double?
    private var time: UTCTime?

    mutating func restart() {
        time = nil
    }

    /// Takes a fix that lies a number of metres from the one before.
    mutating func moved(by length: Double, fix: Fix) {
        defer { time = fix.time ?? time }
        let told = fix.speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        guard let now = fix.time, let before = time else {
            speed = speed ?? told
            return
        }
        let seconds = now.seconds(since: before)
        guard seconds > 0 else { return }
        let measured = told ?? length / seconds
        let share = 1 - exp(-seconds / Pace.timeConstant)
        speed = speed.map { $0 + share * (measured - $0) } ?? measured
    }
}
