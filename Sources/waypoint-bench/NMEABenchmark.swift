import CMallocCount
import NMEA

/// Full decoding of a generated stream beside the limit of framing and checking, in the same run.
enum NMEABenchmark {
    private struct Line {
        var name: String
        var seconds: [Double] = []

        var median: Double {
            let sorted = seconds.sorted()
            return sorted.isEmpty ? .infinity : sorted[sorted.count / 2]
        }

        /// Largest distance from the median in percent.
        var spread: Double {
            seconds.map { abs($0 - median) / median * 100 }.max() ?? 0
        }
    }

    /// Runs the measurements in turn and prints a table of ratios.
    static func run(megabytes: Int, rounds: Int) {
        let (bytes, sentences) = NMEAMix.make(size: megabytes * 1_000_000)
        print("nmea: \(bytes.count) bytes, \(sentences) sentences, \(rounds) rounds, processor time, median")
        var lines = [
            Line(name: "memchr, line ends only"), Line(name: "limit: memchr + XOR by 8 bytes"),
            Line(name: "all fields decoded, epochs off"), Line(name: "all fields decoded, epochs on"),
        ]
        for _ in 0..<rounds {
            lines[0].seconds.append(
                Stopwatch.seconds { expect(NMEALimit.findLines(bytes), sentences + NMEAMix.blankLines) })
            lines[1].seconds.append(Stopwatch.seconds { expect(NMEALimit.checkLines(bytes), sentences) })
            lines[2].seconds.append(Stopwatch.seconds { expect(decode(bytes, epochs: nil), sentences) })
            lines[3].seconds.append(Stopwatch.seconds { expect(decode(bytes, epochs: EpochOptions()), sentences) })
        }
        let limit = lines[1].median
        print("| work | M sentences/s | MB/s | of the limit | spread |")
        print("|---|---|---|---|---|")
        for line in lines {
            let rate = Double(sentences) / line.median / 1e6
            let volume = Double(bytes.count) / line.median / 1e6
            print(
                "| \(line.name) | \(rounded(rate, 10)) | \(Int(volume)) | 1/\(rounded(line.median / limit, 100)) | ± \(rounded(line.spread, 10)) % |"
            )
        }
        print("limit reaches \(rounded(lines[0].median / limit, 100)) of memchr (wanted: 0.5)")
        for peer in PeerProcess.installed() {
            let part = lineEnd(bytes, near: peer.size)
            let count = NMEALimit.checkLines(Array(bytes[..<part]))
            let times = (0..<rounds).compactMap { _ in peer.secondsOfWork(bytes[..<part]) }.sorted()
            guard !times.isEmpty, times[times.count / 2] > 0 else { continue }
            let rate = Double(count) / times[times.count / 2]
            let ours = Double(sentences) / lines[2].median
            print(
                "| \(peer.name), \(part) bytes | \(rounded(rate / 1e6, 1000)) | "
                    + "\(rounded(Double(part) / times[times.count / 2] / 1e6, 10)) | ours is \(Int(ours / rate)) times as fast |"
            )
        }
        print(allocations(bytes, sentences: sentences).joined(separator: "\n"))
    }

    /// How often decoding asks for memory, once it is warm: over the mix, and for sentences that the mix does not hold.
    static func allocations(_ bytes: [UInt8], sentences: Int) -> [String] {
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
