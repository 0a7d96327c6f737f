/// What a control frame says: the frame info of frames of type ``FrameType/control``.
///
/// All other values are reserved.
public enum ControlFrameInfo: UInt8, Sendable, Hashable, CaseIterable {
    /// Asks the peer for a sign of life, since protocol 3.
    case heartbeat = 0x00
    /// Asks for a service to be opened.
    case startService = 0x01
    /// A service was opened.
    case startServiceACK = 0x02
    /// A service was refused.
    case startServiceNAK = 0x03
    /// Asks for a service to be ended.
    case endService = 0x04
    /// A service was ended.
    case endServiceACK = 0x05
    /// A service could not be ended.
    case endServiceNAK = 0x06
    /// Adds a second connection to a session, since protocol 5.1.
    case registerSecondaryTransport = 0x07
    /// The second connection was added.
    case registerSecondaryTransportACK = 0x08
    /// The second connection was refused.
    case registerSecondaryTransportNAK = 0x09
    /// Tells where a second connection can be opened, since protocol 5.1.
    case transportEventUpdate = 0xFD
    /// Counts consumed video frames in protocols 2 to 4; ignored today.
    case serviceDataACK = 0xFE
    /// The answer to ``heartbeat``.
    case heartbeatACK = 0xFF
}
