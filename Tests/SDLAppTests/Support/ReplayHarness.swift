import Formats
import SDLProtocol

@testable import SDLApp

/// Plays the head unit's side of a recorded session to a manager, with the correlation ids that the manager chose.
struct ReplayHarness {
    /// A request that the app made, and what the recording says became of it.
    struct Call {
        let caller: UInt64
        let function: FunctionID
        /// The recorded answer; nil if there was none.
        var answer: (function: UInt32, json: JSONValue)?
    }

    var machine: ManagerMachine
    var now = Duration.seconds(1000)
    private(set) var log: [ManagerMachine.Action] = []
    private(set) var calls: [Call] = []
    /// Whether the navigation capability is asked for as the capability manager does.
    var asksForNavigation = false
    /// The last word about waypoints while the session was ready.
    private(set) var availability: WayPointAvailability?
    private(set) var verdict: WayPointSupport.Verdict?
    let starter: UInt64 = 1
    private var number: UInt64 = 1
    private var isConnected = false
    /// The ids of requests that were written and not yet assigned to a recorded request.
    private var written: [(function: UInt32, id: Int32)] = []
    /// Recorded ids of open requests, with ours.
    private var open: [Int64: [(id: Int32, call: Int?)]] = [:]

    init() {
        var configuration = SDLConfiguration(
            appName: "Way App", fullAppID: "8675309", transport: .tcp(host: "127.0.0.1", port: 1))
        configuration.reconnectPolicy = .never
        machine = ManagerMachine(configuration: configuration)
        isConnected = true
        perform(machine.start(starter, now: now))
    }

    mutating func play(_ session: RecordedSession) {
        let start = now - (session.events.first?.time ?? .zero)
        for (time, event) in session.events {
            advance(to: start + time)
            switch event {
            case .frame(let bytes): deliver(bytes)
            case .message(let kind, let function, let id, let json):
                if kind == "response" { answered(function, id, json) }
            case .request(let function, let id, let parameters): ask(function, id, parameters)
            case .appEndsService: stop()
            case .closed(let byHead):
                if byHead {
                    isConnected = false
                    perform(machine.transportClosed(generation: 1, reason: "closed", now: now))
                } else {
                    stop()
                }
            }
            if machine.isReady {
                availability = machine.wayPointAvailability
                verdict = machine.wayPointSupport(.hmiLevel).verdict
            }
        }
        advance(to: now + .seconds(30))
        stop()
        advance(to: now + .seconds(10))
    }

    private mutating func stop() {
        number += 1
        perform(machine.stop(number, now: now))
    }

    private mutating func ask(_ function: UInt32, _ id: Int64, _ parameters: JSONValue) {
        if function == FunctionID.unregisterAppInterface.rawValue { stop() }
        if function != FunctionID.registerAppInterface.rawValue, function != FunctionID.unregisterAppInterface.rawValue
        {
            guard machine.isRegistered else { return }
            number += 1
            if asksForNavigation, parameters == ["systemCapabilityType": "NAVIGATION"] {
                perform(machine.updateCapability(number, .navigation, .hmiLevel, now: now))
                if let ours = written.popLast()?.id { open[id, default: []].append((ours, nil)) }
                return
            }
            calls.append(Call(caller: number, function: FunctionID(rawValue: function)))
            perform(
                machine.request(
                    number, FunctionID(rawValue: function), json: parameters.serialized(), timeout: nil, now: now))
        }
        guard let place = written.firstIndex(where: { $0.function == function }) else { return }
        let call = calls.last?.function.rawValue == function ? calls.count - 1 : nil
        open[id, default: []].append((written.remove(at: place).id, call))
    }

    /// Rewrites the id of an answer and hands the frame over.
    private mutating func deliver(_ bytes: [UInt8]) {
        var bytes = bytes
        if let place = Self.header(of: bytes), bytes[place] >> 4 == 1 {
            let recorded = Int64(Self.word(bytes, place + 4))
            if let ours = open[recorded]?.first?.id {
                for (index, shift) in [24, 16, 8, 0].enumerated() {
                    bytes[place + 4 + index] = UInt8(truncatingIfNeeded: ours >> Int32(shift))
                }
            }
        }
        if isConnected { perform(machine.received(bytes, generation: 1, now: now)) }
    }

    /// The recording shows a whole answer: it belongs to the oldest request with its id.
    private mutating func answered(_ function: UInt32, _ id: Int64, _ json: JSONValue) {
        guard var requests = open[id], !requests.isEmpty else { return }
        let request = requests.removeFirst()
        open[id] = requests
        if let call = request.call { calls[call].answer = (function, json) }
    }

    private mutating func advance(to time: Duration) {
        while let deadline = machine.nextDeadline, deadline <= time {
            now = max(now, deadline)
            perform(machine.timePassed(now: now))
        }
        now = max(now, time)
    }

    private mutating func perform(_ actions: [ManagerMachine.Action]) {
        for action in actions {
            log.append(action)
            switch action {
            case .connect(let generation, _): perform(machine.transportOpened(generation: generation, now: now))
            case .write(let bytes):
                if let place = Self.header(of: bytes), bytes[place] >> 4 == 0 {
                    written.append(
                        (Self.word(bytes, place) & 0x0FFF_FFFF, Int32(bitPattern: Self.word(bytes, place + 4))))
                }
            case .closeTransport: isConnected = false
            case .complete, .phase, .hmiLevel, .permissions, .capability, .wayPoints, .availability, .notification,
                .asked,
                .fail, .finishAll, .fault, .dropped:
                break
            }
        }
    }

    /// Where the RPC header stands in a frame that begins a message; nil in other frames.
    private static func header(of bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, first >> 4 >= 2, bytes.count >= 24 else { return nil }
        let type = first & 7
        let isRPC = bytes[1] == 7 || bytes[1] == 15
        return isRPC && (type == 1 || (type == 3 && bytes[2] == 1)) ? 12 : nil
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: - Seeing

    func completions(of caller: UInt64) -> [ManagerMachine.Completion] {
        log.compactMap { if case .complete(caller, let completion) = $0 { completion } else { nil } }
    }

    var wasReady: Bool {
        log.contains { if case .phase(.ready) = $0 { true } else { false } }
    }

    var notifications: [IncomingMessage] {
        log.compactMap { if case .notification(let message) = $0 { message } else { nil } }
    }
}
