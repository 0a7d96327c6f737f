/// Measures the hot paths of the package: `waypoint-bench [nmea] [rtcm] [relay] [progress] [fanout] [MEGABYTES] [ROUNDS]`.
///
/// Without a name everything is measured; numbers behind `fanout` alone are the sizes of its crowds. With `profile` only
/// the decoding of NMEA without epochs runs, many times over a short stream, for `perf record`.
@main
enum WaypointBench {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        if CommandLine.arguments.contains("profile") {
            NMEABenchmark.profile(rounds: max(1, numbers.first ?? 300))
            return
        }
        let sections = CommandLine.arguments.dropFirst().filter { Int($0) == nil }
        if sections.isEmpty || sections.contains("nmea") {
            NMEABenchmark.run(megabytes: max(1, numbers.first ?? 100), rounds: max(1, numbers.dropFirst().first ?? 5))
        }
        if sections.isEmpty || sections.contains("rtcm") { try await RTCMBenchmark.run() }
        if sections.isEmpty || sections.contains("relay") { try await RelayBenchmark.run() }
        if sections.isEmpty || sections.contains("progress") {
            var comparison = ProgressBenchmark.comparison()
            comparison.run(rounds: 15)
            print(comparison.table.joined(separator: "\n"))
            print(ProgressBenchmark.allocations())
        }
        if sections == ["fanout"], !numbers.isEmpty {
            try await FanOutBenchmark.run(crowds: numbers)
        } else if sections.isEmpty || sections.contains("fanout") {
            try await FanOutBenchmark.run()
        }
    }
}
