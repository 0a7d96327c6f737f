public import Formats
internal import GNSS
internal import HeadUnit
internal import Navigation
internal import Positioning
internal import SDLRPC

// What the control tells: the state, and events.
extension MockHeadUnit {
    /// Everything that is known now, as an object.
    public var state: JSONValue {
        var members: [String: JSONValue] = [
            "module": .string(module.name), "rpcVersion": .string("\(module.configuration.rpcVersion)"),
            "ignition": .string(isIgnitionOn ? "on" : "off"),
            "apps": .array(apps.map(\.json)), "faults": .array(faults.faults.map { .string($0.id) }),
            "events": .array(activeEvents.sorted().map { .string($0) }),
            "connections": .int(Int64(headUnit.assumeIsolated { $0.connectionCount })),
        ]
        hmi.assumeIsolated { hmi in
            members["wayPoints"] = SimulatedHMI.json(hmi.progress?.remaining ?? [])
            members["navigationIsSubscribed"] = .bool(hmi.isSubscribed)
            if let place = hmi.vehicle.coordinate {
                members["position"] = ["latitude": .double(place.latitude), "longitude": .double(place.longitude)]
            }
        }
        members["drive"] = driveState
        var capabilities: [String: JSONValue] = [:]
        for type in RPCSpecFacts.capabilityTypes {
            capabilities[type] = headUnit.assumeIsolated { $0.systemCapability(type) }
        }
        members["capabilities"] = .object(capabilities)
        return .object(members)
    }

    /// The recorded drive, as ``state`` has it; `nil` without one, and while positions come from another source.
    public var driveState: JSONValue? {
        guard otherSource == nil else { return nil }
        return player?.assumeIsolated { player in
            let speed: JSONValue =
                switch player.speed {
                case .factor(let factor): .double(factor)
                case .maximum: "max"
                }
            return [
                "source": .string(player.name), "state": .string(player.state.rawValue), "speed": speed,
                "seconds": .double(Double(player.position.milliseconds) / 1000),
            ]
        }
    }
}

extension AppState {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "appID": .string(appID), "policyID": .string(policyID),
            "hmiAppID": .int(Int64(hmiAppID)), "connection": .int(Int64(connection)), "session": .int(Int64(session)),
            "types": .array(types.map { .string($0) }), "isMedia": .bool(isMedia), "level": .string(level.rawValue),
            "audioStreamingState": .string(audioStreamingState), "videoStreamingState": .string(videoStreamingState),
            "rpcVersion": .string("\(rpcVersion)"), "protocolVersion": .int(Int64(protocolVersion)),
            "subscribedToWayPoints": .bool(isSubscribedToWayPoints),
            "vehicleDataSubscriptions": .array(vehicleDataSubscriptions.map { .string($0) }),
            "appServices": .array(appServiceIDs.map { .string($0) }),
            "capabilitySubscriptions": .array(capabilitySubscriptions.map { .string($0) }),
            "revoked": .bool(isRevoked),
        ]
    }
}

extension MockHeadUnit.Event {
    /// The event as a line of the control tells it.
    public var json: JSONValue {
        switch self {
        case .simulator(.appRegistered(let name)): ["event": "appRegistered", "app": .string(name)]
        case .simulator(.appUnregistered(let name)): ["event": "appUnregistered", "app": .string(name)]
        case .simulator(.subscribed): ["event": "subscribed"]
        case .simulator(.unsubscribed): ["event": "unsubscribed"]
        case .simulator(.locationSent(let name)):
            ["event": "locationSent", "name": name.map { .string($0) } ?? .null]
        case .simulator(.route(let event, let name)): Self.json(event, name)
        case .driveEnded: ["event": "driveEnded"]
        case .driveFailed(let reason): ["event": "driveFailed", "reason": .string(reason)]
        case .ignition(let isOn): ["event": "ignition", "state": .string(isOn ? "on" : "off")]
        case .fault(let id, let isOn): ["event": "fault", "fault": .string(id), "state": .string(isOn ? "on" : "off")]
        case .connectionsWait(let reason): ["event": "connectionsWait", "reason": .string(reason)]
        case .level(let app, let parameters): Self.json(level: parameters, of: app)
        case .message(let message): Self.json(message)
        }
    }

    private static func json(level parameters: JSONValue, of app: String?) -> JSONValue {
        var members: [String: JSONValue] = ["event": "level"]
        members["app"] = app.map { .string($0) }
        members["level"] = parameters["hmiLevel"]
        for key in ["audioStreamingState", "videoStreamingState", "systemContext"] { members[key] = parameters[key] }
        return .object(members)
    }

    private static func json(_ message: HeadUnit.Message) -> JSONValue {
        var members: [String: JSONValue] = [
            "event": "rpc", "from": message.direction == .fromApp ? "app" : "headUnit",
            "connection": .int(Int64(message.connection)), "session": .int(Int64(message.session)),
            "type": .string("\(message.kind)"), "functionID": .int(Int64(message.functionID)),
        ]
        members["app"] = message.appName.map { .string($0) }
        members["rpc"] = message.function.map { .string($0) }
        if message.kind != .notification { members["correlationID"] = .int(Int64(message.correlationID)) }
        if let parameters = message.parameters { members["parameters"] = parameters }
        if message.bulkSize > 0 { members["bulkSize"] = .int(Int64(message.bulkSize)) }
        return .object(members)
    }

    private static func json(_ event: RouteEvent, _ name: String?) -> JSONValue {
        var members: [String: JSONValue] = ["event": "route"]
        members["stop"] = name.map { .string($0) }
        switch event {
        case .waypointPassed(let index, _):
            members["what"] = "passed"
            members["index"] = .int(Int64(index))
        case .waypointSkipped(let index):
            members["what"] = "skipped"
            members["index"] = .int(Int64(index))
        case .offRoute(let distance):
            members["what"] = "offRoute"
            members["metres"] = .double(distance)
        case .backOnRoute: members["what"] = "backOnRoute"
        case .arrived: members["what"] = "arrived"
        }
        return .object(members)
    }
}
