import Formats
import SDLApp
import SDLProtocol

/// A head unit for tests, without I/O: real frames and sessions, and answers by a script.
struct ScriptedHead: Sendable {
    /// How a request is answered.
    enum Answer: Sendable {
        /// With these members.
        case members([String: JSONValue])
        /// With this JSON text, whatever it is.
        case text([UInt8])
        /// As an old head unit answers what it does not know.
        case generic
        /// As another function.
        case wrongFunction(FunctionID)
        case silence

        static let success = Answer.code("SUCCESS", true)

        static func code(
            _ code: String, _ success: Bool, _ info: String? = nil, _ more: [String: JSONValue] = [:]
        ) -> Answer {
            var members = more
            members["resultCode"] = .string(code)
            members["success"] = .bool(success)
            members["info"] = info.map { .string($0) }
            return .members(members)
        }
    }

    /// A request as it came.
    struct Request: Hashable, Sendable {
        let function: FunctionID
        let correlationID: Int32
        let parameters: JSONValue
    }

    enum Output: Hashable, Sendable {
        case write([UInt8])
        case close
    }

    /// What is sent after a successful registration, in order.
    enum Opening: Sendable {
        case level(String)
        case permissions
        case notification(FunctionID, JSONValue)
    }

    // MARK: - Script

    var rpcVersion: RPCVersion? = RPCVersion(8, 0, 0)
    var hmiCapabilities: JSONValue? = ["navigation": true]
    var registration: Answer?
    var opening: [Opening] = [.level("FULL"), .permissions]
    var permissions = Self.permissions()
    var answers: [FunctionID: Answer] = [:]
    var navigationCapability: JSONValue? = ["getWayPointsEnabled": true, "sendLocationEnabled": true]
    var wayPoints: JSONValue? = [["locationName": "Home"], ["locationName": "Shop"]]
    /// Whether requests are answered by hand only.
    var isManual = false

    // MARK: - State

    private(set) var requests: [Request] = []
    private(set) var session: UInt8?
    /// Whether the app is subscribed to waypoints, as a head unit keeps count.
    private(set) var isSubscribed = false
    private var version: UInt8 = 5
    var connection: ModuleConnection
    private var registry = SessionRegistry()

    init(configuration: ModuleConnection.Configuration = .strict) {
        var configuration = configuration
        configuration.frameLimit = .none
        connection = ModuleConnection(number: 1, configuration: configuration)
    }

    /// Forgets what was asked.
    mutating func forgetRequests() { requests = [] }

    /// Forgets the connection, as when the app comes back on a new one.
    mutating func reconnect() {
        connection = ModuleConnection(number: connection.number + 1, configuration: connection.configuration)
        registry = SessionRegistry()
        session = nil
        isSubscribed = false
    }

    // MARK: - From the app

    mutating func received(_ bytes: [UInt8], now: Duration) -> [Output] {
        var outputs: [Output] = []
        for event in connection.receive(bytes, now: now, sessions: &registry) {
            switch event {
            case .send(let bytes): outputs.append(.write(bytes))
            case .sessionStarted(let id, _, let header):
                session = id
                version = header
            case .message(let message): messageReceived(message, &outputs)
            case .close: outputs.append(.close)
            case .sessionEnded, .serviceRequested, .serviceProtected, .protectionFailed, .protectionLost,
                .serviceEnded, .mediaFrame,
                .fault:
                break
            }
        }
        return outputs
    }

    private mutating func messageReceived(_ message: SessionMessage, _ outputs: inout [Output]) {
        guard case .rpc(let payload) = message.content, payload.rpcType == .request else { return }
        let request = Request(
            function: FunctionID(rawValue: payload.functionID), correlationID: payload.correlationID,
            parameters: (try? JSONValue(parsing: payload.json)) ?? .null)
        requests.append(request)
        guard !isManual else { return }
        outputs += respond(to: request, with: answer(to: request))
        if request.function == .registerAppInterface, registration == nil { outputs += openingMessages() }
    }

    mutating func openingMessages() -> [Output] {
        opening.flatMap { step in
            switch step {
            case .level(let level): notify(.onHMIStatus, Self.status(level))
            case .permissions: notify(.onPermissionsChange, permissions)
            case .notification(let function, let json): notify(function, json)
            }
        }
    }

    func answer(to request: Request) -> Answer {
        if request.function == .registerAppInterface {
            if let registration { return registration }
            var members: [String: JSONValue] = [:]
            members["syncMsgVersion"] = rpcVersion.map {
                [
                    "majorVersion": .int(Int64($0.major)), "minorVersion": .int(Int64($0.minor)),
                    "patchVersion": .int(Int64($0.patch)),
                ]
            }
            members["hmiCapabilities"] = hmiCapabilities
            return .code("SUCCESS", true, nil, members)
        }
        if let answer = answers[request.function] { return answer }
        switch request.function {
        case .getWayPoints: return .code("SUCCESS", true, nil, wayPoints.map { ["wayPoints": $0] } ?? [:])
        case .getSystemCapability:
            if let rpcVersion, rpcVersion < RPCVersion(4, 5) { return .generic }
            guard let navigationCapability else { return .code("DATA_NOT_AVAILABLE", false) }
            return .code("SUCCESS", true, nil, ["systemCapability": Self.navigation(navigationCapability)])
        default: return .success
        }
    }

    // MARK: - To the app

    mutating func respond(to request: Request, with answer: Answer) -> [Output] {
        switch answer {
        case .silence:
            return []
        case .members(let members):
            if members["success"] == true || members["resultCode"] == "IGNORED" {
                if request.function == .subscribeWayPoints { isSubscribed = true }
                if request.function == .unsubscribeWayPoints { isSubscribed = false }
            }
            return message(.response, request.function, request.correlationID, .object(members))
        case .text(let text):
            return message(.response, request.function, request.correlationID, text: text)
        case .generic:
            return message(
                .response, .genericResponse, request.correlationID, ["success": false, "resultCode": "INVALID_DATA"])
        case .wrongFunction(let function):
            return message(
                .response, function, request.correlationID, ["success": true, "resultCode": "SUCCESS"])
        }
    }

    mutating func notify(_ function: FunctionID, _ json: JSONValue) -> [Output] {
        message(.notification, function, -1, json)
    }

    mutating func message(
        _ type: RPCType, _ function: FunctionID, _ correlationID: Int32, _ json: JSONValue
    ) -> [Output] {
        message(type, function, correlationID, text: json.serialized())
    }

    mutating func message(
        _ type: RPCType, _ function: FunctionID, _ correlationID: Int32, text: [UInt8]
    ) -> [Output] {
        guard let session else { return [] }
        let payload = RPCPayload(
            rpcType: type, functionID: function.rawValue, correlationID: correlationID, json: text)
        return [.write(connection.send(payload, session: session, version: version, sessions: &registry))]
    }

    mutating func endService() -> [Output] {
        guard let session else { return [] }
        return [.write(connection.endService(session: session, sessions: &registry))]
    }

    // MARK: - Contents

    static let wayPointFunctions = ["GetWayPoints", "SubscribeWayPoints", "UnsubscribeWayPoints", "OnWayPointChange"]

    /// A policy in which waypoints are permitted in some levels and capabilities in all.
    static func permissions(
        wayPoints levels: [String] = ["BACKGROUND", "FULL", "LIMITED"], userDisallowed: [String] = [],
        functions: [String] = wayPointFunctions, encrypted: Bool? = nil
    ) -> JSONValue {
        let base = ["GetSystemCapability", "OnSystemCapabilityUpdated", "OnHMIStatus", "OnPermissionsChange"]
        return [
            "permissionItem": .array(
                base.map { item($0, ["BACKGROUND", "FULL", "LIMITED", "NONE"]) }
                    + functions.map { item($0, levels, userDisallowed: userDisallowed, encrypted: encrypted) })
        ]
    }

    static func item(
        _ name: String, _ allowed: [String], userDisallowed: [String] = [], parameters: [String] = [],
        encrypted: Bool? = nil
    ) -> JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        var members: [String: JSONValue] = [
            "rpcName": .string(name),
            "hmiPermissions": ["allowed": texts(allowed), "userDisallowed": texts(userDisallowed)],
            "parameterPermissions": ["allowed": texts(parameters), "userDisallowed": []],
        ]
        members["requireEncryption"] = encrypted.map { .bool($0) }
        return .object(members)
    }

    static func status(_ level: String, window: Int64? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "hmiLevel": .string(level), "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN",
        ]
        members["windowID"] = window.map { .int($0) }
        return .object(members)
    }

    static func navigation(_ capability: JSONValue) -> JSONValue {
        ["systemCapabilityType": "NAVIGATION", "navigationCapability": capability]
    }
}
