public import Formats
internal import GNSS
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import Transport

// Commands of the control, carried out.
extension MockHeadUnit {
    /// Carries out a command.
    ///
    /// - Returns: What the command has to tell; `null` for nothing.
    /// - Throws: ``ControlError`` when it cannot be carried out.
    public func perform(_ request: ControlRequest) async throws(ControlError) -> JSONValue {
        switch request.description.name {
        case "activate": try activate(try request.text("app"))
        case "deactivate": try deactivate(try request.text("app"))
        case "exit": try exit(try request.text("app"), reason: try request.optionalText("reason") ?? "USER_EXIT")
        case "level":
            let level = try request.text("level")
            guard let level = AppLevel(rawValue: level) else {
                throw ControlError("level", "FULL, LIMITED, BACKGROUND or NONE, not \(level)")
            }
            try setLevel(of: try request.text("app"), to: level)
        case "event":
            try setEvent(try request.text("name"), isActive: try request.choice("state", of: ["on", "off"]) == "on")
        case "language": try changeLanguage(request)
        case "grant":
            try grant(try request.text("rpc"), in: try levels(request), to: try request.optionalText("app"))
        case "revoke": try revoke(request)
        case "policy": try changePolicy(request)
        case "consent":
            try consent(
                try request.choice("answer", of: ["allow", "deny"]) == "allow",
                group: try request.optionalText("group"), app: try request.optionalText("app"))
        case "capability":
            guard let value = request.members["value"] else { throw request.missing("value") }
            try setCapability(try request.text("type"), to: value)
        case "route": return try await changeRoute(request)
        case "position": try changePosition(request)
        case "drive": try await changeDrive(request)
        case "fault": return try changeFault(request)
        case "ignition":
            let isOn = try request.choice("state", of: ["on", "off"]) == "on"
            do throws(TransportError) {
                try setIgnition(isOn: isOn)
            } catch {
                throw ControlError("ignition", "\(error)")
            }
        case "hmi": return try speakAsHMI(request)
        case "state": return state
        default: throw ControlError(request.description.name, "only over a connection")
        }
        return .null
    }

    private func changeLanguage(_ request: ControlRequest) throws(ControlError) {
        let part = request.members["of"] == nil ? "both" : try request.choice("of", of: ["display", "voice", "both"])
        try setLanguage(try request.text("language"), display: part != "voice", voice: part != "display")
    }

    private func levels(_ request: ControlRequest) throws(ControlError) -> Set<AppLevel> {
        let names: [String]
        switch request.members["levels"] {
        case nil: return [.full, .limited, .background]
        case .array(let elements): names = elements.map { $0.stringValue ?? "?" }
        default: names = try request.text("levels").split(separator: ",").map(String.init)
        }
        var levels: Set<AppLevel> = []
        for name in names {
            guard let level = AppLevel(rawValue: name) else {
                throw ControlError("levels", "FULL, LIMITED, BACKGROUND or NONE, not \(name)")
            }
            levels.insert(level)
        }
        return levels
    }

    private func revoke(_ request: ControlRequest) throws(ControlError) {
        let app = try request.optionalText("app")
        if let rpc = try request.optionalText("rpc") {
            try revoke(rpc, from: app)
        } else if let app {
            revokeApp(app)
        } else {
            throw request.missing("rpc")
        }
    }

    private func changeRoute(_ request: ControlRequest) async throws(ControlError) -> JSONValue {
        switch try request.choice("action", of: ["set", "clear", "advance"]) {
        case "set":
            setRoute(try await route(in: request))
        case "clear": setRoute(nil)
        default: return ["passed": .string(try advanceRoute())]
        }
        return .null
    }

    /// The route that is meant: an object or a text that is one, else a name or a file.
    private func route(in request: ControlRequest) async throws(ControlError) -> Route {
        let text: JSONValue
        switch request.members["route"] {
        case .object(let members): text = .object(members)
        case .string(let gpx) where gpx.contains("<"): text = .string(gpx)
        default:
            return try await Self.load(try request.text("route")) { name throws(MockModuleError) in
                try MockFiles.route(name, file: "route")
            } why: {
                "expected \($0.expectation)"
            }
        }
        return try await Self.load("route") { _ throws(RouteError) in
            if case .string(let gpx) = text { return try Route(parsing: Array(gpx.utf8)) }
            return try Route(parsing: text.serialized())
        } why: {
            "\($0)"
        }
    }

    private func changePosition(_ request: ControlRequest) throws(ControlError) {
        let latitude = try request.number("latitude", in: -90...90)
        let longitude = try request.number("longitude", in: -180...180)
        guard let place = GeodeticCoordinate(latitude: latitude, longitude: longitude) else {
            throw ControlError("position", "a place on the earth")
        }
        var fix = Fix(coordinate: place, quality: .simulated, dimension: .threeDimensional)
        fix.altitude = try request.optionalNumber("altitude", in: -10_000...10_000)
        fix.speed = try request.optionalNumber("speed", in: 0...200)
        fix.course = try request.optionalNumber("course", in: 0...360)
        setPosition(fix)
    }

    private func changeDrive(_ request: ControlRequest) async throws(ControlError) {
        let action = try request.choice("action", of: ["play", "pause", "speed", "seek", "source"])
        try requireDrive()
        if action == "source" {
            let name = try request.text("value")
            let sentences = try await Self.load(name) { name throws(MockModuleError) in
                try MockFiles.drive(name, file: "drive")
            } why: {
                "expected \($0.expectation)"
            }
            // Another one may have begun meanwhile.
            try requireDrive()
            setDrive(name: name, sentences: sentences)
        } else {
            try controlDrive(action, request)
        }
    }

    private func requireDrive() throws(ControlError) {
        guard let otherSource else { return }
        throw ControlError("drive", "positions come from \(otherSource): reset that before")
    }

    private func controlDrive(_ action: String, _ request: ControlRequest) throws(ControlError) {
        guard let player else { throw ControlError("drive", "there is no recorded drive; see drive source") }
        switch action {
        case "play": player.assumeIsolated { $0.play() }
        case "pause": player.assumeIsolated { $0.pause() }
        case "speed":
            let text = try request.text("value")
            guard let speed = PlaybackSpeed(text) else {
                throw ControlError("value", "a number above 0, or max, not \(text)")
            }
            player.assumeIsolated { $0.setSpeed(speed) }
        default:
            let target = Duration.seconds(try request.number("value", in: 0...1e7))
            player.assumeIsolated { $0.seek(to: target) }
        }
    }

    private func changeFault(_ request: ControlRequest) throws(ControlError) -> JSONValue {
        switch try request.choice("action", of: ["on", "off", "list"]) {
        case "on":
            var members = request.members
            members["action"] = nil
            do throws(FaultError) {
                let fault = try Fault(json: .object(members))
                try switchOn(fault)
                return ["fault": .string(fault.id)]
            } catch {
                throw ControlError(error.path.isEmpty ? "fault" : error.path, "expected \(error.expectation)")
            }
        case "off":
            let id = try request.optionalText("id")
            try switchOff(id == nil ? try request.optionalText("fault") : id)
        default: return ["faults": .array(faults.faults.map { .string($0.id) })]
        }
        return .null
    }

    /// Reads a file, or what may be as long as one, on a thread of its own.
    private static func load<Content: Sendable, Failure: Error>(
        _ name: String, _ read: @escaping @Sendable (String) throws(Failure) -> Content,
        why: (Failure) -> String
    ) async throws(ControlError) -> Content {
        let result = await BlockingReader().result { () -> Result<Content, Failure> in
            do throws(Failure) { return .success(try read(name)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let content): return content
        case .failure(let error): throw ControlError(name, why(error))
        }
    }
}

/// Runs what may block on a thread of its own.
private actor BlockingReader {
    private let executor = BlockingExecutor(name: "control")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func result<Content: Sendable>(_ body: @Sendable () -> Content) -> Content { body() }
}
