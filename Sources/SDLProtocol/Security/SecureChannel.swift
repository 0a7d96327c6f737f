/// The place where TLS is plugged in: one channel per session, shared by the services of the session.
///
/// The head unit is the TLS client, the app the server. The handshake travels in ``SecurityQuery`` messages in the
/// clear; afterwards payloads of frames with the encryption bit are TLS records. A channel does no I/O.
public protocol SecureChannel: Sendable {
    /// How many bytes encryption adds to a piece of data at most; pieces are cut so that they still fit into a frame.
    var overhead: Int { get }

    /// The first bytes of the handshake; the head unit's side only.
    mutating func beginHandshake() throws(SecurityErrorCode) -> [UInt8]

    /// Takes handshake bytes of the peer.
    ///
    /// - Parameter bytes: The binary data of a security query.
    /// - Returns: What to send back, and whether the handshake is over.
    mutating func continueHandshake(_ bytes: [UInt8]) throws(SecurityErrorCode) -> HandshakeStep

    /// Encrypts the payload of a frame.
    mutating func encrypt(_ plain: [UInt8]) throws(SecurityErrorCode) -> [UInt8]

    /// Decrypts the payload of a frame.
    mutating func decrypt(_ cipher: [UInt8]) throws(SecurityErrorCode) -> [UInt8]
}

/// What follows from the handshake bytes of a peer.
public struct HandshakeStep: Sendable, Hashable {
    /// The bytes to send back; empty when there is nothing to say.
    public var reply: [UInt8]
    /// Whether both sides are done.
    public var isFinished: Bool

    /// Makes a step.
    public init(reply: [UInt8], isFinished: Bool) {
        self.reply = reply
        self.isFinished = isFinished
    }
}
