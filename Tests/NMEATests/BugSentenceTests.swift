import GNSS
import TestKit
import Testing

@testable import NMEA

/// Sentences from public bug reports with the right reading.
@Suite(
    "Bug sentences", .enabled(if: SharedData.isAvailable, "needs the shared data: set SDL_SHARED or place ../shared"))
struct BugSentenceTests {
    struct Row: Sendable, CustomStringConvertible {
        var id: String
        var sentence: String
        var field: String
        var expected: String
        var description: String { "\(id) \(field) = \(expected)" }
    }

    static let rows: [Row] = {
        let lines = (try? SharedData.lines("corpus/nmea/bug-sentences.tsv")) ?? []
        return lines.dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 4 else { return nil }
            return Row(id: columns[0], sentence: columns[1], field: columns[2], expected: columns[3])
        }
    }()

    @Test("there are 69 sentences")
    func count() {
        #expect(Set(Self.rows.map(\.id)).count == 69)
    }

    @Test("is read right", arguments: rows)
    func reading(row: Row) throws {
        let reading = Reading(row.sentence)
        switch row.field {
        case "lat": try expectClose(reading.position?.latitude.degrees, row.expected, 1e-12)
        case "lon": try expectClose(reading.position?.longitude.degrees, row.expected, 1e-12)
        case "altMSL": try expectClose(reading.gga?.altitude?.value, row.expected, 1e-12)
        case "altHAE": try expectClose(reading.fix?.ellipsoidalHeight, row.expected, 1e-9)
        case "age": try expectClose(reading.gga?.correctionAge?.value, row.expected, 1e-12)
        case "quality": #expect(reading.gga?.quality == FixQuality(rawValue: Int(row.expected) ?? -1))
        case "station": #expect(reading.gga?.referenceStation == Int(row.expected))
        case "geoid": try expectOptional(reading.gga?.geoidSeparation?.value, row.expected)
        case "hdop" where reading.gsa == nil: try expectOptional(reading.fix?.dilution.horizontal, row.expected)
        case "hdop": try expectClose(reading.gsa?.hdop?.value, row.expected, 1e-12)
        case "pdop": try expectClose(reading.gsa?.pdop?.value, row.expected, 1e-12)
        case "vdop": try expectClose(reading.gsa?.vdop?.value, row.expected, 1e-12)
        case "speed", "speed kn": try expectOptional(reading.knots?.value, row.expected)
        case "speed km/h": try expectClose(reading.vtg?.speedInKilometresPerHour?.value, row.expected, 1e-12)
        case "course": try expectOptional((reading.vtg?.course ?? reading.rmc?.course)?.value, row.expected)
        case "course magnetic": try expectClose(reading.vtg?.magneticCourse?.value, row.expected, 1e-12)
        case "magnetic variation": try expectOptional(reading.rmc?.magneticVariation?.value, row.expected)
        case "sigma lat": try expectClose(reading.gst?.latitudeError?.value, row.expected, 1e-12)
        case "sigma lon": try expectClose(reading.gst?.longitudeError?.value, row.expected, 1e-12)
        case "sigma alt": try expectClose(reading.gst?.altitudeError?.value, row.expected, 1e-12)
        case "semi-major": try expectOptional(reading.gst?.semiMajor?.value, row.expected)
        case "range nm": try expectClose(reading.rmb?.range?.value, row.expected, 1e-12)
        case "bearing": try expectClose(reading.rmb?.bearing?.value, row.expected, 1e-12)
        case "origin": #expect(reading.rmb?.origin == row.expected)
        case "destination": #expect(reading.rmb?.destination == row.expected)
        case "talker": #expect(reading.rmc?.talker.description == row.expected)
        case "accepted": expectAcceptance(reading, row)
        case "forwardable to a caster": #expect(try #require(reading.gga).encoded(maximumLength: 82).count <= 82)
        case "position": try expectPosition(reading, row)
        case "raw position available": #expect(reading.rmc?.status == .void && reading.rmc?.position != nil)
        case "fix": try expectFix(reading, row)
        case "time": try expectTime(reading, row)
        case "date": #expect(try #require(reading.sentence).date == nil)
        case "SDL utcSeconds": #expect(reading.fix?.time.map { min($0.timeOfDay.second, 59) } == 59)
        default: try expectOther(reading, row)
        }
    }

    private func expectClose(_ value: Double?, _ expected: String, _ tolerance: Double) throws {
        let value = try #require(value)
        let expected = try #require(Double(expected))
        #expect(abs(value - expected) <= tolerance)
    }

    private func expectOptional(_ value: Double?, _ expected: String) throws {
        guard !expected.hasPrefix("none") else {
            #expect(value == nil)
            return
        }
        let number = try #require(expected.split(separator: " ").first.flatMap { Double($0) })
        #expect(abs(try #require(value) - number) <= 1e-12)
    }

    private func expectAcceptance(_ reading: Reading, _ row: Row) {
        if row.expected.hasPrefix("no: checksum bad") {
            #expect(reading.sentence == nil && reading.statistics.framing.rejected(.badChecksum) == 1)
        } else if row.expected.hasPrefix("no") {
            #expect(reading.sentence == nil && reading.statistics.malformed == 1)
        } else {
            #expect(reading.sentence != nil && reading.statistics.malformed == 0)
            if row.id == "vtg-empty" {
                var empty = VTG(talker: .combined)
                empty.mode = .notValid
                #expect(reading.sentence == .vtg(empty))
            }
            if row.id == "gsv-short" { #expect(reading.gsv?.entryCount == 0) }
            if row.id == "dbl-dollar" { #expect(reading.statistics.framing.rejected(.cut) == 1) }
        }
    }

    private func expectPosition(_ reading: Reading, _ row: Row) throws {
        if row.expected.hasPrefix("invalid") {
            #expect(reading.position == nil && reading.fix?.coordinate == nil)
            #expect(reading.statistics.malformed == 1)
        } else {
            let coordinate = try #require(reading.fix?.coordinate)
            if row.id == "rmc-zero-A" { #expect(coordinate == GeodeticCoordinate(latitude: 0, longitude: 0)) }
        }
    }

    private func expectFix(_ reading: Reading, _ row: Row) throws {
        switch row.expected {
        case "RTK fixed": #expect(reading.fix?.quality == .rtkFixed)
        case "valid": #expect(reading.fix?.quality == .autonomous && reading.fix?.coordinate != nil)
        default:
            #expect(reading.sentence != nil)
            #expect(reading.fix?.coordinate == nil && reading.fix?.quality ?? .none == FixQuality.none)
        }
    }

    private func expectTime(_ reading: Reading, _ row: Row) throws {
        let sentence = try #require(reading.sentence)
        switch row.expected {
        case "none": #expect(sentence.time == nil)
        case "invalid": #expect(sentence.time == nil && reading.statistics.badFields == 1)
        case let text where text.hasPrefix("leap second"):
            #expect(reading.fix?.time?.iso8601() == "2016-12-31T23:59:60Z")
        case let text where text.contains("T"): #expect(reading.fix?.time?.iso8601() == text + "Z")
        default: #expect(sentence.time?.description == row.expected)
        }
    }

    private func expectOther(_ reading: Reading, _ row: Row) throws {
        switch (row.id, row.field) {
        case ("rmc-nav-V", "nav status"): #expect(reading.rmc?.navigationalStatus == .notProvided)
        case ("rmc-nav-C", "nav status"): #expect(reading.rmc?.navigationalStatus == .caution)
        case ("gns-6", "modes"): #expect(reading.gns?.modes == Array(repeating: .notValid, count: 6))
        case ("gns-mixed", "modes"):
            #expect(reading.gns?.modes == [.differential, .autonomous, .autonomous, .notValid])
        case ("gns-mixed", "satellites"): #expect(reading.gns?.satellitesUsed == 23)
        case ("gsv-sig-short", "satellites"): #expect(reading.gsv?.entries.map(\.number) == [26, 29, 31])
        case ("gsv-sig-short", "signal"), ("gsv-1-sat", "signal"): #expect(reading.gsv?.signalID == 1)
        case ("gsv-1-sat", "satellites"):
            #expect(
                reading.gsv?.entries == [GSV.Entry(number: 25, elevation: nil, azimuth: nil, carrierToNoise: 40)])
        case ("gsv-sig-hex", "signal"):
            #expect(SatelliteSignal(rawValue: try #require(reading.gsv?.signalID))?.name(in: .beidou) == "B2I")
        case ("gsv-sig-hex", "satellites"): #expect(reading.satellitesInView == ["BeiDou 14", "BeiDou 40"])
        case ("gsv-bds-37", "satellites"):
            #expect(reading.satellitesInView == ["BeiDou 1", "BeiDou 37", "BeiDou 8", "BeiDou 20"])
        case ("gsv-zero", "satellites"): #expect(reading.satellitesInView.isEmpty && reading.gsv?.total == 1)
        case ("gsa-sys-1", "used"): #expect(reading.used == ["GPS 10", "GPS 2", "GPS 23", "GPS 27", "GPS 8"])
        case ("gsa-sys-4", "used"):
            // Together with the GPS sentence of the same epoch.
            let gps = try #require(Self.rows.first { $0.id == "gsa-sys-1" })
            #expect(Reading(row.sentence).used.isEmpty)
            #expect(Reading(gps.sentence + "\r\n" + row.sentence).used.count == 5)
        case ("gsa-24", "used"): #expect(reading.used == ["GPS 13", "GPS 23", "GPS 25", "GPS 27", "GPS 7"])
        case ("gsa-214", "used"): #expect(reading.used == ["BeiDou 14"])
        case ("lower-ck", "checksum"), ("ck-00", "checksum"): #expect(reading.sentence != nil)
        case ("no-ck", "checksum"):
            #expect(reading.sentence == nil && reading.statistics.framing.rejected == 1)
            #expect(Reading(row.sentence, checksums: .allowMissing).sentence != nil)
        case ("tag-time", "tag c"): #expect(reading.tags?.unixNanoseconds == 1_754_242_770_000_000_000)
        case ("tag-source", "tag s"): #expect(reading.tags?.source == "2573435")
        case ("tag-source", "kind"):
            #expect(reading.raw?.formatter == "VDM" && reading.raw?.talker == Talker("BS"))
        case ("tag-group", "tag g"):
            #expect(reading.tags?.group == TagBlock.Group(part: 1, total: 2, id: 73_874))
        case ("tag-group", "tag n"): #expect(reading.tags?.lineCount == 157_036)
        case ("ais-dollar", "kind"):
            #expect(reading.raw?.formatter == "VDM" && reading.statistics.framing.rejected == 0)
        case ("truncated", "result"):
            #expect(reading.sentence == nil && reading.statistics.framing.rejected(.unfinished) == 1)
        case ("wpl", "name"): #expect(reading.wpl?.name == "589")
        case ("rte-1", "route"): #expect(reading.rte?.number == 1 && reading.rte?.total == 2 && reading.route == nil)
        case ("rte-1", "name"): #expect(reading.rte?.identifier == "Rte 2019-0")
        case ("rte-2", "route"):
            let first = try #require(Self.rows.first { $0.id == "rte-1" })
            let route = Reading(first.sentence + "\r\n" + row.sentence).route
            #expect(route?.waypoints.map(\.name) == ["589", "590", "591", "592", "593", "594", "595"])
        case ("rmb", "arrived"): #expect(reading.rmb?.hasArrived == false)
        case ("rmb-void", "active waypoint"):
            #expect(reading.rmb?.status == .void && reading.rmb?.destination.isEmpty == true)
        default: Issue.record("no check for \(row)")
        }
    }
}
