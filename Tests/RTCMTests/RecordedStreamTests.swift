import Formats
import GNSS
import RTCM
import TestKit
import Testing

/// A recorded stream with one expected object a frame.
struct RecordedStream: Sendable, CustomTestStringConvertible {
    let bytesPath: String
    let listPath: String
    var testDescription: String { bytesPath }

    static let all: [RecordedStream] = {
        var found: [RecordedStream] = []
        for folder in ["vectors/ntrip", "corpus/ntrip"] {
            for name in (try? SharedData.files(in: folder, suffix: ".jsonl")) ?? [] {
                for ending in [".rtcm3", ".bin"] {
                    let bytes = folder + "/" + name.dropLast(6) + ending
                    if (try? SharedData.bytes(bytes)) == nil { continue }
                    found.append(RecordedStream(bytesPath: bytes, listPath: folder + "/" + name))
                }
            }
        }
        return found
    }()

    var bytes: [UInt8] { get throws { try SharedData.bytes(bytesPath) } }
    var expected: [JSONValue] {
        get throws {
            try SharedData.lines(listPath).map { line in
                try JSONValue(parsing: Array(Self.quotingMasks(line).utf8))
            }
        }
    }

    /// Masks of 64 bits are larger than the largest integer of a JSON value here, so they are read as texts.
    private static func quotingMasks(_ line: String) -> String {
        var text = ""
        var rest = line[...]
        while let place = rest.firstRange(of: "\"DF394\":") ?? rest.firstRange(of: "\"DF396\":") {
            let digits = rest[place.upperBound...].prefix { $0.isNumber }
            text += rest[..<place.upperBound] + "\"" + digits + "\""
            rest = rest[digits.endIndex...]
        }
        return text + rest
    }
}

@Suite("Recorded RTCM streams", .timeLimit(.minutes(1)), .enabled(if: SharedData.isAvailable, "\(SharedData.hint)"))
struct RecordedStreamTests {
    @Test("The recorded streams are all found")
    func count() {
        #expect(RecordedStream.all.count == 11)
    }

    @Test("Every frame has its offset, length, number and check value", arguments: RecordedStream.all)
    func frames(stream: RecordedStream) throws {
        var framer = RTCMFramer()
        let bytes = try stream.bytes
        let frames = framer.append(bytes) + framer.finish()
        let expected = try stream.expected
        try #require(frames.count == expected.count)
        for (frame, object) in zip(frames, expected) {
            #expect(frame.offset == object["offset"]?.whole)
            #expect(frame.bytes.count == object["length"]?.whole)
            #expect(frame.payload.count == object["payload"]?.whole)
            #expect(frame.number == object["type"]?.whole)
            let check = String(frame.checkValue, radix: 16)
            #expect(String(repeating: "0", count: 6 - check.count) + check == object["crc"]?.stringValue)
        }
        #expect(framer.frameByteCount + framer.skippedByteCount == bytes.count)
    }

    @Test("Contents are those of an independent decoder", arguments: RecordedStream.all)
    func contents(stream: RecordedStream) throws {
        var framer = RTCMFramer()
        let frames = try framer.append(stream.bytes) + framer.finish()
        var compared = 0
        for (frame, object) in zip(frames, try stream.expected) {
            guard let fields = object["fields"]?.objectValue else { continue }
            if object["error"] != nil { continue }
            let message = RTCMMessage(frame)
            let reading = Reading(message)
            if reading.isEmpty { continue }
            compared += 1
            for (name, value) in fields where !name.hasPrefix("DF001") {  // reserved bits
                if name == "DF002" {
                    #expect(value.whole == frame.number)
                    continue
                }
                guard let ours = reading[name] else {
                    Issue.record("\(frame.number ?? -1) at \(frame.offset): \(name) is not read")
                    continue
                }
                #expect(ours.agrees(with: value), "\(frame.number ?? -1) at \(frame.offset): \(name)")
            }
            if let derived = object["derived"], case .stationPosition(let position) = message {
                try check(position, derived)
            }
        }
        let isReadable = stream.bytesPath.contains("ssr") == false
        #expect(isReadable == (compared > 0))
    }

    private func check(_ position: StationPosition, _ derived: JSONValue) throws {
        #expect(position.x == derived["x_0p1mm"]?.intValue)
        #expect(position.y == derived["y_0p1mm"]?.intValue)
        #expect(position.z == derived["z_0p1mm"]?.intValue)
        guard let latitude = derived["lat"]?.doubleValue, let longitude = derived["lon"]?.doubleValue,
            let height = derived["height"]?.doubleValue
        else { return }
        guard position.isPlausible else { return }
        let place = try #require(position.geodetic)
        #expect(abs(place.coordinate.latitude - latitude) < 2e-10)
        #expect(abs(place.coordinate.longitude - longitude) < 2e-10)
        #expect(abs(place.height - height) < 2e-4)
    }

    @Test("The same frames are found wherever the stream is cut", arguments: RecordedStream.all)
    func cuts(stream: RecordedStream) throws {
        let bytes = try Array(stream.bytes.prefix(12_000))
        var whole = RTCMFramer()
        let expected = whole.append(bytes) + whole.finish()
        for split in Splits.all(bytes, oneByOneLimit: 12_000, randomCount: 4, seed: 5) {
            var framer = RTCMFramer()
            var frames: [RTCMFrame] = []
            for piece in split.pieces {
                frames += framer.append(piece)
                #expect(framer.pendingByteCount < 1029)
            }
            frames += framer.finish()
            #expect(frames == expected, "\(split)")
            #expect(framer.skippedByteCount == whole.skippedByteCount)
            #expect(framer.checkFailures == whole.checkFailures)
        }
    }

    @Test("A dirty stream gives the stated totals")
    func dirtyTotals() throws {
        // A new file of totals needs a test of its own.
        #expect(try SharedData.files(in: "vectors/ntrip", suffix: ".expect.json") == ["stream-dirty.expect.json"])
        let totals = try JSONValue(parsing: SharedData.bytes("vectors/ntrip/stream-dirty.expect.json"))
        var framer = RTCMFramer()
        let frames = try framer.append(SharedData.bytes("vectors/ntrip/stream-dirty.rtcm3")) + framer.finish()
        #expect(framer.byteCount == totals["bytes"]?.whole)
        #expect(framer.frameCount == totals["frames"]?.whole)
        #expect(framer.frameByteCount == totals["bytes_in_frames"]?.whole)
        #expect(framer.skippedByteCount == totals["bytes_outside"]?.whole)
        let counts = Dictionary(grouping: frames) { $0.number.map(String.init) ?? "None" }.mapValues(\.count)
        #expect(counts == totals["types"]?.objectValue?.compactMapValues(\.whole))
    }
}

extension JSONValue {
    fileprivate var whole: Int? { intValue.map { Int($0) } }
}

/// The values of a message under the data field names of the standard.
private struct Reading {
    enum Value {
        case integer(UInt64)
        case real(Double)
        case text(String)

        func agrees(with value: JSONValue) -> Bool {
            switch self {
            case .integer(let number):
                value.intValue.map { $0 >= 0 && UInt64($0) == number } ?? false
            case .real(let number): value.doubleValue.map { abs($0 - number) < 1e-6 } ?? false
            case .text(let text): value.stringValue == text
            }
        }
    }

    private var values: [String: Value] = [:]
    var isEmpty: Bool { values.isEmpty }
    subscript(name: String) -> Value? { values[name] }

    private mutating func set(_ name: String, _ number: Int) { values[name] = .integer(UInt64(number)) }
    private mutating func set(_ name: String, _ flag: Bool) { values[name] = .integer(flag ? 1 : 0) }
    private mutating func set(_ name: String, text: String?) {
        guard let text else { return }
        for (index, character) in text.unicodeScalars.enumerated() {
            let digits = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
            values["\(name)_\(digits)"] = .text(String(character))
        }
    }

    init(_ message: RTCMMessage) {
        switch message {
        case .stationPosition(let position):
            set("DF003", position.station)
            set("DF021", position.itrfYear)
            set("DF022", position.observesGPS)
            set("DF023", position.observesGLONASS)
            set("DF024", position.observesGalileo)
            set("DF141", position.isComputed)
            set("DF142", position.usesSingleOscillator)
            set("DF364", position.quarterCycle)
            values["DF025"] = .real(Double(position.x) / 1e4)
            values["DF026"] = .real(Double(position.y) / 1e4)
            values["DF027"] = .real(Double(position.z) / 1e4)
            if let height = position.antennaHeight { values["DF028"] = .real(Double(height) / 1e4) }
        case .antenna(let description):
            set("DF003", description.station)
            set("DF029", description.antenna.unicodeScalars.count)
            set("DF030", text: description.antenna)
            set("DF031", description.setup)
            set("DF032", description.serialNumber?.unicodeScalars.count ?? 0)
            set("DF033", text: description.serialNumber)
            set("DF227", description.receiver?.unicodeScalars.count ?? 0)
            set("DF228", text: description.receiver)
            set("DF229", description.firmware?.unicodeScalars.count ?? 0)
            set("DF230", text: description.firmware)
            set("DF231", description.receiverSerialNumber?.unicodeScalars.count ?? 0)
            set("DF232", text: description.receiverSerialNumber)
        case .glonassBiases(let biases):
            set("DF003", biases.station)
            set("DF421", biases.isAligned)
            let all = [("1", "DF423", biases.l1CA), ("2", "DF424", biases.l1P)]
            for (bit, name, bias) in all + [("3", "DF425", biases.l2CA), ("4", "DF426", biases.l2P)] {
                set("DF422_\(bit)", bias != nil)
                if let bias { values[name] = .real(Double(bias) * 0.02) }
            }
        case .systemParameters(let parameters):
            set("DF003", parameters.station)
            set("DF051", parameters.modifiedJulianDay)
            set("DF052", parameters.secondOfDay)
            set("DF053", parameters.announcementCount)
            set("DF054", parameters.leapSeconds)
        case .text(let text):
            set("DF003", text.station)
            set("DF051", text.modifiedJulianDay)
            set("DF052", text.secondOfDay)
            set("DF138", text.text.unicodeScalars.count)
            set("DF139", text.text.utf8.count)
            values["DF140"] = .text(text.text)
        case .observations(let header):
            set(header)
        case .other, .malformed:
            break
        }
    }

    private mutating func set(_ header: ObservationHeader) {
        set("DF003", header.station)
        guard let signals = header.multipleSignal else {
            let isGLONASS = header.constellation == .glonass
            if case .gpsWeek(let time) = header.epoch { set("DF004", time) }
            if case .glonassDay(_, let time) = header.epoch { set("DF034", time) }
            set("DF005", header.moreFollow)
            set(isGLONASS ? "DF035" : "DF006", header.satelliteCount)
            set(isGLONASS ? "DF036" : "DF007", header.isDivergenceFree)
            set(isGLONASS ? "DF037" : "DF008", header.smoothingInterval)
            return
        }
        switch header.epoch {
        case .gpsWeek(let time):
            let names: [Constellation: String] = [.galileo: "DF248", .qzss: "DF428", .navic: "DF546"]
            set(names[header.constellation] ?? "DF004", time)
        case .beidouWeek(let time): set("DF427", time)
        case .glonassDay(let day, let time):
            set("DF416", day ?? -1)
            set("DF034", time)
        }
        set("DF393", header.moreFollow)
        set("DF409", signals.issueOfStation)
        set("DF411", signals.clockSteering)
        set("DF412", signals.externalClock)
        set("DF417", header.isDivergenceFree)
        set("DF418", header.smoothingInterval)
        values["DF394"] = .text(String(signals.satelliteMask))
        set("NSat", signals.satellites.count)
        values["DF395"] = .integer(UInt64(signals.signalMask))
        set("NSig", signals.signals.count)
        values["DF396"] = .text(String(signals.cellMask))
        set("NCell", signals.cellCount)
    }
}
