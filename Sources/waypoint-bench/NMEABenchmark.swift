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
