/// A frame: the unit that travels over a transport.
public struct Frame: Sendable, Hashable {
    /// The header; its ``FrameHeader/dataSize`` is the size of ``payload``.
    public private(set) var header: FrameHeader
    /// The bytes behind the header.
    public private(set) var payload: [UInt8]

    /// Makes a frame; the header's data size is set to the size of the payload.
    ///
    /// - Parameters:
    ///   - header: The header; its data size is ignored.
    ///   - payload: The payload, far below 4 GiB.
    public init(header: FrameHeader, payload: [UInt8] = []) {
        self.header = header
        self.header.dataSize = UInt32(clamping: payload.count)
        self.payload = payload
    }

    /// Makes a control frame.
    ///
    /// - Parameters:
    ///   - info: What the frame says.
    ///   - version: The protocol version of the header.
    ///   - service: The service it concerns.
    ///   - sessionID: The session, or 0.
    ///   - messageID: The message id; not sent in version 1.
    ///   - payload: The payload.
    public init(
        control info: ControlFrameInfo, version: UInt8, service: ServiceType, sessionID: UInt8, messageID: UInt32 = 0,
        payload: [UInt8] = []
    ) {
        self.init(
            header: FrameHeader(
                version: version, type: .control, service: service, info: info.rawValue, sessionID: sessionID,
                messageID: version < 2 ? 0 : messageID),
            payload: payload)
    }

    /// The bytes of the frame, to be written in one call.
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.encodedSize + payload.count)
        header.write(to: &bytes)
        bytes.append(contentsOf: payload)
        return bytes
    }
}
