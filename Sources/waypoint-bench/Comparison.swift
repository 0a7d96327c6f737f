/// Several pieces of work measured in turn, round by round, so that what disturbs the machine disturbs them alike.
///
/// What counts is the ratio to the baseline of the same round; times in nanoseconds are only for orientation.
struct Comparison {
    /// A piece of work.
    private struct Row {
        let name: String
        /// The place of the row it is compared with; `nil` for a baseline.
        let baseline: Int?
        let aim: BenchRow.Aim?
        let work: () -> Int
        var nanoseconds: [Double] = []
    }

    let area: String
    private var measured: [Row] = []

    /// Begins without work.
    ///
    /// - Parameter area: What all of it belongs to.
    init(_ area: String) {
        self.area = area
    }

    /// Adds a piece of work; what it returns is added up, so that nothing of it can be left out.
    ///
    /// - Returns: Its place, for rows that are compared with it.
    @discardableResult
    mutating func add(
        _ name: String, against baseline: Int? = nil, aim: BenchRow.Aim? = nil, _ work: @escaping () -> Int
    ) -> Int {
        measured.append(Row(name: name, baseline: baseline, aim: aim, work: work))
        return measured.count - 1
    }

    /// Measures: in each round each row about 20 ms of processor time.
    ///
    /// - Returns: A row for each piece of work that is compared with another one.
    mutating func run(rounds: Int) -> [BenchRow] {
        let repetitions = measured.map { row in max(1, Int(0.02 / max(1e-9, Self.seconds(of: row.work)))) }
        for _ in 0..<rounds {
            for index in measured.indices {
                let count = repetitions[index]
                let work = measured[index].work
                let seconds = Stopwatch.seconds {
                    for _ in 0..<count { unsafe Self.sum &+= work() }
                }
                measured[index].nanoseconds.append(seconds / Double(count) * 1e9)
            }
        }
        return measured.compactMap { row in
            guard let place = row.baseline else { return nil }
            let baseline = measured[place]
            let unit = BenchRow.median(row.nanoseconds) < 10_000 ? "ns" : "us"
            func figure(_ row: Row) -> Double { BenchRow.median(row.nanoseconds) / (unit == "ns" ? 1 : 1000) }
            return BenchRow(
                area: area, work: row.name, figure: figure(row), unit: unit,
                against: (baseline.name, figure(baseline)),
                ratios: zip(row.nanoseconds, baseline.nanoseconds).map { $0 / $1 }, runs: rounds, aim: row.aim)
        }
    }

    nonisolated(unsafe) private static var sum = 0  // one thread; keeps the compiler from dropping the work

    /// A first estimate: the best of a few runs that last long enough for the clock.
    private static func seconds(of work: () -> Int) -> Double {
        var count = 1
        while true {
            let seconds = Stopwatch.seconds {
                for _ in 0..<count { unsafe sum &+= work() }
            }
            if seconds > 0.002 { return seconds / Double(count) }
            count *= 4
        }
    }
}
