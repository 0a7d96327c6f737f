import Formats
import SDLProtocol

@testable import SDLApp

/// A manager's machine and a scripted head unit in one room, with a clock of its own: no sockets, no waiting.
struct MachineHarness {
    /// What happens to attempts to open a transport.
    enum Reachability {
        case open
        case refused
        case silent
    }

    var machine: ManagerMachine
    var head = ScriptedHead()
    var now = Duration.seconds(1000)
    var reachability = Reachability.open
    private(set) var isConnected = false
    private(set) var log: [ManagerMachine.Action] = []
    private(set) var attempts = 0
    /// Whether GetWayPoints counted as permitted, each time a level was told.
    private(set) var allowedAtLevel: [Bool] = []
    private var number: UInt64 = 0

    init(_ change: (inout SDLConfiguration) -> Void = { _ in }) {
        var configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 1))
        configuration.reconnectPolicy = .never
        change(&configuration)
        machine = ManagerMachine(configuration: configuration)
    }

    // MARK: - Doing

    mutating func next() -> UInt64 {
        number += 1
        return number
    }

    /// Starts and returns the caller's number.
    @discardableResult
    mutating func start() -> UInt64 {
        let caller = next()
        perform(machine.start(caller, now: now))
        return caller
    }

    @discardableResult
    mutating func stop() -> UInt64 {
        let caller = next()
        perform(machine.stop(caller, now: now))
        return caller
    }

    @discardableResult
    mutating func send<Request: RPCRequest>(_ request: Request, timeout: Duration? = nil) -> UInt64 {
        let caller = next()
        let json = (try? request.encodedJSON()) ?? []
        perform(machine.request(caller, Request.functionID, json: json, timeout: timeout, now: now))
        return caller
    }

    mutating func perform(_ actions: [ManagerMachine.Action]) {
        for action in actions {
            log.append(action)
            switch action {
            case .connect(let generation, _):
                attempts += 1
                switch reachability {
                case .open:
                    isConnected = true
                    if attempts > 1 { head.reconnect() }
                    perform(machine.transportOpened(generation: generation, now: now))
                case .refused:
                    let error = SDLError.connectFailed(reason: "refused", systemCode: 111)
                    perform(machine.transportFailed(generation: generation, error, now: now))
                case .silent: break
                }
            case .write(let bytes):
                if isConnected { deliver(head.received(bytes, now: now)) }
            case .closeTransport: isConnected = false
            case .hmiLevel:
                allowedAtLevel.append(machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
            case .complete, .phase, .permissions, .capability, .wayPoints, .availability, .notification, .asked,
                .fail, .finishAll, .fault, .dropped:
                break
            }
        }
    }

    /// Carries what the head unit does to the machine.
    mutating func deliver(_ outputs: [ScriptedHead.Output]) {
        for output in outputs where isConnected {
            switch output {
            case .write(let bytes): perform(machine.received(bytes, generation: machine.generation, now: now))
            case .close: dropLink()
            }
        }
    }

    mutating func fromHead(_ body: (inout ScriptedHead) -> [ScriptedHead.Output]) {
        let outputs = body(&head)
        deliver(outputs)
    }

    mutating func notify(_ function: FunctionID, _ json: JSONValue) {
        fromHead { $0.notify(function, json) }
    }

    mutating func level(_ level: String, window: Int64? = nil) {
        notify(.onHMIStatus, ScriptedHead.status(level, window: window))
    }

    /// Answers a request that came by hand, the oldest of its function.
    mutating func answer(_ function: FunctionID, _ answer: ScriptedHead.Answer) {
        guard let request = head.requests.last(where: { $0.function == function }) else { return }
        fromHead { $0.respond(to: request, with: answer) }
    }

    mutating func dropLink() {
        guard isConnected else { return }
        isConnected = false
        perform(machine.transportClosed(generation: machine.generation, reason: "gone", now: now))
    }

    /// Lets time pass, with everything that falls due on the way.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while let deadline = machine.nextDeadline, deadline <= end {
            now = max(now, deadline)
            perform(machine.timePassed(now: now))
        }
        now = end
    }

    mutating func clearLog() { log = [] }

    // MARK: - Seeing

    var phases: [SessionPhase] {
        log.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    func completions(of caller: UInt64) -> [ManagerMachine.Completion] {
        log.compactMap { if case .complete(caller, let completion) = $0 { completion } else { nil } }
    }

    /// The single completion of a caller; nil if there is none, or more than one.
    func completion(of caller: UInt64) -> ManagerMachine.Completion? {
        let all = completions(of: caller)
        return all.count == 1 ? all[0] : nil
    }

    func failure(of caller: UInt64) -> SDLError? {
        if case .failure(let error) = completion(of: caller) { error } else { nil }
    }

    func count(_ function: FunctionID) -> Int {
        head.requests.count { $0.function == function }
    }

    var sequence: [FunctionID] { head.requests.map(\.function) }

    func lists(of reader: UInt64) -> [[LocationDetails]] {
        log.compactMap { if case .wayPoints(reader, let list) = $0 { list } else { nil } }
    }

    func updates(of reader: UInt64) -> [PermissionUpdate] {
        log.compactMap { if case .permissions(reader, let update) = $0 { update } else { nil } }
    }

    var notifications: [FunctionID] {
        log.compactMap { if case .notification(let message) = $0 { message.function } else { nil } }
    }
}
