import Formats
import Testing

/// Compares what our head unit said with what was recorded.
///
/// Compared are order, headers (without message ids, which count on from other traffic), result codes, info texts, JSON
/// values and moments. Three rules follow from the recorded head unit working on several things at once:
///
/// - Sessions of one connection are independent of each other.
/// - OnHashChange, OnSystemRequest and OnDriverDistraction come at any moment, but in their order and number. The socket
///   held small frames back for 40 ms; one that was due just before the app or the head unit went away never left.
/// - OnHMIStatus after an activation, and a heartbeat's answer, may come before a notification of a registration, or a
///   response, that is not older than 0.2 s: they have no part in each other.
struct Comparison {
    private(set) var linesCompared = 0
    private(set) var differences: [String] = []

    /// How late the recorded head unit may be: its socket held small frames back for 40 ms, its timers tick at 100 ms.
    private static let tolerance = -0.06...0.35

    mutating func compare(_ replay: Replay) {
        for connection in Set(replay.recorded.keys).union(replay.said.keys).sorted() {
            let ours = Self.streams(replay.said[connection] ?? [])
            let theirs = Self.streams(replay.recorded[connection] ?? [])
            for key in Set(ours.keys).union(theirs.keys).sorted() {
                var mine = ours[key] ?? []
                while let last = mine.last, last.mayFloat, mine.count > theirs[key]?.count ?? 0,
                    replay.ends.contains(where: { (0...0.06).contains($0 - last.time) })
                {
                    mine.removeLast()
                }
                compare(mine, theirs[key] ?? [], "connection \(connection), \(key)")
            }
        }
        compare(replay.toHMI.filter(\.isCompared), replay.recordedToHMI.filter(\.isCompared), "HMI")
        compare(replay.answers, replay.recordedAnswers, "answers to the HMI")
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
            if ours[index] != recorded, let later = Self.crossing(recorded, in: ours, from: index) {
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

    /// Where a recorded frame that came early stands among ours, if it may have crossed what lies between.
    private static func crossing(_ recorded: Said, in ours: [Said], from index: Int) -> Int? {
        guard let place = ours[index...].firstIndex(of: recorded), place > index else { return nil }
        let isHeartbeat = recorded.name == "heartbeatACK"
        let isActivation = recorded.name == "OnHMIStatus" && recorded.content["hmiLevel"] != "NONE"
        guard isHeartbeat || isActivation else { return nil }
        let crossed = ours[index..<place]
        guard crossed.allSatisfy({ recorded.time - $0.time < 0.2 }) else { return nil }
        return isHeartbeat || crossed.allSatisfy({ $0.name == "OnPermissionsChange" }) ? place : nil
    }

    private mutating func compare(_ ours: [SaidToHMI], _ theirs: [SaidToHMI], _ place: String) {
        linesCompared += theirs.count
        for index in 0..<max(ours.count, theirs.count) {
            let mine = index < ours.count ? ours[index] : nil
            let recorded = index < theirs.count ? theirs[index] : nil
            guard mine != recorded else { continue }
            differences.append(
                "\(place):\n  said     \(mine?.description ?? "nothing")\n  recorded \(recorded.map { "\($0.place) \($0)" } ?? "nothing")"
            )
            return
        }
    }
}

extension SaidToHMI {
    fileprivate var isCompared: Bool { Self.isCompared(method) }
}
