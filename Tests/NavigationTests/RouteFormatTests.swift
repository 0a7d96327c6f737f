import Formats
import GNSS
import Navigation
import TestKit
import Testing

@Suite("Routes in files") struct RouteFormatTests {
    static func coordinate(_ latitude: Double, _ longitude: Double) throws -> GeodeticCoordinate {
        try #require(GeodeticCoordinate(latitude: latitude, longitude: longitude))
    }

    /// A route that uses every member.
    static func full() throws -> Route {
        let stop = Waypoint(
            coordinate: try coordinate(-17.5, 179.99), name: "A & B <\"quoted\">", details: "two\nlines – ü 漢",
            addressLines: ["Main Street 1", "Suva"], phoneNumber: "+679 555 0100",
            image: Waypoint.Image(value: "icon.png", kind: .dynamic, isTemplate: true),
            searchAddress: Waypoint.SearchAddress(
                countryName: "Fiji", countryCode: "FJ", postalCode: "1", administrativeArea: "Central",
                subAdministrativeArea: "Rewa", locality: "Suva", subLocality: "Centre", thoroughfare: "Main Street",
                subThoroughfare: "1"),
            links: [
                "https://example.org/?a=1&b=2",
                Link(address: "https://example.org/menu", text: "Menu", type: "text/html"),
            ], comment: "ring twice")
        let plain = Waypoint(coordinate: try coordinate(-17.52, -179.98))
        let fixed = Waypoint(
            coordinate: try coordinate(-17.6, -179.95), name: "End", image: Waypoint.Image(value: "0x12", kind: .fixed))
        return Route(
            name: "Across the line", details: "Fiji", waypoints: [stop, plain, fixed],
            shape: [stop.coordinate, try coordinate(-17.51, -179.99), plain.coordinate, fixed.coordinate],
            links: [Link(address: "https://example.org/tour", text: "The tour"), "https://example.org/map"])
    }

    @Test("GPX out and in again keeps everything")
    func gpxRoundTrip() throws {
        let route = try Self.full()
        let text = try route.gpx()
        #expect(try Route(gpx: text) == route)
        // Others read Garmin's extension and standard elements.
        let root = try XMLElement(parsing: text)
        #expect(root.namespace == "http://www.topografix.com/GPX/1/1")
        let point = try #require(root.first("rte")?.first("rtept"))
        #expect(point.first("name")?.text == "A & B <\"quoted\">")
        #expect(point.first("extensions")?.first("WaypointExtension")?.first("Address")?.first("City")?.text == "Suva")
    }

    @Test("Our own JSON out and in again keeps everything")
    func jsonRoundTrip() throws {
        let route = try Self.full()
        let json = try #require(route.json)
        #expect(try Route(json: json.serialized()) == route)
        #expect(json["stops"]?.arrayValue?.count == 2)
        #expect(json["destination"]?["locationName"]?.stringValue == "End")
        #expect(Route().json == nil)
    }

    @Test("GeoJSON out and in again keeps everything; lines are cut at the antimeridian")
    func geoJSONRoundTrip() throws {
        let route = try Self.full()
        let json = route.geoJSON()
        let line = try #require(json["features"]?[0]?["geometry"])
        #expect(line["type"]?.stringValue == "MultiLineString")
        #expect(line["coordinates"]?[0]?[1]?[0]?.doubleValue == 180)
        #expect(line["coordinates"]?[1]?[0]?[0]?.doubleValue == -180)
        var back = try Route(geoJSON: json.serialized())
        // The points at the cut are added.
        #expect(back.shape.count == route.shape.count + 2)
        back.shape = route.shape
        #expect(back == route)
    }

    @Test("The driven track is written beside the route and does not come back as one")
    func track() throws {
        let route = try Self.full()
        var track = Track()
        for index in 0..<5 {
            var fix = Fix(
                time: UTCTime(secondsSince1970: 1_700_000_000 + Int64(index)),
                coordinate: try Self.coordinate(-17.5, 179.9 + Double(index) / 100), quality: .autonomous,
                dimension: .threeDimensional)
            fix.altitude = 12.5
            track.append(fix)
        }
        track.append(Fix())
        #expect(track.points.count == 5)
        #expect(try Route(gpx: route.gpx(track: track)) == route)
        let text = String(decoding: try route.gpx(track: track), as: UTF8.self)
        #expect(text.contains("<time>2023-11-14T22:13:24Z</time>") && text.contains("<ele>12.5</ele>"))
        let json = route.geoJSON(track: track)
        #expect(json["features"]?[0]?["properties"]?["role"]?.stringValue == "track")
        #expect(json["features"]?[0]?["properties"]?["coordTimes"]?[0]?.stringValue == "2023-11-14T22:13:20.000Z")
        #expect(try Route(geoJSON: json).waypoints == route.waypoints)
        // A track alone is a route to follow.
        #expect(try Route(geoJSON: Route().geoJSON(track: track)).shape.count == 5)
    }

    @Test("A full track is thinned out evenly and never exceeds its bound")
    func trackBound() throws {
        var track = Track(capacity: 100)
        for index in 0..<10_000 {
            track.append(Track.Point(coordinate: try Self.coordinate(Double(index) / 1000, 0)))
            #expect(track.points.count <= 100)
        }
        #expect(track.points.count >= 50)
        let steps = zip(track.points, track.points.dropFirst()).map { $1.coordinate.latitude - $0.coordinate.latitude }
        #expect((steps.max() ?? 0) <= 2 * (steps.min() ?? 0) + 1e-9)
    }

    @Test("A GPX track gives the shape; the waypoints of the file are stops along it, its end is the destination")
    func gpxTrack() throws {
        let text = """
            <gpx><wpt lat="0" lon="0.03"><name>third</name></wpt><wpt lat="0.0002" lon="0.01"><name>first</name></wpt>
            <wpt lat="0" lon="0.02"><name>second</name></wpt>
            <trk><name>T</name><trkseg><trkpt lat="0" lon="0"/><trkpt lat="0" lon="0.015"/></trkseg>
            <trkseg><trkpt lat="0" lon="0.015"/><trkpt lat="0" lon="0.05"/></trkseg></trk></gpx>
            """
        let route = try Route(gpx: Array(text.utf8))
        #expect(route.waypoints.map(\.name) == ["first", "second", "third", "T"])
        #expect(route.shape.count == 3)
        #expect(route.destination?.coordinate == GeodeticCoordinate(latitude: 0, longitude: 0.05))
    }

    @Test("Waypoints that the track passes in the order of the file keep it, also out and back")
    func gpxTrackOutAndBack() throws {
        let text = """
            <gpx><wpt lat="0" lon="0.02"><name>turn</name></wpt><wpt lat="0" lon="0.01"><name>back</name></wpt>
            <wpt lat="0" lon="0"><name>home</name></wpt>
            <trk><trkseg><trkpt lat="0" lon="0"/><trkpt lat="0" lon="0.02"/><trkpt lat="0" lon="0"/></trkseg></trk></gpx>
            """
        #expect(try Route(gpx: Array(text.utf8)).waypoints.map(\.name) == ["turn", "back", "home"])
    }

    @Test("GeoJSON of others: bare geometries, features with usual property names")
    func geoJSONOfOthers() throws {
        let text = """
            {"type":"FeatureCollection","features":[
             {"type":"Feature","properties":{"title":"Café","desc":"d","tel":"1","address":"Road 1","url":"http://x.org"},
              "geometry":{"type":"Point","coordinates":[8.5,49.5,110.0]}},
             {"type":"Feature","properties":null,"geometry":{"type":"MultiPoint","coordinates":[[8.6,49.5],[8.7,49]]}},
             {"type":"Feature","properties":{},"geometry":null},
             {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[]}}]}
            """
        let route = try Route(geoJSON: Array(text.utf8))
        #expect(route.waypoints.count == 3)
        let first = route.waypoints[0]
        #expect(first.name == "Café" && first.details == "d" && first.phoneNumber == "1")
        #expect(first.addressLines == ["Road 1"] && first.links == ["http://x.org"])
        let line = try Route(geoJSON: Array(#"{"type":"LineString","coordinates":[[1,2],[1,3]]}"#.utf8))
        #expect(line.shape.count == 2 && line.destination?.coordinate.latitude == 3)
    }

    @Test(
        "Texts that are no route are refused and say where",
        arguments: [
            (#"{"type":"Point","coordinates":[200,0]}"#, RouteError(.coordinate("$.coordinates"))),
            (#"{"type":"Point","coordinates":"no"}"#, RouteError(.coordinate("$.coordinates"))),
            (#"{"type":"LineString","coordinates":[[0,0],[0]]}"#, RouteError(.coordinate("$.coordinates[1]"))),
            (#"{"type":"Circle"}"#, RouteError(.wrongKind(expected: "a GeoJSON type", found: "Circle"))),
            (#"[]"#, RouteError(.wrongKind(expected: "a GeoJSON type", found: "$"))),
            (#"{"type":"FeatureCollection","features":[]}"#, RouteError(.empty)),
            (#"{"type":"FeatureCollection"}"#, RouteError(.value("$.features: no list"))),
        ])
    func refusedGeoJSON(_ text: String, _ error: RouteError) {
        #expect(throws: error) { try Route(geoJSON: Array(text.utf8)) }
    }

    @Test("Properties of other types than ours are left out, numbers taken as text")
    func odd() throws {
        let text = """
            {"type":"FeatureCollection","name":7,"features":[
             {"type":"Feature","properties":{"name":7,"title":"x","description":["a"],"desc":"d","phone":49621,
               "address":{"street":"x"},"locationImage":7,"searchAddress":{"locality":5,"countryName":[]},
               "links":[{"x":1},"http://a"],"url":"http://b","comment":null},
              "geometry":{"type":"Point","coordinates":[8.5,49.5]}},
             {"type":"Feature","properties":["no object"],"geometry":{"type":"Point","coordinates":[8.6,49.5]}}]}
            """
        let route = try Route(geoJSON: Array(text.utf8))
        let first = route.waypoints[0]
        #expect(route.name == "7" && first.name == "7" && first.details == "d" && first.phoneNumber == "49621")
        #expect(first.addressLines.isEmpty && first.image == nil && first.links == ["http://a"])
        #expect(first.searchAddress == Waypoint.SearchAddress(locality: "5"))
        #expect(route.waypoints[1].name == nil)
    }

    @Test("Our own GeoJSON comes back as the same route, whatever its shape")
    func roles() throws {
        // The stops in an order in which the shape does not pass them, the destination far from the end of the shape.
        let places = try [(0.0, 0.03), (0, 0.01), (0, 0.02), (0.5, 0.0)].map { try Self.coordinate($0.0, $0.1) }
        let route = Route(
            waypoints: places.enumerated().map { Waypoint(coordinate: $1, name: "\($0)") },
            shape: [try Self.coordinate(0, 0), try Self.coordinate(0, 0.05)])
        #expect(try Route(geoJSON: route.geoJSON()) == route)
        let text = """
            {"type":"FeatureCollection","features":[
             {"type":"Feature","properties":{"role":"destination"},"geometry":{"type":"Point","coordinates":[0.01,0]}},
             {"type":"Feature","properties":{"role":"stop"},"geometry":{"type":"Point","coordinates":[0.02,0]}},
             {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[0.05,0]]}}]}
            """
        #expect(try Route(geoJSON: Array(text.utf8)).waypoints.map(\.coordinate.longitude) == [0.02, 0.01])
    }

    @Test("GPX holds no exponents, and reads as the same numbers")
    func decimals() throws {
        for latitude in [1e-5, -1.5e-7, .leastNonzeroMagnitude, 1.25e-16, 0, -0.1, 89.999_999_999_999] {
            let route = Route(waypoints: [Waypoint(coordinate: try Self.coordinate(latitude, -latitude))])
            let gpx = String(decoding: try route.gpx(), as: UTF8.self)
            let point = try #require(gpx.split(separator: "<rtept").last?.split(separator: ">").first)
            #expect(!point.contains("e-"), "\(point)")
            #expect(try Route(gpx: Array(gpx.utf8)) == route)
        }
        var track = Track()
        track.append(Track.Point(coordinate: try Self.coordinate(1, 2), altitude: 1e300))
        track.append(Track.Point(coordinate: try Self.coordinate(1, 2), altitude: .nan))
        let gpx = String(decoding: try Route().gpx(track: track), as: UTF8.self)
        #expect(gpx.contains("<ele>1" + String(repeating: "0", count: 300) + "</ele>") && !gpx.contains("nan"))
    }

    @Test("Coordinates of another form are refused", arguments: ["0x1p3", "inf", "1,5", "12 N", "e", "+", ""])
    func badDecimals(_ text: String) {
        let gpx = "<gpx><wpt lat=\"\(text)\" lon=\"0\"/></gpx>"
        #expect(throws: RouteError.self) { try Route(gpx: Array(gpx.utf8)) }
    }

    @Test("Links of the route come from the route, else the file; both texts of a point are kept")
    func links() throws {
        let text = """
            <gpx><metadata><link href="http://file"><text>File</text></link></metadata>
            <rte><rtept lat="1" lon="2"><cmt>c</cmt><desc>d</desc></rtept><rtept lat="1" lon="3"><cmt>c</cmt></rtept>
            %</rte></gpx>
            """.split(separator: "%")
        let of = try Route(gpx: Array((text[0] + text[1]).utf8))
        #expect(of.links == [Link(address: "http://file", text: "File")])
        #expect(of.waypoints.map(\.details) == ["d", "c"] && of.waypoints.map(\.comment) == ["c", nil])
        let own = try Route(
            gpx: Array((text[0] + "<link href='http://route'><type>text/html</type></link>" + text[1]).utf8))
        #expect(own.links == [Link(address: "http://route", type: "text/html")])
        let old = "<gpx><url>http://old</url><urlname>Old</urlname><wpt lat='1' lon='2'/></gpx>"
        #expect(try Route(gpx: Array(old.utf8)).links == [Link(address: "http://old", text: "Old")])
    }

    @Test(
        "Own JSON that is no route is refused and says where",
        arguments: [
            ("[]", RouteError(.wrongKind(expected: "an object", found: "another value"))),
            ("{}", RouteError(.empty)),
            (#"{"destination":{}}"#, RouteError(.coordinate("destination.coordinate"))),
            (
                #"{"destination":{"coordinate":{"latitudeDegrees":1}}}"#,
                RouteError(.coordinate("destination.coordinate"))
            ),
            (#"{"stops":7,"destination":{}}"#, RouteError(.value("stops: no list"))),
            (
                #"{"destination":{"coordinate":{"latitudeDegrees":1,"longitudeDegrees":2},"locationImage":{"value":"a","imageType":"X"}}}"#,
                RouteError(.value("destination.locationImage.imageType"))
            ),
        ])
    func refusedJSON(_ text: String, _ error: RouteError) {
        #expect(throws: error) { try Route(json: Array(text.utf8)) }
    }

    @Test("The kind of a file is told by its content, also behind a byte order mark")
    func anyKind() throws {
        let route = try Self.full()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try Route(parsing: route.gpx()) == route)
        #expect(try Route(parsing: mark + route.gpx()) == route)
        #expect(try Route(parsing: mark + (try #require(route.json)).serialized()) == route)
        #expect(try Route(parsing: Array(" \n".utf8) + route.geoJSON().serialized()).waypoints == route.waypoints)
        let sentence = NMEARouteTests.text(["GPRMB,A,0.66,L,,HOME,4917.24,N,00830.57,E,001.3,052.5,000.5,V,A"])
        #expect(try Route(parsing: sentence).destination?.name == "HOME")
        #expect(throws: RouteError(.empty)) { try Route(parsing: []) }
    }

    @Test("Nesting without end ends")
    func nesting() {
        let text =
            String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 12)
            + String(repeating: "]}", count: 12)
        #expect(throws: RouteError.self) { try Route(geoJSON: Array(text.utf8)) }
    }
}
