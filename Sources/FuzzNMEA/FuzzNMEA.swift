import GNSS
import NMEA

/// Bytes → sentences and epochs: no input may trap, give impossible values, or depend on where it is cut.
///
/// The first byte of the input chooses the checksum policy and the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNMEA(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    // libFuzzer hands over `count` bytes that live during the call.
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let policy = ChecksumPolicy.allCases[Int(first) % ChecksumPolicy.allCases.count]
    let whole = run(bytes, policy: policy, step: max(1, bytes.count))
    let cut = run(bytes, policy: policy, step: Int(first >> 3) + 1)
    precondition(whole.digest == cut.digest, "the result depends on the cut")
    precondition(whole.statistics == cut.statistics, "the counters depend on the cut")
    return 0
}

private func run(_ bytes: [UInt8], policy: ChecksumPolicy, step: Int) -> (digest: Int, statistics: NMEAStatistics) {
    var decoder = NMEADecoder(options: .init(checksums: policy))
    var judge = FuzzJudge()
    var offset = 0
    while offset < bytes.count {
        let end = min(offset + step, bytes.count)
        decoder.decode(bytes.span.extracting(offset..<end), to: &judge)
        offset = end
    }
    decoder.finish(to: &judge)
    return (judge.digest, decoder.statistics)
}

/// Checks what comes out, and keeps a digest of it.
private struct FuzzJudge: NMEAVisitor {
    private(set) var digest = 0

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
        // What was decoded encodes to something that decodes to the same.
        var decoder = NMEADecoder(options: .init(epochs: nil))
        guard case .other = sentence else {
            let again = decoder.decode(sentence.encoded())
            precondition(again == [.sentence(sentence, tags: nil)], "round trip of \(sentence)")
            return
        }
    }

    mutating func visit(_ epoch: Epoch) {
        var hasher = Hasher()
        hasher.combine(digest)
        hasher.combine(epoch)
        digest = hasher.finalize()
        let fix = epoch.fix
        precondition((fix.coordinate != nil) == fix.quality.isFix, "quality and position disagree")
        if let course = fix.course { precondition(0..<360 ~= course, "course") }
        if let accuracy = fix.accuracy?.horizontal { precondition(accuracy > 0, "accuracy") }
    }

    mutating func visit(_ kind: ForeignFrame.Kind, frame bytes: Span<UInt8>) {
        digest &+= bytes.count
    }
}
