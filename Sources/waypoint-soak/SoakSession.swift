import Formats
import SDLProtocol
import SDLSpec

/// One session of an app with the head unit, from its first byte on, and what must hold in it.
///
/// It does no I/O. Each request is answered once. Each change of the route that the app has a right to comes, once and in
/// order, and none that it has no right to. A list that the app asked for is never older than what it was told before.
struct SoakSession {
    /// How the session goes.
    enum Stage {
        case starting, registering, waitingForLevel, subscribing, running, over
    }

    /// A change of the route that must come.
    struct Expectation {
        var sequence: Int
        var deadline: Duration
    }

    private(set) var stage = Stage.starting
    /// What did not hold.
    private(set) var violations: [String] = []
    private(set) var isSubscribed = false
    private(set) var hashID: String?
    private(set) var changes = 0
    private(set) var answers = 0
    private(set) var positions = 0
    private(set) var lastPosition: Duration?
    private(set) var expected: [Expectation] = []
    /// Requests that are not answered yet, by id; the same id may have been used twice.
    private(set) var pending: [Int32: (name: String, times: Int, deadline: Duration)] = [:]
    /// Changes made while the app had no right to them.
    private var forbidden: Set<Int> = []

    private let registration: JSONValue
    private let wantsPosition: Bool
    private let isResuming: Bool
    private var decoder = FrameDecoder()
    private var assembler = MessageAssembler()
    private var sessionID: UInt8 = 0
    private var version: UInt8 = 0
    private var nextID: Int32 = 1
    private var lastSequence = 0

    /// The longest time that the head unit may take for an answer: the HMI's ten seconds and some more.
    static let patience = Duration.seconds(20)

    init(registration: JSONValue, wantsPosition: Bool) {
        self.registration = registration
        self.wantsPosition = wantsPosition
        isResuming = registration["hashID"] != nil
    }

    /// Begins: the bytes to send.
    func opening() -> [UInt8] {
        let document: BSONDocument = ["protocolVersion": .string("5.4.1")]
        return Frame(
            control: .startService, version: 1, service: .rpc, sessionID: 0, payload: (try? document.encode()) ?? []
        ).encode()
    }

    /// Takes what came.
    ///
    /// - Returns: The bytes to send.
    mutating func received(_ bytes: [UInt8], now: Duration) -> [UInt8] {
        var reply: [UInt8] = []
        decoder.append(bytes)
        while let item = decoder.next() {
            switch item {
            case .malformed(let fault): violations.append("malformed frame: \(fault)")
            case .frame(let frame): reply += take(frame, now)
            }
        }
        return reply
    }

    /// A request, and its bytes.
    mutating func request(
        _ name: String, _ parameters: JSONValue = [:], id: Int32? = nil, functionID: UInt32? = nil, now: Duration
    ) -> [UInt8] {
        let id = id ?? nextID
        if id == nextID { nextID += 1 }
        pending[id] = (name, (pending[id]?.times ?? 0) + 1, now + Self.patience)
        let function = functionID ?? RPCSpec.embedded.function(name, .request)?.id ?? 0
        return FrameSplitter(
            version: version, sessionID: sessionID, service: .rpc, messageID: UInt32(bitPattern: id), limit: 1000
        ).encode(
            RPCPayload(rpcType: .request, functionID: function, correlationID: id, json: parameters.serialized()))
    }

    /// The end of the RPC service.
    func farewell() -> [UInt8] {
        Frame(control: .endService, version: version, service: .rpc, sessionID: sessionID, payload: []).encode()
    }

    /// Nothing more is expected: the app or the ignition ends the session.
    mutating func end() {
        stage = .over
        isSubscribed = false
        expected = []
        pending = [:]
    }

    /// The route changes: an app that is subscribed must hear of it if it has the right to.
    mutating func routeChanges(to sequence: Int, isAllowed: Bool, deadline: Duration) {
        // Whoever subscribes later may be told what holds then, though it came about while that was not allowed.
        guard isSubscribed else { return }
        if isAllowed {
            expected.append(Expectation(sequence: sequence, deadline: deadline))
        } else {
            forbidden.insert(sequence)
        }
    }

    /// Looks for what should have come by now.
    ///
    /// - Parameter grace: The moment before which nothing is late, for an app that was not reading.
    mutating func check(now: Duration, grace: Duration) {
        if let first = expected.first, first.deadline < now, grace < now {
            violations.append("route \(first.sequence) did not come; \(expected.count) are missing")
            expected = []
        }
        for (id, request) in pending where request.deadline < now && grace < now {
            violations.append("\(request.name) with id \(id) was not answered")
            pending[id] = nil
        }
    }

    /// Hands over what did not hold.
    mutating func takeViolations() -> [String] {
        defer { violations = [] }
        return violations
    }
}

extension SoakSession {
    private mutating func take(_ frame: Frame, _ now: Duration) -> [UInt8] {
        switch frame.header.type {
        case .control:
            return takeControl(frame, now)
        case .single:
            return takeMessage(frame.payload, now)
        case .first:
            _ = assembler.firstFrame(frame.header, frame.payload[...], now: now)
        case .consecutive:
            if case .complete(_, let whole) = assembler.consecutiveFrame(frame.header, frame.payload[...], now: now) {
                return takeMessage(whole, now)
            }
        }
        return []
    }

    private mutating func takeControl(_ frame: Frame, _ now: Duration) -> [UInt8] {
        switch frame.header.controlInfo {
        case .startServiceACK where stage == .starting:
            sessionID = frame.header.sessionID
            version = frame.header.version
            decoder.knownSessions = SessionIDSet([sessionID])
            stage = .registering
            return request("RegisterAppInterface", registration, now: now)
        case .heartbeat:
            return Frame(
                control: .heartbeatACK, version: version, service: .control, sessionID: sessionID, payload: []
            ).encode()
        default:
            return []
        }
    }

    private mutating func takeMessage(_ payload: [UInt8], _ now: Duration) -> [UInt8] {
        guard let rpc = try? RPCPayload(parsing: payload) else {
            violations.append("a message without its header")
            return []
        }
        switch rpc.rpcType {
        case .response: return takeResponse(rpc)
        case .notification: return takeNotification(rpc, now)
        case .request:
            violations.append("a request from the head unit")
            return []
        }
    }

    private mutating func takeResponse(_ rpc: RPCPayload) -> [UInt8] {
        guard var request = pending[rpc.correlationID] else {
            if stage != .over { violations.append("an answer to id \(rpc.correlationID), which was not open") }
            return []
        }
        request.times -= 1
        pending[rpc.correlationID] = request.times > 0 ? request : nil
        answers += 1
        guard let json = try? JSONValue(parsing: rpc.json) else {
            violations.append("\(request.name): an answer that is no JSON")
            return []
        }
        let code = json["resultCode"]?.stringValue ?? ""
        switch request.name {
        case "RegisterAppInterface" where json["success"]?.boolValue == true:
            stage = .waitingForLevel
            isSubscribed = isResuming && code == "SUCCESS"
        case "SubscribeWayPoints" where code == "SUCCESS" || code == "IGNORED":
            isSubscribed = true
            if stage == .subscribing { stage = .running }
        case "GetWayPoints" where code == "SUCCESS":
            if let sequence = Self.sequence(of: json), sequence < lastSequence {
                violations.append("GetWayPoints told route \(sequence) after \(lastSequence)")
            }
        default:
            break
        }
        return []
    }

    private mutating func takeNotification(_ rpc: RPCPayload, _ now: Duration) -> [UInt8] {
        switch RPCSpec.embedded.function(rpc.functionID, .notification)?.name {
        case "OnWayPointChange":
            guard let json = try? JSONValue(parsing: rpc.json), let sequence = Self.sequence(of: json) else {
                violations.append("OnWayPointChange without a route")
                return []
            }
            changed(to: sequence)
        case "OnVehicleData":
            positions += 1
            lastPosition = now
        case "OnHashChange":
            hashID = (try? JSONValue(parsing: rpc.json))?["hashID"]?.stringValue
        case "OnHMIStatus":
            guard stage == .waitingForLevel,
                (try? JSONValue(parsing: rpc.json))?["hmiLevel"]?.stringValue != "NONE"
            else { return [] }
            stage = .subscribing
            var bytes = request("SubscribeWayPoints", now: now)
            if wantsPosition { bytes += request("SubscribeVehicleData", ["gps": true], now: now) }
            return bytes
        default:
            break
        }
        return []
    }

    private mutating func changed(to sequence: Int) {
        changes += 1
        if sequence <= lastSequence { violations.append("route \(sequence) came after \(lastSequence)") }
        if forbidden.contains(sequence) { violations.append("route \(sequence) came without the right to it") }
        while let first = expected.first, first.sequence < sequence {
            violations.append("route \(first.sequence) was left out before \(sequence)")
            expected.removeFirst()
        }
        if expected.first?.sequence == sequence { expected.removeFirst() }
        lastSequence = max(lastSequence, sequence)
    }

    /// The number of a route: its destination is called `S` and the number.
    private static func sequence(of json: JSONValue) -> Int? {
        json["wayPoints"]?[0]?["locationName"]?.stringValue.flatMap { Int($0.dropFirst()) }
    }
}
