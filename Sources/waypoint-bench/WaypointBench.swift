import Formats

/// Measures the hot paths of the package:
/// `waypoint-bench [nmea] [wire] [rpc] [--json] [--rounds N] [profile] [MEGABYTES] [ROUNDS]`.
///
/// Without a name everything is measured. `--json` prints one object a comparison in one array; the sentences of `nmea`
/// are told apart from it: MEGABYTES and ROUNDS are theirs. With `profile` only decoding runs, again and again, for
/// `perf record`: sentences without epochs, or with `rpc` the response with waypoints.
@main
enum WaypointBench {
    static func main() {
        var words = CommandLine.arguments.dropFirst()[...]
        var sections: Set<String> = []
        var numbers: [Int] = []
        var isJSON = false
        var isProfile = false
        var rounds = 15
        while let word = words.popFirst() {
            switch word {
            case "nmea", "wire", "rpc": sections.insert(word)
            case "profile": isProfile = true
            case "--json": isJSON = true
            case "--rounds": rounds = max(1, words.popFirst().flatMap { Int($0) } ?? rounds)
            default: numbers += Int(word).map { [$0] } ?? []
            }
        }
        if isProfile {
            if sections.contains("rpc") {
                RPCBenchmark.profile(rounds: max(1, numbers.first ?? 1_000))
            } else {
                NMEABenchmark.profile(rounds: max(1, numbers.first ?? 300))
            }
            return
        }
        if sections.isEmpty { sections = isJSON ? ["wire", "rpc"] : ["nmea", "wire", "rpc"] }
        var comparisons: [Comparison] = []
        if sections.contains("wire") { comparisons += WireBenchmark.comparisons() }
        if sections.contains("rpc") { comparisons += RPCBenchmark.comparisons() }
        for index in comparisons.indices { comparisons[index].run(rounds: rounds) }
        if isJSON {
            let text = JSONValue.array(comparisons.map(\.json)).serialized()
            print(String(decoding: text, as: UTF8.self))
        } else {
            for comparison in comparisons { print(comparison.table.joined(separator: "\n") + "\n") }
        }
        if sections.contains("nmea") {
            NMEABenchmark.run(megabytes: max(1, numbers.first ?? 100), rounds: max(1, numbers.dropFirst().first ?? 5))
        }
    }
}
