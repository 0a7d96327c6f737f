internal import GNSS

/// The times from one epoch to the next, for the usual rate and the gaps.
struct EpochSteps {
    /// How often each step came, in milliseconds.
    private var counts: [Int64: Int] = [:]
    /// Steps that are told apart; a clock that is never twice the same would fill the memory.
    private static let limit = 1000
    private var last: TimeOfDay?
    private var backwards = 0
    private var longest: Int64 = 0

    mutating func add(_ fix: Fix) {
        guard let time = fix.timeOfDay else { return }
        defer { last = time }
        guard let last else { return }
        let step = (time.nanoseconds(since: last) + 500_000).flooredDivision(by: 1_000_000)
        guard step > 0 else {
            backwards += 1
            return
        }
        longest = max(longest, step)
        guard counts[step] != nil || counts.count < Self.limit else { return }
        counts[step, default: 0] += 1
    }

    /// The step that came most often, the shortest of several, in milliseconds.
    var usual: Int64? { counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }

    /// Steps in which at least one epoch is missing, and how many epochs are missing in all.
    var gaps: (count: Int, missing: Int64) {
        guard let usual else { return (0, 0) }
        return counts.reduce(into: (0, 0)) { sum, entry in
            let missing = (entry.key + usual / 2) / usual - 1
            guard missing > 0 else { return }
            sum.0 += entry.value
            sum.1 += missing * Int64(entry.value)
        }
    }

    /// The gaps in words.
    var words: String {
        guard let usual else { return "gaps: unknown, no two epochs have times that follow each other" }
        let (count, missing) = gaps
        var text = "gaps: "
        if count == 0 {
            text += "none"
        } else {
            let seconds = NMEAReport.decimal(Double(longest) / 1000, 1)
            text += "\(count), \(missing) epochs missing, the longest \(seconds) s"
        }
        text += " (an epoch every \(NMEAReport.decimal(Double(usual) / 1000, 2)) s)"
        if backwards > 0 { text += ", \(backwards) epochs not later than the one before" }
        return text
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
