import GNSS
import Testing

@testable import NMEA

/// Which sentences of an epoch vouch for its values.
@Suite("Validity within an epoch")
struct ValidityTests {
    private func read(_ bodies: String..., options: EpochOptions = EpochOptions()) -> Fix? {
        Reading(bodies.map(Reading.sentence).joined(), epochs: options).fix
    }

    private let good = "GNGGA,100000.00,4800.00000,N,01100.00000,E,4,12,1.0,501.0,M,47.0,M,,"

    @Test(
        "a sentence that says no fix offers no position, however many decimals it has and whoever sent it",
        arguments: [
            [
                "GPGGA,100000.00,4900.0000000,N,01100.0000000,E,0,05,1.0,500.0,M,47.0,M,,",
                "GNGGA,100000.00,4800.00000,N,01100.00000,E,4,12,1.0,501.0,M,47.0,M,,",
            ],
            [
                "GPGLL,4900.0000000,N,01100.0000000,E,100000.00,V,N",
                "GNGLL,4800.00000,N,01100.00000,E,100000.00,A,A",
            ],
            [
                "GPRMC,100000.00,V,4900.0000000,N,01100.0000000,E,10.0,90.0,010724,,,N",
                "GNRMC,100000.00,A,4800.00000,N,01100.00000,E,10.0,90.0,010724,,,A",
            ],
            [
                "GPGNS,100000.00,4900.0000000,N,01100.0000000,E,NN,05,1.0,500.0,47.0,,",
                "GNGNS,100000.00,4800.00000,N,01100.00000,E,AA,12,1.0,501.0,47.0,,",
            ],
            [
                "GNGGA,100000.00,4800.00000,N,01100.00000,E,1,12,1.0,501.0,M,47.0,M,,",
                "PUBX,00,100000.00,4900.0000000,N,01100.0000000,E,546.5,NF,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,0,0,0",
            ],
            [
                "GNGGA,100000.00,4800.00000,N,01100.00000,E,1,12,1.0,501.0,M,47.0,M,,",
                "PSTI,030,100000.00,V,4900.0000000,N,01100.0000000,E,500.0,0.0,0.0,0.0,010724,N,,",
            ],
            [
                "GPGLL,4900.0000000,N,01100.0000000,E,100000.00,V,N",
                "GNRMC,100000.00,A,4800.00000,N,01100.00000,E,10.0,90.0,010724,,,A",
            ],
        ])
    func noFix(bodies: [String]) {
        for order in [bodies, bodies.reversed()] {
            let fix = Reading(order.map(Reading.sentence).joined()).fix
            #expect(fix?.coordinate?.latitude == 48)
            #expect(fix?.quality.isFix == true && fix?.dimension != .noFix)
        }
    }

    @Test("decimals are compared among the sentences of the preferred talker only")
    func decimals() {
        let gps = "GPGGA,100000.00,4900.0000000,N,01100.0000000,E,1,05,1.0,500.0,M,47.0,M,,"
        #expect(read(gps, good)?.coordinate?.latitude == 48)
        #expect(read(good, gps)?.coordinate?.latitude == 48)
        #expect(read(gps, good)?.quality == .rtkFixed)
        let gll = "GPGLL,4900.0000000,N,01100.0000000,E,100000.00,A,A"
        #expect(read(gll, good)?.coordinate?.latitude == 48)
        let finer = "GNGLL,4830.0000000,N,01100.0000000,E,100000.00,A,A"
        #expect(read(good, finer)?.coordinate?.latitude == 48.5)
        #expect(read(finer, good)?.coordinate?.latitude == 48.5)
    }

    @Test("a sentence that is replaced takes its position, speed and course with it")
    func withdrawn() {
        let gps = "GPRMC,100000.00,A,4900.0000000,N,01100.0000000,E,99.000,45.000,010724,,,A"
        let combined = "GNRMC,100000.00,A,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,A"
        let fix = read(gps, combined)
        #expect(fix?.coordinate?.latitude == 48 && fix?.course == 90)
        #expect(fix?.speed == 10 * 1852.0 / 3600)
    }

    @Test("a void RMC of a second talker erases nothing, one of the same talker does")
    func veto() {
        let gga = "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
        #expect(read(gga, "GPRMC,100000.00,V,,,,,,,010724,,,N")?.coordinate?.latitude == 48)
        #expect(read(gga, "GNRMC,100000.00,V,,,,,,,010724,,,N")?.coordinate == nil)
    }

    @Test("a simulator has a dimension although its GSA says none")
    func simulator() {
        let fix = read(
            "GPRMC,100000.00,V,4800.0000,N,01100.0000,E,10.0,90.0,010724,,,S",
            "GPGGA,100000.00,4800.0000,N,01100.0000,E,8,08,1.0,5.0,M,0.0,M,,",
            "GPGSA,A,1,,,,,,,,,,,,,1.5,1.0,1.1")
        #expect(fix?.quality == .simulated && fix?.coordinate != nil && fix?.dimension == .threeDimensional)
    }

    @Test("an altitude counts in metres only", arguments: ["", "F", "m"])
    func unit(letter: String) {
        let fix = read("GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,\(letter),47.0,M,,")
        #expect(fix?.coordinate != nil && fix?.altitude == nil && fix?.ellipsoidalHeight == nil)
        #expect(
            read("GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,\(letter),,")?.geoidSeparation == nil)
    }

    @Test(
        "magnitudes are not negative",
        arguments: [
            "GNVTG,90.0,T,,M,-5.0,N,-9.3,K,A", "GNVTG,90.0,T,,M,-5.0,N,,K,A", "GPAAM,A,V,-0.10,N,WPTNME",
            "GPBWC,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,-001.3,N,004,A", "PGRME,-2.3,M,-3.3,M,-4.0,M",
        ])
    func magnitudes(body: String) {
        let reading = Reading(Reading.sentence(body))
        #expect(reading.statistics.badFields > 0)
        switch reading.sentence {
        case .vtg(let vtg): #expect(vtg.speedInKnots == nil && vtg.speedInKilometresPerHour == nil)
        case .aam(let aam): #expect(aam.circleRadius == nil)
        case .bwc(let bwc): #expect(bwc.distance == nil)
        case .pgrme(let pgrme):
            #expect(pgrme.horizontalError == nil && pgrme.verticalError == nil && pgrme.sphericalError == nil)
        default: Issue.record("not read")
        }
    }

    @Test("satellites of the talker IM are indoor transmitters, not GPS")
    func indoor() {
        #expect(Reading(Reading.sentence("IMGSV,1,1,01,05,10,020,30")).satellitesInView == ["IMES 5"])
        #expect(Reading(Reading.sentence("IMGSV,1,1,01,177,10,020,30")).satellitesInView == ["IMES 5"])
    }

    @Test("an empty GST or GBS of another talker does not erase the accuracy")
    func emptyStatistics() {
        let gga = "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
        let gst = ["GNGST,100000.00,1,,,,3.0,4.0,5.5", "GPGST,100000.00,,,,,,,"]
        let gbs = ["GNGBS,100000.00,3.0,4.0,5.5,,,,", "GPGBS,100000.00,,,,,,,"]
        for (pair, origin) in [(gst, PositionAccuracy.Origin.errorStatistics), (gbs, .faultDetection)] {
            for order in [pair, pair.reversed()] {
                let accuracy = read(gga, order[0], order[1])?.accuracy
                #expect(accuracy?.origin == origin && accuracy?.horizontal == 5 && accuracy?.vertical == 5.5)
            }
        }
    }

    @Test("a receiver that sends PUBX only gives dilution and satellites")
    func onlyPUBX() {
        let epochs = Reading(
            [
                "PUBX,00,100000.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,36.0,77.52,0.007,,0.92,1.19,0.77,9,0,0",
                "PUBX,03,03,23,U,100,45,40,010,70,U,351,31,46,040,33,-,010,20,,000",
            ].map(Reading.sentence).joined()
        ).epochs
        let dilution = epochs.last?.fix.dilution
        #expect(dilution?.horizontal == 0.92 && dilution?.vertical == 1.19 && dilution?.time == 0.77)
        let satellites = epochs.last?.satellites ?? []
        #expect(satellites.map(\.constellation) == [.gps, .glonass, .sbas])
        #expect(satellites.map(\.number) == [23, 6, 120])
        #expect(satellites.map(\.isUsed) == [true, true, false])
        #expect(satellites.map(\.elevation) == [45, 31, 20] && satellites.map(\.azimuth) == [100, 351, 10])
        #expect(satellites.map(\.carrierToNoise) == [40, 46, nil])
        #expect(epochs.last?.fix.satellitesInView == 3 && epochs.last?.fix.satellitesUsed == 9)
    }

    @Test("PUBX,00 without a fix offers nothing beside a GGA with one")
    func voidPUBX() {
        let gga = "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
        let pubx =
            "PUBX,00,100000.00,4900.0000000,N,01100.0000000,E,546.5,NF,2.1,2.0,36.0,77.5,1.0,,0.9,1.2,0.8,0,0,0"
        #expect(read(gga, pubx) == read(gga))
    }

    @Test("rows of GSV tell more than PUBX,03")
    func rowsBesidePUBX() {
        let gga = "GNGGA,100000.00,4800.0000,N,01100.0000,E,1,08,1.0,500.0,M,47.0,M,,"
        let gsv = "GPGSV,1,1,01,05,10,020,30,1"
        let pubx = "PUBX,03,01,23,U,100,45,40,010"
        for order in [[gga, gsv, pubx], [gga, pubx, gsv]] {
            let epochs = Reading(order.map(Reading.sentence).joined()).epochs
            #expect(epochs.last?.satellites.map(\.number) == [5])
            #expect(epochs.last?.satellites.map(\.isUsed) == [false])
        }
    }
}
