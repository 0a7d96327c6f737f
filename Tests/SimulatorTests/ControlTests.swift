import Formats
import GNSS
import HeadUnit
import Navigation
import SDLRPC
import Simulator
import Testing
import Transport

/// What the control changes, as the app sees it.
@Suite("Control", .timeLimit(.minutes(1)))
struct ControlTests {
    private func perform(_ bench: Bench, _ words: String...) async throws -> JSONValue {
        try await bench.unit.perform(try ControlRequest(words: words))
    }

    private func refusal(_ bench: Bench, _ words: String...) async throws -> ControlError? {
        do throws(ControlError) {
            _ = try await bench.unit.perform(try ControlRequest(words: words))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Every level an app can have, in any order",
        arguments: [
            (["NAVIGATION"], ["LIMITED", "BACKGROUND", "FULL", "BACKGROUND", "LIMITED", "NONE", "FULL"]),
            (["COMMUNICATION"], ["BACKGROUND", "LIMITED", "FULL", "NONE", "BACKGROUND"]),
            (["DEFAULT"], ["BACKGROUND", "FULL", "NONE", "BACKGROUND"]),
        ])
    func levels(types: [String], levels: [String]) async throws {
        let bench = try await Bench { $0.activatesApps = false }
        let app = try await bench.app()
        try await app.register(types: types)
        for level in levels {
            _ = try await perform(bench, "level", "Way App", level)
            try await app.level(level)
        }
        if types == ["DEFAULT"] {
            #expect(try await refusal(bench, "level", "Way App", "LIMITED")?.what == "Way App")
        }
        await bench.stop()
    }

    @Test("Activation, deactivation and exit are those of the driver")
    func lifeCycle() async throws {
        let bench = try await Bench { $0.activatesApps = false }
        let app = try await bench.app()
        try await app.register()
        _ = try await perform(bench, "activate", "8675309")
        try await app.level("FULL")
        _ = try await perform(bench, "deactivate", "way app")
        try await app.level("LIMITED")
        _ = try await perform(bench, "event", "PHONE_CALL", "on")
        let status = try await app.notification("OnHMIStatus", number: 4)
        #expect(status.json["audioStreamingState"] == "NOT_AUDIBLE")
        _ = try await perform(bench, "exit", "Way App", "UNAUTHORIZED_TRANSPORT_REGISTRATION")
        #expect(try await app.notification("OnAppInterfaceUnregistered").json["reason"] == "APP_UNAUTHORIZED")
        await bench.stop()
    }

    @Test("An RPC granted and revoked, for one app and for all: OnPermissionsChange and the answers follow")
    func permissions() async throws {
        let bench = try await Bench()
        let first = try await bench.activeApp()
        let second = try await bench.activeApp("Other", id: "4711")
        _ = try await perform(bench, "revoke", "GetWayPoints", "app=8675309")
        _ = try await first.notification("OnPermissionsChange", number: 2)
        #expect(try await first.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "DISALLOWED")
        #expect(try await second.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        _ = try await perform(bench, "grant", "GetWayPoints", "app=8675309", "levels=FULL,BACKGROUND")
        let change = try await first.notification("OnPermissionsChange", number: 3)
        let item = change.json["permissionItem"]?.arrayValue?.first { $0["rpcName"] == "GetWayPoints" }
        #expect(item?["hmiPermissions"]?["allowed"] == ["BACKGROUND", "FULL"])
        #expect(try await first.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        _ = try await perform(bench, "revoke", "SubscribeWayPoints")
        #expect(try await first.request("SubscribeWayPoints").resultCode == "DISALLOWED")
        #expect(try await second.request("SubscribeWayPoints").resultCode == "DISALLOWED")
        _ = try await perform(bench, "policy", "restore")
        #expect(try await second.request("SubscribeWayPoints").resultCode == "SUCCESS")
        _ = try await perform(bench, "revoke", "app=Other")
        try await second.level("NONE")
        #expect(try await refusal(bench, "grant", "GetWaypoints")?.why == "no such RPC")
        await bench.stop()
    }

    @Test(
        "An old module refuses what it does not know, and the app hears nothing of it",
        arguments: [
            ("rpc-3.0", ["grant", "GetWayPoints"], "GetWayPoints"),
            ("rpc-2.0", ["exit", "Way App", "UNSUPPORTED_HMI_RESOURCE"], "reason"),
            ("rpc-3.0", ["exit", "Way App", "UNSUPPORTED_HMI_RESOURCE"], "reason"),
            ("rpc-5.1", ["exit", "Way App", "RESOURCE_CONSTRAINT"], "reason"),
            ("rpc-2.0", ["language", "HE-IL"], "language"),
            ("rpc-4.4", ["language", "HE-IL"], "language"),
            ("rpc-4.1", ["capability", "NAVIGATION", "{}"], "value"),
            ("rpc-2.0", ["fault", "on", "unregister", "reason=PROTOCOL_VIOLATION"], "reason"),
            ("rpc-3.0", ["fault", "on", "unregister", "reason=PROTOCOL_VIOLATION"], "reason"),
            ("rpc-3.0", ["fault", "on", "noAnswer", "rpc=GetWayPoints"], "rpc"),
        ])
    func tooNew(module: String, words: [String], what: String) async throws {
        let bench = try await Bench(module)
        let app = try await bench.activeApp()
        let before = await app.messages.count
        do throws(ControlError) {
            _ = try await bench.unit.perform(try ControlRequest(words: words))
            Issue.record("accepted")
        } catch {
            #expect(error.what == what && !error.why.isEmpty, "\(error)")
        }
        #expect(try await app.request("ListFiles").resultCode != nil)
        #expect(await app.messages.count == before + 1)
        #expect(await bench.unit.state["faults"] == [])
        await bench.stop()
    }

    @Test(
        "A reason that came after the module's version is not said, nor is the notification sent without it",
        arguments: [
            ("rpc-2.0", AppInterfaceUnregisteredReason.protocolViolation), ("rpc-3.0", .protocolViolation),
            ("rpc-3.0", .unsupportedHmiResource), ("rpc-5.1", .resourceConstraint),
        ])
    func unsaid(module: String, reason: AppInterfaceUnregisteredReason) async throws {
        let bench = try await Bench(module)
        let app = try await bench.activeApp()
        let before = await app.messages.count
        let unit = bench.unit
        let id = try await unit.app("Way App").hmiAppID
        await unit.unregister(id, reason)
        #expect(await unit.apps.isEmpty)
        await bench.stop()
        _ = try await app.end()
        #expect(await app.messages.count == before)
    }

    @Test("Taking an RPC from one app leaves the user's answer about the rest of its group")
    func revocationKeepsConsent() async throws {
        let bench = try await Bench("user-disallowed")
        let app = try await bench.activeApp()
        _ = try await perform(bench, "consent", "allow", "Waypoints")
        _ = try await perform(bench, "revoke", "GetWayPoints", "app=Way App")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "DISALLOWED")
        #expect(try await app.request("SubscribeWayPoints").resultCode == "SUCCESS")
        #expect(try await app.request("UnsubscribeWayPoints").resultCode == "SUCCESS")
        _ = try await perform(bench, "consent", "deny", "Waypoints")
        #expect(try await app.request("SubscribeWayPoints").resultCode == "USER_DISALLOWED")
        _ = try await perform(bench, "policy", "restore")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "USER_DISALLOWED")
        await bench.stop()
    }

    @Test("What the control answered for the user holds when the app comes again, and for its device")
    func consentLasts() async throws {
        let bench = try await Bench("user-disallowed")
        let first = try await bench.activeApp()
        _ = try await perform(bench, "consent", "allow", "Waypoints")
        _ = try await first.request("UnregisterAppInterface")
        await first.close()
        let second = try await bench.activeApp()
        #expect(try await second.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        _ = try await perform(bench, "consent", "deny")
        let third = try await bench.app()
        try await third.register("Other", id: "4711")
        // What is asked after the registration was told is behind the user's turn.
        _ = try await third.request("ListFiles")
        let consents = await bench.unit.apps.map(\.deviceConsent)
        #expect(consents == [false, false])
        await bench.stop()
    }

    @Test("A recorded drive is exchanged, moved within, paused and sped up")
    func drive() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeVehicleData", ["gps": true])
        _ = try await perform(bench, "drive", "source", "demo")
        _ = try await app.notification("OnVehicleData")
        _ = try await perform(bench, "drive", "pause")
        #expect(try await perform(bench, "state")["drive"]?["state"] == "paused")
        _ = try await perform(bench, "drive", "seek", "20")
        let place = try #require(try await perform(bench, "state")["drive"]?["seconds"]?.doubleValue)
        #expect(abs(place - 20) <= 2, "\(place)")
        #expect(try await refusal(bench, "drive", "speed", "-1")?.what == "value")
        #expect(try await refusal(bench, "drive", "seek", "soon")?.what == "value")
        #expect(try await refusal(bench, "drive", "source", "nowhere")?.what == "nowhere")
        _ = try await perform(bench, "drive", "speed", "max")
        _ = try await perform(bench, "drive", "play")
        let unit = bench.unit
        // At full speed the end comes soon.
        for _ in 0..<1000 {
            if await unit.state["drive"]?["state"] == "ended" { break }
            _ = try? await app.response(-1, .milliseconds(10))
        }
        #expect(await unit.state["drive"]?["state"] == "ended")
        await bench.stop()
    }

    @Test("The user's consent opens a group, and closes it")
    func consent() async throws {
        let bench = try await Bench("user-disallowed")
        let app = try await bench.activeApp()
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "USER_DISALLOWED")
        _ = try await perform(bench, "consent", "allow", "Waypoints")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        _ = try await perform(bench, "consent", "deny", "Waypoints", "app=Way App")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "USER_DISALLOWED")
        #expect(try await refusal(bench, "consent", "allow", "Cookies")?.what == "Cookies")
        await bench.stop()
        let modern = try await Bench()
        #expect(try await refusal(modern, "consent", "allow")?.what == "consent")
        await modern.stop()
    }

    @Test("A capability that changes is told to subscribers")
    func capability() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request(
            "GetSystemCapability", ["systemCapabilityType": "NAVIGATION", "subscribe": true])
        _ = try await perform(bench, "capability", "NAVIGATION", #"{"getWayPointsEnabled":false}"#)
        let told = try await app.notification("OnSystemCapabilityUpdated")
        #expect(
            told.json["systemCapability"]
                == ["systemCapabilityType": "NAVIGATION", "navigationCapability": ["getWayPointsEnabled": false]])
        await bench.stop()
    }

    @Test("A route set, advanced and cleared")
    func route() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeWayPoints")
        _ = try await perform(bench, "route", "set", "demo")
        let whole = try await app.notification("OnWayPointChange").json["wayPoints"]?.arrayValue
        let first = try await perform(bench, "route", "advance")
        let rest = try await app.notification("OnWayPointChange", number: 2).json["wayPoints"]?.arrayValue
        #expect(whole?.count == (rest?.count ?? 0) + 1)
        #expect(whole?[1]["locationName"] == first["passed"])
        #expect(whole?[0] == rest?[0], "the destination stays first")
        _ = try await perform(bench, "route", "clear")
        let none = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
        #expect(none.resultCode == "SUCCESS" && none.json["wayPoints"] == nil)
        #expect(try await refusal(bench, "route", "advance")?.what == "route")
        #expect(try await refusal(bench, "route", "set", "nowhere")?.what == "nowhere")
        await bench.stop()
    }

    @Test("A position is told to those who subscribed to gps, and passes stops")
    func position() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeVehicleData", ["gps": true])
        _ = try await perform(bench, "position", "48.1", "-11.5", "speed=10", "course=90")
        let gps = try await app.notification("OnVehicleData").json["gps"]
        #expect(gps?["latitudeDegrees"] == 48.1 && gps?["longitudeDegrees"] == -11.5)
        #expect(gps?["speed"]?.doubleValue == 36 && gps?["compassDirection"] == "EAST" && gps?["actual"] == false)
        let asked = try await app.request("GetVehicleData", ["gps": true])
        #expect(asked.json["gps"] == gps)
        #expect(try await refusal(bench, "position", "91", "0")?.what == "latitude")
        await bench.stop()
    }

    @Test("Without a present position no position and no speed are told, and both come back with it")
    func tunnel() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeVehicleData", ["gps": true, "speed": true])
        let place = try #require(GeodeticCoordinate(latitude: 48.1, longitude: 11.5))
        var fix = Fix(coordinate: place, quality: .autonomous, dimension: .threeDimensional)
        fix.speed = 10
        let wanted: JSONValue = ["gps": true, "speed": true]
        var old = fix
        old.isStale = true
        for lost in [Fix(), old] {
            await bench.unit.setPosition(fix)
            let before = try await app.request("GetVehicleData", wanted).json
            #expect(before["gps"]?["latitudeDegrees"] == 48.1 && before["speed"]?.doubleValue == 36)
            await bench.unit.setPosition(lost)
            let inside = try await app.request("GetVehicleData", wanted)
            #expect(inside.resultCode == "VEHICLE_DATA_NOT_AVAILABLE")
            #expect(inside.json["gps"] == nil && inside.json["speed"] == nil)
        }
        // A fix that tells no speed does not leave the one before standing.
        fix.speed = nil
        await bench.unit.setPosition(fix)
        let after = try await app.request("GetVehicleData", wanted).json
        #expect(after["gps"] != nil && after["gps"]?["speed"] == nil && after["speed"] == nil)
        let told = try await app.notification("OnVehicleData", number: 3).json
        #expect(told["gps"] != nil && told["speed"] == nil)
        await bench.stop()
    }

    @Test("After an advance the next stop is a stop still: being there passes it")
    func advanceAndPosition() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        let waypoints = try [48.0, 48.01, 48.02, 48.03].map { latitude in
            Waypoint(
                coordinate: try #require(GeodeticCoordinate(latitude: latitude, longitude: 11)), name: "\(latitude)")
        }
        await bench.unit.setRoute(Route(waypoints: waypoints))
        _ = try await app.request("SubscribeWayPoints")
        _ = try await perform(bench, "route", "advance")
        _ = try await app.notification("OnWayPointChange", number: 1)
        _ = try await perform(bench, "position", "48.01", "11")
        let second = try await app.notification("OnWayPointChange", number: 2).json["wayPoints"]?.arrayValue
        #expect(second?.compactMap { $0["locationName"]?.stringValue } == ["48.03", "48.02"])
        _ = try await perform(bench, "position", "48.03", "11")
        let third = try await app.notification("OnWayPointChange", number: 3).json["wayPoints"]?.arrayValue
        #expect(third?.compactMap { $0["locationName"]?.stringValue } == ["48.03"])
        #expect(try await refusal(bench, "route", "advance")?.what == "route")
        await bench.stop()
    }

    @Test("Ignition off ends all apps and closes the port, on opens it again")
    func ignition() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await perform(bench, "ignition", "off")
        #expect(try await app.notification("OnAppInterfaceUnregistered").json["reason"] == "IGNITION_OFF")
        _ = try await app.end()
        await #expect(throws: TransportError.self) { try await bench.app() }
        _ = try await perform(bench, "ignition", "on")
        let again = try await bench.activeApp()
        #expect(try await again.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        await bench.stop()
    }

    @Test("Another language is told, and ends apps of the old one")
    func language() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await perform(bench, "language", "DE-DE", "display")
        let told = try await app.notification("OnLanguageChange").json
        #expect(told == ["language": "EN-US", "hmiDisplayLanguage": "DE-DE"])
        #expect(try await app.notification("OnAppInterfaceUnregistered").json["reason"] == "LANGUAGE_CHANGE")
        #expect(try await refusal(bench, "language", "Klingon")?.what == "language")
        await bench.stop()
    }

    @Test("The state tells apps, route, position, drive and faults")
    func state() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        _ = try await app.request("SubscribeWayPoints")
        _ = try await perform(bench, "fault", "on", "latency", "id=slow", "rpc=GetWayPoints", "milliseconds=5")
        _ = try await perform(bench, "position", "48", "11")
        let state = try await perform(bench, "state")
        #expect(state["module"] == "modern" && state["ignition"] == "on" && state["faults"] == ["slow"])
        #expect(state["apps"]?[0]?["level"] == "FULL" && state["apps"]?[0]?["subscribedToWayPoints"] == true)
        #expect(state["position"] == ["latitude": .double(48), "longitude": .double(11)])
        #expect((state["wayPoints"]?.arrayValue?.count ?? 0) > 1)
        #expect(try await perform(bench, "fault", "list") == ["faults": ["slow"]])
        _ = try await perform(bench, "fault", "off", "slow")
        #expect(try await refusal(bench, "fault", "off", "slow")?.why == "no fault is on")
        await bench.stop()
    }

    @Test(
        "What is not understood says what and why",
        arguments: [
            (["fly"], "fly"), (["activate"], "app"), (["activate", "Nobody"], "Nobody"),
            (["level", "x", "HIGH"], "level"), (["state", "now"], "now"), (["exit", "x", "BOREDOM"], "reason"),
            (["capability", "FLYING", "{}"], "type"), (["drive", "play"], "drive"), (["route", "build"], "action"),
            (["fault", "on", "nonsense"], "fault"), (["fault", "on", "latency"], "milliseconds"),
            (["event", "PARTY", "on"], "event"), ([#"{"command":"state","x":1}"#], "x"),
        ])
    func errors(words: [String], what: String) async throws {
        let bench = try await Bench()
        do throws(ControlError) {
            _ = try await bench.unit.perform(try ControlRequest(words: words))
            Issue.record("accepted")
        } catch {
            #expect(error.what == what && !error.why.isEmpty, "\(error)")
        }
        await bench.stop()
    }

    @Test("A revoked app that is granted an RPC may use it, and a capability is checked before apps hear of it")
    func grantAfterRevocation() async throws {
        let bench = try await Bench()
        let app = try await bench.activeApp()
        await bench.unit.revokeApp("Way App")
        try await app.level("NONE")
        try await bench.unit.grant("GetWayPoints", to: "Way App")
        try await bench.unit.activate("Way App")
        try await app.level("FULL")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).json["resultCode"] == "SUCCESS")
        for value in [5, ["getWaypointsEnabled": true]] as [JSONValue] {
            await #expect(throws: ControlError.self) { try await bench.unit.setCapability("NAVIGATION", to: value) }
        }
        try await bench.unit.setCapability("NAVIGATION", to: ["getWayPointsEnabled": false])
        await bench.stop()
    }
}

extension MockHeadUnit {
    /// Ends a registration past the checks of the control.
    fileprivate func unregister(_ id: Int, _ reason: AppInterfaceUnregisteredReason) {
        headUnit.assumeIsolated { _ = $0.unregister(app: id, reason: reason) }
    }
}
