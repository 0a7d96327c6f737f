import Formats
import FoundationEssentials
import GNSS
import HeadUnit
import Navigation
import Positioning
import SDLApp
import Simulator
import TestKit
import Testing
import Transport
import Web

@testable import Dashboard

@Suite("The dashboard", .timeLimit(.minutes(1)))
struct DashboardTests {
    @Test("serves its files and Leaflet's, to itself only")
    func files() async throws {
        let stage = try await Stage()
        let page = try await stage.ask("GET", "/")
        #expect(page.status == 200 && page.head.contains("content-type: text/html; charset=utf-8"))
        #expect(page.head.contains("script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"))
        #expect(try page.body == SharedData.packageBytes("Page/index.html"))
        for path in [
            "/main.js", "/map.js", "/page.css", "/icon.svg", "/leaflet/leaflet.esm.js", "/leaflet/leaflet.css",
        ] {
            #expect(try await stage.ask("GET", path).status == 200, "\(path)")
        }
        for path in [
            "/../Package.swift", "/leaflet/../../etc/passwd", "/none", "/api/none", "/api/log?n=7", "/api/log",
        ] {
            #expect(try await stage.ask("GET", path).status == 404, "\(path)")
        }
        #expect(try await stage.ask("POST", "/", "{}").status == 405)
        await stage.stop()
    }

    @Test("page has no script or style of its own inside, and asks no other host")
    func noInline() throws {
        let folder = "\(SharedData.packageRoot)/Page"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = String(decoding: try SharedData.packageBytes("Page/\(name)"), as: UTF8.self)
            #expect(!text.contains("<style") && !text.contains(" style=\"") && !text.contains("<script>"), "\(name)")
            #expect(!text.contains(" onclick=") && !text.contains("innerHTML"), "\(name)")
            let isOffline =
                !text.contains("https://")
                && text.split(separator: "http://").dropFirst().allSatisfy {
                    $0.hasPrefix("www.w3.org/")
                }
            #expect(isOffline, "\(name)")
        }
    }

    @Test("carries out the commands of the control, with its answers")
    func commands() async throws {
        let stage = try await Stage()
        let state = try await stage.ask("GET", "/api/state").json
        #expect(state["ok"] == true && state["result"]?["module"] == "modern")
        #expect(state == (try await stage.ask("POST", "/api/state").json))
        #expect(
            try await stage.ask("POST", "/api/route", #"{"action":"advance"}"#).json["result"]?["passed"]
                == "Market Hall")
        let refused = try await stage.ask("POST", "/api/activate", #"{"app":"Nobody"}"#)
        #expect(refused.json == ["ok": false, "error": ["what": "Nobody", "why": "no app is registered"]])
        #expect(try await stage.ask("POST", "/api/no-such", "{}").json["ok"] == false)
        #expect(try await stage.ask("POST", "/api/ignition", #"{"state":"off","more":1}"#).json["ok"] == false)
        #expect(try await stage.ask("POST", "/api/events", "{}").json["ok"] == false)
        await stage.stop()
    }

    @Test(
        "refuses bodies that are no JSON object",
        arguments: ["{", "[]", "7", "{\"state\":\"off\",}", "{'state':'off'}", String(repeating: "[", count: 100_000)])
    func bodies(body: String) async throws {
        let stage = try await Stage()
        #expect(try await stage.ask("POST", "/api/ignition", body).status == 400)
        #expect(try await stage.ask("POST", "/api/ignition", #"{"state":"off"}"#, type: "text/plain").status == 415)
        #expect(try await stage.ask("GET", "/api/state").json["result"]?["ignition"] == "on")
        await stage.stop()
    }

    @Test("refuses what is not for it by the head of a request, in the words of the API")
    func heads() async throws {
        let stage = try await Stage()
        func post(_ path: String, _ size: Int, _ type: String = "application/json") async throws -> Answer {
            try await stage.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(size)\r\n\r\n")
        }
        // None of these bodies ever comes.
        for (path, size, type, status) in [
            ("/api/route", 9 << 20, "application/json", 413), ("/api/source", 65 << 20, "application/json", 413),
            ("/api/route", 5, "text/plain", 415),
        ] {
            let answer = try await post(path, size, type)
            #expect(answer.status == status && answer.json["ok"] == false, "\(path) \(size) \(answer.status)")
            #expect(answer.json["error"]?["what"] == "body")
        }
        for site in ["cross-site", "same-site"] {
            let answer = try await stage.send(
                "GET /api/export HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: \(site)\r\n\r\n")
            #expect(answer.status == 403, "\(site)")
            #expect(
                try await stage.send("GET / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: \(site)\r\n\r\n").status
                    == 200, "a link may lead to the page")
        }
        await stage.stop()
    }

    @Test("takes a recording longer than other requests, and refuses one without a position")
    func longRecording() async throws {
        let stage = try await Stage()
        let drive = String(decoding: try #require(MockFiles.bytes("drives/demo.nmea")), as: UTF8.self)
        let junk = String(repeating: String(repeating: "x", count: 99) + " ", count: 90_000)
        let upload = JSONValue.object(["name": "mine", "sentences": .string(junk + "\r\n" + drive)])
        let body = String(decoding: upload.serialized(), as: UTF8.self)
        #expect(body.utf8.count > 8 << 20)
        #expect(try await stage.ask("POST", "/api/source", body).json == ["ok": true])
        #expect(await stage.feed.state == .started)
        #expect(await stage.feed.sourceName == "mine")
        #expect(try await stage.ask("POST", "/api/reset").json == ["ok": true])
        let empty = JSONValue.object(["name": "junk", "sentences": .string(junk)])
        let refused = try await stage.ask("POST", "/api/source", String(decoding: empty.serialized(), as: UTF8.self))
        #expect(refused.json["error"]?["what"] == "junk")
        #expect(await stage.feed.state == .stopped)
        await stage.stop()
    }

    @Test("tells what the members of faults are, and no id of the page is there twice")
    func faultKinds() async throws {
        let stage = try await Stage()
        let faults = try await stage.ask("GET", "/api/page").json["faults"]?.arrayValue ?? []
        #expect(faults.count == FaultDescription.all.count)
        let kinds = faults.flatMap { $0["members"]?.arrayValue ?? [] }.compactMap { $0["kind"]?.stringValue }
        #expect(Set(kinds) == ["text", "number", "flag", "list", "object", "any"])
        await stage.stop()
        let page = String(decoding: try SharedData.packageBytes("Page/index.html"), as: UTF8.self)
        let ids = page.split(separator: " id=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
        #expect(ids.count > 50 && Set(ids).count == ids.count)
    }

    @Test("takes a route as GPX or as an object, and gives it back as GPX")
    func routes() async throws {
        let stage = try await Stage(route: nil)
        #expect(try await stage.ask("GET", "/api/route.gpx").status == 404)
        let gpx = try #require(MockFiles.bytes("routes/city.gpx"))
        let body = JSONValue.object(["action": "set", "route": .string(String(decoding: gpx, as: UTF8.self))])
        let set = try await stage.ask("POST", "/api/route", String(decoding: body.serialized(), as: UTF8.self))
        #expect(set.json == ["ok": true])
        let reader = try await stage.reader()
        let shown = await reader.next("route", where: { !$0.isNull })
        #expect(shown["stops"]?.arrayValue?.count == (try MockFiles.route("city", file: "test").waypoints.count))
        let back = try await stage.ask("GET", "/api/route.gpx")
        #expect(back.status == 200 && back.head.contains("attachment"))
        let object =
            #"{"action":"set","route":{"destination":{"coordinate":{"latitudeDegrees":1,"longitudeDegrees":2}}}}"#
        #expect(try await stage.ask("POST", "/api/route", object).json == ["ok": true])
        #expect(await reader.next("route")["stops"]?.arrayValue?.count == 1)
        #expect(try await stage.ask("POST", "/api/route", #"{"action":"set","route":{}}"#).json["ok"] == false)
        #expect(try await stage.ask("POST", "/api/route", #"{"action":"set","route":"<gpx"}"#).json["ok"] == false)
        await reader.client.stop()
        await stage.stop()
    }

    @Test("tells a new reader everything that is known, then what changes")
    func live() async throws {
        let stage = try await Stage()
        let first = try await stage.reader()
        #expect(await first.next("state")["source"]?["state"] == "stopped")
        #expect(await first.next("position")["fix"] == nil)
        #expect(try await stage.ask("POST", "/api/source", #"{"source":"mock://demo"}"#).json == ["ok": true])
        #expect(await first.next("state", where: { $0["source"]?["state"] == "started" })["source"]?["name"] == "demo")
        let position = await first.next("position", where: { $0["fix"]?["latitude"] != nil })
        #expect(position["satellites"]?.arrayValue?.isEmpty == false && position["drive"]?["state"] == "playing")
        _ = try await stage.ask("POST", "/api/drive", #"{"action":"pause"}"#)
        let second = try await stage.reader()
        #expect(await second.next("route")["stops"]?.arrayValue?.count == 4)
        #expect(await second.next("track")["points"]?.arrayValue?.isEmpty == false)
        #expect(await second.next("position")["fix"]?["latitude"] != nil)
        #expect(try await stage.ask("POST", "/api/reset").json == ["ok": true])
        #expect(await second.next("track", where: { $0["start"] == 0 })["points"] == [])
        for reader in [first, second] {
            #expect(await reader.next("position", where: { $0["fix"] == nil })["satellites"] == nil)
            await reader.client.stop()
        }
        await stage.stop()
    }

    @Test("starts a source only while stopped, resets only while started, and fails without a trace")
    func sources() async throws {
        let stage = try await Stage()
        func state() async -> PositionFeed.State { await stage.feed.state }
        #expect(try await stage.ask("POST", "/api/reset").json["ok"] == false)
        for source in [
            "mock://none", "tcp://127.0.0.1:1", "serial:///dev/none", "/no/such/file", "accessory://x", "ftp://x", "-",
            "",
        ] {
            let answer = try await stage.ask("POST", "/api/source", #"{"source":"\#(source)"}"#).json
            #expect(answer["ok"] == false && answer["error"]?["why"]?.stringValue?.isEmpty == false, "\(source)")
            #expect(await state() == .stopped, "\(source)")
        }
        #expect(try await stage.ask("POST", "/api/source", #"{"sentences":"$GPGGA,no*00"}"#).json["ok"] == false)
        #expect(try await stage.ask("POST", "/api/source", "{}").json["ok"] == false)
        let drive = try #require(MockFiles.bytes("drives/demo.nmea"))
        let upload = JSONValue.object(["name": "mine", "sentences": .string(String(decoding: drive, as: UTF8.self))])
        let uploaded = String(decoding: upload.serialized(), as: UTF8.self)
        #expect(try await stage.ask("POST", "/api/source", uploaded).json == ["ok": true])
        #expect(await state() == .started)
        #expect(try await stage.ask("POST", "/api/source", uploaded).json["ok"] == false)
        #expect(try await stage.ask("POST", "/api/reset").json == ["ok": true])
        #expect(await state() == .stopped)
        #expect(try await stage.ask("POST", "/api/source", #"{"source":"drive://city"}"#).json == ["ok": true])
        #expect(await state() == .started)
        #expect(await stage.feed.sourceName == "drive://city")
        #expect(try await stage.ask("POST", "/api/reset").json == ["ok": true])
        #expect(await stage.unit.state["drive"]?["state"] == "ready")
        await stage.stop()
    }

    @Test("keeps the traffic with names, codes and times, and exports it as a recording")
    func log() async throws {
        let stage = try await Stage()
        let address = try await stage.unit.listen(port: 0)
        let reader = try await stage.reader()
        let app = try SDLManager(
            SDLConfiguration(
                appName: "Logged", fullAppID: "99", transport: .tcp(host: address.host, port: address.port)),
            reactor: stage.reactor)
        try await app.start()
        try await app.permissionManager.waitUntilKnown()
        _ = try await app.wayPoints()
        var rows: [JSONValue] = []
        while !rows.contains(where: { $0["name"] == "GetWayPoints" && $0["type"] == "response" }) {
            rows += await reader.next("log")["rows"]?.arrayValue ?? []
        }
        let answer = try #require(rows.last { $0["name"] == "GetWayPoints" && $0["type"] == "response" })
        #expect(answer["app"] == "Logged" && answer["code"] == "SUCCESS" && answer["from"] == "headUnit")
        #expect((answer["ms"]?.doubleValue ?? -1) >= 0)
        #expect(rows.compactMap { $0["n"]?.intValue } == (1...rows.count).map { Int64($0) })
        let number = try #require(answer["n"]?.intValue)
        let details = try await stage.ask("GET", "/api/log?n=\(number)").json
        #expect(details["row"] == answer && details["lines"]?.arrayValue?.last?["json"]?["success"] == true)
        let export = try await stage.ask("GET", "/api/export")
        let lines = export.body.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: Array($0)) }
        #expect(lines.count >= rows.count && lines.first?["note"] != nil)
        #expect(lines.contains { $0["rpc"]?["function"] == "GetWayPoints" && $0["hex"] != nil })
        // What reads recordings for a replay finds both sides in it, and the registration of the app.
        let recording = try Recording(Recording.Description(name: "page"), appSide: export.body) { _ in
            Issue.record("a payload that is not in it")
            return []
        }
        let sides = recording.events.map { event in
            switch event.line {
            case .connected: "connected"
            case .fromApp(_, let bytes) where !bytes.isEmpty: "from"
            case .toApp(_, let bytes) where !bytes.isEmpty: "to"
            default: "other"
            }
        }
        #expect(sides.first { $0 != "other" } == "connected")
        #expect(sides.count { $0 == "from" } >= 3 && sides.count { $0 == "to" } >= 3)
        await app.stop()
        await reader.client.stop()
        await stage.stop()
    }

    @Test("closes a reader that speaks")
    func speakingReader() async throws {
        let stage = try await Stage()
        let reader = try await stage.reader()
        reader.client.socket.send(.text(Array("hello".utf8)))
        #expect(await reader.closure() == .closed(status: 1008, reason: "nothing is expected here"))
        await reader.client.stop()
        await stage.stop()
    }

    @Test("asks for a token where it has one")
    func token() async throws {
        let stage = try await Stage(token: "secret-of-this-run")
        #expect(stage.dashboard.url.hasSuffix("/?token=secret-of-this-run"))
        #expect(try await stage.ask("GET", "/api/state").status == 401)
        #expect(try await stage.ask("GET", "/?token=wrong").status == 401)
        let open = try await stage.ask("GET", "/?token=secret-of-this-run")
        #expect(
            open.status == 303 && open.head.contains("set-cookie: waypoint-sim=secret-of-this-run; Path=/; HttpOnly"))
        await #expect(throws: WebError.self) { _ = try await stage.reader() }
        await stage.stop()
    }

    @Test("says what to install where Leaflet is not")
    func noLeaflet() async throws {
        let reactor = try Reactor()
        let unit = try await MockHeadUnit(MockModule(named: "modern"), on: reactor)
        var configuration = DashboardConfiguration()
        configuration.leafletFolder = "/no/such/folder"
        let feed = await PositionFeed(of: unit)
        let error = await #expect(throws: DashboardError.self) {
            _ = try await Dashboard(of: unit, positions: feed, configuration)
        }
        #expect(error?.reason.contains("libjs-leaflet") == true)
        await unit.stop()
        reactor.stop()
    }

    @Test(
        "lets images come from the host of the tiles only",
        arguments: [
            ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"),
            ("http://127.0.0.1:8080/{z}/{x}/{y}", "http://127.0.0.1:8080"),
            ("https://{s}.tiles.example/{z}/{x}/{y}.png", "https://*.tiles.example"),
            ("https://tiles.example; script-src *", nil), ("ftp://x/", nil), ("https:///x", nil), ("//x/{z}", nil),
        ])
    func tiles(url: String, origin: String?) {
        #expect(DashboardConfiguration.origin(ofTiles: url) == origin)
    }
}
