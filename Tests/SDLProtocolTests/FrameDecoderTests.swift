import SDLProtocol
import TestKit
import Testing

@Suite("Frame decoder")
struct FrameDecoderTests {
    private static let heartbeat = Frame(control: .heartbeat, version: 5, service: .control, sessionID: 1, messageID: 7)

    @Test(
        "the payload limit depends on version and service, and is met exactly",
        arguments: [
            (1, ServiceType.rpc, 1488), (2, .rpc, 1488), (3, .rpc, 5000), (4, .bulk, 5000), (5, .rpc, 5000),
            (5, .control, 100), (5, .audio, 300), (5, .video, 200),
        ] as [(UInt8, ServiceType, Int)])
    func limits(_ version: UInt8, _ service: ServiceType, _ limit: Int) {
        var limits = PayloadLimits(maximumPayloadSize: 5000)
        limits.control = 100
        limits.video = 200
        limits.audio = 300
        #expect(limits.limit(version: version, service: service) == limit)
        let configuration = FrameDecoder.Configuration(limits: limits)
        let good = Frame.data(version: version, service: service, [UInt8](repeating: 0xEE, count: limit))
        #expect(DecodedStream([good.encode()], configuration).frames == [good])
        let bad = Frame.data(version: version, service: service, [UInt8](repeating: 0xEE, count: limit + 1))
        let stream = DecodedStream([bad.encode() + FrameDecoderTests.heartbeat.encode()], configuration)
        #expect(stream.malformed == [.payloadTooLarge(size: UInt32(limit + 1), limit: limit)])
        #expect(stream.frames == [FrameDecoderTests.heartbeat])
    }

    @Test("a small setting never goes below 1488 bytes in versions 3 and 4")
    func smallSetting() {
        let limits = PayloadLimits(maximumPayloadSize: 500)
        #expect([1, 2, 3, 4, 5].map { limits.limit(version: $0, service: .rpc) } == [1488, 1488, 1488, 1488, 500])
    }

    @Test("versions above the maximum are malformed", arguments: [1, 2, 3, 4, 5] as [UInt8])
    func maximumVersion(_ maximum: UInt8) {
        for version in UInt8(1)...5 {
            let frame = Frame(control: .heartbeat, version: version, service: .control, sessionID: 1)
            let stream = DecodedStream([frame.encode()], .init(maximumVersion: maximum))
            #expect(stream.frames.count == (version <= maximum ? 1 : 0))
            #expect(stream.malformed == (version <= maximum ? [] : [.version(version)]))
        }
    }

    @Test("a run of bad bytes is reported once, the next run again")
    func runs() {
        let garbage: [UInt8] = [0xFF, 0x00, 0xEE, 0x07, 0xAB]
        let good = FrameDecoderTests.heartbeat
        let stream = DecodedStream([garbage + good.encode() + garbage + good.encode() + good.encode() + garbage])
        #expect(stream.frames == [good, good, good])
        #expect(stream.malformed == [.version(15), .version(15)])
    }

    @Test("while resynchronising only known sessions are believed; in step every session is")
    func knownSessions() {
        let stranger = Frame(control: .heartbeat, version: 5, service: .control, sessionID: 9)
        for (known, expected) in [(SessionIDSet([1]), 0), (SessionIDSet([9]), 1)] {
            var decoder = FrameDecoder()
            decoder.knownSessions = known
            decoder.append([0xFF] + stranger.encode())
            var frames = 0
            while let item = decoder.next() { if case .frame = item { frames += 1 } }
            #expect(frames == expected)
        }
        var decoder = FrameDecoder()
        decoder.knownSessions = SessionIDSet([1])
        decoder.append(stranger.encode())
        #expect(decoder.next() == .frame(stranger))
    }

    @Test("a size of 4 GiB is refused from the header alone")
    func hugeSize() {
        var bytes = FrameDecoderTests.heartbeat.encode()
        bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        var decoder = FrameDecoder()
        decoder.append(Array(bytes.prefix(8)))
        #expect(decoder.next() == .malformed(.payloadTooLarge(size: .max, limit: 131_072)))
    }

    @Test("no more than one unfinished frame is kept, whatever arrives")
    func bounded() {
        var generator = SplitMix64(seed: 5)
        var decoder = FrameDecoder(configuration: .init(faultPolicy: .asCore))
        for _ in 0..<2000 {
            decoder.append(generator.bytes(Int.random(in: 0...600, using: &generator)))
            while decoder.next() != nil {}
            #expect(decoder.bufferedByteCount < 131_072 + 12)
        }
    }

    @Test("headers of every kind survive being written and read")
    func headers() {
        var generator = SplitMix64(seed: 6)
        for _ in 0..<2000 {
            let type = FrameType.allCases.randomElement(using: &generator) ?? .single
            let version = UInt8.random(in: 1...5, using: &generator)
            let info = ControlFrameInfo.allCases.randomElement(using: &generator) ?? .heartbeat
            let size = type == .first ? 8 : Int.random(in: 1...40, using: &generator)
            let header = FrameHeader(
                version: version, isEncrypted: version > 1 && Bool.random(using: &generator), type: type,
                service: ServiceType.allCases.randomElement(using: &generator) ?? .rpc,
                info: type == .control ? info.rawValue : UInt8.random(in: 0...255, using: &generator),
                sessionID: UInt8.random(in: 0...255, using: &generator),
                messageID: version < 2 ? 0 : UInt32(truncatingIfNeeded: generator.next()))
            let frame = Frame(header: header, payload: generator.bytes(size))
            #expect(DecodedStream([frame.encode()]).frames == [frame])
            #expect(frame.header.encode().count == frame.header.encodedSize)
        }
    }

    @Test("session ids are given from the lowest free one; there are 255")
    func sessionIDs() {
        var ids = SessionIDSet()
        for expected in UInt8(1)...255 {
            #expect(ids.lowestFree == expected)
            ids.insert(expected)
        }
        #expect(ids.lowestFree == nil)
        ids.remove(64)
        ids.remove(200)
        #expect(ids.lowestFree == 64)
        #expect(!ids.contains(64))
        #expect(ids.contains(255))
    }
}
