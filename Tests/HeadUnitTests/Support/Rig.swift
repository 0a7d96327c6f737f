import Formats
import SDLProtocol
import SDLRPC
import SDLSpec
import Simulator

@testable import HeadUnit

/// A head unit without sockets, with apps that speak through real frames and an HMI that answers as told.
///
/// It is the module `sdl-core-8.2` unless another configuration is given.
struct Rig {
    /// What an app was sent, in order.
    enum Heard: Equatable {
        case control(FrameHeader, ControlFrameInfo, BSONDocument?)
        case response(String, UInt32, JSONValue)
        case notification(String, JSONValue)
        /// What an app that provides a service is asked.
        case request(String, UInt32, JSONValue)
        case closed
    }

    /// Something that the head unit said.
    enum Spoken {
        case toApp(LinkID, Heard)
        case toHMI(HMIMethod, JSONValue)
    }

    private(set) var machine: HeadUnitMachine
    var now: Duration = .seconds(1)
    /// Answers of the HMI by method, in place of the usual ones; `nil` is silence.
    var answers: [HMIMethod: HMIAnswer?] = [:]
    /// Connections that take nothing more.
    var congested: Set<LinkID> = []
    /// What was to be stored.
    private(set) var changes: [(change: StateChange, token: Int)] = []
    private(set) var heard: [LinkID: [Heard]] = [:]
    /// The frames behind ``heard``.
    private(set) var frames: [LinkID: [FrameHeader]] = [:]
    /// The messages of protocol 1, which have no header of their own.
    var payloads: [LinkID: [[UInt8]]] = [:]
    private(set) var asked: [HMIRequest] = []
    /// Requests and notifications to the HMI, in one order.
    private(set) var toHMI: [(method: HMIMethod, parameters: JSONValue)] = []
    /// What apps heard and the HMI was asked and told, in one order.
    private(set) var everything: [Spoken] = []
    private var decoders: [LinkID: FrameDecoder] = [:]
    private var unfinished: [LinkID: [UInt8]] = [:]
    private var nextLink = 1
    var messageIDs: [LinkID: UInt32] = [:]
    var nextCorrelationID: Int32 = 1

    /// The module as its file describes it.
    static let module: HeadUnitConfiguration = {
        do {
            return try MockModule(named: "sdl-core-8.2").configuration
        } catch {
            return HeadUnitConfiguration()
        }
    }()

    init(
        _ configuration: HeadUnitConfiguration = Rig.module, answers: [HMIMethod: HMIAnswer?] = [:],
        isStarted: Bool = true
    ) {
        machine = HeadUnitMachine(configuration: configuration, random: .seeded(7))
        self.answers = answers
        if isStarted { start() }
    }

    /// The module with changes.
    static func changed(_ change: (inout HeadUnitConfiguration) -> Void) -> Rig {
        var configuration = Rig.module
        change(&configuration)
        return Rig(configuration)
    }

    mutating func start() {
        perform(machine.start(now: now))
        asked = []
        toHMI = []
    }

    /// Starts, and gives what the HMI was asked.
    mutating func startAndListQuestions() -> [HMIMethod] {
        perform(machine.start(now: now))
        return asked.map(\.method)
    }

    /// Two stops and a destination.
    static let places: JSONValue = [
        ["coordinate": ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5], "locationName": "Destination"],
        ["coordinate": ["latitudeDegrees": 48.2, "longitudeDegrees": 11.6], "locationName": "Stop 1"],
        ["coordinate": ["latitudeDegrees": 48.3, "longitudeDegrees": 11.7], "locationName": "Stop 2"],
    ]

    private func answer(to request: HMIRequest) -> HMIAnswer? {
        if let answer = answers[request.method] { return answer }
        if let answer = machine.configuration.startUpAnswer(to: request.method) { return answer }
        switch request.method {
        case .getWayPoints:
            let isShort = request.parameters?["wayPointType"] == "DESTINATION"
            let list: JSONValue = isShort ? [Self.places[0] ?? .null] : Self.places
            return .success(["appID": request.parameters?["appID"] ?? 0, "wayPoints": list])
        case .getVehicleData:
            return .success(["gps": ["latitudeDegrees": 48.1, "longitudeDegrees": 11.5]])
        default:
            return .success()
        }
    }

    // MARK: Links and bytes

    mutating func connect(from address: String = "127.0.0.1") -> LinkID {
        let id = LinkID(number: nextLink)
        nextLink += 1
        perform(machine.linkOpened(id, address: address, listenerPort: 12_345, now: now))
        return id
    }

    mutating func send(_ bytes: [UInt8], on link: LinkID) {
        perform(machine.received(bytes, on: link, now: now))
    }

    mutating func disconnect(_ link: LinkID) {
        perform(machine.linkClosed(link, now: now))
    }

    /// Lets time pass, with everything that becomes due on the way.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = machine.nextDeadline, deadline <= end {
            now = max(deadline, now)
            machine.noteCongestion(of: congested)
            perform(machine.timePassed(now: now))
        }
        now = end
    }

    // MARK: The HMI

    mutating func notify(_ method: HMIMethod, _ parameters: JSONValue) {
        machine.noteCongestion(of: congested)
        perform(machine.notified(HMINotification(method, parameters: parameters), now: now))
    }

    /// Asks the head unit as the HMI does.
    @discardableResult
    mutating func request(_ method: HMIMethod, _ parameters: JSONValue) -> HMIAnswer {
        let (actions, answer) = machine.requested(method, parameters: parameters, now: now)
        perform(actions)
        return answer
    }

    /// Answers a request that was left open, the first of its method unless another is named.
    mutating func reply(to method: HMIMethod, _ answer: HMIAnswer, number: Int = 0) {
        let requests = asked.filter { $0.method == method }
        guard number < requests.count else { return }
        perform(machine.answered(requests[number].id, answer, now: now))
    }

    /// Answers a request by its id, or by an id that no request has.
    mutating func answer(_ id: Int, _ answer: HMIAnswer) {
        perform(machine.answered(id, answer, now: now))
    }

    mutating func updatePolicy(_ table: PolicyTable) {
        perform(machine.policyUpdated(table, now: now))
    }

    mutating func setCapability(_ type: String, _ value: JSONValue) {
        perform(machine.capabilityChanged(type, to: value, now: now))
    }

    /// Has the head unit end a registration.
    ///
    /// - Returns: Whether it knows the app.
    mutating func unregister(hmiAppID: Int, _ reason: AppInterfaceUnregisteredReason) -> Bool {
        guard let actions = machine.unregistered(hmiAppID, reason: reason.rawValue, now: now) else { return false }
        perform(actions)
        return true
    }

    mutating func unregister(
        _ link: LinkID, _ reason: AppInterfaceUnregisteredReason, session: UInt8? = nil
    ) -> Bool {
        let app = machine.apps[AppKey(link: link, session: session ?? self.session(link))]
        return unregister(hmiAppID: app?.hmiAppID ?? -1, reason)
    }

    /// From now on changes are to be stored, and what waits for that waits for ``stored(upTo:)``.
    mutating func makeDurable() { machine.isDurable = true }

    /// Changes are stored: all, or those up to a token.
    mutating func stored(upTo token: Int? = nil) {
        perform(machine.stored(upTo: token ?? changes.last?.token ?? 0, now: now))
    }

    /// The head unit is another process now, which has what was kept.
    mutating func restart(with state: StoredState) {
        machine = HeadUnitMachine(configuration: machine.configuration, random: .seeded(8))
        machine.restore(state)
        perform(machine.start(now: now))
        forgetAll()
    }

    mutating func shutDown() {
        perform(machine.shutDown(now: now))
    }

    // MARK: Inside

    private mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let link, let bytes):
                hear(bytes, on: link)
            case .close(let link):
                hear(.closed, on: link)
                perform(machine.linkClosed(link, now: now))
            case .ask(let request):
                asked.append(request)
                tellHMI(request.method, request.parameters ?? [:])
                if let answer = answer(to: request) { perform(machine.answered(request.id, answer, now: now)) }
            case .trace: break
            case .store(let change, let token): changes.append((change, token))
            case .tell(let notification):
                tellHMI(notification.method, notification.parameters ?? [:])
            }
        }
    }

    private mutating func tellHMI(_ method: HMIMethod, _ parameters: JSONValue) {
        toHMI.append((method, parameters))
        everything.append(.toHMI(method, parameters))
    }

    private mutating func hear(_ item: Heard, on link: LinkID) {
        heard[link, default: []].append(item)
        everything.append(.toApp(link, item))
    }

    private mutating func hear(_ bytes: [UInt8], on link: LinkID) {
        decoders[link, default: FrameDecoder()].append(bytes)
        while let item = decoders[link]?.next() {
            guard case .frame(let frame) = item else { continue }
            frames[link, default: []].append(frame.header)
            switch frame.header.type {
            case .control:
                guard let info = ControlFrameInfo(rawValue: frame.header.info) else { continue }
                let document = try? BSONDocument(parsing: frame.payload)
                hear(.control(frame.header, info, document), on: link)
            case .single:
                if frame.header.version == 1 { payloads[link, default: []].append(frame.payload) }
                hear(message: frame.payload, on: link)
            case .first:
                unfinished[link] = []
            case .consecutive:
                unfinished[link, default: []] += frame.payload
                if frame.header.info == 0 { hear(message: unfinished.removeValue(forKey: link) ?? [], on: link) }
            }
        }
    }

    private mutating func hear(message: [UInt8], on link: LinkID) {
        guard let rpc = try? RPCPayload(parsing: message), let json = try? JSONValue(parsing: rpc.json),
            let kind = RPCMessageKind(rawValue: rpc.rpcType.rawValue)
        else { return }
        let name = machine.spec.function(rpc.functionID, kind)?.name ?? "\(rpc.functionID)"
        switch rpc.rpcType {
        case .response: hear(.response(name, UInt32(bitPattern: rpc.correlationID), json), on: link)
        case .notification: hear(.notification(name, json), on: link)
        case .request: hear(.request(name, UInt32(bitPattern: rpc.correlationID), json), on: link)
        }
    }

    /// What the app on a link heard since the last call.
    mutating func takeHeard(_ link: LinkID) -> [Heard] {
        frames[link] = nil
        return heard.removeValue(forKey: link) ?? []
    }

    /// Forgets what the apps heard so far.
    mutating func forgetHeard() {
        heard = [:]
        frames = [:]
    }

    /// Forgets what was said so far.
    mutating func forgetAll() {
        heard = [:]
        frames = [:]
        asked = []
        toHMI = []
        everything = []
    }

    mutating func takeToHMI(keepsOpen: Bool = false) -> [(method: HMIMethod, parameters: JSONValue)] {
        defer {
            toHMI = []
            if !keepsOpen { asked = [] }
        }
        return toHMI
    }
}
