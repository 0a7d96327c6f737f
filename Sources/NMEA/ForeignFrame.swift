/// A binary frame of another protocol between the sentences, whole and with a good check of its own.
public struct ForeignFrame: Hashable, Sendable {
    /// The protocols that are recognised.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// u-blox.
        case ubx
        /// RTCM 3 corrections.
        case rtcm3
        /// Septentrio.
        case sbf
        /// CASIC (Zhongke Microelectronics).
        case casic
        /// SkyTraq.
        case skytraq
        /// SiRF.
        case sirf
    }

    /// The protocol.
    public let kind: Kind

    /// All bytes from the first sync byte to the last check byte.
    public let bytes: [UInt8]

    /// Creates a frame.
    public init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
