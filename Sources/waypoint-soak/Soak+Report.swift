extension Soak {
    /// What the head unit holds must not grow with the time that it has been running.
    func judgeResources(_ before: SoakProcess.Sample?, _ after: SoakProcess.Sample?) {
        if let before, let after, after.descriptors > before.descriptors + 4 {
            // The receiver, the caster and their timers come and go.
            violation("\(after.descriptors) descriptors when all are gone, \(before.descriptors) before they came")
        }
        // A short run has no middle part to compare with.
        guard samples.count >= 40 else { return }
        let early = median(samples[(samples.count / 4)..<(samples.count / 2)])
        let late = median(samples[(samples.count * 3 / 4)...])
        if late > early + early / 10 + (4 << 20) {
            violation("memory grows: \(early >> 10) kB in the second quarter, \(late >> 10) kB in the last")
        }
    }

    private func median(_ part: ArraySlice<SoakProcess.Sample>) -> Int {
        let sorted = part.map(\.residentBytes).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    /// Prints what happened.
    ///
    /// - Returns: Whether all held.
    func report(logBytes: Int) -> Bool {
        note("epochs of the receiver", receiver.epochs)
        // Its clock may be late by a beat; without its pauses it is 20.
        let seconds = receiver.flowTime / .seconds(1)
        if seconds > 0 { note("epochs a second between pauses", Int((Double(receiver.epochs) / seconds).rounded())) }
        note("losses of the receiver", receiver.losses)
        note("bytes of corrections", receiver.correctionBytes)
        note("cuts of the proxy", proxy.cuts)
        note("bytes of log", logBytes)
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(name): \(count)") }
        if let most = samples.map(\.residentBytes).max(), let first = samples.first, let last = samples.last {
            print(
                "  resident memory: \(first.residentBytes >> 10) kB at first, \(last.residentBytes >> 10) kB at last, "
                    + "\(most >> 10) kB at most")
        }
        if samples.count >= 40 {
            let parts = (0..<8).map { samples[(samples.count * $0 / 8)..<(samples.count * ($0 + 1) / 8)] }
            let medians = parts.map { "\(median($0) >> 20)" }.joined(separator: " ")
            print("  of that the median of each eighth, in MB: \(medians)")
        }
        print("  longest time between two beats of this program: \(Int(longestBeat / .milliseconds(1))) ms")
        if let least = samples.map(\.descriptors).min(), let most = samples.map(\.descriptors).max() {
            print("  descriptors: \(least) to \(most)")
        }
        // Something that never happened was not tested.
        var needs = [
            "changes told", "answers", "positions told", "bytes of corrections", "positions shown",
            "rows of the log shown", "snapshots of the page",
        ]
        // These take their time, or leave it to chance.
        if options.seconds >= 60 { needs += ["ignition cycles", "permissions taken and given"] }
        if options.seconds >= 150 { needs.append("silent page readers let go") }
        for needed in needs where counts[needed, default: 0] == 0 {
            violation("none: \(needed)")
        }
        for text in violations { print("  violation: \(text)") }
        if violationCount > violations.count { print("  and \(violationCount - violations.count) more") }
        return violationCount == 0
    }
}
