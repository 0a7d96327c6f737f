import GNSS

/// Bytes in, sentences and epochs out: the front door of this module.
///
/// A decoder keeps what it needs between calls, at most one unfinished sentence or frame. Its result does not depend on
/// where the input is cut. It never traps, whatever the bytes are, and its memory is bounded.
///
///     var decoder = NMEADecoder()
///     for event in decoder.decode(bytes) {
///         if case .epoch(let epoch) = event { print(epoch.fix) }
///     }
public struct NMEADecoder: Sendable {
    /// What a decoder does.
    public struct Options: Hashable, Sendable {
        /// What to do about missing and wrong checksums.
        public var checksums: ChecksumPolicy
        /// How epochs are put together; nil for sentences only.
        public var epochs: EpochOptions?

        /// Creates options.
        public init(checksums: ChecksumPolicy = .require, epochs: EpochOptions? = EpochOptions()) {
            self.checksums = checksums
            self.epochs = epochs
        }
    }

    private var framer: Framer
    private var assembler: EpochAssembler
    private let makesEpochs: Bool
    private var pending: [UInt8] = []
    private var tags: TagBlock?
    private var content = ContentStatistics()

    /// Creates a decoder.
    public init(options: Options = Options()) {
        framer = Framer(policy: options.checksums)
        assembler = EpochAssembler(options: options.epochs ?? EpochOptions())
        makesEpochs = options.epochs != nil
    }

    /// What was taken and dropped so far.
    public var statistics: NMEAStatistics {
        NMEAStatistics(
            framing: framer.statistics, content: content, ignoredByEpochs: assembler.ignored,
            incompleteSatelliteGroups: assembler.table.incompleteGroups)
    }

    /// Bytes of an unfinished sentence or frame that are kept for the next call.
    var pendingCount: Int { pending.count }

    /// When `advance(to:)` should be called next, if nothing comes before; nil when nothing waits.
    public var deadline: Duration? { makesEpochs ? assembler.deadline : nil }

    /// Decodes more bytes.
    ///
    /// - Parameters:
    ///   - bytes: any number of bytes, cut anywhere.
    ///   - now: when they arrived, since an arbitrary start; nil for files.
    ///   - visitor: receives what is found.
    public mutating func decode(
        _ bytes: Span<UInt8>, now: Duration? = nil, to visitor: inout some NMEAVisitor
    ) {
        framer.statistics.bytes &+= bytes.count
        if makesEpochs, let now, !bytes.isEmpty {
            // Any byte ends a silence, and one that was long enough has closed the epoch before.
            if assembler.advance(to: now) { visitor.visit(assembler.closed) }
            assembler.lastArrival = now
        }
        var offset = 0
        if !pending.isEmpty { offset = drainPending(with: bytes, now: now, to: &visitor) }
        guard pending.isEmpty, offset < bytes.count else { return }
        _ = decodeItems(bytes, at: &offset, until: bytes.count, isFinal: false, now: now, to: &visitor)
        while offset < bytes.count {
            pending.append(bytes[offset])
            offset += 1
        }
    }

    /// Tells that time passed without bytes: closes an epoch that is complete by silence.
    public mutating func advance(to now: Duration, to visitor: inout some NMEAVisitor) {
        guard makesEpochs, assembler.advance(to: now) else { return }
        visitor.visit(assembler.closed)
    }

    /// Ends the input: decides about an unfinished rest and closes the open epoch.
    ///
    /// Afterwards the decoder is ready for another stream, with its counters kept.
    public mutating func finish(to visitor: inout some NMEAVisitor) {
        let rest = pending
        pending = []
        var offset = 0
        _ = decodeItems(rest.span, at: &offset, until: rest.count, isFinal: true, now: nil, to: &visitor)
        framer.line = .begin
        tags = nil
        if makesEpochs {
            if assembler.finish() { visitor.visit(assembler.closed) }
            assembler.reset()
        }
    }

    /// Completes what the last call left unfinished, with a copy of as many new bytes as that takes.
    ///
    /// Returns how many of the new bytes are used up.
    private mutating func drainPending(
        with bytes: Span<UInt8>, now: Duration?, to visitor: inout some NMEAVisitor
    ) -> Int {
        let old = pending.count
        var buffer: [UInt8] = []
        swap(&buffer, &pending)
        var taken = 0
        var offset = 0
        var wanted = Framer.maximumSentenceLength
        while true {
            let step = min(max(wanted - (buffer.count - offset), 64), bytes.count - taken)
            for index in taken..<(taken + step) { buffer.append(bytes[index]) }
            taken += step
            wanted = decodeItems(buffer.span, at: &offset, until: old, isFinal: false, now: now, to: &visitor)
            if offset >= old {
                buffer.removeAll(keepingCapacity: true)
                swap(&buffer, &pending)
                return offset - old
            }
            if taken == bytes.count {
                buffer.removeFirst(offset)
                swap(&buffer, &pending)
                return bytes.count
            }
        }
    }

    /// Decodes what begins before `limit`; returns how many bytes from the offset on are wanted to go on.
    private mutating func decodeItems(
        _ bytes: Span<UInt8>, at offset: inout Int, until limit: Int, isFinal: Bool, now: Duration?,
        to visitor: inout some NMEAVisitor
    ) -> Int {
        while offset < limit {
            switch framer.next(in: bytes, at: &offset, isFinal: isFinal) {
            case .sentence(let frame):
                decodeSentence(bytes, frame, now: now, to: &visitor)
            case .foreign(let kind, let length):
                visitor.visit(kind, frame: bytes.extracting((offset - length)..<offset))
            case .tagBlock(let range, let isGood):
                if tags == nil || !framer.followsTagBlock {
                    tags = TagBlock(bytes, range, isGood: isGood)
                } else {
                    tags?.append(bytes, range, isGood: isGood)
                }
            case .needMore(let wanted):
                return wanted
            case .end:
                return 1
            }
        }
        return 1
    }

    @inline(__always)
    private mutating func decodeSentence(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, now: Duration?, to visitor: inout some NMEAVisitor
    ) {
        // A function a kind: each builds its sentence in the place from where it is handed on.
        switch SentenceDecoder.kind(bytes, frame, commas: framer.commas[0]) {
        case .standard(.gsv, let talker): decodeGSV(bytes, frame, talker, now, &visitor)
        case .standard(.gsa, let talker): decodeGSA(bytes, frame, talker, now, &visitor)
        case .standard(.gga, let talker): decodeGGA(bytes, frame, talker, now, &visitor)
        case .standard(.rmc, let talker): decodeRMC(bytes, frame, talker, now, &visitor)
        case .standard(.vtg, let talker): decodeVTG(bytes, frame, talker, now, &visitor)
        case .standard(let formatter, let talker): decodeRare(bytes, frame, formatter, talker, now, &visitor)
        case .proprietary(let length): decodeProprietary(bytes, frame, length, now, &visitor)
        case .other: passOn(bytes, frame, now, &visitor)
        }
    }

    @inline(never)
    private mutating func decodeGSV(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard let sentence = GSV(bytes, frame, framer.commas, talker, &content.badFields) else { return reject() }
        deliver(.gsv(sentence), bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeGSA(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard let sentence = GSA(bytes, frame, framer.commas, talker, &content.badFields) else { return reject() }
        deliver(.gsa(sentence), bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeGGA(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard let sentence = GGA(bytes, frame, framer.commas, talker, &content.badFields) else { return reject() }
        deliver(.gga(sentence), bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeRMC(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard let sentence = RMC(bytes, frame, framer.commas, talker, &content.badFields) else { return reject() }
        deliver(.rmc(sentence), bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeVTG(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard let sentence = VTG(bytes, frame, framer.commas, talker, &content.badFields) else { return reject() }
        deliver(.vtg(sentence), bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeRare(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ formatter: Formatter, _ talker: Talker, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        guard
            let sentence = SentenceDecoder.decodeRare(
                formatter, bytes, frame, framer.commas, talker, &content.badFields)
        else { return reject() }
        deliver(sentence, bytes, frame, now, &visitor)
    }

    @inline(never)
    private mutating func decodeProprietary(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ addressLength: Int, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        let outcome = SentenceDecoder.decodeProprietary(
            bytes, frame, commas: framer.commas.span, addressLength: addressLength)
        switch outcome {
        case .decoded(let sentence, let defects):
            content.badFields &+= defects
            deliver(sentence, bytes, frame, now, &visitor)
        case .malformed: reject()
        case .other: passOn(bytes, frame, now, &visitor)
        }
    }

    /// A sentence without a type.
    @inline(never)
    private mutating func passOn(
        _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ now: Duration?, _ visitor: inout some NMEAVisitor
    ) {
        content.other &+= 1
        guard visitor.wantsOtherSentences else {
            _ = takeTags()
            return
        }
        var copy: [UInt8] = []
        copy.reserveCapacity(frame.bodyEnd - frame.start)
        for index in frame.start..<frame.bodyEnd { copy.append(bytes[index]) }
        deliver(.other(RawSentence(unchecked: copy)), bytes, frame, now, &visitor)
    }

    private mutating func reject() {
        content.malformed &+= 1
        _ = takeTags()
    }

    @inline(__always)
    private mutating func deliver(
        _ sentence: Sentence, _ bytes: Span<UInt8>, _ frame: SentenceFrame, _ now: Duration?,
        _ visitor: inout some NMEAVisitor
    ) {
        let tags = takeTags()
        if makesEpochs {
            if let tags, tags.hasGoodChecksum, let time = tags.unixNanoseconds {
                assembler.takeTagTime(UTCTime(nanosecondsSince1970: time))
            }
            if assembler.prepare(sentence) { visitor.visit(assembler.closed) }
            if let jump = assembler.discontinuity { visitor.visit(jump) }
        }
        visitor.visit(sentence, bytes: bytes.extracting(frame.start..<frame.end), tags: tags)
        if makesEpochs, assembler.add(sentence) { visitor.visit(assembler.closed) }
    }

    @inline(__always)
    private mutating func takeTags() -> TagBlock? {
        guard tags != nil else { return nil }
        defer {
            tags = nil
            framer.followsTagBlock = false
        }
        return framer.followsTagBlock ? tags : nil
    }
}
