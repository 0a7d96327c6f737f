import GNSS
import SDLRPC
import Simulator
import Testing

@Suite("Vehicle position as apps are told of it")
struct GPSDataTests {
    private func fix(_ change: (inout Fix) -> Void = { _ in }) throws -> Fix {
        let place = try #require(GeodeticCoordinate(latitude: 48.1, longitude: 11.5))
        let time = UTCTime(nanosecondsSince1970: 1_602_013_200_500_000_000)  // 2020-10-06T19:40:00.5Z
        var fix = Fix(time: time, coordinate: place, quality: .autonomous, dimension: .threeDimensional)
        change(&fix)
        return fix
    }

    @Test("No position, no data")
    func noPosition() {
        #expect(GPSData(Fix()) == nil)
    }

    @Test("Units, ranges and time follow the RPC spec")
    func members() throws {
        let data = try #require(
            GPSData(
                try fix {
                    $0.speed = 10
                    $0.course = 90
                    $0.altitude = 520
                    $0.satellitesInView = 44
                    $0.dilution = DilutionOfPrecision(position: 1.9, horizontal: 1, vertical: 1.6)
                }))
        #expect(data.latitudeDegrees == 48.1 && data.longitudeDegrees == 11.5)
        #expect(data.speed == 36)
        #expect(data.heading == 90 && data.compassDirection == .east)
        #expect(data.satellites == 31)
        #expect(data.dimension == .fix3D && data.actual == true && data.altitude == 520)
        #expect([data.utcYear, data.utcMonth, data.utcDay] == [2020, 10, 6])
        #expect([data.utcHours, data.utcMinutes, data.utcSeconds] == [19, 40, 0])
        #expect([data.pdop, data.hdop, data.vdop] == [1.9, 1, 1.6])
        #expect(data.shifted == nil)
    }

    @Test(
        "Headings are rounded first and wrapped then",
        arguments: [
            (0, 0, .north), (22.4, 22.4, .north), (22.5, 22.5, .northeast), (67.5, 67.5, .east), (180, 180, .south),
            (292.5, 292.5, .northwest), (337.49, 337.49, .northwest), (337.5, 337.5, .north), (359.99, 359.99, .north),
            (359.996, 0, .north), (360, 0, .north), (-90, 270, .west),
        ] as [(Double, Double, CompassDirection)])
    func headings(course: Double, heading: Double, direction: CompassDirection) throws {
        let data = try #require(GPSData(try fix { $0.course = course }))
        #expect(data.heading == heading)
        #expect(data.compassDirection == direction)
    }

    @Test("The bow's direction goes before the course")
    func headingFirst() throws {
        let data = try #require(
            GPSData(
                try fix {
                    $0.course = 90
                    $0.heading = 180
                }))
        #expect(data.heading == 180)
    }

    @Test("What is unknown, not finite or out of range is left out")
    func leftOut() throws {
        let data = try #require(
            GPSData(
                try fix {
                    $0.speed = 200  // 720 km/h
                    $0.altitude = 20_000
                    $0.course = .nan
                    $0.dilution = DilutionOfPrecision(position: .infinity, horizontal: 0, vertical: 2000)
                    $0.time = UTCTime(secondsSince1970: 0)
                }))
        #expect(data.speed == nil && data.altitude == nil && data.heading == nil && data.compassDirection == nil)
        #expect(data.pdop == nil && data.hdop == nil && data.vdop == nil && data.utcYear == nil)
    }

    @Test(
        "Actual is true for what was measured only",
        arguments: [
            (.autonomous, false, true), (.differential, false, true), (.rtkFixed, false, true),
            (.deadReckoning, false, false), (.manual, false, false), (.simulated, false, false),
            (.autonomous, true, false),
        ] as [(FixQuality, Bool, Bool)])
    func actual(quality: FixQuality, isSimulated: Bool, isActual: Bool) throws {
        let data = try #require(
            GPSData(try fix { $0.quality = quality }, origin: LocationOrigin(isSimulated: isSimulated)))
        #expect(data.actual == isActual)
    }

    @Test("Before RPC 5.0 every member is there, dilution ends at 10, and the last known time and motion serve")
    func oldModules() throws {
        let full = try fix {
            $0.speed = 10
            $0.course = 90
            $0.dilution = DilutionOfPrecision(position: 50, horizontal: 3, vertical: 4)
        }
        let old = RPCVersion(4, 5)
        let first = try #require(GPSData(full, version: old))
        #expect(first.pdop == 10 && first.hdop == 3)
        let second = try #require(
            GPSData(
                try fix {
                    $0.time = nil
                    $0.dimension = .twoDimensional
                }, version: old, last: first))
        #expect(second.utcYear == 2020 && second.heading == 90 && second.speed == 36)
        #expect(second.pdop == 0 && second.satellites == 0 && second.altitude == 0)
        #expect(second.dimension == .fix2D)
    }

    @Test("A leap second reads 59")
    func leapSecond() throws {
        let date = try #require(CalendarDate(year: 2016, month: 12, day: 31))
        let time = try #require(TimeOfDay(hour: 23, minute: 59, second: 60))
        let data = try #require(GPSData(try fix { $0.time = UTCTime(date: date, time: time) }))
        #expect(data.utcSeconds == 59 && data.utcMinutes == 59 && data.utcHours == 23 && data.utcDay == 31)
    }
}
