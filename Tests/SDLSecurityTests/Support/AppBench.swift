import Formats
import SDLProtocol
import SDLRPC
import SDLSecurity
import TestKit

@testable import SDLApp

/// An app's session, and a head unit's connection that answers by hand.
struct AppBench {
    var session: AppSession
    var module: ModuleConnection
    var registry = SessionRegistry()
    var now = Duration.seconds(10)
    var actions: [AppSession.Action] = []
    var requests: [(payload: RPCPayload, isEncrypted: Bool)] = []
    /// Grants no service until it is told to.
    var isSlow = false
    private var wishes: [ModuleConnection.ServiceRequest] = []
    var headUnit: ServiceProtection?

    init(
        _ headUnit: ServiceProtection?, _ app: ServiceProtection?, version: ProtocolVersion = .newest,
        _ change: (inout AppSession.Configuration) -> Void = { _ in }
    ) {
        self.headUnit = headUnit
        let configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 1))
        var settings = AppSession.Configuration(
            registration: configuration.registration(hashID: nil), deadlines: configuration.deadlines,
            pendingRequestLimit: 4, protection: app)
        change(&settings)
        session = AppSession(configuration: settings, now: now)
        var own = ModuleConnection.Configuration.strict
        own.offersProtection = headUnit != nil
        own.maximumVersion = version
        own.frameLimit = .none
        module = ModuleConnection(number: 1, configuration: own)
        perform(session.transportOpened(now: now))
        answer(.registerAppInterface)
        notify(.onHMIStatus, ScriptedStatus.full)
    }

    enum ScriptedStatus {
        static let full: JSONValue = [
            "hmiLevel": "FULL", "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN",
        ]
    }

    mutating func perform(_ new: [AppSession.Action]) {
        for action in new {
            actions.append(action)
            if case .write(let bytes) = action { handle(module.receive(bytes, now: now, sessions: &registry)) }
        }
    }

    mutating func toApp(_ bytes: [UInt8]) {
        if !bytes.isEmpty { perform(session.received(bytes, now: now)) }
    }

    private mutating func handle(_ events: [ModuleConnection.Event]) {
        for event in events {
            switch event {
            case .send(let bytes): toApp(bytes)
            case .message(let message):
                if case .rpc(let payload) = message.content { requests.append((payload, message.isEncrypted)) }
            case .serviceRequested(let request): isSlow ? wishes.append(request) : protect(request)
            case .serviceProtected(let request):
                toApp(module.acceptService(session: 1, service: request.service, sessions: &registry))
            case .protectionFailed(let request, let fault): refuse(request, fault.reason)
            default: break
            }
        }
    }

    private mutating func protect(_ request: ModuleConnection.ServiceRequest) {
        guard let channel = try? headUnit?.makeChannel(appID: "8675309") else {
            refuse(request, "no certificates")
            return
        }
        handle(module.protect(session: 1, service: request.service, with: channel, now: now, sessions: &registry))
    }

    private mutating func refuse(_ request: ModuleConnection.ServiceRequest, _ reason: String) {
        toApp(module.refuseService(session: 1, service: request.service, reason: reason, sessions: &registry))
    }

    mutating func goOn() {
        isSlow = false
        for wish in wishes { protect(wish) }
        wishes = []
    }

    mutating func send(_ payload: RPCPayload, isEncrypted: Bool) {
        let version = module.version(of: 1).map { UInt8(clamping: $0.major) } ?? 5
        toApp(
            isEncrypted
                ? module.sendProtected(encoded: payload.encode(), session: 1, version: version, sessions: &registry)
                : module.send(payload, session: 1, version: version, sessions: &registry))
    }

    /// Answers the last request of a function.
    mutating func answer(_ function: FunctionID, as other: FunctionID? = nil, isEncrypted: Bool = false) {
        guard let asked = requests.last(where: { $0.payload.functionID == function.rawValue })?.payload else { return }
        let json: JSONValue = [
            "success": true, "resultCode": "SUCCESS",
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0, "patchVersion": 0],
        ]
        send(
            RPCPayload(
                rpcType: .response, functionID: (other ?? function).rawValue, correlationID: asked.correlationID,
                json: json.serialized()), isEncrypted: isEncrypted)
    }

    mutating func notify(_ function: FunctionID, _ json: JSONValue, isEncrypted: Bool = false) {
        send(
            RPCPayload(
                rpcType: .notification, functionID: function.rawValue, correlationID: -1, json: json.serialized()),
            isEncrypted: isEncrypted)
    }

    /// Tells the policy: which functions are permitted and need encryption.
    mutating func demand(_ functions: [String]) {
        let items = functions.map { name -> JSONValue in
            [
                "rpcName": .string(name), "requireEncryption": true,
                "hmiPermissions": ["allowed": ["FULL"], "userDisallowed": []],
                "parameterPermissions": ["allowed": [], "userDisallowed": []],
            ]
        }
        notify(.onPermissionsChange, ["permissionItem": .array(items)])
    }

    mutating func ask(_ function: FunctionID, _ caller: UInt64, timeout: Duration = .seconds(15)) {
        perform(session.request(function, json: Array("{}".utf8), owner: .caller(caller), timeout: timeout, now: now))
    }

    mutating func pass(_ time: Duration) {
        now += time
        perform(session.timePassed(now: now))
    }

    func outcomes(_ caller: UInt64) -> [RequestOutcome] {
        actions.compactMap { action in
            if case .answered(.caller(caller), let outcome) = action { outcome } else { nil }
        }
    }

    func failure(_ caller: UInt64) -> SDLError? {
        if case .failure(let error)? = outcomes(caller).first { error } else { nil }
    }
}
