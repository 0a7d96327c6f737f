import Formats

/// Several pieces of work measured in turn, round by round, so that what disturbs the machine disturbs them alike.
///
/// What counts is the ratio to the baseline of the same round; times in nanoseconds are only for orientation.
struct Comparison {
    /// A piece of work.
    struct Row {
        let name: String
        /// The place of the row it is compared with; `nil` for a baseline.
        let baseline: Int?
        let work: () -> Int
        var nanoseconds: [Double] = []
    }

    let title: String
    private var rows: [Row] = []

    init(_ title: String) {
        self.title = title
    }

    /// Adds a piece of work; what it returns is added up, so that nothing of it can be left out.
    ///
    /// - Returns: Its place, for rows that are compared with it.
    @discardableResult
    mutating func add(_ name: String, against baseline: Int? = nil, _ work: @escaping () -> Int) -> Int {
        rows.append(Row(name: name, baseline: baseline, work: work))
        return rows.count - 1
    }

    /// Measures: in each round each row about 20 ms of processor time.
    mutating func run(rounds: Int) {
        let repetitions = rows.map { row in max(1, Int(0.02 / max(1e-9, Self.seconds(of: row.work)))) }
        for _ in 0..<rounds {
            for index in rows.indices {
                let count = repetitions[index]
                let work = rows[index].work
                let seconds = Stopwatch.seconds {
                    for _ in 0..<count { unsafe Self.sum &+= work() }
                }
                rows[index].nanoseconds.append(seconds / Double(count) * 1e9)
            }
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

// MARK: - Results

extension Comparison {
    /// The table in Markdown.
    var table: [String] {
        var lines = [
            "\(title): \(rows.first?.nanoseconds.count ?? 0) rounds, processor time; ratios within a round, median "
                + "and whole spread", "| work | time | ratio | spread |", "| --- | --- | --- | --- |",
        ]
        for row in rows {
            let time = Self.text(Self.median(row.nanoseconds))
            guard let ratios = ratios(of: row) else {
                lines.append("| \(row.name) | \(time) | 1 | |")
                continue
            }
            lines.append(
                "| \(row.name) | \(time) | \(Self.rounded(Self.median(ratios))) | "
                    + "\(Self.rounded(ratios.min() ?? 0)) to \(Self.rounded(ratios.max() ?? 0)) |")
        }
        return lines
    }

    /// The table as one object.
    var json: JSONValue {
        let list = rows.map { row -> JSONValue in
            var members: [String: JSONValue] = [
                "name": .string(row.name), "nanoseconds": .double(Self.rounded(Self.median(row.nanoseconds))),
            ]
            if let baseline = row.baseline, let ratios = ratios(of: row) {
                members["against"] = .string(rows[baseline].name)
                members["ratio"] = .double(Self.rounded(Self.median(ratios)))
                members["lowest"] = .double(Self.rounded(ratios.min() ?? 0))
                members["highest"] = .double(Self.rounded(ratios.max() ?? 0))
            }
            return .object(members)
        }
        return [
            "title": .string(title), "rounds": .int(Int64(rows.first?.nanoseconds.count ?? 0)), "rows": .array(list),
        ]
    }

    private func ratios(of row: Row) -> [Double]? {
        guard let baseline = row.baseline else { return nil }
        return zip(row.nanoseconds, rows[baseline].nanoseconds).map { $0 / $1 }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    private static func text(_ nanoseconds: Double) -> String {
        nanoseconds < 1000 ? "\(rounded(nanoseconds)) ns" : "\(rounded(nanoseconds / 1000)) us"
    }
}
