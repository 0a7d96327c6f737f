import Formats
import GNSS
import Navigation
import TestKit
import Testing

@Suite("Routes from GPX") struct GPXReaderTests {
    @Test("The demonstration route has three stops and a destination with names, addresses and telephone numbers")
    func demo() throws {
        let route = try Route(gpx: SharedData.packageBytes("Mocks/routes/demo.gpx"))
        #expect(route.name == "Errands in Neustadt")
        #expect(
            route.waypoints.map(\.name) == ["Market Hall", "Bakery Lindner", "Charging Point East", "Central Station"])
        #expect(route.shape.count == 9)
        let market = try #require(route.waypoints.first)
        #expect(market.coordinate == GeodeticCoordinate(latitude: 49.4883, longitude: 8.46785))
        #expect(market.phoneNumber == "+49 621 5550112")
        #expect(market.addressLines == ["Mill Street 12", "68159 Neustadt", "Baden-Württemberg", "Germany"])
        #expect(market.searchAddress?.thoroughfare == "Mill Street 12")
        #expect(market.searchAddress?.postalCode == "68159")
        #expect(route.waypoints.allSatisfy { 1...4 ~= $0.addressLines.count && $0.details != nil })
    }

    @Test(
        "Texts that are no route are refused with a reason and a line",
        arguments: [
            ("", RouteError(.xml(XMLError(.empty, line: 0)))),
            ("<kml/>", RouteError(.wrongKind(expected: "gpx", found: "kml"), line: 1)),
            ("<gpx/>", RouteError(.empty, line: 1)),
            ("<gpx><rte><name>n</name></rte></gpx>", RouteError(.empty, line: 1)),
            ("<gpx>\n<wpt lat=\"91\" lon=\"0\"/></gpx>", RouteError(.coordinate("lat \"91\" lon \"0\""), line: 2)),
            ("<gpx>\n<wpt lat=\"nan\" lon=\"0\"/></gpx>", RouteError(.coordinate("lat \"nan\" lon \"0\""), line: 2)),
            ("<gpx>\n\n<rte><rtept lon=\"1\"/></rte></gpx>", RouteError(.coordinate("lat \"\" lon \"1\""), line: 3)),
        ])
    func refused(_ text: String, _ error: RouteError) {
        #expect(throws: error) { try Route(gpx: Array(text.utf8)) }
    }

    @Test("Waypoints alone are stops in the order of the file; comments and links are read")
    func waypointsOnly() throws {
        let text = """
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Round trip</name></metadata>
            <wpt lat=" 1.5 " lon="2"><name> A
             place </name><cmt>first line
            second line</cmt>
            <link href="https://example.org/a"/><link href="tel:+1-555-0100"/>
            <link href="a.png"><type>image/png</type></link></wpt>
            <wpt lat="-1" lon="-179.5"/></gpx>
            """
        let route = try Route(gpx: Array(text.utf8))
        #expect(route.name == "Round trip")
        #expect(route.waypoints.count == 2)
        let first = route.waypoints[0]
        #expect(first.name == "A place")
        #expect(first.details == "first line\nsecond line")
        #expect(first.links == ["https://example.org/a"])
        #expect(first.phoneNumber == "+1-555-0100")
        #expect(first.image == Waypoint.Image(value: "a.png", kind: .dynamic))
        #expect(route.destination?.coordinate == GeodeticCoordinate(latitude: -1, longitude: -179.5))
    }

    @Test(
        "A track that does not pass the stops of the route in order is not its shape",
        arguments: [
            ("0.01 0.02 0.03", 4), ("0.03 0.02 0.01", 0), ("0.01 0.02 0.5", 0),
        ])
    func foreignTrack(_ longitudes: String, _ points: Int) throws {
        let stops = longitudes.split(separator: " ").map { "<rtept lat=\"0\" lon=\"\($0)\"/>" }.joined()
        let track = ["0", "0.015", "0.025", "0.04"].map { "<trkpt lat=\"0\" lon=\"\($0)\"/>" }.joined()
        let text = "<gpx><rte>\(stops)</rte><trk><trkseg>\(track)</trkseg></trk></gpx>"
        let route = try Route(gpx: Array(text.utf8))
        #expect(route.waypoints.count == 3 && route.shape.count == points)
    }
}
