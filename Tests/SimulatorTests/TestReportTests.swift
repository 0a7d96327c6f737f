import Formats
import GNSS
import Simulator
import Testing

@Suite("Reports")
struct TestReportTests {
    private static func report() -> TestReport {
        let good = TestReport.Case(name: "good", description: "Goes well.")
        var bad = TestReport.Case(name: "bad & <ugly>", description: "Goes \"wrong\".")
        bad.outcome = .failed(reason: "it differs <here>", details: ["a: expected 1 & 2, found ]]>"])
        bad.duration = .milliseconds(1234)
        bad.steps = [TestReport.Line(time: .milliseconds(5), text: "expect <x>")]
        bad.exchange = [
            TestReport.Line(time: .seconds(1), text: "app -> head unit: Show", content: "{\"a\": \"<script>\"}")
        ]
        bad.output = ["said \u{1} </pre><script>alert(1)</script>"]
        bad.track = [(49.0, 8.0), (49.1, 8.1), (49.1, 8.2)].compactMap {
            GeodeticCoordinate(latitude: $0.0, longitude: $0.1)
        }
        bad.route = Array(bad.track.suffix(2))
        var left = TestReport.Case(name: "left", description: "Not tried.")
        left.outcome = .skipped(reason: "no such version")
        // 29 February 2028, 23:59:58 UTC.
        return TestReport(title: "scenarios", began: 1_835_481_598, cases: [good, bad, left])
    }

    @Test("JUnit has the counts, a test case each, and the failure with all that explains it")
    func junit() throws {
        let root = try XMLElement(parsing: try Self.report().junit())
        #expect(root.name == "testsuites")
        let suite = try #require(root.first("testsuite"))
        #expect(
            suite.attributes == [
                "id": "0", "package": "waypoint-sim", "name": "scenarios", "timestamp": "2028-02-29T23:59:58",
                "hostname": "localhost", "tests": "3", "failures": "1", "errors": "0", "skipped": "1", "time": "1.234",
            ])
        #expect(
            suite.children.map(\.name) == [
                "properties", "testcase", "testcase", "testcase", "system-out", "system-err",
            ])
        let cases = suite.all("testcase")
        #expect(cases.map { $0["name"] } == ["good", "bad & <ugly>", "left"])
        #expect(cases.map { $0["classname"] } == Array(repeating: "waypoint-sim.scenarios", count: 3))
        #expect(cases[0].children.isEmpty)
        let failure = try #require(cases[1].first("failure"))
        #expect(failure["message"] == "it differs <here>")
        #expect(failure["type"] == "expectation")
        #expect(failure.text.hasPrefix("a: expected 1 & 2, found ]]>\nsteps:\n  0.005  expect <x>\nexchange:\n"))
        #expect(cases[2].first("skipped") != nil)
        let output = try #require(suite.first("system-out")?.text)
        #expect(output.firstRange(of: "left: skipped: no such version") != nil)
        #expect(output.firstRange(of: "bad & <ugly>: said \u{FFFD}") != nil)
    }

    @Test(
        "Tells the time of day of a moment",
        arguments: [
            (0, "1970-01-01T00:00:00"), (951_782_400, "2000-02-29T00:00:00"), (1_767_225_599, "2025-12-31T23:59:59"),
            (-1, "1969-12-31T23:59:59"), (4_107_542_400, "2100-03-01T00:00:00"),
        ] as [(Int64, String)])
    func timestamp(_ seconds: Int64, _ text: String) throws {
        let report = TestReport(title: "x", began: seconds, cases: [])
        #expect(try XMLElement(parsing: report.junit()).first("testsuite")?["timestamp"] == text)
    }

    @Test("The page needs nothing else, and what it shows cannot break out of its place")
    func html() {
        let page = Self.report().html
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        for part in ["src=", "href=\"http", "<link", "<script", "<ugly>", "@import", "url("] {
            #expect(page.firstRange(of: part) == nil, "\(part)")
        }
        for part in [
            "1 passed, 1 failed, 1 skipped", "bad &amp; &lt;ugly&gt;", "&lt;/pre&gt;&lt;script&gt;",
            "a: expected 1 &amp; 2", "skipped: no such version", "<svg ", "<polyline",
        ] {
            #expect(page.firstRange(of: part) != nil, "\(part)")
        }
        #expect(page.split(separator: "<svg").count == 2, "only the test that moved has a map")
    }

    @Test("A map of a place that stands still, or lies at the antimeridian, stays on its paper")
    func map() throws {
        for places in [[(49.0, 8.0)], [(-17.0, 179.9), (-17.1, -179.9)], [(90.0, 0.0), (-90.0, 0.0)]] {
            var test = TestReport.Case(name: "x", description: "X.")
            test.track = places.compactMap { GeodeticCoordinate(latitude: $0.0, longitude: $0.1) }
            let page = TestReport(title: "x", began: 0, cases: [test]).html
            let line = try #require(page.split(separator: "points=\"").dropFirst().first?.prefix { $0 != "\"" })
            for pair in line.split(separator: " ") {
                let numbers = pair.split(separator: ",").compactMap { Double($0) }
                try #require(numbers.count == 2)
                #expect((0...720).contains(numbers[0]) && (0...420).contains(numbers[1]), "\(line)")
            }
        }
    }
}
