import CMallocCount
import NMEA

/// Full decoding of a generated stream beside the limit of framing and checking, in the same run.
enum NMEABenchmark {
    /// Measures in turn, and the peers that are installed.
    static func rows(megabytes: Int, rounds: Int) -> [BenchRow] {
        let (bytes, sentences) = NMEAMix.make(size: megabytes * 1_000_000)
        let works: [(name: String, aim: BenchRow.Aim?, run: () -> (Int, Int))] = [
            ("limit: memchr and XOR by 8 bytes", nil, { (NMEALimit.checkLines(bytes), sentences) }),
            (
                "memchr, line ends only", nil,
                { (NMEALimit.findLines(bytes), sentences + NMEAMix.blankLines) }
            ),
            ("all fields decoded, epochs off", .ratioAtLeast(1.0 / 12), { (decode(bytes, epochs: nil), sentences) }),
            ("all fields decoded, epochs on", nil, { (decode(bytes, epochs: EpochOptions()), sentences) }),
        ]
        var rates = [[Double]](repeating: [], count: works.count)
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                let seconds = Stopwatch.seconds {
                    let (count, wanted) = work.run()
                    expect(count, wanted)
                }
                rates[index].append(Double(bytes.count) / seconds / 1e6)
            }
        }
        let limit = (name: works[0].name, figure: BenchRow.median(rates[0]))
        var rows = (1..<works.count).map { index in
            BenchRow(
                area: "nmea", work: works[index].name, figure: BenchRow.median(rates[index]), unit: "MB/s",
                against: limit, ratios: zip(rates[index], rates[0]).map { $0 / $1 }, runs: rounds,
                aim: works[index].aim)
        }
        for peer in PeerProcess.installed() {
            let part = lineEnd(bytes, near: peer.size)
            let theirs = (0..<rounds).compactMap { _ in
                peer.secondsOfWork(bytes[..<part]).map { Double(part) / max(1e-9, $0) / 1e6 }
            }
            guard theirs.count == rounds else { continue }
            rows.append(
                BenchRow(
                    area: "nmea", work: works[2].name, figure: BenchRow.median(rates[2]), unit: "MB/s",
                    against: ("\(peer.name), \(part) bytes", BenchRow.median(theirs)),
                    ratios: zip(rates[2], theirs).map { $0 / $1 }, runs: rounds))
        }
        return rows
    }

    /// What a stream of the mix asks of the allocator, told in lines.
    static func allocations(megabytes: Int) -> [String] {
        let (bytes, _) = NMEAMix.make(size: megabytes * 1_000_000)
        return allocations(bytes)
    }

    /// How often decoding asks for memory, once it is warm: over the mix, and for sentences that the mix does not hold.
    private static func allocations(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for epochs in [nil, EpochOptions()] {
            var decoder = NMEADecoder(options: .init(epochs: epochs))
            var sink = FieldSink()
            let warm = min(1_000_000, bytes.count / 2)
            decoder.decode(bytes.span.extracting(0..<warm), to: &sink)
            let (before, sentencesBefore, epochsBefore) = (c_malloc_count(), sink.sentences, sink.epochs)
            decoder.decode(bytes.span.extracting(warm..<bytes.count), to: &sink)
            let calls = c_malloc_count() - before
            let found = "\(calls) requests for memory in \(sink.sentences - sentencesBefore) sentences"
            lines.append(
                epochs == nil
                    ? "nmea, epochs off: \(found)"
                    : "nmea, epochs on: \(found) and \(sink.epochs - epochsBefore) epochs")
        }
        let others = NMEAMix.otherSentences.map { body, text in
            let stream = [[UInt8]](repeating: Array(text.utf8), count: 1000).flatMap(\.self)
            var decoder = NMEADecoder(options: .init(epochs: nil))
            var sink = FieldSink()
            decoder.decode(stream.span, to: &sink)
            let before = c_malloc_count()
            decoder.decode(stream.span, to: &sink)
            return "\(body) \(rounded(Double(c_malloc_count() - before) / 1000, 10))"
        }
        lines.append("nmea, requests a sentence of other kinds: " + others.joined(separator: ", "))
        return lines
    }

    /// Where a line ends at or behind a place.
    private static func lineEnd(_ bytes: [UInt8], near place: Int) -> Int {
        var end = min(place, bytes.count)
        while end < bytes.count, bytes[end - 1] != 0x0A { end += 1 }
        return end
    }

    /// Decodes the same ten megabytes again and again, without epochs.
    static func profile(rounds: Int) {
        let (bytes, sentences) = NMEAMix.make(size: 10_000_000)
        let seconds = Stopwatch.seconds {
            for _ in 0..<rounds { expect(decode(bytes, epochs: nil), sentences) }
        }
        print("\(rounded(seconds / Double(rounds * sentences) * 1e9, 10)) ns a sentence")
    }

    private static func decode(_ bytes: [UInt8], epochs: EpochOptions?) -> Int {
        var decoder = NMEADecoder(options: .init(epochs: epochs))
        var sink = FieldSink()
        var offset = 0
        // In blocks, as a file is read.
        while offset < bytes.count {
            let end = min(offset + 65_536, bytes.count)
            decoder.decode(bytes.span.extracting(offset..<end), to: &sink)
            offset = end
        }
        decoder.finish(to: &sink)
        if sink.sum == 1.5 { print("the sum is read, so it cannot be left out") }
        return sink.sentences
    }

    private static func expect(_ count: Int, _ wanted: Int) {
        if count != wanted { print("counted \(count) sentences, wanted \(wanted)") }
    }

    private static func rounded(_ value: Double, _ factor: Double) -> Double {
        (value * factor).rounded() / factor
    }
}
