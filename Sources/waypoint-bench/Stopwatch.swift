import Glibc

/// Processor time of this process: other load on the machine counts little.
enum Stopwatch {
    /// Seconds of processor time that a piece of work takes.
    static func seconds(_ work: () -> Void) -> Double {
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
