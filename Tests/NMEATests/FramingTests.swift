import GNSS
import TestKit
import Testing

@testable import NMEA

@Suite("Framing")
struct FramingTests {
    private let good = "$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76"

    private func read(_ text: String, checksums: ChecksumPolicy = .require) -> Reading {
        Reading(text, checksums: checksums)
    }

    @Test("a sentence is there at its second checksum digit")
    func earliest() {
        var decoder = NMEADecoder()
        let bytes = Array(good.utf8)
        #expect(decoder.decode(bytes.dropLast()).isEmpty)
        #expect(decoder.decode([bytes[bytes.count - 1]]).sentences.count == 1)
    }

    @Test(
        "line ends of all kinds, and text around sentences",
        arguments: [
            "\r\n", "\n", "\r", "\r\r\n", "\r\n\0", " ,1241544035\r\n", "\r\n\r\nICY 200 OK\r\n", " 12:00:01 > ",
            "\r\n# a comment with $GPGGA,1*00 inside\r\n",
        ])
    func lineEnds(end: String) {
        let reading = read(good + end + good + end)
        #expect(reading.sentences.count == 2)
        #expect(reading.statistics.framing.rejected == 0)
    }

    @Test("a new start character cuts the sentence before it")
    func restart() {
        let reading = read("$GPGSV,4,1,15,02,11,115,36,0" + good + "\r\n")
        #expect(reading.sentences.count == 1)
        #expect(reading.statistics.framing.rejected(.cut) == 1)
    }

    @Test("a byte that is not printable abandons the sentence, and the next one is found behind it")
    func badCharacter() {
        let reading = read("$GPGGA,09\u{1}" + good)
        #expect(reading.sentences.count == 1)
        #expect(reading.statistics.framing.rejected(.badCharacter) == 1)
    }

    @Test("a star inside text does not end the sentence")
    func starInText() {
        let body = "GPTXT,01,01,02,a*7Fb*c"
        let reading = read(Reading.sentence(body))
        guard case .txt(let text) = reading.sentence else {
            Issue.record("not read")
            return
        }
        #expect(text.text == "a*7Fb*c")
        #expect(reading.statistics.framing.rejected == 0)
    }

    @Test("wrong, missing and lower-case checksums under each policy")
    func policies() {
        let wrong = String(good.dropLast()) + "7\r\n"
        let missing = String(good.dropLast(3)) + "\r\n"
        #expect(read(wrong).statistics.framing.rejected(.badChecksum) == 1)
        #expect(read(missing).statistics.framing.rejected(.missingChecksum) == 1)
        #expect(read(missing, checksums: .allowMissing).sentences.count == 1)
        #expect(read(wrong, checksums: .allowMissing).sentences.isEmpty)
        #expect(read(wrong, checksums: .ignoreWrong).sentences.count == 1)
        #expect(read(missing, checksums: .ignoreWrong).sentences.count == 1)
    }

    @Test("the length is bounded")
    func tooLong() {
        let reading = read("$GPTXT,01,01,02," + String(repeating: "x", count: 2000) + "*00\r\n" + good)
        #expect(reading.sentences.count == 1)
        #expect(reading.statistics.framing.rejected(.tooLong) == 1)
        let body = "GPTXT,01,01,02," + String(repeating: "x", count: 1000)
        #expect(read(Reading.sentence(body)).sentences.count == 1)
    }

    @Test("an address of other lengths is passed on, an impossible one is not")
    func addresses() {
        for body in ["GYOACC,090624,1", "SNRSTAT,1,1,0,0", "PSTMANTENNASTATUS,1", "CCGPQ,GGA"] {
            #expect(read(Reading.sentence(body)).raw?.address == body.split(separator: ",").first.map(String.init))
        }
        #expect(read(Reading.sentence("gPGSV,1")).statistics.framing.rejected(.badAddress) == 1)
        #expect(read(Reading.sentence("")).statistics.framing.rejected(.badAddress) == 1)
    }

    @Test("TAG blocks on the line before, several of them, with a wrong checksum")
    func tagBlocks() {
        func tag(_ text: String) -> String {
            let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
            return "\\\(text)*\(sum.utf8.count == 1 ? "0" + sum : sum)\\"
        }
        let two = read(tag("s:r1,t:a:b") + "\r\n" + tag("c:1241544035") + good)
        #expect(
            two.tags?.source == "r1" && two.tags?.text == "a:b"
                && two.tags?.unixNanoseconds == 1_241_544_035_000_000_000)
        #expect(two.tags?.hasGoodChecksum == true)
        let bad = read("\\s:r1*00\\" + good)
        #expect(bad.sentences.count == 1 && bad.tags?.hasGoodChecksum == false)
        #expect(bad.statistics.framing.badTagBlocks == 1)
        let far = read(tag("s:r1") + "noise" + good)
        #expect(far.sentences.count == 1 && far.tags == nil)
        #expect(read("c:1*39\\" + good).sentences.count == 1)
    }

    @Test("a TAG block gives the date where sentences have none")
    func tagDate() {
        let text = "c:1754242770"
        let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
        let reading = read(
            "\\\(text)*\(sum)\\" + Reading.sentence("GPGGA,173929.85,3824.11,S,14435.82,E,1,10,0.98,1113.0,M,-21.3,M,,")
        )
        #expect(reading.fix?.time?.iso8601() == "2025-08-03T17:39:29.85Z")
    }

    @Test("binary frames of six protocols are handed on whole, sentences inside them are not")
    func foreignFrames() {
        for (kind, frame) in Self.frames(containing: Array((good + "\r\n").utf8)) {
            let bytes = Array((good + "\r\n").utf8) + frame + Array(good.utf8)
            for split in [Splits.whole(bytes), Splits.oneByOne(bytes), Splits.every(7, bytes)] {
                var decoder = NMEADecoder()
                var events: [NMEAEvent] = []
                for piece in split.pieces { events += decoder.decode(piece) }
                events += decoder.finish()
                #expect(events.sentences.count == 2, "\(kind) \(split)")
                #expect(events.contains(.frame(ForeignFrame(kind: kind, bytes: frame))), "\(kind) \(split)")
                #expect(decoder.statistics.framing.noiseBytes == 0, "\(kind) \(split)")
            }
        }
    }

    @Test("a frame with a wrong check hides nothing")
    func brokenFrames() {
        for (kind, frame) in Self.frames(containing: Array((good + "\r\n").utf8)) {
            var broken = frame
            // The check of SBF stands in front, all others at the end.
            for index in kind == .sbf ? [2] : [broken.count - 1, broken.count - 3] { broken[index] ^= 0x55 }
            var decoder = NMEADecoder()
            let events = decoder.decode(broken) + decoder.finish()
            #expect(events.sentences.count == 1, "\(kind)")
            #expect(decoder.statistics.framing.foreignFrames == 0)
        }
    }

    /// A frame of each protocol around a payload, made by the rules of each check.
    static func frames(containing text: [UInt8]) -> [(ForeignFrame.Kind, [UInt8])] {
        let payload = text + [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
        let low = UInt8(payload.count & 0xFF)
        let high = UInt8(payload.count >> 8)

        var ubx: [UInt8] = [0xB5, 0x62, 0x04, 0x02, low, high] + payload
        var first: UInt8 = 0
        var second: UInt8 = 0
        for byte in ubx.dropFirst(2) {
            first &+= byte
            second &+= first
        }
        ubx += [first, second]

        let rtcmBody: [UInt8] = [0xD3, high, low] + payload
        var crc: UInt32 = 0
        for byte in rtcmBody {
            crc ^= UInt32(byte) << 16
            for _ in 0..<8 { crc = crc & 0x80_0000 != 0 ? (crc << 1 ^ 0x186_4CFB) & 0xFF_FFFF : crc << 1 & 0xFF_FFFF }
        }
        let rtcm = rtcmBody + [UInt8(crc >> 16 & 0xFF), UInt8(crc >> 8 & 0xFF), UInt8(crc & 0xFF)]

        let sbfLength = payload.count + 8
        let sbfBody: [UInt8] = [0x34, 0x12, UInt8(sbfLength & 0xFF), UInt8(sbfLength >> 8)] + payload
        var ccitt: UInt16 = 0
        for byte in sbfBody {
            ccitt ^= UInt16(byte) << 8
            for _ in 0..<8 { ccitt = ccitt & 0x8000 != 0 ? ccitt << 1 ^ 0x1021 : ccitt << 1 }
        }
        let sbf: [UInt8] = [0x24, 0x40, UInt8(ccitt & 0xFF), UInt8(ccitt >> 8)] + sbfBody

        var sum = UInt32(0x07) << 24 | UInt32(0x05) << 16 | UInt32(payload.count)
        for index in stride(from: 0, to: payload.count, by: 4) {
            for offset in 0..<4 { sum &+= UInt32(payload[index + offset]) << UInt32(8 * offset) }
        }
        let casic: [UInt8] =
            [0xBA, 0xCE, low, high, 0x05, 0x07] + payload + (0..<4).map { UInt8(sum >> UInt32(8 * $0) & 0xFF) }

        let skytraq: [UInt8] = [0xA0, 0xA1, high, low] + payload + [payload.reduce(0, ^), 0x0D, 0x0A]
        let sirfSum = payload.reduce(0) { $0 + Int($1) } & 0x7FFF
        let sirf: [UInt8] =
            [0xA0, 0xA2, high, low] + payload + [UInt8(sirfSum >> 8), UInt8(sirfSum & 0xFF), 0xB0, 0xB3]
        return [(.ubx, ubx), (.rtcm3, rtcm), (.sbf, sbf), (.casic, casic), (.skytraq, skytraq), (.sirf, sirf)]
    }
}
