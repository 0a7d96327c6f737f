import Formats
import Glibc

/// Measures the hot paths of the package and prints one table.
///
/// `waypoint-bench [nmea] [wire] [rpc] [progress] [rtcm] [relay] [position] [requests] [fanout] [startup] [memory]
/// [profile] [--json] [--rounds N] [--megabytes N] [NUMBER...]`
///
/// Without a name everything is measured. `--rounds` is for `wire`, `rpc`, `progress` and `rtcm`, `--megabytes` for `nmea`;
/// numbers are the sizes of the crowds of `fanout`. `--json` prints the table as an array. `memory` tells what the
/// allocator was asked for. With `profile` only decoding runs, again and again, for `perf record`: sentences without
/// epochs, or with `rpc` the response with waypoints. Exit status 0 whether aims are met or not, 2 for a part that is none.
@main
enum WaypointBench {
    private static let sections = [
        "nmea", "rtcm", "wire", "rpc", "progress", "requests", "fanout", "position", "relay", "startup", "memory",
    ]

    static func main() async throws {
        var words = CommandLine.arguments.dropFirst()[...]
        // The other processes of a measurement.
        if words.first == "position-app", let port = words.dropFirst().first.flatMap({ UInt16($0) }) {
            return try PositionBenchmark.runApp(port: port)
        }
        if words.first == "position-end", words.count == 3, let port = UInt16(words[words.startIndex + 1]),
            let size = Int(words[words.startIndex + 2])
        {
            return try PositionBenchmark.runEnd(port: port, size: max(1, size))
        }
        if words.first == "position-echo", let size = words.dropFirst().first.flatMap({ Int($0) }) {
            return PositionBenchmark.runEcho(size: max(1, size))
        }
        var sections: Set<String> = []
        var numbers: [Int] = []
        var isJSON = false
        var isProfile = false
        var rounds = 15
        var megabytes = 100
        while let word = words.popFirst() {
            switch word {
            case "profile": isProfile = true
            case "--json": isJSON = true
            case "--rounds": rounds = max(1, words.popFirst().flatMap { Int($0) } ?? rounds)
            case "--megabytes": megabytes = max(1, words.popFirst().flatMap { Int($0) } ?? megabytes)
            default:
                if let number = Int(word) {
                    numbers.append(number)
                } else if Self.sections.contains(word) {
                    sections.insert(word)
                } else {
                    let message = Array("no part \(word); there are \(Self.sections.joined(separator: ", "))\n".utf8)
                    unsafe write(2, message, message.count)
                    exit(2)
                }
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
        func isWanted(_ section: String) -> Bool { sections.isEmpty || sections.contains(section) }
        if !isJSON { print(BenchRow.markdownHead.joined(separator: "\n")) }
        var all: [JSONValue] = []
        // Each part as soon as it is there: the whole takes minutes.
        func show(_ rows: [BenchRow]) {
            all += rows.map(\.json)
            if !isJSON { for row in rows { print(row.markdown) } }
            fflush(nil)
        }
        func compare(_ comparison: Comparison) -> [BenchRow] {
            var comparison = comparison
            return comparison.run(rounds: rounds)
        }
        if isWanted("nmea") { show(NMEABenchmark.rows(megabytes: megabytes, rounds: 5)) }
        if isWanted("rtcm") {
            let rows = compare(RTCMBenchmark.comparison())
            show(rows)
            if let row = try await RTCMBenchmark.pyrtcmRow(rows.last) { show([row]) }
        }
        if isWanted("wire") { for comparison in WireBenchmark.comparisons() { show(compare(comparison)) } }
        if isWanted("rpc") { for comparison in RPCBenchmark.comparisons() { show(compare(comparison)) } }
        if isWanted("progress") { show(compare(ProgressBenchmark.comparison())) }
        if isWanted("requests") { show(try await RequestBenchmark.rows()) }
        if isWanted("fanout") {
            show(try await FanOutBenchmark.rows(crowds: numbers.isEmpty ? [1, 10, 100, 1_000] : numbers))
        }
        if isWanted("position") { show(try await PositionBenchmark.rows()) }
        if isWanted("relay") { show(try await RelayBenchmark.rows()) }
        if isWanted("startup") { show(try await StartUpBenchmark.rows()) }
        if isJSON {
            print(String(decoding: JSONValue.array(all).serialized(), as: UTF8.self))
        } else if isWanted("memory") {
            print("\nRequests for memory:\n")
            for line in NMEABenchmark.allocations(megabytes: min(megabytes, 30)) + [ProgressBenchmark.allocations()] {
                print("- \(line)")
            }
        }
    }
}
