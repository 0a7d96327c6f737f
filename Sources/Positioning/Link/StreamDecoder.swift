internal import NMEA

/// Turns the bytes of a source into epochs and sentences, whichever way the source puts them.
struct StreamDecoder: Sendable {
    enum Format: Hashable, Sendable {
        case nmea
        case gpsd
    }

    enum Item: Sendable {
        case epoch(Epoch)
        case sentence(ReceivedSentence)
        /// What is wrong with gpsd, in words.
        case complaint(String)
    }

    private var decoder: NMEADecoder
    private var gpsd: GPSDReader?
    /// Good sentences by kind; those without a type of their own are counted by `statistics`.
    private(set) var counts: [SentenceType: Int] = [:]
    /// How many receivers gpsd has, when it has said so.
    private(set) var gpsdDevices: Int?

    init(format: Format, options: NMEADecoder.Options) {
        decoder = NMEADecoder(options: options)
        gpsd = format == .gpsd ? GPSDReader() : nil
    }

    /// The same decoder at the beginning of another stream, with its counters kept.
    func restarted() -> StreamDecoder {
        var copy = self
        _ = copy.finish(wantsSentences: false)
        return copy
    }

    var statistics: NMEAStatistics { decoder.statistics }

    /// When `advance` should be called, if nothing comes before.
    var deadline: Duration? { decoder.deadline }

    mutating func decode(_ bytes: [UInt8], now: Duration?, wantsSentences: Bool) -> [Item] {
        guard gpsd != nil else { return decodeSentences(bytes, now: now, wantsSentences: wantsSentences) }
        var items: [Item] = []
        for item in gpsd?.read(bytes) ?? [] {
            switch item {
            case .epoch(let epoch): items.append(.epoch(epoch))
            case .sentence(let line): items += decodeSentences(line, now: now, wantsSentences: wantsSentences)
            case .complaint(let words): items.append(.complaint("gpsd says: \(words)"))
            case .devices(let count):
                gpsdDevices = count
                if count == 0 { items.append(.complaint("gpsd has no receiver")) }
            }
        }
        return items
    }

    mutating func advance(to now: Duration) -> [Item] {
        collect(false) { decoder, collector in decoder.advance(to: now, to: &collector) }
    }

    mutating func finish(wantsSentences: Bool) -> [Item] {
        if gpsd != nil { gpsd = GPSDReader() }
        return collect(wantsSentences) { decoder, collector in decoder.finish(to: &collector) }
    }

    private mutating func decodeSentences(_ bytes: [UInt8], now: Duration?, wantsSentences: Bool) -> [Item] {
        collect(wantsSentences) { decoder, collector in decoder.decode(bytes.span, now: now, to: &collector) }
    }

    private mutating func collect(
        _ wantsSentences: Bool, _ work: (inout NMEADecoder, inout Collector) -> Void
    ) -> [Item] {
        var collector = Collector(wantsSentences: wantsSentences)
        swap(&counts, &collector.counts)
        defer { swap(&counts, &collector.counts) }
        work(&decoder, &collector)
        return collector.items
    }

    /// Keeps epochs, and sentences where they are wanted.
    private struct Collector: NMEAVisitor {
        let wantsSentences: Bool
        var items: [Item] = []
        var counts: [SentenceType: Int] = [:]

        var wantsOtherSentences: Bool { wantsSentences }

        mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
            counts[sentence.type, default: 0] += 1
            guard wantsSentences else { return }
            var copy: [UInt8] = []
            copy.reserveCapacity(bytes.count + 2)
            for index in bytes.indices { copy.append(bytes[index]) }
            items.append(.sentence(ReceivedSentence(sentence: sentence, bytes: copy + [0x0D, 0x0A])))
        }

        mutating func visit(_ epoch: Epoch) {
            items.append(.epoch(epoch))
        }
    }
}
