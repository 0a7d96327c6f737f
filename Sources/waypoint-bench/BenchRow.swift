import Formats

/// One line of the table: a figure, what it is compared with in the same run, and what was aimed at.
struct BenchRow {
    /// What was aimed at.
    enum Aim {
        case ratioAtMost(Double)
        case ratioAtLeast(Double)
        case figureAtMost(Double)
    }

    /// The hot path.
    var area: String
    /// The work that was measured.
    var work: String
    /// The median of the runs.
    var figure: Double
    /// The unit of the figures: `ns`, `us`, `ms`, `kB`, `MB`, `MB/s`, `/s`.
    var unit: String
    /// The limit or the peer, where there is one, and its figure in the same run.
    var against: (name: String, figure: Double)?
    /// The figure over that of ``against``, run by run.
    var ratios: [Double] = []
    /// How often it was measured.
    var runs: Int
    var aim: Aim?

    /// The ratio that counts.
    var ratio: Double? { ratios.isEmpty ? nil : Self.median(ratios) }

    /// Whether the aim was met; nil without one.
    var isMet: Bool? {
        switch aim {
        case nil: nil
        case .ratioAtMost(let most): ratio.map { $0 <= most }
        case .ratioAtLeast(let least): ratio.map { $0 >= least }
        case .figureAtMost(let most): figure <= most
        }
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    /// Three digits that count, without an exponent.
    static func text(_ value: Double) -> String {
        switch abs(value) {
        case 100...: "\(Int(value.rounded()))"
        case 10..<100: "\((value * 10).rounded() / 10)"
        case 0.1..<10: "\((value * 100).rounded() / 100)"
        default: "\((value * 10_000).rounded() / 10_000)"
        }
    }
}

extension BenchRow {
    /// The head of the table.
    static let markdownHead = [
        "| path | work | figure | beside it, in the same run | ratio | spread | runs | aim |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]

    /// The line of the table.
    var markdown: String {
        let beside = against.map { "\($0.name): \(Self.text($0.figure)) \(unit)" } ?? ""
        let spread =
            ratios.count > 1
            ? "\(Self.text(ratios.min() ?? 0)) to \(Self.text(ratios.max() ?? 0))" : ""
        return "| \(area) | \(work) | \(Self.text(figure)) \(unit) | \(beside) | "
            + "\(ratio.map(Self.text) ?? "") | \(spread) | \(runs) | \(aimText) |"
    }

    private var aimText: String {
        let wanted: String
        switch aim {
        case nil: return ""
        case .ratioAtMost(let most): wanted = "ratio at most \(Self.text(most))"
        case .ratioAtLeast(let least): wanted = "ratio at least \(Self.text(least))"
        case .figureAtMost(let most): wanted = "at most \(Self.text(most)) \(unit)"
        }
        return "\(wanted): \(isMet == true ? "met" : "missed")"
    }

    /// The line as an object.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "path": .string(area), "work": .string(work), "figure": .double(figure), "unit": .string(unit),
            "runs": .int(Int64(runs)),
        ]
        if let against {
            members["against"] = .string(against.name)
            members["againstFigure"] = .double(against.figure)
        }
        if let ratio {
            members["ratio"] = .double(ratio)
            members["lowest"] = .double(ratios.min() ?? ratio)
            members["highest"] = .double(ratios.max() ?? ratio)
        }
        if let isMet {
            members["aim"] = .string(aimText)
            members["met"] = .bool(isMet)
        }
        return .object(members)
    }
}
