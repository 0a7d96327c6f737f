import Formats
import GNSS
import Glibc
import Positioning
import TestKit
import Testing
import Transport

@testable import waypoint_sim

@Suite("What nmea tells", .timeLimit(.minutes(1)))
struct NMEAReportTests {
    private func location(
        second: Double, latitude: Double = 48, longitude: Double = 11, satellites: [Satellite] = []
    ) throws -> Location {
        var fix = Fix(
            time: UTCTime(nanosecondsSince1970: 1_780_000_000_000_000_000 + Int64((second * 1e9).rounded())),
            coordinate: GeodeticCoordinate(latitude: latitude, longitude: longitude),
            quality: .autonomous, dimension: .threeDimensional)
        fix.dilution.horizontal = 0.9
        fix.accuracy = PositionAccuracy(
            horizontal: 1.5, vertical: 2.5, origin: .errorStatistics, level: .standardDeviation)
        return Location(fix: fix, satellites: satellites)
    }

    @Test(
        "Gaps are steps longer than the usual one",
        arguments: [
            ([0, 1, 2, 3], 1000, 0, 0), ([0, 1, 2, 5, 6], 1000, 1, 2), ([0, 0.1, 0.2, 0.4, 0.5, 10.5], 100, 2, 100),
            ([3, 2, 1], nil, 0, 0), ([0], nil, 0, 0),
        ] as [([Double], Int64?, Int, Int64)])
    func gaps(seconds: [Double], usual: Int64?, count: Int, missing: Int64) throws {
        var steps = EpochSteps()
        for second in seconds { steps.add(try location(second: second).fix) }
        #expect(steps.usual == usual)
        #expect(steps.gaps == (count, missing))
    }

    @Test("A track is as long as the way; standing still and impossible leaps add nothing")
    func track() throws {
        var track = TrackLength()
        // A degree of latitude at 48° is about 111.2 km: steps of 11.12 m.
        for index in 0...100 {
            track.add(try location(second: Double(index), latitude: 48 + Double(index) * 0.0001).fix)
        }
        #expect(abs(track.metres - 1112) < 1)
        let before = track.metres
        for index in 0..<100 {
            track.add(try location(second: Double(101 + index), latitude: 48.01 + Double(index % 2) * 0.00001).fix)
        }
        #expect(track.metres == before)
        track.add(try location(second: 202, latitude: 50).fix)
        #expect(track.metres == before)
    }

    @Test("The status line shows fix, accuracy, satellites, rate and source at 79 columns, and what is old as old")
    func statusLine() throws {
        let systems: [Constellation] = [.gps, .glonass, .galileo, .beidou]
        let satellites = systems.flatMap { system in
            (1...10).map { number in
                Satellite(
                    constellation: system, number: number, rawNumber: number, elevation: 45, azimuth: 90,
                    carrierToNoise: 40, isUsed: number < 9)
            }
        }
        let long = "serial:///dev/serial/by-id/usb-u-blox_AG_C099__ZED-F9P-if00?baud=460800"
        for source in ["gpsd://127.0.0.1", long] {
            var line = ReceiverStatusLine(source: source)
            #expect(line.text(columns: 200) == source)
            for step in 0..<5 {
                line.add(try location(second: Double(step) * 0.2, satellites: satellites))
            }
            let text = line.text(columns: 79)
            #expect(text.count <= 79)
            for part in ["fix", "±1.50 m", "GPS 8/10", "GLO 8/10", "GAL 8/10", "BDS 8/10", "5.0 Hz"] {
                #expect(text.contains(part), "\(part) in \(text)")
            }
            #expect(text.hasSuffix(source.suffix(8)))
            let wide = line.text(columns: 200)
            #expect(wide.contains("48.") && wide.hasSuffix(source))
            for columns in 0..<79 { #expect(line.text(columns: columns).count <= columns) }
            var old = try location(second: 1, satellites: satellites)
            old.fix.isStale = true
            line.add(old)
            #expect(line.text(columns: 79).hasPrefix("fix (old)"))
            #expect(!line.text(columns: 79).contains("Hz"))
        }
    }

    @Test("The view replaces itself, and is cut to the terminal")
    func view() throws {
        let satellites = (1...20).map { number in
            Satellite(
                constellation: number > 10 ? .galileo : .gps, number: number, rawNumber: number, elevation: 45,
                azimuth: 10,
                carrierToNoise: 40, isUsed: number != 3)
        }
        let location = try location(second: 0, satellites: satellites)
        var report = NMEAReport()
        report.add(location)
        var view = NMEAView(source: "serial:///dev/ttyACM0")
        #expect(view.isDue(at: .zero))
        let whole = view.draw(
            location, report, progress: nil, size: TerminalSize(columns: 200, rows: 60), now: .zero)
        #expect(whole.hasPrefix("\r\u{1B}[J"))
        for part in [
            "serial:///dev/ttyACM0", "3D fix, autonomous", "48.0000000, 11.0000000", "accuracy ±1.50 m", "HDOP 0.90",
            "GPS: 10 in view, 9 used", "Galileo: 10 in view, 10 used", "####################.....",
        ] {
            #expect(whole.contains(part), "\(part)")
        }
        #expect(!view.isDue(at: .milliseconds(50)))
        #expect(view.isDue(at: .milliseconds(100)))
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        let small = view.draw(
            location, report, progress: "50 %", size: TerminalSize(columns: 30, rows: 10), now: .seconds(1))
        #expect(small.hasPrefix("\u{1B}[\(lines)A\r\u{1B}[J"))
        let cut = small.dropFirst(small.prefix { $0 != "J" }.count + 1).split(separator: "\n")
        #expect(cut.count <= 9)
        #expect(cut.allSatisfy { $0.count < 30 })
        #expect(cut.last?.hasPrefix("… ") == true)
    }

    @Test("The end of a log has sentences by kind, reasons, gaps and length; --gpx holds its track")
    func summary() async throws {
        let folder = "/tmp/waypoint-sim-nmea-\(UInt64.random(in: 0 ... .max))"
        let (log, gpx) = (folder + ".log", folder + ".gpx")
        defer {
            _ = unsafe unlink(log)
            _ = unsafe unlink(gpx)
        }
        let drive = try await Program.run("drive", "demo", "--sentences", "RMC,GGA", withErrors: false).lines
        let bad = "$GPRMC,120000.00,A,4807.0,N,01131.0,E,0,0,010126,,,A*00"
        // Epochs 10 to 12 are missing.
        let kept = drive.enumerated().filter { !(20..<26).contains($0.offset) }.map(\.element)
        try SmallFile.replace(log, with: Array(((kept + [bad]).joined(separator: "\r\n") + "\r\n").utf8))
        let (status, lines) = try await Program.run("nmea", log, "--gpx", gpx)
        #expect(status == 0)
        let count = kept.count / 2
        #expect(lines.contains("sentences: \(count) GGA, \(count) RMC"), "\(lines.suffix(8))")
        #expect(lines.contains("gaps: 1, 3 epochs missing, the longest 4.0 s (an epoch every 1.00 s)"))
        #expect(lines.contains { $0.hasPrefix("dropped: 1 with a wrong checksum") })
        #expect(lines.contains { $0.hasPrefix("track: ") && $0.hasSuffix(" km") })
        let text = String(decoding: try SmallFile.read(gpx, limit: 1 << 24), as: UTF8.self)
        #expect(text.split(separator: "<trkpt ").count - 1 == count)
        let failed = try await Program.run("nmea", log, "--gpx", "/no/such/folder/file")
        #expect(failed.status == 1)
    }
}
