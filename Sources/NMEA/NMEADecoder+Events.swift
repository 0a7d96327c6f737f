extension NMEADecoder {
    /// Collects events into an array.
    private struct Collector: NMEAVisitor {
        var events: [NMEAEvent] = []

        mutating func visit(_ sentence: Sentence, bytes: Span<UInt8>, tags: TagBlock?) {
            events.append(.sentence(sentence, tags: tags))
        }

        mutating func visit(_ epoch: Epoch) {
            events.append(.epoch(epoch))
        }

        mutating func visit(_ kind: ForeignFrame.Kind, frame bytes: Span<UInt8>) {
            var copy: [UInt8] = []
            copy.reserveCapacity(bytes.count)
            for index in bytes.indices { copy.append(bytes[index]) }
            events.append(.frame(ForeignFrame(kind: kind, bytes: copy)))
        }

        mutating func visit(_ discontinuity: Discontinuity) {
            events.append(.discontinuity(discontinuity))
        }
    }

    /// Decodes more bytes and gives what is found as values; the visitor form allocates less.
    public mutating func decode(_ bytes: Span<UInt8>, now: Duration? = nil) -> [NMEAEvent] {
        var collector = Collector()
        decode(bytes, now: now, to: &collector)
        return collector.events
    }

    /// Decodes more bytes and gives what is found as values.
    public mutating func decode(_ bytes: [UInt8], now: Duration? = nil) -> [NMEAEvent] {
        decode(bytes.span, now: now)
    }

    /// Decodes more bytes and gives what is found as values.
    public mutating func decode(_ bytes: ArraySlice<UInt8>, now: Duration? = nil) -> [NMEAEvent] {
        decode(bytes.span, now: now)
    }

    /// Tells that time passed without bytes.
    public mutating func advance(to now: Duration) -> [NMEAEvent] {
        var collector = Collector()
        advance(to: now, to: &collector)
        return collector.events
    }

    /// Ends the input.
    public mutating func finish() -> [NMEAEvent] {
        var collector = Collector()
        finish(to: &collector)
        return collector.events
    }
}
