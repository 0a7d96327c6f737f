/// The header of a frame: 8 bytes in version 1, 12 bytes in versions 2 to 5, all numbers big-endian.
public struct FrameHeader: Sendable, Hashable {
    /// The protocol version, 1 to 5; it alone decides the length of the header.
    public var version: UInt8
    /// Whether the payload is encrypted; never in version 1.
    public var isEncrypted: Bool
    /// The type of the frame.
    public var type: FrameType
    /// The service of the frame.
    public var service: ServiceType
    /// The frame info: what a control frame says (``controlInfo``), or the running number of a consecutive frame
    /// (0 on the last one); unused on single and first frames.
    public var info: UInt8
    /// The session, 0 when there is none yet.
    public var sessionID: UInt8
    /// The bytes of payload behind the header.
    public var dataSize: UInt32
    /// The message id; 0 and not sent in version 1.
    public var messageID: UInt32

    /// Makes a header from its fields.
    public init(
        version: UInt8, isEncrypted: Bool = false, type: FrameType, service: ServiceType, info: UInt8 = 0,
        sessionID: UInt8, dataSize: UInt32 = 0, messageID: UInt32 = 0
    ) {
        self.version = version
        self.isEncrypted = isEncrypted
        self.type = type
        self.service = service
        self.info = info
        self.sessionID = sessionID
        self.dataSize = dataSize
        self.messageID = messageID
    }

    /// What the frame says if it is a control frame with known frame info.
    public var controlInfo: ControlFrameInfo? {
        type == .control ? ControlFrameInfo(rawValue: info) : nil
    }

    /// The length of this header on the wire in bytes: 8 or 12.
    public var encodedSize: Int { version < 2 ? 8 : 12 }

    /// The bytes of the header.
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(12)
        write(to: &bytes)
        return bytes
    }

    /// Appends the header to bytes that will be sent.
    func write(to bytes: inout [UInt8]) {
        let flag: UInt32 = isEncrypted && version >= 2 ? 0x08 : 0
        let first = UInt32(version & 0x0F) << 4 | flag | UInt32(type.rawValue)
        let word = first << 24 | UInt32(service.rawValue) << 16 | UInt32(info) << 8 | UInt32(sessionID)
        bytes.append(bigEndian: word)
        bytes.append(bigEndian: dataSize)
        if version >= 2 { bytes.append(bigEndian: messageID) }
    }
}
