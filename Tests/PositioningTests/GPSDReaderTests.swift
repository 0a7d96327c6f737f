import GNSS
import NMEA
import TestKit
import Testing

@testable import Positioning

@Suite("gpsd's words")
struct GPSDReaderTests {
    private static let talk = """
        {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}\r
        {"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0}\r
        {"class":"SKY","device":"/dev/ttyACM0","vdop":1.10,"hdop":0.80,"pdop":1.36,"satellites":[{"PRN":5,"el":40.0,"az":120.0,"ss":42.0,"used":true,"gnssid":0,"svid":5},{"PRN":68,"el":12.0,"az":300.0,"ss":0.0,"used":false,"gnssid":6,"svid":4}]}\r
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-14T09:15:00.000Z","lat":48.137000000,"lon":11.575000000,"altHAE":145.2,"altMSL":100.2,"track":12.5,"speed":13.9,"climb":0.1,"geoidSep":45.0,"eph":4.8,"epv":7.1,"unheardOf":[1,{"a":2}]}\r
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-14T09:15:00.000Z","lat":48.137000000,"lon":11.575000000,"altHAE":145.2,"altMSL":100.2,"track":12.5,"speed":13.9,"climb":0.1,"geoidSep":45.0,"eph":4.8,"epv":7.1}\r
        {"class":"TPV","device":"/dev/ttyACM0","mode":1}\r
        $GPTXT,01,01,02,hello*3B\r
        {"class":"ERROR","message":"Unrecognized request"}\r
        {"class":\r

        """

    private func read(_ text: String, size: Int) -> (items: [GPSDReader.Item], bad: Int) {
        var reader = GPSDReader()
        let bytes = Array(text.utf8)
        let items = stride(from: 0, to: bytes.count, by: size).flatMap {
            reader.read(Array(bytes[$0..<min($0 + size, bytes.count)]))
        }
        return (items, reader.badLines)
    }

    @Test("Objects become epochs with satellites, however they are cut", arguments: [1, 13, 10_000])
    func epochs(size: Int) throws {
        let (items, bad) = read(Self.talk, size: size)
        try #require(items.count == 5)
        #expect(items[0] == .devices(1))
        guard case .epoch(let epoch) = items[1], case .epoch(let none) = items[2] else {
            Issue.record("no epochs: \(items)")
            return
        }
        #expect(epoch.fix.coordinate == GeodeticCoordinate(latitude: 48.137, longitude: 11.575))
        #expect(epoch.fix.time?.iso8601(fractionDigits: 3) == "2026-05-14T09:15:00.000Z")
        #expect(epoch.fix.quality == .differential)
        #expect(epoch.fix.dimension == .threeDimensional)
        #expect(epoch.fix.altitude == 100.2)
        #expect(epoch.fix.ellipsoidalHeight == 145.2)
        #expect(epoch.fix.speed == 13.9)
        #expect(epoch.fix.course == 12.5)
        #expect(epoch.fix.dilution.horizontal == 0.8)
        #expect(epoch.fix.accuracy?.horizontal == 4.8)
        #expect(epoch.fix.satellitesUsed == 1)
        #expect(epoch.hasNewSatellites)
        #expect(epoch.satellites.map(\.constellation) == [.gps, .glonass])
        #expect(epoch.satellites.map(\.carrierToNoise) == [42, nil])
        #expect(none.fix.coordinate == nil)
        #expect(!none.hasNewSatellites)
        #expect(items[3] == .sentence(Array("$GPTXT,01,01,02,hello*3B\r\n".utf8)))
        #expect(items[4] == .complaint("Unrecognized request"))
        #expect(bad == 1)
    }

    @Test("Of two receivers one is listened to, with its own satellites; the other when it has no position")
    func twoDevices() {
        func position(_ device: String, _ second: Int, _ latitude: Double?) -> String {
            let place = latitude.map { #","mode":3,"lat":\#($0),"lon":11.5"# } ?? #","mode":1"#
            return #"{"class":"TPV","device":"\#(device)","time":"2026-05-14T09:15:0\#(second).000Z"\#(place)}"# + "\n"
        }
        func sky(_ device: String, _ number: Int) -> String {
            #"{"class":"SKY","device":"\#(device)","satellites":[{"PRN":\#(number),"ss":40,"used":true,"gnssid":0,"svid":\#(number)}]}"#
                + "\n"
        }
        let talk =
            position("/dev/a", 0, nil) + sky("/dev/b", 9) + position("/dev/b", 0, 48.5) + sky("/dev/a", 3)
            + position("/dev/a", 1, 48.1) + position("/dev/b", 1, 48.5) + position("/dev/a", 2, 48.1)
            + position("/dev/b", 2, nil) + position("/dev/a", 3, 48.1) + position("/dev/b", 3, 48.5)
        var found: [String] = []
        for case .epoch(let epoch) in read(talk, size: 50).items {
            let numbers = epoch.satellites.compactMap(\.number)
            let place = epoch.fix.coordinate.map { "\($0.latitude)" } ?? "none"
            found.append("\(epoch.fix.timeOfDay?.second ?? -1) \(place) \(numbers) \(epoch.revision)")
        }
        #expect(found == ["0 none [] 0", "0 48.5 [9] 0", "1 48.5 [9] 0", "2 none [9] 0", "3 48.1 [3] 0"])
    }

    @Test("Positions and satellites of a drive come back from our own objects as they were")
    func roundTrip() throws {
        var decoder = NMEADecoder()
        var reader = GPSDReader()
        var count = 0
        let bytes = DriveBytes(count: 20).epochs.flatMap { $0 }
        for case .epoch(let epoch) in decoder.decode(bytes) + decoder.finish() {
            guard epoch.hasNewSatellites, epoch.fix.coordinate != nil else { continue }
            count += 1
            let objects = [GPSDReport.sky(epoch), GPSDReport.tpv(epoch.fix)]
            let items = objects.flatMap { reader.read(Array(Self.json($0).utf8) + [0x0A]) }
            guard case .epoch(let back) = items.last else {
                Issue.record("no epoch")
                continue
            }
            let (was, now) = (try #require(epoch.fix.coordinate), try #require(back.fix.coordinate))
            #expect(abs(was.latitude - now.latitude) < 1e-8 && abs(was.longitude - now.longitude) < 1e-8)
            #expect(back.fix.time == epoch.fix.time)
            let words = { (satellite: Satellite) in
                "\(satellite.constellation) \(satellite.number ?? 0) \(satellite.signal?.rawValue ?? 0) "
                    + "\(satellite.isUsed) \(satellite.carrierToNoise ?? 0) \(satellite.elevation ?? 0)"
            }
            #expect(back.satellites.map(words) == epoch.satellites.map(words))
        }
        #expect(count >= 2)
    }

    /// Just enough JSON for gpsd's objects.
    private static func json(_ object: GPSDObject) -> String {
        let members = object.members.map { member in
            let value: String =
                switch member.value {
                case .string(let text): "\"\(text)\""
                case .integer(let number): "\(number)"
                case .number(let number, _): "\(number)"
                case .boolean(let flag): "\(flag)"
                case .objects(let objects): "[\(objects.map(json).joined(separator: ","))]"
                }
            return "\"\(member.name)\":\(value)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    @Test("A line without end is dropped, and the next one is read")
    func long() {
        var reader = GPSDReader()
        for _ in 0..<40 { #expect(reader.read([UInt8](repeating: UInt8(ascii: "{"), count: 8192)).isEmpty) }
        #expect(reader.badLines == 1)
        #expect(reader.read(Array("\n{\"class\":\"DEVICES\",\"devices\":[]}\n".utf8)) == [.devices(0)])
    }

    @Test("Impossible values read as unknown")
    func impossible() {
        var reader = GPSDReader()
        let items = reader.read(
            Array(
                #"{"class":"TPV","mode":3,"lat":91,"lon":11,"altMSL":1e300,"track":-1,"speed":"fast","dgpsSta":99999}"#
                    .utf8) + [0x0A])
        guard case .epoch(let epoch) = items.first else {
            Issue.record("no epoch")
            return
        }
        #expect(epoch.fix.coordinate == nil)
        #expect(epoch.fix.altitude == nil)
        #expect(epoch.fix.course == nil)
        #expect(epoch.fix.speed == nil)
        #expect(epoch.fix.referenceStation == nil)
    }

    @Test("Random bytes never trap")
    func fuzz() {
        var random = SplitMix64(seed: 21)
        var reader = GPSDReader()
        let alphabet = Array(#"{}[]",:0123456789.eE-+classTPVSKYlatlonmode "#.utf8) + [0x0A, 0x0D]
        for _ in 0..<2000 {
            _ = reader.read((0..<60).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
        }
        #expect(reader.badLines > 0)
    }

    @Test(
        "The first request names what is wanted",
        arguments: [
            (SourceAddress.Watch.json, nil, #"?WATCH={"enable":true,"json":true};"#),
            (.nmea, nil, #"?WATCH={"enable":true,"nmea":true};"#),
            (.json, "/dev/a", #"?WATCH={"device":"/dev/a","enable":true,"json":true};"#),
        ] as [(SourceAddress.Watch, String?, String)])
    func watch(watch: SourceAddress.Watch, device: String?, expected: String) {
        #expect(GPSDReader.watch(watch, device: device) == Array((expected + "\n").utf8))
    }
}
