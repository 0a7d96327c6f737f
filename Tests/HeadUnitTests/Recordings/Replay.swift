import Formats
import SDLProtocol
import Simulator

@testable import HeadUnit

/// Plays a recording into the machine of our head unit, in time that is counted and not waited for.
struct Replay {
    /// What is played, with what both head units said.
    private(set) var replay: AppReplay
    /// Sessions that our head unit still has after everything is over.
    var sessionsLeft: Int { machine.sessions.count }
    /// Apps that are still registered then.
    var appsLeft: Int { machine.apps.count + machine.order.count + machine.names.count }
    /// What our head unit kept of apps that were gone, at the first moment at which it did.
    private(set) var inconsistencies: [String] = []

    /// Our clock at second 0 of the recording: late enough for a head unit that had started before.
    private let zero: Duration
    /// How long before that the head unit had started; StartService came so soon in few recordings.
    private static let startedBefore = Duration.milliseconds(1_510)

    private var machine: HeadUnitMachine
    private let module: MockModule
    private var now: Duration
    private var open: Set<Int> = []
    /// The start is answered from the module's description unless the recording holds it.
    private let answersStart: Bool
    /// Connections of earlier runs of the head unit.
    private var linkOffset = 0

    /// Plays a recording.
    ///
    /// - Parameters:
    ///   - recording: The conversation.
    ///   - module: The head unit it was held with.
    ///   - closesAll: Whether all connections close in the end.
    init(_ recording: Recording, module: MockModule, closesAll: Bool = false) {
        zero = .seconds(20) + (RecordingException.clockPhase(of: recording.name) ?? .zero)
        self.module = module
        // Where the recording holds the first start, its HMI answers.
        let first = recording.events.first { event in
            switch event.line {
            case .connected: true
            case .fromHMI(let json): json["method"] == "BasicCommunication.OnReady"
            default: false
            }
        }
        answersStart = if case .fromHMI = first?.line { false } else { true }
        var options = AppReplay.Options()
        options.isStarted = answersStart
        options.renamesSessions = false
        options.linger = .zero
        options.patience = .milliseconds(400)
        replay = AppReplay(recording, options, zero: zero)
        machine = HeadUnitMachine(configuration: module.configuration, random: .seeded(1))
        now = zero - Self.startedBefore
        if answersStart { perform(machine.start(now: now)) }
        run()
        guard closesAll else { return }
        for connection in open.sorted() { perform(machine.linkClosed(link(connection), now: now)) }
    }

    private mutating func run() {
        while let due = replay.nextDeadline {
            if let deadline = machine.nextDeadline, deadline <= due {
                now = max(now, deadline)
                perform(machine.timePassed(now: deadline))
            } else {
                now = max(now, due)
                perform(replay.timePassed(now: now))
            }
            if inconsistencies.isEmpty {
                inconsistencies = machine.inconsistencies.map { "\($0) after \(replay.place)" }
            }
        }
    }

    private func link(_ connection: Int) -> LinkID { LinkID(number: connection - linkOffset) }

    // MARK: What the replay wants

    private mutating func perform(_ actions: [AppReplay.Action]) {
        for action in actions {
            switch action {
            case .connect(let connection, let address):
                open.insert(connection)
                perform(machine.linkOpened(link(connection), address: address, listenerPort: 12_345, now: now))
            case .send(let connection, let bytes):
                perform(machine.received(bytes, on: link(connection), now: now))
            case .close(let connection):
                // What is still open in the end is looked at as it is.
                guard !replay.isOver, open.remove(connection) != nil else { break }
                perform(machine.linkClosed(link(connection), now: now))
            case .notify(let method, let parameters):
                perform(machine.notified(HMINotification(method, parameters: parameters), now: now))
            case .request(let tag, let method, let parameters):
                let (actions, answer) = machine.requested(method, parameters: parameters, now: now)
                perform(actions)
                replay.answered(tag, answer, now: now)
            case .answer(let id, let answer):
                perform(machine.answered(id, answer, now: machine.now))
            case .updatePolicy(let changes):
                var table = module.configuration.policy
                for (app, groups) in changes {
                    table.entries[app] =
                        groups.map { .policy(PolicyTable.AppPolicy(groups: $0, priority: "NAVIGATION")) } ?? .revoked
                }
                perform(machine.policyUpdated(table, now: now))
            case .terminate:
                perform(machine.shutDown(now: now))
            case .restart:
                restart()
            case .finish:
                break
            }
        }
    }

    /// The head unit ends and starts again, with what it kept.
    private mutating func restart() {
        let old = machine
        machine = HeadUnitMachine(configuration: module.configuration, random: .seeded(2))
        machine.restore(StoredState(apps: Array(old.saved.values), consents: old.consents))
        linkOffset = replay.ours.frames.keys.max() ?? 0
        perform(machine.start(now: now))
    }

    // MARK: What the head unit wants

    private mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let bytes):
                replay.received(bytes, on: id.number + linkOffset, now: now)
            case .close(let id):
                open.remove(id.number + linkOffset)
                replay.closed(id.number + linkOffset, now: now)
                perform(machine.linkClosed(id, now: machine.now))
            case .ask(let request):
                ask(request)
            case .trace, .store: break
            case .tell(let notification):
                replay.told(notification, now: now)
            }
        }
    }

    private mutating func ask(_ request: HMIRequest) {
        guard answersStart, machine.startUp.open.contains(request.id) else {
            return perform(replay.asked(request, now: now))
        }
        guard let answer = module.startUpAnswer(to: request.method) else { return }
        perform(machine.answered(request.id, answer, now: machine.now))
    }
}
