import Formats
import SDLProtocol
import SDLRPC
import SDLSecurity
import Simulator

@testable import HeadUnit

/// A whole head unit without sockets whose policy wants things encrypted, and an app's connection to it.
struct MachineBench {
    var machine: HeadUnitMachine
    var app = AppConnection(configuration: .init(hasProtection: true))
    var appEvents: [AppConnection.Event] = []
    /// The frames to the app.
    var frames: [Frame] = []
    var isClosed = false
    /// The answer to SetVideoConfig is left open.
    var isVideoPending = false
    private var open: [Int] = []
    private let link = LinkID(number: 1)
    private var nextID: Int32 = 1
    private let now = Duration.seconds(1)

    init(_ protection: ServiceProtection?, _ change: (inout HeadUnitConfiguration) -> Void = { _ in }) throws {
        var configuration = try MockModule(named: "encryption-required").configuration
        configuration.protection = protection
        change(&configuration)
        machine = HeadUnitMachine(configuration: configuration, random: .seeded(7))
        perform(machine.start(now: now))
        perform(machine.linkOpened(link, address: "127.0.0.1", listenerPort: 12_345, now: now))
        carryOut(app.start(now: now))
    }

    private mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(_, let bytes):
                frames += SDLSecurityTests.frames(in: bytes)
                carryOut(app.receive(bytes, now: now))
            case .close:
                isClosed = true
                perform(machine.linkClosed(link, now: now))
            case .ask(let request):
                if request.method == .setVideoConfig, isVideoPending {
                    open.append(request.id)
                    continue
                }
                let places: [String: JSONValue] = [
                    "appID": request.parameters?["appID"] ?? 0, "wayPoints": [["locationName": "Home"]],
                ]
                let answer =
                    machine.configuration.startUpAnswer(to: request.method)
                    ?? .success(request.method == .getWayPoints ? places : [:])
                perform(machine.answered(request.id, answer, now: now))
            case .tell, .trace, .store: break
            }
        }
    }

    private mutating func carryOut(_ events: [AppConnection.Event]) {
        for event in events {
            appEvents.append(event)
            if case .send(let bytes) = event { toModule(bytes) }
        }
    }

    mutating func toModule(_ bytes: [UInt8]) { perform(machine.received(bytes, on: link, now: now)) }

    /// The HMI answers what was left open.
    mutating func answerOpen() {
        for id in open { perform(machine.answered(id, .success(), now: now)) }
        open = []
    }

    mutating func tellWayPoints() {
        let list: JSONValue = [["coordinate": ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5]]]
        perform(machine.notified(HMINotification(.onWayPointChange, parameters: ["wayPoints": list]), now: now))
    }

    mutating func protect(_ protection: ServiceProtection) throws {
        carryOut(app.protect(with: try protection.makeChannel(), now: now))
    }

    mutating func register(
        _ id: String = "8675309", name: String? = nil, types: String = "NAVIGATION", isEncrypted: Bool = false
    ) -> String {
        let json = """
            {"syncMsgVersion":{"majorVersion":8,"minorVersion":0,"patchVersion":0},"appName":"\(name ?? "App \(id)")",\
            "appID":"\(id)","isMediaApplication":false,"languageDesired":"EN-US",\
            "hmiDisplayLanguageDesired":"EN-US","appHMIType":["\(types)"]}
            """
        let code = request(.registerAppInterface, json, isEncrypted: isEncrypted)
        if let app = machine.apps.values.first {
            perform(machine.requested(.activateApp, parameters: ["appID": .int(Int64(app.hmiAppID))], now: now).0)
        }
        return code
    }

    /// Sends a request, and gives the result code, and whether it came encrypted.
    mutating func request(
        _ function: FunctionID, _ json: String = "{}", bulk: [UInt8] = [], isEncrypted: Bool = false
    ) -> String {
        let payload = RPCPayload(
            rpcType: .request, functionID: function.rawValue, correlationID: nextID, json: Array(json.utf8), bulk: bulk)
        let sent =
            isEncrypted
            ? try? app.sendProtected(encoded: payload.encode(), service: bulk.isEmpty ? .rpc : .bulk)
            : try? app.send(payload)
        guard let sent else { return "not sent" }
        return outcome(of: sent)
    }

    /// Sends the frames of the next request, and gives the result code, and whether it came encrypted.
    mutating func outcome(of sent: [UInt8]) -> String {
        let id = nextID
        nextID += 1
        toModule(sent)
        for message in appEvents.messages {
            guard case .rpc(let answer) = message.content, answer.rpcType == .response, answer.correlationID == id,
                let code = try? JSONValue(parsing: answer.json)["resultCode"]?.stringValue
            else { continue }
            return code + (message.isEncrypted ? ", encrypted" : "")
        }
        return "silence"
    }

    /// The next request of all waypoints as bytes, padded to several frames.
    func longRequest() -> [UInt8] {
        RPCPayload(
            rpcType: .request, functionID: FunctionID.getWayPoints.rawValue, correlationID: nextID,
            json: Array("{\"wayPointType\":\"ALL\"".utf8) + [UInt8](repeating: 0x20, count: 20_000) + Array("}".utf8)
        ).encode()
    }

    /// The notifications of a function that came, and whether encrypted.
    func notifications(_ function: FunctionID) -> [Bool] {
        appEvents.messages.compactMap { message in
            guard case .rpc(let payload) = message.content, payload.rpcType == .notification,
                payload.functionID == function.rawValue
            else { return nil }
            return message.isEncrypted
        }
    }
}
