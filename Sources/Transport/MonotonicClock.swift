internal import Glibc

/// The clock of all timers and waits, which is never set: CLOCK_MONOTONIC.
package enum MonotonicClock {
    /// Time since an arbitrary start, never going back; what a reactor calls now.
    package static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Makes a condition whose timed waits go by this clock; by default they go by one that can be set back.
    static func initialize(_ condition: inout pthread_cond_t) {
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(&condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    /// The deadline of a timed wait that ends after some seconds.
    static func deadline(seconds: Int) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        time.tv_sec += seconds
        return time
    }
}
