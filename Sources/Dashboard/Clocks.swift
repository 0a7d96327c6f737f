internal import Glibc
internal import Transport

/// The time of day, for people.
enum WallClock {
    /// What the clock said at a moment of the reactor's clock, in milliseconds of Unix time.
    static func milliseconds(at moment: Duration) -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let ago = MonotonicClock.now - moment
        let parts = ago.components
        let milliseconds = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
        return (Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6 - milliseconds).rounded()
    }
}
