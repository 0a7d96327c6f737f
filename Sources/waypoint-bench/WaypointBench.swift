import Formats

/// Measures the hot paths of the package.
///
/// `waypoint-bench [nmea] [wire] [rpc] [progress] [rtcm] [relay] [position] [requests] [fanout] [profile] [--json]
/// [--rounds N] [NUMBER...]`
///
/// Without a name everything is measured. `--rounds` is for `wire`, `rpc`, `progress` and `rtcm`; `--json` prints what
/// these find as one array and measures nothing else. The numbers are megabytes and rounds of `nmea`; behind `fanout`
/// alone they are the sizes of its crowds. With `profile` only decoding runs, again and again, for `perf record`:
/// sentences without epochs, or with `rpc` the response with waypoints.
@main
enum WaypointBench {
    static func main() async throws {
        var words = CommandLine.arguments.dropFirst()[...]
        // The other processes of a measurement.
        if words.first == "position-app", let port = words.dropFirst().first.flatMap({ UInt16($0) }) {
            return try PositionBenchmark.runApp(port: port)
        }
        if words.first == "position-echo", let size = words.dropFirst().first.flatMap({ Int($0) }) {
            return PositionBenchmark.runEcho(size: max(1, size))
        }
        var sections: Set<String> = []
        var numbers: [Int] = []
        var isJSON = false
        var isProfile = false
        var rounds = 15
        while let word = words.popFirst() {
            switch word {
            case "profile": isProfile = true
            case "--json": isJSON = true
            case "--rounds": rounds = max(1, words.popFirst().flatMap { Int($0) } ?? rounds)
            default:
                if let number = Int(word) { numbers.append(number) } else { sections.insert(word) }
            }
        }
        func isWanted(_ section: String) -> Bool { sections.isEmpty || sections.contains(section) }
        if isProfile {
            if sections.contains("rpc") {
                RPCBenchmark.profile(rounds: max(1, numbers.first ?? 1_000))
            } else {
                NMEABenchmark.profile(rounds: max(1, numbers.first ?? 300))
            }
            return
        }
        var comparisons: [Comparison] = []
        if isWanted("wire") { comparisons += WireBenchmark.comparisons() }
        if isWanted("rpc") { comparisons += RPCBenchmark.comparisons() }
        if isWanted("progress") { comparisons.append(ProgressBenchmark.comparison()) }
        if isWanted("rtcm") { comparisons.append(RTCMBenchmark.comparison()) }
        for index in comparisons.indices { comparisons[index].run(rounds: rounds) }
        if isJSON {
            print(String(decoding: JSONValue.array(comparisons.map(\.json)).serialized(), as: UTF8.self))
            return
        }
        for comparison in comparisons { print(comparison.table.joined(separator: "\n") + "\n") }
        if isWanted("progress") { print(ProgressBenchmark.allocations() + "\n") }
        if isWanted("nmea") {
            NMEABenchmark.run(megabytes: max(1, numbers.first ?? 100), rounds: max(1, numbers.dropFirst().first ?? 5))
        }
        if isWanted("rtcm") { try await RTCMBenchmark.compareWithPyrtcm() }
        if isWanted("relay") { try await RelayBenchmark.run() }
        if isWanted("position") { try await PositionBenchmark.run() }
        if isWanted("requests") { try await RequestBenchmark.run() }
        if sections == ["fanout"], !numbers.isEmpty {
            try await FanOutBenchmark.run(crowds: numbers)
        } else if isWanted("fanout") {
            try await FanOutBenchmark.run()
        }
    }
}
