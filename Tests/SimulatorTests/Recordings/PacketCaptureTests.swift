import HeadUnit
import Testing
import Transport

@testable import Simulator

@Suite("Packet captures")
struct PacketCaptureTests {
    @Test("Blocks of the file, byte by byte")
    func blocks() {
        let section: [UInt8] = [
            0x0A, 0x0D, 0x0D, 0x0A, 40, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 3, 0, 0x61, 0x70, 0x70, 0, 0, 0, 0, 0, 40, 0, 0, 0,
        ]
        #expect(PCAPNG.sectionHeader(application: "app") == section)
        let interface: [UInt8] = [
            1, 0, 0, 0, 48, 0, 0, 0, 101, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0x61, 0, 0, 0, 3, 0, 2, 0, 0x62, 0x63, 0, 0,
            9, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0,
        ]
        #expect(PCAPNG.interface(name: "a", description: "bc") == interface)
        let packet: [UInt8] = [
            6, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0,
            1, 2, 3, 4, 5, 0, 0, 0, 40, 0, 0, 0,
        ]
        #expect(PCAPNG.packet([1, 2, 3, 4, 5], at: 0x1_0000_0002) == packet)
    }

    @Test("The check sum is that of RFC 1071, section 3")
    func checkSum() {
        let bytes: [UInt8] = [0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7]
        #expect(CapturedConnection.checkSum(of: [bytes[...]]) == ~0xDDF2)
        #expect(CapturedConnection.checkSum(of: [bytes[..<4], bytes[4...]]) == ~0xDDF2)
        #expect(CapturedConnection.checkSum(of: [[0xFF][...]]) == ~0xFF00)
    }

    /// An IPv4 packet that was taken apart.
    private struct Segment: Equatable {
        var from: UInt16
        var to: UInt16
        var sequence: UInt32
        var acknowledged: UInt32
        var flags: UInt8
        var payload: [UInt8]

        init(_ packet: [UInt8]) throws {
            try #require(packet.count >= 40 && packet[0] == 0x45 && packet[9] == 6)
            #expect(Int(packet[2]) << 8 | Int(packet[3]) == packet.count)
            #expect(CapturedConnection.checkSum(of: [packet[..<20]]) == 0)
            let length = packet.count - 20
            let pseudo = Array(packet[12..<20]) + [0, 6, UInt8(length >> 8), UInt8(length & 0xFF)]
            #expect(CapturedConnection.checkSum(of: [pseudo[...], packet[20...]]) == 0)
            func number(_ at: Int, _ size: Int) -> UInt32 {
                packet[(20 + at)..<(20 + at + size)].reduce(0) { $0 << 8 | UInt32($1) }
            }
            from = UInt16(number(0, 2))
            to = UInt16(number(2, 2))
            sequence = number(4, 4)
            acknowledged = number(8, 4)
            flags = packet[33]
            payload = Array(packet[40...])
        }
    }

    @Test("A connection has hand-shake, numbers that count its bytes, and an end")
    func connection() throws {
        let server = try #require(SocketAddress(numericHost: "127.0.0.1", port: 12_345))
        var connection = CapturedConnection(number: 1, peer: "127.0.0.1:40000", server: server)
        let open = try connection.open().map(Segment.init)
        #expect(open.map(\.flags) == [0x02, 0x12, 0x10])
        #expect(open.map(\.from) == [40_000, 12_345, 40_000] && open[0].acknowledged == 0)
        #expect(open[1].acknowledged == open[0].sequence &+ 1 && open[2].acknowledged == open[1].sequence &+ 1)
        let asked = try connection.carry([1, 2, 3], isFromApp: true).map(Segment.init)
        #expect(asked.map(\.flags) == [0x18, 0x10] && asked[0].payload == [1, 2, 3])
        #expect(asked[0].sequence == open[2].sequence && asked[1].acknowledged == asked[0].sequence &+ 3)
        let long = [UInt8](repeating: 7, count: CapturedConnection.segmentSize + 1)
        let answered = try connection.carry(long, isFromApp: false).map(Segment.init)
        #expect(answered.map(\.payload.count) == [CapturedConnection.segmentSize, 0, 1, 0])
        #expect(answered[2].sequence == answered[0].sequence &+ UInt32(CapturedConnection.segmentSize))
        let end = try connection.close(by: .app).map(Segment.init)
        #expect(end.map(\.flags) == [0x11, 0x11, 0x10] && end.map(\.from) == [40_000, 12_345, 40_000])
        #expect(end[2].sequence == asked[0].sequence &+ 4)
        var cut = CapturedConnection(number: 2, peer: "127.0.0.1:40001", server: server)
        #expect(try cut.close(by: .line).map(Segment.init).map(\.flags) == [0x14])
    }

    @Test("Addresses are those of the peer: IPv6 too, made-up ones where there is no TCP")
    func addresses() throws {
        let any = try #require(SocketAddress(numericHost: "::", port: 12_345))
        var six = CapturedConnection(number: 1, peer: "[::1]:40000", server: any)
        let packet = six.open()[0]
        #expect(packet.count == 60 && packet[0] == 0x60 && packet[6] == 6)
        let loopback = [UInt8](repeating: 0, count: 15) + [1]
        #expect(Array(packet[8..<24]) == loopback && Array(packet[24..<40]) == loopback)
        let pseudo = Array(packet[8..<40]) + [0, 0, 0, 20, 0, 0, 0, 6]
        #expect(CapturedConnection.checkSum(of: [pseudo[...], packet[40...]]) == 0)
        var none = CapturedConnection(number: 5, peer: "in memory", server: nil)
        let made = try Segment(none.open()[0])
        #expect(made.to == 12_345 && made.from == 49_157)
    }
}
