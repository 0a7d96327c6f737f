internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Walks of registered apps.
extension HeadUnitCheck {
    nonisolated func functionID(_ name: String) -> UInt32 { RPCSpec.embedded.function(name, .request)?.id ?? 0 }

    func capabilities() async throws(WireLink.Stop) {
        let link = try await openActive("capabilities")
        guard knows("GetSystemCapability") else {
            skip("capabilities", reason: "version \(rpcVersion.map { "\($0)" } ?? "?") has no GetSystemCapability")
            try await link.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
            if !knows("GetWayPoints") { try await link.ask("GetWayPoints", ["wayPointType": "ALL"]) }
            return try await leave(link)
        }
        for type in ["NAVIGATION", "PHONE_CALL", "NO_SUCH_TYPE"] {
            try await link.ask("GetSystemCapability", ["systemCapabilityType": .string(type)])
        }
        guard let rpcVersion, rpcVersion >= RPCVersion(5, 1) else {
            skip("HU-CAP-003", "HU-CAP-004", reason: "capabilities are subscribed to from version 5.1 on")
            return try await leave(link)
        }
        let asked = try await link.ask(
            "GetSystemCapability", ["systemCapabilityType": "NAVIGATION", "subscribe": true])
        try await change("PHONE_CALL", ["dialNumberEnabled": true], link)
        if asked.succeeded {
            try await change(
                "NAVIGATION", ["getWayPointsEnabled": true], link, isExpected: asked.resultCode == "SUCCESS")
        }
        try await link.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION", "subscribe": false])
        try await change("NAVIGATION", ["getWayPointsEnabled": true, "sendLocationEnabled": true], link)
        try await leave(link)
    }

    private func change(
        _ type: String, _ value: JSONValue, _ link: WireLink, isExpected: Bool = false
    ) async throws(WireLink.Stop) {
        let command: JSONValue = ["command": "capability", "type": .string(type), "value": value]
        let request = "Have the head unit tell a change of its capability \(type)."
        let count = await link.messages.count
        guard await drive(command, request, .capability(type), "capabilities") else { return }
        if isExpected {
            await expect("OnSystemCapabilityUpdated", on: link, behind: count, sessions: [await link.session])
        } else {
            await settle(link)
        }
    }

    func requests() async throws(WireLink.Stop) {
        let link = try await openActive("requests")
        let plain = plain
        if knows("GetWayPoints") {
            try await link.ask("GetWayPoints", ["wayPointType": "ALL", "noSuchParameter": 1])
            try await link.ask("GetWayPoints", ["wayPointType": 7])
            try await link.ask("GetWayPoints", ["wayPointType": ["ALL"]])
            try await link.ask("GetWayPoints")
            try await twice(link)
        }
        try await link.ask("GetVehicleData", ["gps": "yes"])
        for body in ["", "{\"properties\":", "[1]"] {
            let id = await link.freshID()
            await link.write(await link.frames(of: .request, functionID(plain.name), Array(body.utf8), id: id))
            _ = try await link.response(id, to: "a request without a JSON object")
        }
        let id = await link.freshID()
        await link.write(await link.frames(of: .request, 65_000, Array("{}".utf8), id: id))
        _ = try await link.response(id, to: "a request of an unknown function")
        await link.write(
            await link.frames(of: .request, functionID(plain.name), plain.parameters.serialized(), id: -5))
        _ = try await link.response(-5, to: "a request with a negative correlation id")
        try await unreadable(link)
        try await leave(link)
    }

    /// The same correlation id twice in one write.
    private func twice(_ link: WireLink) async throws(WireLink.Stop) {
        let id = await link.freshID()
        let body: JSONValue = ["wayPointType": "ALL"]
        let one = await link.frames(of: .request, functionID("GetWayPoints"), body.serialized(), id: id)
        let two = await link.frames(of: .request, functionID("GetWayPoints"), body.serialized(), id: id)
        await link.write(one + two)
        let both: Bool? = await link.wait(pace.answer) { link in
            link.messages.count { $0.header.correlationID == id && $0.header.rpcType == .response } > 1 ? true : nil
        }
        if both == nil { throw .silent("two requests with one correlation id") }
    }

    /// Messages that cannot be read, stray messages, and a request behind each.
    private func unreadable(_ link: WireLink) async throws(WireLink.Stop) {
        let plain = plain
        let (version, session) = (await link.version, await link.session)
        for payload: [UInt8] in [
            [0, 0, 0, 45, 0], [0, 0, 0, 45, 0, 0, 1, 0, 0, 0, 0x40, 0, 0x7B, 0x7D],
            [0x70, 0, 0, 45, 0, 0, 1, 1, 0, 0, 0, 2, 0x7B, 0x7D],
        ] {
            await link.write(
                Frame(
                    header: FrameHeader(
                        version: version, type: .single, service: .rpc, sessionID: session, messageID: 900),
                    payload: payload
                ).encode())
            try await link.ask(plain.name, plain.parameters)
        }
        await link.write(
            await link.frames(of: .response, functionID("GetWayPoints"), Array("{\"success\":true}".utf8), id: 4711))
        let status = RPCSpec.embedded.function("OnHMIStatus", .notification)?.id ?? 32768
        await link.write(
            await link.frames(
                of: .notification, status,
                Array(
                    "{\"hmiLevel\":\"FULL\",\"audioStreamingState\":\"NOT_AUDIBLE\",\"systemContext\":\"MAIN\"}".utf8),
                id: 0))
        try await link.ask(plain.name, plain.parameters)
    }

    func wayPoints() async throws(WireLink.Stop) {
        let link = try await openActive("waypoints")
        guard knows("GetWayPoints") else {
            skip("waypoints", reason: "version \(rpcVersion.map { "\($0)" } ?? "?") has no waypoints")
            return try await leave(link)
        }
        if knows("GetSystemCapability") {
            try await link.ask("GetSystemCapability", ["systemCapabilityType": "NAVIGATION"])
        }
        try await link.ask("GetWayPoints", ["wayPointType": "ALL"])
        try await link.ask("GetWayPoints", ["wayPointType": "DESTINATION"])
        let unsubscribed = try await link.ask("UnsubscribeWayPoints")
        if let code = unsubscribed.resultCode, code != "IGNORED" {
            skip("HU-WPT-003", reason: driverReason("waypoints") ?? "UnsubscribeWayPoints is \(code)")
        }
        let subscribed = try await link.ask("SubscribeWayPoints")
        await hash(subscribed, link)
        let isServed = subscribed.resultCode == "SUCCESS"
        if !isServed {
            skip(
                "HU-WPT-002", "HU-WPT-005", "HU-WPT-006", "HU-WPT-007",
                reason: driverReason("waypoints") ?? "SubscribeWayPoints is \(subscribed.resultCode ?? "refused")")
        }
        if subscribed.succeeded {
            try await link.ask("SubscribeWayPoints")
            try await newRoute("demo", link, "waypoints", tells: isServed ? [await link.session] : [])
            let ended = try await link.ask("UnsubscribeWayPoints")
            await hash(ended, link)
            try await link.ask("UnsubscribeWayPoints")
        }
        try await newRoute("city", link, "waypoints")
        try await leave(link)
    }

    /// Waits for the OnHashChange that a change of subscription brings.
    private func hash(_ answer: WireLink.Message, _ link: WireLink) async {
        guard answer.succeeded, let rpcVersion, rpcVersion >= RPCVersion(3, 0) else { return }
        _ = await link.wait(pace.control) { link in
            link.messages.last { $0.name == "OnHashChange" || $0.name.hasSuffix("scribeWayPoints") }
                .flatMap { $0.name == "OnHashChange" ? true : nil }
        }
    }

    /// The route becomes another one.
    ///
    /// - Parameter tells: The sessions that have to be told of it.
    private func newRoute(
        _ name: String, _ link: WireLink, _ walk: String, tells sessions: [UInt8] = []
    ) async throws(WireLink.Stop) {
        let command: JSONValue = ["command": "route", "action": "set", "route": .string(name)]
        let count = await link.messages.count
        guard await drive(command, "Set another route in the navigation.", .route, walk) else { return }
        await expect("OnWayPointChange", on: link, behind: count, sessions: sessions)
        await settle(link)
    }

    func policy() async throws(WireLink.Stop) {
        let link = try await openActive("policy")
        let name = options.appName
        let plain = plain
        guard knows("GetWayPoints") else {
            skip("policy", reason: "version \(rpcVersion.map { "\($0)" } ?? "?") has no waypoints")
            return try await leave(link)
        }
        guard await link.level() == "FULL" else {
            skip("policy", reason: driverReason("policy") ?? "the app does not come to FULL")
            return try await leave(link)
        }
        let subscribed = try await link.ask("SubscribeWayPoints").succeeded
        guard
            await drive(
                ["command": "level", "app": .string(name), "level": "NONE"], "Close the app \(name).",
                .level(app: name, "NONE"), "policy")
        else { return try await leave(link) }
        let _: Bool? = await link.wait(pace.control) { $0.level() == "NONE" ? true : nil }
        try await link.ask("GetWayPoints", ["wayPointType": "ALL"])
        try await link.ask("GetWayPoints")
        try await link.ask(plain.name, plain.parameters)
        if subscribed { try await newRoute("loop", link, "policy") }
        guard
            await drive(
                ["command": "level", "app": .string(name), "level": "FULL"], "Open the app \(name).",
                .level(app: name, "FULL"), "policy")
        else { return try await leave(link) }
        let _: Bool? = await link.wait(pace.control) { $0.level() == "FULL" ? true : nil }
        if await link.messages.contains(where: { Self.permits("GetWayPoints", $0.json) }) {
            try await revoke(link)
        }
        try await leave(link)
    }

    /// Whether an OnPermissionsChange names an RPC.
    private static func permits(_ rpc: String, _ json: JSONValue) -> Bool {
        (json["permissionItem"]?.arrayValue ?? []).contains { $0["rpcName"]?.stringValue == rpc }
    }

    private func revoke(_ link: WireLink) async throws(WireLink.Stop) {
        for (command, request) in [
            (["command": "revoke", "rpc": "GetWayPoints"] as JSONValue, "Take GetWayPoints out of the app's policy."),
            (["command": "policy", "action": "restore"], "Give GetWayPoints back in the app's policy."),
        ] {
            let count = await link.messages.count
            guard await drive(command, request, .policy(rpc: "GetWayPoints"), "policy") else { return }
            _ = await link.notification("OnPermissionsChange", behind: count, within: pace.control)
            try await link.ask("GetWayPoints", ["wayPointType": "ALL"])
        }
    }

    func severalApps() async throws(WireLink.Stop) {
        let link = try await openActive("several apps")
        let first = await link.session
        try await startSession(on: link)
        let second = await link.session
        try await link.ask("RegisterAppInterface", registration(id: options.secondID))
        // That one was refused, and the head unit may have ended the session, or the link.
        await link.pause(pace.quiet)
        if await link.isClosed {
            skip("several apps", reason: "the link ended with the refused app")
            return
        }
        let ended = await link.controls.contains {
            $0.header.controlInfo == .endService && $0.header.sessionID == second
        }
        if ended { try await startSession(on: link) }
        let other = await link.session
        try await register(on: link, name: options.secondName, id: options.secondID)
        await bringToFull(link, name: options.secondName, session: other, "several apps")
        if knows("GetWayPoints") {
            let one = try await link.ask("SubscribeWayPoints", session: first)
            let two = try await link.ask("SubscribeWayPoints", session: other)
            if one.succeeded, two.succeeded {
                let isServed = one.resultCode == "SUCCESS" && two.resultCode == "SUCCESS"
                // In the back an app may not be allowed to be told.
                let isFull = await link.level(first) == "FULL"
                try await newRoute(
                    "motorway", link, "several apps", tells: isServed ? (isFull ? [first, other] : [other]) : [])
                try await link.ask("UnsubscribeWayPoints", session: other)
                try await newRoute("city", link, "several apps", tells: isServed && isFull ? [first] : [])
            }
        }
        try await link.ask("UnregisterAppInterface", session: first)
        try await link.ask("UnregisterAppInterface", session: other)
    }

    func vehicleData() async throws(WireLink.Stop) {
        let link = try await openActive("vehicle data")
        try await move(48.1, link)
        try await link.ask("GetVehicleData", ["gps": true])
        try await link.ask("GetVehicleData", ["gps": false])
        if knows("SendLocation") { try await link.ask("SendLocation", ["latitudeDegrees": 48.1]) }
        let subscribed = try await link.ask("SubscribeVehicleData", ["gps": true])
        if subscribed.succeeded {
            try await link.ask("SubscribeVehicleData", ["gps": true])
            try await move(48.2, link)
            try await link.ask("UnsubscribeVehicleData", ["gps": true])
            try await move(48.3, link)
        }
        try await leave(link)
    }

    private func move(_ latitude: Double, _ link: WireLink) async throws(WireLink.Stop) {
        let command: JSONValue = ["command": "position", "latitude": .double(latitude), "longitude": 11.5]
        let stimulus = Stimulus.note("the vehicle is somewhere else")
        guard await drive(command, "Move the vehicle.", stimulus, "vehicle data") else { return }
        await settle(link)
    }

    func farewell() async throws(WireLink.Stop) {
        let link = try await openActive("farewell")
        let name = options.appName
        let command: JSONValue = ["command": "exit", "app": .string(name), "reason": "UNSUPPORTED_HMI_RESOURCE"]
        let count = await link.messages.count
        guard
            await drive(
                command, "End the app \(name) for lack of a resource.",
                .note("the head unit ends the app \(name)"), "farewell")
        else { return try await leave(link) }
        guard
            await link.notification("OnAppInterfaceUnregistered", behind: count, within: pace.control) != nil
        else { throw .refused("OnAppInterfaceUnregistered did not come") }
        await link.pause(pace.quiet)
        let session = await link.session
        let isEnded = await link.controls.contains {
            $0.header.controlInfo == .endService && $0.header.sessionID == session
        }
        if await !link.isClosed, !isEnded {
            let plain = plain
            try await link.ask(plain.name, plain.parameters)
        }
    }
}

extension JSONValue {
    /// This object with more members.
    func overlaidForWalk(_ more: [String: JSONValue]) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members.merge(more) { _, new in new }
        return .object(members)
    }
}
