/// What a head unit said in a conversation: ours, or the recorded one.
package struct SaidByHeadUnit: Sendable {
    /// What apps were sent, by connection.
    package var frames: [Int: [SaidFrame]] = [:]
    /// What the HMI was asked and told.
    package var toHMI: [SaidToHMI] = []
    /// Answers to requests of the HMI.
    package var answers: [SaidToHMI] = []
    /// The moments at which apps or the head unit went away.
    package var ends: [Double] = []

    /// Makes an empty one.
    package init() {}
}

/// Compares what a head unit said with what was recorded.
///
/// Compared are order, headers, message ids, result codes, info texts, JSON values and moments. Sessions of one
/// connection are independent of each other, and OnHashChange, OnSystemRequest and OnDriverDistraction come at any
/// moment, but in their order and number. Whatever else may differ stands in ``RecordingException``.
package struct RecordingComparison: Sendable {
    /// A place where the head unit said something else.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// Who was spoken to.
        package let place: String
        /// What differs, with both sides.
        package let text: String
        /// Seconds since the recording began.
        package let time: Double

        /// Place and text.
        package var description: String { "\(place)\(text)" }
    }

    /// How many recorded messages were compared.
    package private(set) var linesCompared = 0
    /// What differs, at most one place for each connection, session and kind.
    package private(set) var differences: [Difference] = []

    /// How late the recorded head unit may be: its socket held small frames back for 40 ms, its timers tick at 100 ms.
    private static let recordedTolerance = -0.06...0.35

    /// How much later than ours the recorded message may come, in seconds; `nil` where moments are not compared.
    private let tolerance: ClosedRange<Double>?

    /// How long before an end an OnHashChange may come that never left the recorded socket, in seconds.
    private let hashGrace: Double

    /// Makes a comparison of what was said in counted time.
    package init() {
        tolerance = Self.recordedTolerance
        hashGrace = 0.06
    }

    /// Makes a comparison of what was said in real time, in which moments depend on how busy the machine is.
    package static var live: RecordingComparison { RecordingComparison(tolerance: nil, hashGrace: 2) }

    private init(tolerance: ClosedRange<Double>?, hashGrace: Double) {
        self.tolerance = tolerance
        self.hashGrace = hashGrace
    }

    /// The difference that came first.
    package var first: Difference? { differences.min { $0.time < $1.time } }

    /// Compares what was said with what was recorded.
    ///
    /// - Parameters:
    ///   - name: The recording.
    ///   - ours: What our head unit said.
    ///   - recorded: What was recorded.
    package mutating func compare(_ name: String, _ ours: SaidByHeadUnit, _ recorded: SaidByHeadUnit) {
        let losesHash = RecordingException.has(name, .lostHash)
        for connection in Set(recorded.frames.keys).union(ours.frames.keys).sorted() {
            let mine = Self.streams(ours.frames[connection] ?? [])
            let theirs = Self.streams(recorded.frames[connection] ?? [])
            for key in Set(mine.keys).union(theirs.keys).sorted() {
                var said = mine[key] ?? []
                while losesHash, let last = said.last, last.name == "OnHashChange",
                    said.count > theirs[key]?.count ?? 0,
                    ours.ends.contains(where: { (0...hashGrace).contains($0 - last.time) })
                {
                    said.removeLast()
                }
                compare(said, theirs[key] ?? [], "connection \(connection), \(key)")
            }
            compareIDs(
                ours.frames[connection] ?? [], recorded.frames[connection] ?? [], losesHash, connection)
        }
        compare(ours.toHMI.filter(\.isCompared), recorded.toHMI.filter(\.isCompared), "HMI")
        compare(ours.answers, recorded.answers, "answers to the HMI")
    }

    /// Message ids count the frames of a session in the order of sending, whichever those are.
    private mutating func compareIDs(
        _ ours: [SaidFrame], _ theirs: [SaidFrame], _ losesHash: Bool, _ connection: Int
    ) {
        for session in Set(ours.map(\.session)).sorted() {
            let mine = messageIDs(ours, session)
            let recorded = messageIDs(theirs, session)
            // A frame that never left took its number with it.
            guard losesHash ? recorded.count > mine.count : mine != recorded else { continue }
            note(
                "connection \(connection), session \(session), message ids",
                "\n  said     \(mine)\n  recorded \(recorded)",
                at: ours.last { $0.session == session }?.time ?? 0)
        }
    }

    private func messageIDs(_ said: [SaidFrame], _ session: UInt8) -> [UInt32] {
        let ids = said.filter { $0.session == session }.compactMap(\.countedID)
        // A head unit that runs for longer goes on counting where the id of a session was used before.
        guard tolerance == nil, let first = ids.first else { return ids }
        return ids.map { $0 &- first }
    }

    /// Splits what a connection was sent into streams that are independent of each other.
    private static func streams(_ said: [SaidFrame]) -> [String: [SaidFrame]] {
        var streams: [String: [SaidFrame]] = [:]
        for item in said {
            let key = item.mayFloat ? "session \(item.session), \(item.name)" : "session \(item.session)"
            streams[key, default: []].append(item)
        }
        return streams
    }

    private mutating func compare(_ ours: [SaidFrame], _ theirs: [SaidFrame], _ place: String) {
        linesCompared += theirs.count
        var ours = ours
        for (index, recorded) in theirs.enumerated() {
            guard index < ours.count else {
                return note(place, ": not said\n  recorded \(recorded.place) \(recorded)", at: recorded.time)
            }
            if RecordingException.has(recorded.place, .early), let later = ours[index...].firstIndex(of: recorded) {
                ours.insert(ours.remove(at: later), at: index)
            }
            let said = ours[index]
            guard said == recorded else {
                return note(place, ":\n  said     \(said)\n  recorded \(recorded.place) \(recorded)", at: said.time)
            }
            if let tolerance, !recorded.mayFloat, !tolerance.contains(recorded.time - said.time) {
                return note(
                    place, ": at another moment\n  said     \(said)\n  recorded \(recorded.place) \(recorded)",
                    at: said.time)
            }
        }
        if ours.count > theirs.count {
            let more = ours[theirs.count]
            note(place, ": said without being recorded\n  said     \(more)", at: more.time)
        }
    }

    private mutating func compare(_ ours: [SaidToHMI], _ theirs: [SaidToHMI], _ place: String) {
        linesCompared += theirs.count
        for index in 0..<max(ours.count, theirs.count) {
            let mine = index < ours.count ? ours[index] : nil
            let recorded = index < theirs.count ? theirs[index] : nil
            let isInTime =
                if let tolerance, let mine, let recorded { recorded.isInTime(tolerance, after: mine) } else { true }
            guard mine != recorded || !isInTime else { continue }
            let said = "\n  said     \(mine?.description ?? "nothing")"
            let other = "\n  recorded \(recorded.map { "\($0.place) \($0)" } ?? "nothing")"
            return note(place, ":\(said)\(other)", at: mine?.time ?? recorded?.time ?? 0)
        }
    }

    private mutating func note(_ place: String, _ text: String, at time: Double) {
        differences.append(Difference(place: place, text: text, time: time))
    }
}
