import SDLProtocol

/// A channel without cryptography, whose sides are done after one message each.
///
/// Its records carry a running number, as those of TLS do: one that is left out or read twice breaks it.
struct CountingChannel: SecureChannel {
    var sent: UInt8 = 0
    var received: UInt8 = 0
    /// How many records can be made.
    var capacity = UInt8.max
    var overhead = 2

    mutating func beginHandshake() throws(SecureChannelFault) -> [UInt8] { [1] }

    mutating func continueHandshake(_ bytes: [UInt8]) throws(SecureChannelFault) -> HandshakeStep {
        HandshakeStep(reply: bytes == [1] ? [2] : [], isFinished: true)
    }

    mutating func encrypt(_ plain: [UInt8]) throws(SecureChannelFault) -> [UInt8] {
        guard sent < capacity else { throw SecureChannelFault(.encryptionFailed, reason: "no more records") }
        sent &+= 1
        return [0x17, sent] + plain.map { ~$0 }
    }

    mutating func decrypt(_ cipher: [UInt8]) throws(SecureChannelFault) -> [UInt8] {
        received &+= 1
        guard cipher.count > 2, cipher[0] == 0x17, cipher[1] == received else {
            throw SecureChannelFault(.decryptionFailed, reason: "record \(received) is missing")
        }
        return cipher.dropFirst(2).map { ~$0 }
    }
}
