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
        size <= limit ? 1 : 1 + (size + limit - 1) / limit
    }

    /// The bytes of all frames, to be written in one call.
    ///
    /// - Parameter payload: The message, at least one byte and far below 4 GiB.
    public func encode(_ payload: [UInt8]) -> [UInt8] {
        guard payload.count <= limit else { return encode(parts: [payload]) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.encodedSize + payload.count)
        writeSingle(size: payload.count, to: &bytes)
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// The bytes of all frames of an RPC, whose JSON and binary data are copied only once.
    public func encode(_ message: RPCPayload) -> [UInt8] {
        let size = RPCPayload.headerSize + message.json.count + message.bulk.count
        if size <= limit {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(header.encodedSize + size)
            writeSingle(size: size, to: &bytes)
            message.header.write(jsonSize: message.json.count, to: &bytes)
            bytes.append(contentsOf: message.json)
            bytes.append(contentsOf: message.bulk)
            return bytes
        }
        var head: [UInt8] = []
        head.reserveCapacity(RPCPayload.headerSize)
        message.header.write(jsonSize: message.json.count, to: &head)
        return encode(parts: message.bulk.isEmpty ? [head, message.json] : [head, message.json, message.bulk])
    }

    /// The bytes of all frames with encrypted payloads, to be written in one call.
    ///
    /// Size and number of frames in the first frame are those of the plain message; that frame is never encrypted.
    ///
    /// - Parameters:
    ///   - payload: The message, at least one byte.
    ///   - pieceSize: The most plain bytes of a frame, at least 1.
    ///   - encrypt: Encrypts the piece of one frame.
    func encode(
        _ payload: [UInt8], pieceSize: Int, encrypting encrypt: ([UInt8]) throws(SecureChannelFault) -> [UInt8]
    ) throws(SecureChannelFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var header = header
        func write(_ piece: [UInt8]) throws(SecureChannelFault) {
            let cipher = try encrypt(piece)
            header.dataSize = UInt32(clamping: cipher.count)
            header.write(to: &bytes)
            bytes += cipher
        }
        header.isEncrypted = true
        guard payload.count > pieceSize else {
            header.type = .single
            try write(payload)
            return bytes
        }
        let count = (payload.count + pieceSize - 1) / pieceSize
        header.isEncrypted = false
        header.type = .first
        header.dataSize = 8
        header.write(to: &bytes)
        bytes.append(bigEndian: UInt32(clamping: payload.count))
        bytes.append(bigEndian: UInt32(clamping: count))
        header.isEncrypted = true
        header.type = .consecutive
        var start = 0
        while start < payload.count {
            let end = min(payload.count, start + pieceSize)
            header.info = end == payload.count ? 0 : (header.info == 255 ? 1 : header.info + 1)
            try write(Array(payload[start..<end]))
            start = end
        }
        return bytes
    }

    private func writeSingle(size: Int, to bytes: inout [UInt8]) {
        var header = header
        header.type = .single
        header.dataSize = UInt32(clamping: size)
        header.write(to: &bytes)
    }

    /// The bytes of a message that needs several frames.
    private func encode(parts: [[UInt8]]) -> [UInt8] {
        let size = parts.reduce(0) { $0 + $1.count }
        let frames = frameCount(ofMessage: size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + header.encodedSize * frames + 8)
        var header = header
        header.type = .first
        header.dataSize = 8
        header.write(to: &bytes)
        bytes.append(bigEndian: UInt32(clamping: size))
        bytes.append(bigEndian: UInt32(clamping: frames - 1))
        header.type = .consecutive
        var source = Source(parts: parts)
        var rest = size
        while rest > 0 {
            let chunk = min(limit, rest)
            rest -= chunk
            header.info = rest == 0 ? 0 : (header.info == 255 ? 1 : header.info + 1)
            header.dataSize = UInt32(clamping: chunk)
            header.write(to: &bytes)
            source.move(chunk, to: &bytes)
        }
        return bytes
    }

    /// Reads parts one behind the other.
    private struct Source {
        let parts: [[UInt8]]
        private var part = 0
        private var offset = 0

        init(parts: [[UInt8]]) {
            self.parts = parts
        }

        mutating func move(_ count: Int, to bytes: inout [UInt8]) {
            var count = count
            while count > 0, part < parts.count {
                let piece = min(count, parts[part].count - offset)
                bytes.append(contentsOf: parts[part][offset..<(offset + piece)])
                count -= piece
                offset += piece
                if offset == parts[part].count {
                    part += 1
                    offset = 0
                }
            }
        }
    }
}
