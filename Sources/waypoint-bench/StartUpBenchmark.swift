import Glibc
import Simulator
import Transport

/// A served head unit from its start until apps can connect, and what it holds while nobody does.
///
/// The program is `waypoint-sim` beside this one, built alike. The limit is `waypoint-sim --version`: the same program,
/// loaded, that does nothing.
enum StartUpBenchmark {
    static func rows(rounds: Int = 15) async throws -> [BenchRow] {
        let program =
            CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/waypoint-sim"
        var (serving, bare, memory, own) = ([Double](), [Double](), [Double](), [Double]())
        for round in 0...rounds {
            var start = FanOutBenchmark.now()
            let version = try ChildProcess(path: program, arguments: ["--version"], capturesOutput: true)
            _ = try await version.output?.read()
            let loaded = FanOutBenchmark.now() - start
            _ = await version.wait()
            start = FanOutBenchmark.now()
            let server = try ChildProcess(path: program, arguments: ["serve", "--port", "0"], capturesOutput: true)
            let line = try await server.output?.read() ?? []
            let listening = FanOutBenchmark.now() - start
            usleep(200_000)  // at rest, what only the start needed given back
            let resident = FanOutBenchmark.residentBytes(of: "\(server.id)")
            let anonymous = FanOutBenchmark.ownBytes(of: "\(server.id)")
            server.interrupt()
            let status = await server.wait()
            guard line.starts(with: Array("listening on".utf8)), status == 0 else {
                throw SocketFailure(what: "\(program) serve")
            }
            guard round > 0 else { continue }  // the first fills the system's caches
            serving.append(listening * 1e3)
            bare.append(loaded * 1e3)
            memory.append(Double(resident) / 1e6)
            own.append(Double(anonymous) / 1e6)
        }
        return [
            BenchRow(
                area: "serve", work: "until it listens", figure: BenchRow.median(serving), unit: "ms",
                against: ("waypoint-sim --version", BenchRow.median(bare)), ratios: zip(serving, bare).map { $0 / $1 },
                runs: rounds, aim: .figureAtMost(50)),
            BenchRow(
                area: "serve", work: "resident memory without apps", figure: BenchRow.median(memory), unit: "MB",
                runs: rounds, aim: .figureAtMost(20)),
            BenchRow(
                area: "serve", work: "of that its own, no pages of the program's and the libraries' files",
                figure: BenchRow.median(own), unit: "MB", runs: rounds),
        ]
    }
}
