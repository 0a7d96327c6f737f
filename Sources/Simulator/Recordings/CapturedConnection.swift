internal import HeadUnit
internal import Transport

/// Makes TCP segments in IPv4 or IPv6 packets of what passed on one connection.
struct CapturedConnection {
    /// One end of it.
    private struct Side {
        var address: [UInt8]
        var port: UInt16
        var sequence: UInt32
    }

    private enum Flags {
        static let finish: UInt8 = 0x01
        static let synchronize: UInt8 = 0x02
        static let reset: UInt8 = 0x04
        static let push: UInt8 = 0x08
        static let acknowledge: UInt8 = 0x10
    }

    private var app: Side
    private var headUnit: Side
    private var identification: UInt16 = 0

    /// The most bytes that one segment carries; larger packets cannot be told in an IP header.
    static let segmentSize = 32_768

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - number: Its number, from which the first sequence numbers follow.
    ///   - peer: The app's address as `host:port`; one that is none, as of a connection without TCP, is made up.
    ///   - server: Where the head unit listens.
    init(number: Int, peer: String, server: SocketAddress?) {
        let made = UInt32(truncatingIfNeeded: number) &* 0x0001_0000
        let (host, port) = Self.split(peer) ?? ("127.0.0.1", UInt16(truncatingIfNeeded: 49_152 + number % 16_384))
        let app = Self.address(host) ?? [127, 0, 0, 1]
        var unit = server.flatMap { Self.address($0.host) } ?? [127, 0, 0, 1]
        // Both ends are of one family; an end that listens everywhere is where the other one reached it.
        if app.count != unit.count || unit.allSatisfy({ $0 == 0 }) { unit = app }
        self.app = Side(address: app, port: port, sequence: made &+ 0x1000_0000)
        headUnit = Side(address: unit, port: server?.port ?? 12_345, sequence: made &+ 0x2000_0000)
    }

    /// `host:port`, with IPv6 hosts in brackets.
    private static func split(_ text: String) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        return (text[..<colon].filter { $0 != "[" && $0 != "]" }, port)
    }

    /// The bytes of a numeric address.
    private static func address(_ host: String) -> [UInt8]? {
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        if parts.count == 4 { return parts }
        return SocketAddress(numericHost: host, port: 0)?.ipv6Bytes
    }

    // MARK: Packets

    /// The hand-shake.
    mutating func open() -> [[UInt8]] {
        var packets = [segment(isFromApp: true, flags: Flags.synchronize)]
        app.sequence &+= 1
        packets.append(segment(isFromApp: false, flags: Flags.synchronize | Flags.acknowledge))
        headUnit.sequence &+= 1
        packets.append(segment(isFromApp: true, flags: Flags.acknowledge))
        return packets
    }

    /// Bytes of one side, in as many segments as are needed.
    mutating func carry(_ bytes: [UInt8], isFromApp: Bool) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.segmentSize, bytes.count)
            let piece = bytes[start..<end]
            packets.append(segment(isFromApp: isFromApp, flags: Flags.push | Flags.acknowledge, piece))
            advance(isFromApp, by: piece.count)
            packets.append(segment(isFromApp: !isFromApp, flags: Flags.acknowledge))
            start = end
        }
        return packets
    }

    /// The end.
    mutating func close(by end: HeadUnit.End) -> [[UInt8]] {
        if end == .line { return [segment(isFromApp: true, flags: Flags.reset | Flags.acknowledge)] }
        let isFromApp = end == .app
        var packets = [segment(isFromApp: isFromApp, flags: Flags.finish | Flags.acknowledge)]
        advance(isFromApp, by: 1)
        packets.append(segment(isFromApp: !isFromApp, flags: Flags.finish | Flags.acknowledge))
        advance(!isFromApp, by: 1)
        packets.append(segment(isFromApp: isFromApp, flags: Flags.acknowledge))
        return packets
    }

    private mutating func advance(_ isFromApp: Bool, by count: Int) {
        if isFromApp {
            app.sequence &+= UInt32(truncatingIfNeeded: count)
        } else {
            headUnit.sequence &+= UInt32(truncatingIfNeeded: count)
        }
    }

    private mutating func segment(isFromApp: Bool, flags: UInt8, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
        let (from, to) = isFromApp ? (app, headUnit) : (headUnit, app)
        var header = Self.bytes(from.port) + Self.bytes(to.port) + Self.bytes(from.sequence)
        header += Self.bytes(flags & Flags.acknowledge == 0 ? 0 : to.sequence)
        header += [5 << 4, flags] + Self.bytes(UInt16.max)
        header += [0, 0, 0, 0]  // check sum, urgent pointer
        let length = header.count + payload.count
        var pseudo = from.address + to.address
        pseudo +=
            from.address.count == 4
            ? [0, 6] + Self.bytes(UInt16(truncatingIfNeeded: length))
            : Self.bytes(UInt32(truncatingIfNeeded: length)) + [0, 0, 0, 6]
        header.replaceSubrange(16..<18, with: Self.bytes(Self.checkSum(of: [pseudo[...], header[...], payload])))
        return ipHeader(from.address, to.address, length) + header + payload
    }

    private mutating func ipHeader(_ from: [UInt8], _ to: [UInt8], _ length: Int) -> [UInt8] {
        guard from.count == 4 else {
            return [0x60, 0, 0, 0] + Self.bytes(UInt16(truncatingIfNeeded: length)) + [6, 64] + from + to
        }
        identification &+= 1
        var header: [UInt8] = [0x45, 0] + Self.bytes(UInt16(truncatingIfNeeded: length + 20))
        header += Self.bytes(identification) + [0x40, 0, 64, 6, 0, 0] + from + to
        header.replaceSubrange(10..<12, with: Self.bytes(Self.checkSum(of: [header[...]])))
        return header
    }

    /// The Internet check sum (RFC 1071) over parts of which only the last has an odd length.
    static func checkSum(of parts: [ArraySlice<UInt8>]) -> UInt16 {
        var sum: UInt32 = 0
        for part in parts {
            var index = part.startIndex
            while index < part.endIndex {
                let low = index + 1 < part.endIndex ? UInt32(part[index + 1]) : 0
                sum &+= UInt32(part[index]) << 8 | low
                sum = (sum & 0xFFFF) &+ (sum >> 16)
                index += 2
            }
        }
        return ~UInt16(truncatingIfNeeded: sum)
    }

    private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        bytes(UInt16(truncatingIfNeeded: value >> 16)) + bytes(UInt16(truncatingIfNeeded: value))
    }
}
