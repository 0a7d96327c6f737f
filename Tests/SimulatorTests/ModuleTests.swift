import Formats
import GNSS
import HeadUnit
import SDLApp
import SDLProtocol
import SDLRPC
import SDLSpec
import Simulator
import Testing
import Transport

/// What each module is like, seen by an app: handshake, registration, waypoints, capability, unasked messages.
@Suite("Mock modules", .timeLimit(.minutes(1)))
struct ModuleTests {
    /// What is expected of a module.
    struct Row: Sendable, CustomTestStringConvertible {
        var module: String
        /// The protocol version of the ACK's header, and the RPC version of the registration.
        var versions: (header: UInt8, rpc: String)
        /// `hmiCapabilities.navigation`; nil for no hmiCapabilities.
        var navigation: Bool?
        /// Result codes, or `GenericResponse`; nil for no answer within the time of the test.
        var getWayPoints: String?
        var subscribe: String?
        /// An app that is not subscribed is told so, unless the module does not know the RPC or forbids it.
        var unsubscribe: String? {
            let navigations = ["no-navigation", "slow-navigation", "silent-navigation", "rejecting-navigation"]
            return navigations.contains(module) ? "IGNORED" : subscribe
        }
        var capability: String?
        /// `getWayPointsEnabled`.
        var enabled: Bool?
        /// Messages that came unasked from the registration on, until the level is FULL.
        var unasked: [String]
        /// What our own app says; the gate that is closed, or nil when waypoints can be used.
        var gate: WayPointAvailability.Gate?
        var testDescription: String { module }

        init(
            _ module: String, _ header: UInt8, _ rpc: String, navigation: Bool?, _ getWayPoints: String?,
            _ subscribe: String?, _ capability: String?, _ enabled: Bool?, unasked: [String] = Row.usual,
            gate: WayPointAvailability.Gate? = nil
        ) {
            self.module = module
            versions = (header, rpc)
            self.navigation = navigation
            self.getWayPoints = getWayPoints
            self.subscribe = subscribe
            self.capability = capability
            self.enabled = enabled
            self.unasked = unasked
            self.gate = gate
        }

        static let usual = ["OnHMIStatus", "OnPermissionsChange", "OnDriverDistraction", "OnHMIStatus"]
        static let consent = [
            "OnHMIStatus", "OnPermissionsChange", "OnPermissionsChange", "OnPermissionsChange", "OnPermissionsChange",
            "OnHMIStatus", "OnDriverDistraction",
        ]
    }

    static let rows: [Row] = [
        Row("modern", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row(
            "rpc-2.0", 2, "2.0.0", navigation: nil, "GenericResponse", "GenericResponse", "GenericResponse", nil,
            gate: .rpcVersion),
        Row(
            "rpc-3.0", 3, "3.0.0", navigation: true, "GenericResponse", "GenericResponse", "GenericResponse", nil,
            gate: .rpcVersion),
        Row("rpc-4.1", 4, "4.1.0", navigation: true, "SUCCESS", "SUCCESS", "GenericResponse", nil),
        Row("rpc-4.4", 5, "4.4.0", navigation: true, "SUCCESS", "SUCCESS", "GenericResponse", nil),
        Row("rpc-4.5", 5, "4.5.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row("rpc-5.0", 5, "5.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row("rpc-5.1", 5, "5.1.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row("rpc-6.0", 5, "6.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row("rpc-7.1", 5, "7.1.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row(
            "no-navigation", 5, "8.0.0", navigation: false, "UNSUPPORTED_RESOURCE", "UNSUPPORTED_RESOURCE", "SUCCESS",
            false, gate: .navigation),
        Row(
            "waypoints-disabled", 5, "8.0.0", navigation: true, "UNSUPPORTED_RESOURCE", "UNSUPPORTED_RESOURCE",
            "SUCCESS", false, gate: .capability),
        Row("full-only", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row("background-ok", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row(
            "user-disallowed", 5, "8.0.0", navigation: true, "USER_DISALLOWED", "USER_DISALLOWED", "SUCCESS", true,
            unasked: Row.consent, gate: .consent),
        Row(
            "not-in-policy", 5, "8.0.0", navigation: true, "DISALLOWED", "DISALLOWED", "SUCCESS", true, gate: .policy),
        Row("slow-navigation", 5, "8.0.0", navigation: true, nil, nil, "SUCCESS", true),
        Row("silent-navigation", 5, "8.0.0", navigation: true, nil, nil, "SUCCESS", true),
        Row("rejecting-navigation", 5, "8.0.0", navigation: true, "REJECTED", "REJECTED", "SUCCESS", true),
        Row("flaky-link", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
        Row(
            "encryption-required", 5, "8.0.0", navigation: true, "ENCRYPTION_NEEDED", "ENCRYPTION_NEEDED", "SUCCESS",
            true, gate: .encryption),
        Row("legacy-protocol-2", 2, "4.1.0", navigation: true, "SUCCESS", "SUCCESS", "GenericResponse", nil),
        Row(
            "sdl-core-8.2", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true,
            unasked: ["OnHMIStatus", "OnPermissionsChange", "OnSystemRequest", "OnDriverDistraction", "OnHMIStatus"]),
        Row("no-limits", 5, "8.0.0", navigation: true, "SUCCESS", "SUCCESS", "SUCCESS", true),
    ]

    @Test("Every module that comes with the program has a row, and its file's name")
    func complete() throws {
        #expect(Set(Self.rows.map(\.module)) == Set(MockModule.names))
        for name in MockModule.names {
            let module = try MockModule(named: name)
            #expect(module.name == name && module.description.hasSuffix("."))
        }
    }

    @Test("What an app meets", arguments: rows)
    func meets(row: Row) async throws {
        let bench = try await Bench(row.module) { $0.activatesApps = false }
        let app = try await bench.app()
        let registration = try await app.register()
        let ack = try #require(await app.controls.first)
        #expect(ack.header.controlInfo == .startServiceACK && ack.header.version == row.versions.header)
        #expect(registration.resultCode == "SUCCESS")
        let version = try #require(registration.json["syncMsgVersion"])
        let told = ["majorVersion", "minorVersion", "patchVersion"].map { version[$0]?.intValue ?? 0 }
        #expect(told.map { "\($0)" }.joined(separator: ".") == row.versions.rpc)
        #expect(registration.json["hmiCapabilities"]?["navigation"]?.boolValue == row.navigation)
        #expect((registration.json["hmiCapabilities"] == nil) == (row.navigation == nil))

        // In NONE nothing about waypoints is allowed, whatever the module.
        try await bench.unit.activate("Way App")
        try await app.level("FULL")
        let unasked = await app.messages.filter { $0.type == .notification }.map(\.name)
        #expect(unasked == row.unasked)

        #expect(try await outcome(app, "GetWayPoints", ["wayPointType": "ALL"], row.getWayPoints) == row.getWayPoints)
        #expect(try await outcome(app, "SubscribeWayPoints", [:], row.subscribe) == row.subscribe)
        #expect(try await outcome(app, "UnsubscribeWayPoints", [:], row.unsubscribe) == row.unsubscribe)
        let capability = try await app.request("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
        let code = capability.name == "GenericResponse" ? capability.name : capability.resultCode
        #expect(code == row.capability)
        let enabled = capability.json["systemCapability"]?["navigationCapability"]?["getWayPointsEnabled"]?.boolValue
        #expect(enabled == row.enabled)
        await bench.stop()
    }

    /// The result code, `GenericResponse`, or nil where no answer is expected and none comes soon.
    private func outcome(
        _ app: WireApp, _ name: String, _ parameters: JSONValue, _ expected: String?
    ) async throws -> String? {
        let id = try await app.send(name, parameters)
        let wait: Duration = expected == nil ? .milliseconds(100) : .seconds(20)
        guard let answer = try? await app.response(id, wait) else { return nil }
        return answer.name == "GenericResponse" ? answer.name : answer.resultCode
    }

    /// What GetVehicleData, SubscribeVehicleData, UnsubscribeVehicleData and SendLocation are answered where it is not
    /// four times SUCCESS.
    private static let vehicles: [String: [String]] = [
        "rpc-2.0": ["SUCCESS", "SUCCESS", "SUCCESS", "GenericResponse"],
        "no-navigation": ["SUCCESS", "SUCCESS", "SUCCESS", "UNSUPPORTED_RESOURCE"],
    ]

    @Test("What an app meets of the vehicle, and when it sends a place", arguments: rows)
    func vehicle(row: Row) async throws {
        let bench = try await Bench(row.module) { $0.activatesApps = true }
        let here = try #require(GeodeticCoordinate(latitude: 48.1, longitude: 11.5))
        await bench.unit.setPosition(Fix(coordinate: here, quality: .simulated, dimension: .threeDimensional))
        let app = try await bench.activeApp()
        var answers: [String] = []
        for (name, parameters): (String, JSONValue) in [
            ("GetVehicleData", ["gps": true]), ("SubscribeVehicleData", ["gps": true]),
            ("UnsubscribeVehicleData", ["gps": true]),
            ("SendLocation", ["latitudeDegrees": 48.2, "longitudeDegrees": 11.6, "locationName": "There"]),
        ] {
            let answer = try await app.request(name, parameters)
            answers.append(answer.name == "GenericResponse" ? answer.name : answer.resultCode ?? "?")
            if name == "GetVehicleData", answer.resultCode == "SUCCESS" {
                let gps = try #require(answer.json["gps"]?.objectValue)
                let isOld = try #require(RPCVersion(row.versions.rpc)) < RPCVersion(5, 0)
                #expect(gps["latitudeDegrees"]?.doubleValue == 48.1)
                // Before 5.0 all members but the later ones are mandatory.
                if isOld { #expect(gps["utcYear"] != nil && gps["heading"] != nil && gps["satellites"] != nil) }
            }
        }
        #expect(answers == Self.vehicles[row.module] ?? Array(repeating: "SUCCESS", count: 4))
        await bench.stop()
    }

    @Test("What our own app says to it", arguments: rows)
    func availability(row: Row) async throws {
        let bench = try await Bench(row.module) { $0.activatesApps = true }
        let manager = try SDLManager(
            SDLConfiguration(
                appName: "Way App", fullAppID: "8675309",
                transport: .tcp(host: bench.address.host, port: bench.address.port)),
            reactor: bench.reactor)
        let updates = await manager.wayPointAvailabilityUpdates()
        _ = try await manager.start()
        var last: WayPointAvailability?
        for await update in updates {
            last = update
            if row.gate == nil ? update.isAvailable : Self.isDecided(update, row) { break }
        }
        #expect(last?.obstacle?.gate == row.gate, "\(last.map(String.init(describing:)) ?? "")")
        await manager.stop()
        await bench.stop()
    }

    /// Whether the gate that is expected to be closed is the first that is not open, and says so for good.
    private static func isDecided(_ update: WayPointAvailability, _ row: Row) -> Bool {
        guard let obstacle = update.obstacle, obstacle.gate == row.gate else { return false }
        if case .closed = obstacle.state { return true }
        return false
    }

    @Test("A navigation that is slow answers in the end, and one that is silent is spoken for by the head unit")
    func lateAnswers() async throws {
        let slow = try await Bench("slow-navigation") { module in
            for name in module.behaviours.keys { module.behaviours[name]?.delay = .milliseconds(200) }
        }
        let app = try await slow.activeApp()
        let start = slow.reactor.now
        let answer = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
        #expect(answer.resultCode == "SUCCESS" && answer.time - start >= .milliseconds(200))
        await slow.stop()

        let silent = try await Bench("silent-navigation") { module in
            module.configuration.hmiTimeout = .milliseconds(100)
            module.configuration.hmiTimeoutCompensation = .milliseconds(50)
        }
        let other = try await silent.activeApp()
        #expect(try await other.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "GENERIC_ERROR")
        await silent.stop()
    }

    @Test("full-only refuses in BACKGROUND what it allows in FULL")
    func fullOnly() async throws {
        let bench = try await Bench("full-only")
        let app = try await bench.activeApp()
        try await bench.unit.setLevel(of: "Way App", to: .background)
        try await app.level("BACKGROUND")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "DISALLOWED")
        try await bench.unit.setLevel(of: "Way App", to: .full)
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        await bench.stop()
    }

    @Test("flaky-link is late, and is cut after 200 messages")
    func flakyLink() async throws {
        let bench = try await Bench("flaky-link")
        let app = try await bench.activeApp()
        let start = app.reactor.now
        let answer = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
        #expect(answer.time - start >= .milliseconds(20))
        for _ in 0..<200 { _ = try await app.send("ListFiles") }
        #expect(try await app.end() == .endOfStream)
        await bench.stop()
    }

    @Test("background-ok leaves a new app in NONE, and allows waypoints in BACKGROUND")
    func backgroundOK() async throws {
        let bench = try await Bench("background-ok")
        let app = try await bench.app()
        try await app.register()
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "DISALLOWED")
        #expect(await bench.unit.apps.map(\.level) == [.none])
        try await bench.unit.setLevel(of: "Way App", to: .background)
        try await app.level("BACKGROUND")
        #expect(try await app.request("GetWayPoints", ["wayPointType": "ALL"]).resultCode == "SUCCESS")
        await bench.stop()
    }

    @Test("no-limits counts sessions by connection, modern overall", arguments: [("no-limits", 1), ("modern", 2)])
    func noLimits(module: String, sessions: Int) async throws {
        let bench = try await Bench(module)
        _ = try await bench.activeApp()
        _ = try await bench.activeApp("Other", id: "4711")
        #expect(Set(await bench.unit.apps.map(\.session)).count == sessions)
        await bench.stop()
    }

    @Test(
        "What a version does not know is in none of its messages",
        arguments: [
            "rpc-2.0", "rpc-3.0", "rpc-4.1", "rpc-4.4", "rpc-4.5", "rpc-5.0", "rpc-5.1", "rpc-6.0", "rpc-7.1", "modern",
        ])
    func unknown(module: String) async throws {
        let bench = try await Bench(module)
        let app = try await bench.app()
        let registration = try await app.register()
        try await app.level("FULL")
        _ = try await app.request("GetWayPoints", ["wayPointType": "ALL"])
        _ = try await app.request("SubscribeWayPoints")
        _ = try await app.request("UnsubscribeWayPoints")
        var asked: [String: JSONValue] = ["systemCapabilityType": "NAVIGATION"]
        if bench.unit.module.configuration.rpcVersion >= RPCVersion(5, 1, 0) { asked["subscribe"] = true }
        _ = try await app.request("GetSystemCapability", .object(asked))
        _ = try await app.request("SubscribeVehicleData", ["gps": true])
        _ = try await app.request("GetVehicleData", ["gps": true])
        // What the control causes.
        _ = try await bench.unit.perform(try ControlRequest(words: ["position", "48.1", "11.5", "speed=10"]))
        _ = try await app.notification("OnVehicleData")
        _ = try? await bench.unit.perform(
            try ControlRequest(words: ["capability", "NAVIGATION", #"{"getWayPointsEnabled":false}"#]))
        _ = try await bench.unit.perform(try ControlRequest(words: ["route", "advance"]))
        try await bench.unit.setLevel(of: "Way App", to: .background)
        try await app.level("BACKGROUND")
        try await bench.unit.setLanguage("DE-DE", voice: false)
        _ = try await app.notification("OnLanguageChange")
        _ = try await app.notification("OnAppInterfaceUnregistered")
        let view = RPCSpec.embedded.view(at: bench.unit.module.configuration.rpcVersion)
        for message in await app.messages {
            let kind: RPCMessageKind = message.type == .response ? .response : .notification
            let function = try #require(view.function(message.name, kind), "\(message.name)")
            let known = Set(function.parameters.map(\.name))
            let own = Set((message.json.objectValue ?? [:]).keys)
            #expect(own.subtracting(known).isEmpty, "\(message.name)")
            // Unknown members and values, however deep, would be dropped and told.
            let outcome = view.validate(message.json, function: message.name, kind: kind, unknownItems: .drop)
            guard case .valid(let valid, let warnings) = outcome else {
                Issue.record("\(message.name): \(outcome)")
                continue
            }
            #expect(warnings.isEmpty && valid == message.json, "\(message.name)")
        }
        let permissions = try #require(await app.messages.first { $0.name == "OnPermissionsChange" })
        let rpcs = permissions.json["permissionItem"]?.arrayValue?.compactMap { $0["rpcName"]?.stringValue } ?? []
        #expect(!rpcs.isEmpty && rpcs.allSatisfy { !bench.unit.module.isTooNew($0) })
        #expect(registration.json["displayCapabilities"] != nil)
        await bench.stop()
    }
}
