/// Measures the hot paths of the package: `waypoint-bench [nmea] [MEGABYTES] [ROUNDS]`.
///
/// With `profile` only the decoding without epochs runs, many times over a short stream, for `perf record`.
@main
enum WaypointBench {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        if CommandLine.arguments.contains("profile") {
            NMEABenchmark.profile(rounds: max(1, numbers.first ?? 300))
            return
        }
        NMEABenchmark.run(megabytes: max(1, numbers.first ?? 100), rounds: max(1, numbers.dropFirst().first ?? 5))
    }
}
