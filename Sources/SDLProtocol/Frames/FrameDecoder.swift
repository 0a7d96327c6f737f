/// Cuts a stream of bytes into frames, however the bytes arrive.
///
/// Every header is judged from its first 8 bytes (12 where sdl_core's rule for message ids is followed), before its
/// payload is waited for. After a bad header the decoder moves on byte by byte; a whole run of bad bytes is reported
/// once. The decoder holds at most one unfinished frame, so its memory is bounded by the payload limits plus the bytes
/// given last. The result never depends on how the stream was cut.
public struct FrameDecoder: Sendable {
    /// What a decoder takes and how it resynchronises.
    public struct Configuration: Sendable, Hashable {
        /// The highest protocol version of a header, 1 to 5.
        public var maximumVersion: UInt8
        /// The most payload of a frame.
        public var limits: PayloadLimits
        /// How faults are met.
        public var faultPolicy: FaultPolicy

        /// Makes a configuration.
        public init(
            maximumVersion: UInt8 = 5, limits: PayloadLimits = PayloadLimits(), faultPolicy: FaultPolicy = .strict
        ) {
            self.maximumVersion = maximumVersion
            self.limits = limits
            self.faultPolicy = faultPolicy
        }
    }

    /// What the decoder found next in the stream.
    public enum Item: Sendable, Hashable {
        /// A frame.
        case frame(Frame)
        /// The beginning of a run of bytes that are no frame, and what was wrong with its first byte.
        case malformed(HeaderFault)
    }

    /// As ``Item``, with the payload still in the decoder's buffer: it must be let go before the next bytes are given.
    enum Slice {
        case frame(FrameHeader, ArraySlice<UInt8>)
        case malformed(HeaderFault)
    }

    /// What is taken; changes hold for headers that were not judged yet.
    public var configuration: Configuration
    /// The sessions that exist, where the owner knows them: while resynchronising, headers of other sessions are not
    /// believed (``FaultPolicy/strict`` only).
    public var knownSessions: SessionIDSet?
    /// How many bytes were skipped so far because they belong to no frame.
    public private(set) var skippedByteCount: UInt64 = 0

    private var buffer: [UInt8] = []
    private var start = 0
    private var isInBadRun = false
    // The frame at `start`, once its header was judged good.
    private var pending: FrameHeader?

    /// Makes a decoder.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// How many bytes wait for the rest of their frame.
    public var bufferedByteCount: Int { buffer.count - start }

    /// Gives bytes to the decoder; ``next()`` is then called until it returns nil.
    public mutating func append(_ bytes: [UInt8]) {
        guard bufferedByteCount > 0 else {
            buffer = bytes
            start = 0
            return
        }
        let needed = pending.map { $0.encodedSize + Int($0.dataSize) } ?? 0
        if start > 0 {
            var rest: [UInt8] = []
            rest.reserveCapacity(max(needed, bufferedByteCount + bytes.count))
            rest.append(contentsOf: buffer[start...])
            buffer = rest
            start = 0
        } else if needed > buffer.capacity {
            buffer.reserveCapacity(max(needed, buffer.count + bytes.count))
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next frame or malformed run; nil when more bytes are needed.
    public mutating func next() -> Item? {
        switch nextSlice() {
        case .frame(let header, let payload): .frame(Frame(header: header, payload: Array(payload)))
        case .malformed(let fault): .malformed(fault)
        case nil: nil
        }
    }

    /// As ``next()``, without copying the payload.
    mutating func nextSlice() -> Slice? {
        while true {
            if let header = pending {
                let size = header.encodedSize + Int(header.dataSize)
                guard bufferedByteCount >= size else { return nil }
                let payload = buffer[(start + header.encodedSize)..<(start + size)]
                pending = nil
                isInBadRun = false
                consume(size)
                return .frame(header, payload)
            }
            switch judge() {
            case .needMore:
                return nil
            case .good(let header):
                pending = header
            case .bad(let fault):
                consume(1)
                skippedByteCount &+= 1
                if !isInBadRun {
                    isInBadRun = true
                    return .malformed(fault)
                }
            }
        }
    }

    private mutating func consume(_ count: Int) {
        start += count
        if start == buffer.count {
            buffer = []
            start = 0
        }
    }
}

extension FrameDecoder {
    private enum Verdict {
        case needMore
        case good(FrameHeader)
        case bad(HeaderFault)
    }

    /// Looks at the bytes at `start` as the header of a frame.
    private func judge() -> Verdict {
        guard bufferedByteCount >= 8 else { return .needMore }
        let first = buffer[start]
        let version = first >> 4
        guard version >= 1, version <= configuration.maximumVersion else { return .bad(.version(version)) }
        guard let type = FrameType(rawValue: first & 0x07) else { return .bad(.frameType(first & 0x07)) }
        guard let service = ServiceType(rawValue: buffer[start + 1]) else { return .bad(.service(buffer[start + 1])) }
        var header = FrameHeader(
            version: version, isEncrypted: version >= 2 && first & 0x08 != 0, type: type, service: service,
            info: buffer[start + 2], sessionID: buffer[start + 3], dataSize: buffer.bigEndianWord(at: start + 4))
        if let fault = fault(of: header) { return .bad(fault) }
        if isInBadRun, configuration.faultPolicy == .strict, !isPlausible(header) { return .bad(.implausible) }
        guard version >= 2 else { return .good(header) }
        guard bufferedByteCount >= 12 else { return .needMore }
        header.messageID = buffer.bigEndianWord(at: start + 8)
        if configuration.faultPolicy == .asCore, type != .control, header.messageID == 0 {
            return .bad(.messageIDZero)
        }
        return .good(header)
    }

    private func fault(of header: FrameHeader) -> HeaderFault? {
        let limit = configuration.limits.limit(version: header.version, service: header.service)
        switch header.type {
        case .control:
            if ControlFrameInfo(rawValue: header.info) == nil { return .controlInfo(header.info) }
        case .single, .consecutive:
            if header.dataSize == 0 { return .emptyPayload(header.type) }
        case .first:
            // Old head units encrypt first frames, which makes them longer; the strict reader stays in step with them.
            let mayBeLonger = header.isEncrypted && configuration.faultPolicy == .strict
            if header.dataSize != 8, !mayBeLonger { return .firstFrameSize(header.dataSize) }
        }
        if Int64(header.dataSize) > Int64(limit) { return .payloadTooLarge(size: header.dataSize, limit: limit) }
        return nil
    }

    /// Whether a header in the middle of bad bytes is likely to be one: the tail of a bad header often looks like
    /// another header, and waiting for its payload would swallow good frames.
    private func isPlausible(_ header: FrameHeader) -> Bool {
        if header.service == .control, header.type == .first || header.type == .consecutive { return false }
        if header.sessionID == 0 {
            return header.controlInfo == .startService || header.controlInfo == .startServiceNAK
        }
        return knownSessions?.contains(header.sessionID) ?? true
    }
}
