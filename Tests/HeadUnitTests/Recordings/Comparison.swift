import Formats
import HeadUnit
import Testing

/// Compares what our head unit said with what was recorded.
///
/// Compared are order, headers, message ids, result codes, info texts, JSON values and moments. Sessions of one
/// connection are independent of each other, and OnHashChange, OnSystemRequest and OnDriverDistraction come at any
/// moment, but in their order and number. Whatever else may differ stands in ``ReplayException``.
struct Comparison {
    private(set) var linesCompared = 0
    private(set) var differences: [String] = []

    /// How late the recorded head unit may be: its socket held small frames back for 40 ms, its timers tick at 100 ms.
    private static let tolerance = -0.06...0.35

    mutating func compare(_ replay: Replay) {
        let losesHash = ReplayException.has(replay.name, .lostHash)
        for connection in Set(replay.recorded.keys).union(replay.said.keys).sorted() {
            let ours = Self.streams(replay.said[connection] ?? [])
            let theirs = Self.streams(replay.recorded[connection] ?? [])
            for key in Set(ours.keys).union(theirs.keys).sorted() {
                var mine = ours[key] ?? []
                while losesHash, let last = mine.last, last.name == "OnHashChange",
                    mine.count > theirs[key]?.count ?? 0,
                    replay.ends.contains(where: { (0...0.06).contains($0 - last.time) })
                {
                    mine.removeLast()
                }
                compare(mine, theirs[key] ?? [], "connection \(connection), \(key)")
            }
            compareIDs(replay.said[connection] ?? [], replay.recorded[connection] ?? [], losesHash, connection)
        }
        compare(replay.toHMI.filter(\.isCompared), replay.recordedToHMI.filter(\.isCompared), "HMI")
        compare(replay.answers, replay.recordedAnswers, "answers to the HMI")
    }

    /// Message ids count the frames of a session in the order of sending, whichever those are.
    private mutating func compareIDs(_ ours: [Said], _ theirs: [Said], _ losesHash: Bool, _ connection: Int) {
        for session in Set(ours.map(\.session)) {
            let mine = ours.filter { $0.session == session }.compactMap(\.countedID)
            let recorded = theirs.filter { $0.session == session }.compactMap(\.countedID)
            // A frame that never left took its number with it.
            guard losesHash ? recorded.count > mine.count : mine != recorded else { continue }
            differences.append(
                "connection \(connection), session \(session), message ids\n  said     \(mine)\n  recorded \(recorded)")
        }
    }

    /// Splits what a connection was sent into streams that are independent of each other.
    private static func streams(_ said: [Said]) -> [String: [Said]] {
        var streams: [String: [Said]] = [:]
        for item in said {
            let key = item.mayFloat ? "session \(item.session), \(item.name)" : "session \(item.session)"
            streams[key, default: []].append(item)
        }
        return streams
    }

    private mutating func compare(_ ours: [Said], _ theirs: [Said], _ place: String) {
        linesCompared += theirs.count
        var ours = ours
        for (index, recorded) in theirs.enumerated() {
            guard index < ours.count else {
                differences.append("\(place): not said\n  recorded \(recorded.place) \(recorded)")
                return
            }
            if ReplayException.has(recorded.place, .early), let later = ours[index...].firstIndex(of: recorded) {
                ours.insert(ours.remove(at: later), at: index)
            }
            guard ours[index] == recorded else {
                differences.append("\(place):\n  said     \(ours[index])\n  recorded \(recorded.place) \(recorded)")
                return
            }
            if !recorded.mayFloat, !Self.tolerance.contains(recorded.time - ours[index].time) {
                differences.append(
                    "\(place): at another moment\n  said     \(ours[index])\n  recorded \(recorded.place) \(recorded)")
                return
            }
        }
        if ours.count > theirs.count {
            differences.append("\(place): said without being recorded\n  said     \(ours[theirs.count])")
        }
    }

    private mutating func compare(_ ours: [SaidToHMI], _ theirs: [SaidToHMI], _ place: String) {
        linesCompared += theirs.count
        for index in 0..<max(ours.count, theirs.count) {
            let mine = index < ours.count ? ours[index] : nil
            let recorded = index < theirs.count ? theirs[index] : nil
            let isInTime = mine.flatMap { mine in recorded.map { $0.isInTime(Self.tolerance, after: mine) } } ?? false
            guard mine != recorded || !isInTime else { continue }
            differences.append(
                "\(place):\n  said     \(mine?.description ?? "nothing")\n  recorded \(recorded.map { "\($0.place) \($0)" } ?? "nothing")"
            )
            return
        }
    }
}

extension SaidToHMI {
    /// Whether it was said when ours was; what is told of services that wait for the start has no moment.
    fileprivate func isInTime(_ tolerance: ClosedRange<Double>, after ours: SaidToHMI) -> Bool {
        method == HMIMethod.onServiceUpdate.rawValue || tolerance.contains(time - ours.time)
    }

    fileprivate var isCompared: Bool { Self.isCompared(method) }
}
