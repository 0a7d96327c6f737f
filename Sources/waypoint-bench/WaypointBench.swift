/// Measures the hot paths of the package: `waypoint-bench [nmea] [MEGABYTES] [ROUNDS]`.
@main
enum WaypointBench {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        NMEABenchmark.run(megabytes: max(1, numbers.first ?? 100), rounds: max(1, numbers.dropFirst().first ?? 5))
    }
}
