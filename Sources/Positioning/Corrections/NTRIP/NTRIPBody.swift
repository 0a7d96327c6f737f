internal import RTCM

/// The bytes behind a reply, out of their chunks.
///
/// Some casters announce chunks and send none: when the first byte is the preamble of RTCM 3 and a good frame follows,
/// the body is taken as it is.
struct NTRIPBody: Sendable {
    private enum Mode: Sendable {
        case raw
        case chunked(ChunkedDecoder)
        /// Chunks were announced, a preamble came: its frame will tell.
        case doubtful([UInt8])
        case over
    }

    private var mode: Mode
    private var isFirst = true
    /// Whether the caster announced chunks and sent none.
    private(set) var isFalselyChunked = false
    /// How the body ended.
    private(set) var end = ChunkedDecoder.End.open

    init(isChunked: Bool) {
        mode = isChunked ? .chunked(ChunkedDecoder()) : .raw
    }

    /// Takes bytes of the wire; returns bytes of the body.
    mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        switch mode {
        case .raw:
            return bytes
        case .over:
            return []
        case .doubtful(let kept):
            return judge(kept + bytes)
        case .chunked(var decoder):
            if isFirst, bytes.first == 0xD3 { return judge(bytes) }
            isFirst = false
            let body = decoder.append(bytes[...])
            mode = .chunked(decoder)
            if decoder.end != .open {
                end = decoder.end
                mode = .over
            }
            return body
        }
    }

    private mutating func judge(_ bytes: [UInt8]) -> [UInt8] {
        isFirst = false
        var framer = RTCMFramer()
        let frames = framer.append(bytes)
        if frames.first?.offset == 0 {
            isFalselyChunked = true
            mode = .raw
            return bytes
        }
        if framer.checkFailures == 0, framer.pendingByteCount == bytes.count {
            mode = .doubtful(bytes)
            return []
        }
        end = .invalid
        mode = .over
        return []
    }
}
