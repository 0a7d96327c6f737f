/// The service that a frame belongs to: its second byte.
///
/// All other values are reserved.
public enum ServiceType: UInt8, Sendable, Hashable, CaseIterable {
    /// Control service: security queries, heartbeats.
    case control = 0x00
    /// Remote procedure calls.
    case rpc = 0x07
    /// Raw audio from the app, since protocol 3.
    case audio = 0x0A
    /// Raw video from the app, since protocol 3.
    case video = 0x0B
    /// Remote procedure calls with binary data ("hybrid"); opened together with ``rpc``.
    case bulk = 0x0F
}
