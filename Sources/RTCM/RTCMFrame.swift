/// One RTCM 3 frame with a good check value, as it came: preamble, length, payload and CRC.
public struct RTCMFrame: Hashable, Sendable {
    /// The largest payload in bytes; the length has ten bits.
    public static let maximumPayload = 1023
    /// Bytes of a frame around its payload.
    public static let overhead = 6
    static let preamble: UInt8 = 0xD3

    /// All bytes of the frame.
    public let bytes: [UInt8]
    /// Where the frame began, in bytes since the start of the stream.
    public let offset: Int

    /// Takes bytes that were checked.
    init(unchecked bytes: [UInt8], offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Puts a frame around a payload; nil when it is longer than 1023 bytes.
    public init?(payload: [UInt8]) {
        guard payload.count <= Self.maximumPayload else { return nil }
        var bytes: [UInt8] = [Self.preamble, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
        bytes += payload
        let check = CRC24Q.value(of: bytes)
        bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: check >> $0) }
        self.init(unchecked: bytes, offset: 0)
    }

    /// What lies between header and check value.
    public var payload: ArraySlice<UInt8> { bytes.dropFirst(3).dropLast(3) }

    /// The check value, 24 bits.
    public var checkValue: UInt32 {
        bytes.suffix(3).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The message number, 0...4095; nil when the payload is too short to hold one (a filler).
    public var number: Int? {
        guard bytes.count >= Self.overhead + 2 else { return nil }
        return Int(bytes[3]) << 4 | Int(bytes[4]) >> 4
    }

    /// Number and, for the makers' messages that have one, sub-type.
    public var identity: RTCMIdentity? {
        guard let number else { return nil }
        // u-blox 4072 has 12 bits of sub-type behind the number.
        guard number == 4072, bytes.count >= Self.overhead + 3 else { return RTCMIdentity(number) }
        return RTCMIdentity(number, subtype: Int(bytes[4] & 0x0F) << 8 | Int(bytes[5]))
    }

    /// The number of the reference station, 0...4095, where the message begins with it.
    public var station: Int? {
        guard let identity, identity.tellsStation, bytes.count >= Self.overhead + 3 else { return nil }
        return Int(bytes[4] & 0x0F) << 8 | Int(bytes[5])
    }
}
