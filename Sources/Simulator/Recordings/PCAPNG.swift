/// The blocks of a pcapng file, of the few kinds that a capture of one interface needs (IETF draft pcapng, little endian).
enum PCAPNG {
    /// The link type of packets that begin with an IPv4 or IPv6 header (LINKTYPE_RAW).
    private static let rawIP: UInt16 = 101

    /// The block that begins a file.
    static func sectionHeader(application: String) -> [UInt8] {
        var body = word(0x1A2B_3C4D)
        body += half(1) + half(0)
        body += [UInt8](repeating: 0xFF, count: 8)  // the length of the section is not known
        body += option(4, Array(application.utf8)) + endOfOptions
        return block(0x0A0D_0D0A, body)
    }

    /// The description of the interface; times are in microseconds.
    static func interface(name: String, description: String) -> [UInt8] {
        var body = half(rawIP) + half(0)
        body += word(0)  // no limit of the length
        body += option(2, Array(name.utf8)) + option(3, Array(description.utf8)) + option(9, [6]) + endOfOptions
        return block(1, body)
    }

    /// A packet.
    ///
    /// - Parameters:
    ///   - bytes: The packet from its IP header on.
    ///   - time: Microseconds since 1970.
    static func packet(_ bytes: [UInt8], at time: Int64) -> [UInt8] {
        let time = UInt64(bitPattern: time)
        let size = UInt32(truncatingIfNeeded: bytes.count)
        var body = word(0)
        body += word(UInt32(truncatingIfNeeded: time >> 32)) + word(UInt32(truncatingIfNeeded: time))
        body += word(size) + word(size)
        return block(6, body + padded(bytes))
    }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let size = word(UInt32(truncatingIfNeeded: body.count + 12))
        return word(type) + size + body + size
    }

    private static let endOfOptions: [UInt8] = [0, 0, 0, 0]

    private static func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        half(code) + half(UInt16(truncatingIfNeeded: value.count)) + padded(value)
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func half(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

    private static func word(_ value: UInt32) -> [UInt8] {
        half(UInt16(truncatingIfNeeded: value)) + half(UInt16(truncatingIfNeeded: value >> 16))
    }
}
