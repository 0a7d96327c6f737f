internal import GNSS
internal import NMEA

/// Bytes → sentences and epochs: no input may trap, give impossible values, or depend on where it is cut.
///
/// The first byte of the input chooses the checksum policy and the size of the pieces.
public enum NMEAFuzz: FuzzTarget {
    /// What went wrong with the stream; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        input.first.flatMap { finding(in: input, step: Int($0 >> 3) + 1) }
    }

    /// What went wrong with the stream, cut at every byte whatever the input chooses; `nil` if all is well.
    public static func findingByteByByte(in input: [UInt8]) -> String? {
        finding(in: input, step: 1)
    }

    private static func finding(in input: [UInt8], step: Int) -> String? {
        guard let first = input.first else { return nil }
        let bytes = Array(input.dropFirst())
        let policy = ChecksumPolicy.allCases[Int(first) % ChecksumPolicy.allCases.count]
        let whole = run(bytes, policy: policy, step: max(1, bytes.count))
        let cut = run(bytes, policy: policy, step: step)
        if let problem = whole.judge.problem ?? cut.judge.problem { return problem }
        if whole.judge.digest != cut.judge.digest { return "the result depends on the cut" }
        return whole.statistics == cut.statistics ? nil : "the counters depend on the cut"
    }

    private static func run(
        _ bytes: [UInt8], policy: ChecksumPolicy, step: Int
    ) -> (judge: Judge, statistics: NMEAStatistics) {
        var decoder = NMEADecoder(options: .init(checksums: policy))
        var judge = Judge()
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + step, bytes.count)
            decoder.decode(bytes.span.extracting(offset..<end), to: &judge)
            offset = end
        }
        decoder.finish(to: &judge)
        return (judge, decoder.statistics)
    }
}

/// Checks what comes out, and keeps a digest of it.
private struct Judge: NMEAVisitor {
    private(set) var digest = 0
    /// What went wrong first.
    private(set) var problem: String?

    mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(sentence)
        if let tags {
            hasher.combine(tags)
            hasher.combine(tags.unixNanoseconds)
            hasher.combine(tags.group)
            hasher.combine(tags.lineCount)
        }
        digest = hasher.finalize()
        if case .other = sentence { return }
        // What was decoded encodes to something that decodes to the same.
        var decoder = NMEADecoder(options: .init(epochs: nil))
        let again = decoder.decode(sentence.encoded())
        demand(again == [.sentence(sentence, tags: nil)], "round trip of \(sentence)")
    }

    mutating func visit(_ epoch: Epoch) {
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(epoch)
        digest = hasher.finalize()
        let fix = epoch.fix
        demand((fix.coordinate != nil) == fix.quality.isFix, "quality and position disagree")
        if let course = fix.course { demand(0..<360 ~= course, "course") }
        if let accuracy = fix.accuracy?.horizontal { demand(accuracy > 0, "accuracy") }
    }

    mutating func visit(_ kind: ForeignFrame.Kind, frame bytes: Span<UInt8>) {
        digest &+= bytes.count
    }

    private mutating func demand(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds, problem == nil { problem = words() }
    }
}
