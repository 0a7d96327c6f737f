/// The place where TLS is plugged in: one channel per session, shared by the services of the session.
///
/// The head unit is the TLS client, the app the server. The handshake travels in ``SecurityQuery`` messages in the
/// clear; afterwards payloads of frames with the encryption bit are TLS records. A channel does no I/O and belongs to
/// one connection, which alone uses it.
public protocol SecureChannel: Sendable {
    /// How many bytes encryption adds to a piece of data at most; pieces are cut so that they still fit into a frame.
    var overhead: Int { get }

    /// The first bytes of the handshake; the head unit's side only.
    mutating func beginHandshake() throws(SecureChannelFault) -> [UInt8]

    /// Takes handshake bytes of the peer, also those that come after the handshake is over.
    ///
    /// - Parameter bytes: The binary data of a security query.
    /// - Returns: What to send back, and whether the handshake is over.
    /// - Throws: Why the handshake failed. ``SecurityErrorCode/serviceAlreadyProtected`` means that the peer wanted to
    ///   begin anew and was refused; the channel goes on as before.
    mutating func continueHandshake(_ bytes: [UInt8]) throws(SecureChannelFault) -> HandshakeStep

    /// Encrypts the payload of a frame, at most ``pieceLimit`` bytes.
    mutating func encrypt(_ plain: [UInt8]) throws(SecureChannelFault) -> [UInt8]

    /// Decrypts the payload of a frame, which holds whole records.
    mutating func decrypt(_ cipher: [UInt8]) throws(SecureChannelFault) -> [UInt8]
}

extension SecureChannel {
    /// The most bytes that are encrypted at once: a TLS record holds no more.
    public static var pieceLimit: Int { 16_384 }

    /// The most plain bytes of a frame whose payload may have `limit` bytes; nil where not even one byte fits.
    func pieceSize(within limit: Int) -> Int? {
        let size = min(limit, Self.pieceLimit) - overhead
        return size > 0 ? size : nil
    }
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

/// Why a channel failed.
public struct SecureChannelFault: Error, Sendable, Hashable {
    /// What the peer is told.
    public var code: SecurityErrorCode
    /// Why, for people; part of the reason in a StartServiceNAK.
    public var reason: String
    /// Handshake bytes that tell the peer's TLS the same; empty when there are none.
    public var alert: [UInt8]

    /// Makes a fault.
    public init(_ code: SecurityErrorCode, reason: String, alert: [UInt8] = []) {
        self.code = code
        self.reason = reason
        self.alert = alert
    }
}
