internal import Glibc

/// The clock that the reactor's times are of.
enum MonotonicTime {
    static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// The time of day, for people.
enum WallClock {
    /// What the clock said at a moment of ``MonotonicTime``, in milliseconds of Unix time.
    static func milliseconds(at moment: Duration) -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let ago = MonotonicTime.now - moment
        let parts = ago.components
        let milliseconds = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
        return (Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6 - milliseconds).rounded()
    }
}
