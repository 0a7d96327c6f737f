import GNSS
import Testing

@testable import NMEA

/// Where each field of a sentence stands, one sentence of each type; a round trip alone would not notice two fields
/// that are swapped in both directions.
@Suite("Field values")
struct FieldValueTests {
    /// The sample of a type, by the begin of its body.
    private func sample(_ prefix: String) throws -> Sentence {
        let body = try #require(Samples.bodies.first { $0.hasPrefix(prefix) })
        let reading = Reading(Reading.sentence(body))
        #expect(reading.statistics.badFields == 0)
        return try #require(reading.sentence)
    }

    private func time(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) -> TimeOfDay? {
        TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate? {
        CalendarDate(year: year, month: month, day: day)
    }

    private func expectPosition(
        _ position: ExactPosition?, _ latitude: Double, _ longitude: Double,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(abs((position?.latitude.degrees ?? .nan) - latitude) < 1e-12, sourceLocation: location)
        #expect(abs((position?.longitude.degrees ?? .nan) - longitude) < 1e-12, sourceLocation: location)
    }

    @Test("there is a sample of every type")
    func complete() {
        let kinds = Set(
            Samples.bodies.compactMap { body -> String? in
                Reading(Reading.sentence(body)).sentence.map { String("\($0)".prefix { $0 != "(" }) }
            })
        #expect(kinds.count == 30)
    }

    @Test("GGA")
    func gga() throws {
        guard case .gga(let gga) = try sample("GNGGA") else { throw Missing() }
        #expect(gga.talker == .combined && gga.time == time(9, 25, 42) && gga.quality == .rtkFixed)
        expectPosition(gga.position, 48 + 46.40086661 / 60, 8 + 54.72490967 / 60)
        #expect(gga.satellitesUsed == 12 && gga.hdop?.value == 0.47)
        #expect(gga.altitude?.value == 419.1663 && gga.geoidSeparation?.value == 47.535)
        #expect(gga.correctionAge?.value == 0.9 && gga.referenceStation == 0)
    }

    @Test("RMC")
    func rmc() throws {
        guard case .rmc(let rmc) = try sample("GNRMC") else { throw Missing() }
        #expect(rmc.time == time(9, 25, 42) && rmc.status == .valid && rmc.date == date(2016, 12, 31))
        expectPosition(rmc.position, 48 + 46.4008666 / 60, -(8 + 54.7249096 / 60))
        #expect(rmc.speedInKnots?.value == 3.011 && rmc.course?.value == 12.5 && rmc.magneticVariation?.value == -2.1)
        #expect(rmc.mode == .rtkFixed && rmc.navigationalStatus == .notProvided)
    }

    @Test("GSA")
    func gsa() throws {
        guard case .gsa(let gsa) = try sample("GNGSA") else { throw Missing() }
        #expect(gsa.isAutomatic == true && gsa.dimension == .threeDimensional)
        #expect(gsa.satelliteNumbers == [23, 2, 27, 10, 8] && gsa.systemID == 1)
        #expect(gsa.pdop?.value == 3.45 && gsa.hdop?.value == 1.87 && gsa.vdop?.value == 2.89)
        guard case .gsa(let long) = try sample("GPGSA") else { throw Missing() }
        #expect(long.satelliteNumbers == [27, 23, 13, 7, 25] && long.systemID == nil)
        #expect(long.pdop?.value == 7.9 && long.hdop?.value == 6 && long.vdop?.value == 5.2)
    }

    @Test("GSV")
    func gsv() throws {
        guard case .gsv(let gsv) = try sample("GPGSV,2,2") else { throw Missing() }
        #expect(gsv.total == 2 && gsv.number == 2 && gsv.satellitesInView == 7 && gsv.signalID == 1)
        #expect(
            gsv.entries == [
                GSV.Entry(number: 1, elevation: 10, azimuth: 359, carrierToNoise: 33),
                GSV.Entry(number: 2, elevation: -5, azimuth: 0, carrierToNoise: nil),
                GSV.Entry(number: 3, elevation: nil, azimuth: nil, carrierToNoise: nil),
            ])
    }

    @Test("GST and GBS")
    func errors() throws {
        guard case .gst(let gst) = try sample("GNGST"), case .gbs(let gbs) = try sample("GNGBS") else {
            throw Missing()
        }
        #expect(gst.time == time(9, 25, 42) && gst.rangeResidual?.value == 19 && gst.semiMajor?.value == 1.5)
        #expect(gst.semiMinor?.value == 1.1 && gst.orientation?.value == 45 && gst.latitudeError?.value == 1.2)
        #expect(gst.longitudeError?.value == 1.3 && gst.altitudeError?.value == 2.1)
        #expect(gbs.time == time(9, 25, 42) && gbs.latitudeError?.value == 0.9 && gbs.longitudeError?.value == 1.2)
        #expect(gbs.altitudeError?.value == 2.3 && gbs.failedSatellite == 2 && gbs.missProbability?.value == 0.1)
        #expect(gbs.bias?.value == -3.5 && gbs.biasDeviation?.value == 12.6 && gbs.systemID == 1 && gbs.signalID == 0)
    }

    @Test("VTG, GLL, GNS")
    func motion() throws {
        guard case .vtg(let vtg) = try sample("GNVTG"), case .gll(let gll) = try sample("GNGLL"),
            case .gns(let gns) = try sample("GNGNS")
        else { throw Missing() }
        #expect(vtg.course?.value == 89 && vtg.magneticCourse?.value == 75 && vtg.speedInKnots?.value == 3.011)
        #expect(vtg.speedInKilometresPerHour?.value == 5.576 && vtg.mode == .differential)
        expectPosition(gll.position, -(48 + 46.4008666 / 60), 8 + 54.7249096 / 60)
        #expect(gll.time == time(9, 25, 42) && gll.status == .valid && gll.mode == .differential)
        expectPosition(gns.position, 51 + 21.23051 / 60, 11 + 59.45845 / 60)
        #expect(gns.time == time(9, 25, 42) && gns.satellitesUsed == 23 && gns.hdop?.value == 0.84)
        #expect(gns.modes == [.differential, .autonomous, .autonomous, .notValid])
        #expect(gns.altitude?.value == 86.8 && gns.geoidSeparation?.value == 45 && gns.correctionAge?.value == 1)
        #expect(gns.referenceStation == 1 && gns.navigationalStatus == .notProvided)
    }

    @Test("ZDA with the offset of local time")
    func zda() throws {
        guard case .zda(let zda) = try sample("GNZDA") else { throw Missing() }
        #expect(zda.time == time(9, 25, 42) && zda.date == date(2016, 12, 31))
        #expect(zda.zoneHours == -1 && zda.zoneMinutes == 0)
        guard case .zda(let east) = Reading(Reading.sentence("GNZDA,092542.00,05,06,2016,-05,-30")).sentence else {
            throw Missing()
        }
        #expect(east.date == date(2016, 6, 5) && east.zoneHours == -5 && east.zoneMinutes == -30)
    }

    @Test("HDT, HDG, THS, DTM, TXT")
    func headings() throws {
        guard case .hdt(let hdt) = try sample("HEHDT"), case .hdg(let hdg) = try sample("SDHDG"),
            case .ths(let ths) = try sample("GNTHS"), case .dtm(let dtm) = try sample("GPDTM"),
            case .txt(let txt) = try sample("GNTXT")
        else { throw Missing() }
        #expect(hdt.talker == Talker("HE") && hdt.heading?.value == 244.28)
        #expect(hdg.sensorHeading?.value == 229.8 && hdg.deviation?.value == -1.5 && hdg.variation?.value == 1.3)
        #expect(ths.heading?.value == 244.28 && ths.mode == .autonomous)
        #expect(dtm.localDatum == "W72" && dtm.subdivision.isEmpty && dtm.referenceDatum == "W84")
        #expect(dtm.latitudeOffset?.value == -0.0012 && dtm.longitudeOffset?.value == -0.03)
        #expect(dtm.altitudeOffset?.value == -4.5)
        #expect(txt.total == 1 && txt.number == 1 && txt.identifier == 2 && txt.text == "ANTSTATUS=OK, 5 V")
    }

    @Test("WPL, RTE, BOD")
    func routes() throws {
        guard case .wpl(let wpl) = try sample("IIWPL"), case .rte(let rte) = try sample("IIRTE"),
            case .bod(let bod) = try sample("GPBOD")
        else { throw Missing() }
        expectPosition(wpl.position, 55 + 3.4243 / 60, 10 + 37.0743 / 60)
        #expect(wpl.talker == .instruments && wpl.name == "589")
        #expect(rte.total == 2 && rte.number == 1 && !rte.isWorkingRoute && rte.identifier == "Rte 2019-0")
        #expect(rte.names == ["589", "590", "591", "592", "593"])
        #expect(bod.bearing?.value == 99.3 && bod.magneticBearing?.value == 105.6)
        #expect(bod.destination == "POINTB" && bod.origin == "POINTA")
    }

    @Test("RMB, BWC")
    func waypoint() throws {
        guard case .rmb(let rmb) = try sample("ECRMB"), case .bwc(let bwc) = try sample("GPBWC") else {
            throw Missing()
        }
        #expect(rmb.status == .valid && rmb.crossTrackError?.value == 0.048 && rmb.steering == .right)
        #expect(rmb.origin == "Meaban" && rmb.destination == "Teigno" && rmb.range?.value == 4.715)
        expectPosition(rmb.position, 47 + 27.016 / 60, -(3 + 2.049 / 60))
        #expect(rmb.bearing?.value == 221.803 && rmb.closingSpeed?.value == 3.999)
        #expect(rmb.hasArrived == false && rmb.mode == .autonomous && rmb.navigationalStatus == nil)
        #expect(bwc.time == time(22, 54, 44) && bwc.bearing?.value == 51.9 && bwc.magneticBearing?.value == 31.6)
        expectPosition(bwc.position, 49 + 17.24 / 60, -(123 + 9.57 / 60))
        #expect(bwc.distance?.value == 1.3 && bwc.name == "004" && bwc.mode == .autonomous)
    }

    @Test("AAM, APB, XTE")
    func steering() throws {
        guard case .aam(let aam) = try sample("GPAAM"), case .xte(let xte) = try sample("GPXTE"),
            case .apb(let apb) = Reading(Reading.sentence("GPAPB,A,V,0.10,R,N,V,A,011,M,DEST,022,T,033,M,D")).sentence
        else { throw Missing() }
        #expect(aam.hasEnteredCircle == true && aam.hasPassedPerpendicular == false)
        #expect(aam.circleRadius?.value == 0.1 && aam.name == "WPTNME")
        #expect(apb.status == .valid && apb.cycleLock == .void && apb.crossTrackError?.value == 0.1)
        #expect(apb.steering == .right && apb.hasEnteredCircle == false && apb.hasPassedPerpendicular == true)
        #expect(apb.legBearing?.degrees.value == 11 && apb.legBearing?.isMagnetic == true && apb.destination == "DEST")
        #expect(apb.bearing?.degrees.value == 22 && apb.bearing?.isMagnetic == false)
        #expect(apb.headingToSteer?.degrees.value == 33 && apb.headingToSteer?.isMagnetic == true)
        #expect(apb.mode == .differential)
        #expect(xte.status == .valid && xte.cycleLock == .valid && xte.crossTrackError?.value == 0.67)
        #expect(xte.steering == .left && xte.mode == .differential)
        // Kilometres become nautical miles.
        guard case .xte(let metric) = Reading(Reading.sentence("GPXTE,A,V,1.852,R,K,A")).sentence else {
            throw Missing()
        }
        #expect(metric.crossTrackError?.value == 1 && metric.cycleLock == .void && metric.steering == .right)
    }

    @Test("PUBX,00 / 03 / 04")
    func ublox() throws {
        guard case .pubx00(let first) = try sample("PUBX,00"), case .pubx03(let third) = try sample("PUBX,03"),
            case .pubx04(let fourth) = try sample("PUBX,04")
        else { throw Missing() }
        #expect(first.time == time(8, 13, 50) && first.status == .autonomous3D)
        expectPosition(first.position, 47 + 17.11321 / 60, 8 + 33.915187 / 60)
        #expect(first.ellipsoidalHeight?.value == 546.589 && first.horizontalAccuracy?.value == 2.1)
        #expect(first.verticalAccuracy?.value == 2 && first.speedInKilometresPerHour?.value == 0.007)
        #expect(first.course?.value == 77.52 && first.descent?.value == 0.007 && first.correctionAge == nil)
        #expect(first.hdop?.value == 0.92 && first.vdop?.value == 1.19 && first.tdop?.value == 0.77)
        #expect(first.satellitesUsed == 9 && first.reserved == 0 && first.usesDeadReckoning == false)
        #expect(
            third.entries.map(\.number) == [23, 29, 18] && third.entries.map(\.use) == [.notUsed, .used, .available])
        #expect(third.entries.map(\.azimuth) == [nil, 351, 46] && third.entries.map(\.elevation) == [nil, 31, 40])
        #expect(third.entries.map(\.carrierToNoise) == [45, 46, 11])
        #expect(third.entries.map(\.lockTime) == [10, 40, 64])
        #expect(fourth.time == time(7, 37, 31) && fourth.date == date(2002, 12, 9))
        #expect(fourth.timeOfWeek?.value == 113_851 && fourth.week == 1196 && fourth.leapSeconds == 15)
        #expect(fourth.hasDefaultLeapSeconds && fourth.clockBias?.value == 1_930_035)
        #expect(fourth.clockDrift?.value == -2660.664 && fourth.timePulseGranularity?.value == 43)
    }

    @Test("PGRME, PGRMZ, PSTI,030")
    func makers() throws {
        guard case .pgrme(let pgrme) = try sample("PGRME"), case .pgrmz(let pgrmz) = try sample("PGRMZ"),
            case .psti030(let psti) = try sample("PSTI,030")
        else { throw Missing() }
        #expect(pgrme.horizontalError?.value == 2.3 && pgrme.verticalError?.value == 3.3)
        #expect(pgrme.sphericalError?.value == 4)
        #expect(pgrmz.altitudeInFeet?.value == 4523 && pgrmz.dimension == .threeDimensional)
        #expect(psti.time == time(0, 38, 32) && psti.status == .valid && psti.date == date(2022, 3, 29))
        expectPosition(psti.position, 44 + 4.1271062 / 60, -(121 + 18.8438377 / 60))
        #expect(psti.altitude?.value == 1127.63 && psti.eastVelocity?.value == 0 && psti.northVelocity?.value == -0.01)
        #expect(psti.upVelocity?.value == 0.02 && psti.mode == .rtkFixed)
        #expect(psti.correctionAge?.value == 1 && psti.ambiguityRatio?.value == 1.1)
    }

    @Test("other sentences keep their fields")
    func other() throws {
        guard case .other(let raw) = try sample("AIVDM") else { throw Missing() }
        #expect(raw.address == "AIVDM" && raw.formatter == "VDM")
    }

    private struct Missing: Error {}
}
