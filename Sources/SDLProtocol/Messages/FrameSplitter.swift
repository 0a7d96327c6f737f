/// Cuts a message into the frames that carry it.
///
/// A message up to the limit travels in one single frame. A longer one is announced by a first frame and follows in
/// consecutive frames numbered 1 … 255, 1 …, the last one 0; all have the same message id.
public struct FrameSplitter: Sendable {
    /// The version, session, service and message id of all frames; the other fields are set here.
    public var header: FrameHeader
    /// The most payload of a frame in bytes, at least 1.
    public var limit: Int

    /// Makes a splitter.
    public init(version: UInt8, sessionID: UInt8, service: ServiceType, messageID: UInt32, limit: Int) {
        header = FrameHeader(
            version: version, type: .single, service: service, sessionID: sessionID,
            messageID: version < 2 ? 0 : messageID)
        self.limit = max(1, limit)
    }

    /// How many frames carry a message of a size.
    public func frameCount(ofMessage size: Int) -> Int {
        size <= limit ? 1 : 1 + consecutiveCount(size)
    }

    /// The bytes of all frames, to be written in one call.
    ///
    /// - Parameter payload: The message, at least one byte and far below 4 GiB.
    public func encode(_ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + header.encodedSize * frameCount(ofMessage: payload.count) + 8)
        if payload.count <= limit {
            writeSingle(size: payload.count, to: &bytes)
            bytes.append(contentsOf: payload)
        } else {
            writeFrames(payload, to: &bytes)
        }
        return bytes
    }

    /// The bytes of all frames of an RPC; a message that fits into one frame is copied only once.
    public func encode(_ message: RPCPayload) -> [UInt8] {
        let size = RPCPayload.headerSize + message.json.count + message.bulk.count
        guard size <= limit else { return encode(message.encode()) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.encodedSize + size)
        writeSingle(size: size, to: &bytes)
        message.header.write(jsonSize: message.json.count, to: &bytes)
        bytes.append(contentsOf: message.json)
        bytes.append(contentsOf: message.bulk)
        return bytes
    }

    private func consecutiveCount(_ size: Int) -> Int { (size + limit - 1) / limit }

    private func writeSingle(size: Int, to bytes: inout [UInt8]) {
        var header = header
        header.type = .single
        header.dataSize = UInt32(clamping: size)
        header.write(to: &bytes)
    }

    private func writeFrames(_ payload: [UInt8], to bytes: inout [UInt8]) {
        var header = header
        header.type = .first
        header.dataSize = 8
        header.write(to: &bytes)
        bytes.append(bigEndian: UInt32(clamping: payload.count))
        bytes.append(bigEndian: UInt32(clamping: consecutiveCount(payload.count)))
        header.type = .consecutive
        var start = 0
        while start < payload.count {
            let end = min(start + limit, payload.count)
            header.info = end == payload.count ? 0 : (header.info == 255 ? 1 : header.info + 1)
            header.dataSize = UInt32(clamping: end - start)
            header.write(to: &bytes)
            bytes.append(contentsOf: payload[start..<end])
            start = end
        }
    }
}
