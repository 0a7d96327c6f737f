import GNSS
import RTCM
import TestKit
import Testing

@Suite("RTCM frames")
struct FramingTests {
    private let position = StationPosition(station: 12, x: 44_440_308_028, y: -30_856_712_349, z: 33_666_582_560)

    @Test("The check value of the usual sample is right")
    func checkValue() {
        #expect(CRC24Q.value(of: Array("123456789".utf8)) == 0xCDE703)
        #expect(CRC24Q.value(of: [UInt8]()) == 0)
    }

    @Test("Check values of every length agree with the bitwise definition")
    func checkValueByBits() {
        var generator = SplitMix64(seed: 24)
        let bytes = generator.bytes(70)
        for length in 0...bytes.count {
            var value: UInt32 = 0
            for byte in bytes.prefix(length) {
                value ^= UInt32(byte) << 16
                for _ in 0..<8 { value = value & 0x80_0000 != 0 ? (value << 1 ^ 0x186_4CFB) & 0xFF_FFFF : value << 1 }
            }
            #expect(CRC24Q.value(of: Array(bytes.prefix(length))) == value)
        }
    }

    @Test("A frame around a payload has a check value that makes the whole zero", arguments: [0, 1, 2, 19, 1023])
    func building(length: Int) throws {
        let frame = try #require(RTCMFrame(payload: [UInt8](repeating: 0x5A, count: length)))
        #expect(CRC24Q.value(of: frame.bytes) == 0)
        #expect(frame.bytes.count == length + 6)
        var framer = RTCMFramer()
        #expect(framer.append(frame.bytes).map(\.bytes) == [frame.bytes])
    }

    @Test("A payload of 1024 bytes has no frame")
    func tooLong() {
        #expect(RTCMFrame(payload: [UInt8](repeating: 0, count: 1024)) == nil)
    }

    @Test("A station position survives encoding", arguments: [nil, 0, 2240, 65_535])
    func roundTrip(height: Int?) throws {
        var position = position
        position.antennaHeight = height
        position.itrfYear = 20
        position.observesGalileo = true
        position.quarterCycle = 2
        let frame = try #require(position.encoded())
        #expect(frame.number == (height == nil ? 1005 : 1006))
        #expect(frame.payload.count == (height == nil ? 19 : 21))
        #expect(frame.station == 12)
        #expect(RTCMMessage(frame) == .stationPosition(position))
    }

    @Test(
        "Messages with a time before their station, or without one, tell no station",
        arguments: [(1004, 0xABC), (1033, 0xABC), (1034, 0xABC), (1019, nil), (1030, nil), (1031, nil)])
    func station(number: Int, station: Int?) throws {
        let payload = [UInt8(number >> 4), UInt8(number & 0x0F) << 4 | 0x0A, 0xBC, 0, 0, 0, 0, 0]
        #expect(try #require(RTCMFrame(payload: payload)).station == station)
    }

    @Test("Numbers of 38 bits keep their sign", arguments: [-(1 << 37), -1, 0, 1, (1 << 37) - 1] as [Int64])
    func signs(number: Int64) throws {
        let sent = StationPosition(station: 0, x: number, y: number, z: number)
        #expect(RTCMMessage(try #require(sent.encoded())) == .stationPosition(sent))
    }

    @Test("Positions away from the surface of the Earth are not plausible")
    func plausibility() {
        #expect(position.isPlausible)
        #expect(!StationPosition(station: 0, x: 0, y: 0, z: 0).isPlausible)
        #expect(StationPosition(station: 0, x: 0, y: 0, z: 0).geodetic == nil)
        #expect(!StationPosition(station: 0, x: 1 << 37, y: 0, z: 0).isPlausible)
    }

    @Test("The poles and the date line have their coordinates")
    func poles() throws {
        let pole = try #require(StationPosition(station: 0, x: 0, y: 0, z: -63_567_523_142).geodetic)
        #expect(abs(pole.coordinate.latitude + 90) < 1e-12)
        #expect(abs(pole.height) < 1e-4)
        let line = try #require(StationPosition(station: 0, x: -63_781_370_000, y: 0, z: 0).geodetic)
        #expect(abs(line.coordinate.longitude) == 180)
        #expect(abs(line.height) < 1e-6)
    }

    @Test("The height of the antenna is told beside the point and not added to it")
    func antennaHeight() throws {
        var high = position
        high.antennaHeight = 2240
        let heights = [position, high].map { $0.geodetic?.height }
        #expect(heights[0] != nil && heights[0] == heights[1])
    }

    @Test("Reserved bits of the header are not insisted on", arguments: [0x04, 0xFC] as [UInt8])
    func reservedBits(bits: UInt8) throws {
        let whole = try #require(position.encoded()).bytes
        var bytes = Array(whole.dropLast(3))
        bytes[1] |= bits
        let check = CRC24Q.value(of: bytes)
        bytes += [UInt8(check >> 16), UInt8(check >> 8 & 0xFF), UInt8(check & 0xFF)]
        var framer = RTCMFramer()
        let frames = framer.append([0x24] + bytes)
        #expect(frames.map(\.bytes) == [bytes])
        #expect(frames.first.map { RTCMMessage($0) } == .stationPosition(position))
    }

    @Test("A false preamble holds a good frame back only until silence")
    func flushing() throws {
        let frame = try #require(position.encoded())
        var framer = RTCMFramer()
        #expect(framer.append([0xD3, 0x03, 0xFF, 0x01] + frame.bytes).isEmpty)
        #expect(framer.flush().map(\.bytes) == [frame.bytes])
        #expect(framer.skippedByteCount == 4)
        #expect(framer.pendingByteCount == 0)
        #expect(framer.append(frame.bytes).map(\.offset) == [4 + frame.bytes.count])
        #expect(framer.byteCount == framer.frameByteCount + framer.skippedByteCount)
    }

    @Test("Silence inside a slow frame does not lose it")
    func slowFrame() throws {
        let frame = try #require(position.encoded())
        var framer = RTCMFramer()
        #expect(framer.append(Array(frame.bytes.prefix(10))).isEmpty)
        #expect(framer.flush().isEmpty)
        #expect(framer.append(Array(frame.bytes.dropFirst(10))).map(\.bytes) == [frame.bytes])
        #expect(framer.skippedByteCount == 0)
    }

    @Test("Silence keeps the unfinished frame behind a good one")
    func flushingKeepsTheRest() throws {
        let frame = try #require(position.encoded())
        var framer = RTCMFramer()
        _ = framer.append([0xD3, 0x03, 0xFF] + frame.bytes + frame.bytes.prefix(9))
        #expect(framer.flush().count == 1)
        #expect(framer.pendingByteCount == 9)
        #expect(framer.append(Array(frame.bytes.dropFirst(9))).count == 1)
        #expect(framer.byteCount == framer.frameByteCount + framer.skippedByteCount)
    }

    @Test("Any bytes whatever neither trap nor fill the memory")
    func noise() {
        var generator = SplitMix64(seed: 3)
        var framer = RTCMFramer()
        for _ in 0..<200 {
            var piece = generator.bytes(Int.random(in: 1...400, using: &generator))
            for index in piece.indices where generator.next() % 9 == 0 { piece[index] = 0xD3 }
            for frame in framer.append(piece) { _ = RTCMMessage(frame) }
            #expect(framer.pendingByteCount < 1029)
        }
    }

    @Test("Payloads cut anywhere and filled with any bits are read without a trap")
    func hostilePayloads() throws {
        var generator = SplitMix64(seed: 4)
        var malformed = 0
        for number in [1005, 1006, 1007, 1008, 1013, 1029, 1033, 1230, 1004, 1012, 1077, 1087, 1127, 1137, 4072, 1] {
            for length in 0..<60 {
                var payload = generator.bytes(length)
                if length > 1 {
                    payload[0] = UInt8(number >> 4)
                    payload[1] = UInt8(number & 15) << 4 | payload[1] & 15
                }
                if case .malformed = RTCMMessage(try #require(RTCMFrame(payload: payload))) { malformed += 1 }
            }
        }
        #expect(malformed > 100)
    }
}

@Suite("RTCM statistics")
struct StatisticsTests {
    @Test("Messages are counted with their bytes, times and pauses")
    func counting() throws {
        let frame = try #require(StationPosition(station: 5, x: 63_781_370_000, y: 0, z: 0).encoded())
        var statistics = RTCMStatistics()
        for second in [10, 11, 14] { statistics.add(frame, now: .seconds(second)) }
        let entry = try #require(statistics.messages[RTCMIdentity(1005)])
        #expect(entry.count == 3)
        #expect(entry.byteCount == 75)
        #expect(entry.meanInterval == .seconds(2))
        #expect(entry.longestInterval == .seconds(3))
        #expect(entry.age(now: .seconds(20)) == .seconds(6))
        #expect(statistics.age(now: .seconds(20)) == nil)
        #expect(statistics.station?.station == 5)
        #expect(statistics.stationChanges == 0)
    }

    @Test("A change of station is counted, an implausible position is not believed")
    func stationChange() throws {
        var statistics = RTCMStatistics()
        let first = StationPosition(station: 5, x: 63_781_370_000, y: 0, z: 0)
        let second = StationPosition(station: 6, x: 0, y: 63_781_370_000, z: 0)
        for position in [first, first, second, StationPosition(station: 7, x: 1, y: 1, z: 1)] {
            statistics.add(try #require(position.encoded()), now: .zero)
        }
        #expect(statistics.stationChanges == 1)
        #expect(statistics.station == second)
    }

    @Test(
        "The recorded base tells four systems and its place", .enabled(if: SharedData.isAvailable, "\(SharedData.hint)")
    )
    func recordedBase() throws {
        var framer = RTCMFramer()
        var statistics = RTCMStatistics()
        for frame in framer.append(try SharedData.bytes("vectors/ntrip/stream.rtcm3")) {
            statistics.add(frame, now: .seconds(1))
        }
        #expect(statistics.frameCount == 210)
        #expect(statistics.messages[RTCMIdentity(4072, subtype: 1)]?.count == 30)
        #expect(Set(statistics.satelliteCounts.keys) == [.gps, .glonass, .galileo, .beidou])
        let place = try #require(statistics.station?.geodetic)
        #expect(abs(place.coordinate.latitude - 32.0658325449) < 1e-9)
        #expect(statistics.age(now: .seconds(3)) == .seconds(2))
    }

    @Test("Kinds of messages beyond the table's bound are counted together")
    func bound() throws {
        var statistics = RTCMStatistics()
        for number in 0..<1000 {
            let payload = [UInt8(number >> 4), UInt8(number & 15) << 4]
            statistics.add(try #require(RTCMFrame(payload: payload)), now: .zero)
        }
        #expect(statistics.messages.count == 256)
        #expect(statistics.uncountedFrames == 744)
    }

    /// 2026-06-02T08:41:59.001Z, a Tuesday: 204 137.001 s of the GPS week lie 18 s of leap seconds ahead of it.
    private static let instant = UTCTime(nanosecondsSince1970: 1_780_389_719_001_000_000)

    @Test(
        "Epochs of all systems are the same instant",
        arguments: [
            .gpsWeek(milliseconds: 204_137_001), .beidouWeek(milliseconds: 204_123_001),
            .glonassDay(day: 2, milliseconds: 42_119_001), .glonassDay(day: 7, milliseconds: 42_119_001),
            .glonassDay(day: nil, milliseconds: 42_119_001),
        ] as [ObservationEpoch])
    func epochs(epoch: ObservationEpoch) throws {
        #expect(epoch.delay(at: Self.instant, leapSeconds: 18) == .zero)
        let later = try #require(Self.instant.adding(nanoseconds: 1_500_000_000))
        #expect(epoch.delay(at: later, leapSeconds: 18) == .milliseconds(1500))
        let earlier = try #require(Self.instant.adding(nanoseconds: -2_000_000_000))
        #expect(epoch.delay(at: earlier, leapSeconds: 18) == .seconds(-2))
    }

    @Test("The turn of the week and of the day is no jump, and times out of range have no delay")
    func turns() throws {
        let saturday = try #require(UTCTime(secondsSince1970: 315_964_800 + 604_800 * 2000 - 19))
        #expect(ObservationEpoch.gpsWeek(milliseconds: 0).delay(at: saturday, leapSeconds: 18) == .seconds(-1))
        let sunday = try #require(UTCTime(secondsSince1970: 315_964_800 + 604_800 * 2000 - 17))
        #expect(
            ObservationEpoch.gpsWeek(milliseconds: 604_799_000).delay(at: sunday, leapSeconds: 18) == .seconds(2))
        let evening = try #require(UTCTime(secondsSince1970: 86_400 * 20_000 - 10_800 + 1))
        #expect(
            ObservationEpoch.glonassDay(day: nil, milliseconds: 86_399_000).delay(at: evening, leapSeconds: 18)
                == .seconds(2))
        #expect(ObservationEpoch.gpsWeek(milliseconds: 1 << 30 - 1).delay(at: sunday, leapSeconds: 18) == nil)
        #expect(ObservationEpoch.glonassDay(day: 6, milliseconds: 1 << 27 - 1).delay(at: sunday, leapSeconds: 0) == nil)
        for seconds in [-9_200_000_000, 9_200_000_000] as [Int64] {
            let extreme = try #require(UTCTime(secondsSince1970: seconds))
            #expect(ObservationEpoch.beidouWeek(milliseconds: 5).delay(at: extreme, leapSeconds: 255) != nil)
        }
    }
}
