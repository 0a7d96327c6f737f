import TestKit
import Testing

@testable import Positioning

@Suite("Keeping a receiver's connection")
struct LinkStateMachineTests {
    private static let lost = LocationSourceError(.lost, source: "rx", reason: "unplugged")
    private static let absent = LocationSourceError(.notFound, source: "rx", reason: "no such device")
    private static let denied = LocationSourceError(.permissionDenied, source: "rx", reason: "no right")

    private func machine(
        retry: RetrySchedule? = .local, silence: Duration? = nil, stale: Duration? = .seconds(5)
    ) -> LinkStateMachine {
        LinkStateMachine(source: "rx", options: .init(retry: retry, silenceLimit: silence, staleAfter: stale))
    }

    @Test("It opens, reads, is lost, waits a second, and reads again")
    func life() {
        var machine = machine()
        #expect(machine.started() == [.tell(.starting), .open(attempt: 1)])
        #expect(machine.started() == [])
        #expect(machine.opened(attempt: 1, now: .seconds(1)) == [.tell(.started)])
        machine.bytesReceived(now: .seconds(2))
        #expect(machine.lost(Self.lost, now: .seconds(3)) == [.tell(.starting), .interrupted(Self.lost)])
        #expect(machine.deadline == .seconds(4))
        #expect(machine.deadlineReached(now: .seconds(3.5)) == [])
        #expect(machine.deadlineReached(now: .seconds(4)) == [.open(attempt: 2)])
        #expect(machine.opened(attempt: 2, now: .seconds(4)) == [.tell(.started)])
        #expect(machine.stopped() == [.tell(.stopping), .close, .tell(.stopped)])
        #expect(machine.deadline == nil)
    }

    @Test("Every failure waits longer, up to ten seconds, and is told once")
    func schedule() {
        var machine = machine()
        _ = machine.started()
        var now = Duration.zero
        var told = 0
        var waits: [Duration] = []
        for attempt in 1...6 {
            let actions = machine.openFailed(attempt: attempt, Self.absent, now: now)
            told += actions.count { $0 == .interrupted(Self.absent) }
            let deadline = machine.deadline ?? .zero
            waits.append(deadline - now)
            now = deadline
            #expect(machine.deadlineReached(now: now) == [.open(attempt: attempt + 1)])
        }
        #expect(waits == [1, 2, 5, 10, 10, 10].map { .seconds($0) })
        #expect(told == 1)
    }

    @Test("A connection that opens and breaks without data does not begin the schedule anew; one with data does")
    func flicker() {
        var machine = machine()
        _ = machine.started()
        for (attempt, wait) in [(1, 1), (2, 2), (3, 5)] {
            _ = machine.opened(attempt: attempt, now: .zero)
            _ = machine.lost(Self.lost, now: .zero)
            #expect(machine.deadline == .seconds(wait))
            _ = machine.deadlineReached(now: .seconds(wait))
        }
        _ = machine.opened(attempt: 4, now: .zero)
        machine.bytesReceived(now: .zero)
        _ = machine.lost(Self.lost, now: .zero)
        #expect(machine.deadline == .seconds(1))
    }

    @Test("A device that reappears is opened at once, on the first attempt")
    func reappearance() {
        var machine = machine()
        _ = machine.started()
        _ = machine.opened(attempt: 1, now: .zero)
        _ = machine.lost(Self.lost, now: .seconds(10))
        for (attempt, now) in [(2, 11), (3, 13), (4, 18), (5, 28)] {
            #expect(machine.deadlineReached(now: .seconds(now)) == [.open(attempt: attempt)])
            _ = machine.openFailed(attempt: attempt, Self.absent, now: .seconds(now))
        }
        // Five seconds before the next attempt would be due.
        #expect(machine.deviceAppeared() == [.open(attempt: 6)])
        #expect(machine.opened(attempt: 6, now: .seconds(33)) == [.tell(.started)])
    }

    @Test("A device that reappears before its end is noticed is opened at once when it is")
    func replug() {
        var machine = machine()
        _ = machine.started()
        _ = machine.opened(attempt: 1, now: .zero)
        #expect(machine.deviceAppeared() == [])
        #expect(
            machine.lost(Self.lost, now: .seconds(1)) == [
                .tell(.starting), .interrupted(Self.lost), .open(attempt: 2),
            ])
        // It came while an attempt was under way: the answer may be older than the device.
        #expect(machine.deviceAppeared() == [])
        #expect(machine.openFailed(attempt: 2, Self.denied, now: .seconds(1)) == [.open(attempt: 3)])
    }

    @Test("What waiting cannot help ends the source at the start, but not once it has worked")
    func permanent() {
        var machine = machine()
        _ = machine.started()
        #expect(
            machine.openFailed(attempt: 1, Self.denied, now: .zero)
                == [.tell(.failedToStart(Self.denied)), .fail(Self.denied)])
        #expect(machine.started() == [.tell(.starting), .open(attempt: 1)])
        _ = machine.opened(attempt: 1, now: .zero)
        _ = machine.lost(Self.lost, now: .zero)
        _ = machine.deviceAppeared()
        // Just plugged in, the rights are not set yet.
        #expect(machine.openFailed(attempt: 2, Self.denied, now: .zero) == [.interrupted(Self.denied)])
    }

    @Test("Without a schedule the first failure is the end")
    func never() {
        var machine = machine(retry: nil)
        _ = machine.started()
        #expect(
            machine.openFailed(attempt: 1, Self.absent, now: .zero)
                == [.tell(.failedToStart(Self.absent)), .fail(Self.absent)])
        _ = machine.started()
        _ = machine.opened(attempt: 1, now: .zero)
        machine.located(now: .zero)
        #expect(machine.lost(Self.lost, now: .zero) == [.markStale, .tell(.stopped), .fail(Self.lost)])
    }

    @Test("A silent connection is closed and opened anew, and left alone longer each time")
    func silence() {
        var machine = machine(silence: .seconds(60))
        _ = machine.started()
        _ = machine.opened(attempt: 1, now: .zero)
        #expect(machine.deadline == .seconds(60))
        machine.bytesReceived(now: .seconds(30))
        #expect(machine.deadlineReached(now: .seconds(60)) == [])
        let error = LocationSourceError(.silent, source: "rx", reason: "nothing came for 60 s")
        #expect(
            machine.deadlineReached(now: .seconds(90)) == [.close, .tell(.starting), .interrupted(error)])
        #expect(machine.deadlineReached(now: .seconds(91)) == [.open(attempt: 2)])
        _ = machine.opened(attempt: 2, now: .seconds(91))
        #expect(machine.deadline == .seconds(91 + 120))
        machine.bytesReceived(now: .seconds(100))
        #expect(machine.deadline == .seconds(160))
    }

    @Test("The last location is marked stale once, by time or by the loss of the connection")
    func stale() {
        var machine = machine()
        _ = machine.started()
        _ = machine.opened(attempt: 1, now: .zero)
        machine.located(now: .seconds(1))
        #expect(machine.deadline == .seconds(6))
        #expect(machine.deadlineReached(now: .seconds(6)) == [.markStale])
        #expect(machine.deadlineReached(now: .seconds(7)) == [])
        #expect(machine.lost(Self.lost, now: .seconds(8)) == [.tell(.starting), .interrupted(Self.lost)])
        _ = machine.deviceAppeared()
        _ = machine.opened(attempt: 2, now: .seconds(9))
        machine.bytesReceived(now: .seconds(9))
        machine.located(now: .seconds(9))
        #expect(
            machine.lost(Self.lost, now: .seconds(10)) == [.tell(.starting), .markStale, .interrupted(Self.lost)])
    }

    @Test("An attempt that was given up changes nothing when it succeeds later")
    func late() {
        var machine = machine()
        _ = machine.started()
        _ = machine.stopped()
        #expect(!machine.isCurrent(attempt: 1))
        #expect(machine.opened(attempt: 1, now: .zero) == [])
        #expect(machine.openFailed(attempt: 1, Self.absent, now: .zero) == [])
        _ = machine.started()
        #expect(machine.isCurrent(attempt: 1))
    }

    @Test("Any order of events keeps the rules: one connection at a time, no attempt without a wait or a device")
    func random() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            var machine = machine(silence: .seconds(60))
            var now = Duration.zero
            var isOpen = false
            var pending: Int?
            for _ in 0..<200 {
                now += .milliseconds(Int.random(in: 0...3000, using: &random))
                var actions: [LinkStateMachine.Action] = []
                switch Int.random(in: 0..<9, using: &random) {
                case 0: actions = machine.started()
                case 1: actions = machine.stopped()
                case 2:
                    if let attempt = pending {
                        pending = nil
                        actions = machine.opened(attempt: attempt, now: now)
                        if !actions.isEmpty { isOpen = true }
                    }
                case 3:
                    if let attempt = pending {
                        pending = nil
                        actions = machine.openFailed(attempt: attempt, Self.absent, now: now)
                    }
                case 4:
                    actions = machine.lost(Self.lost, now: now)
                    if !actions.isEmpty {
                        #expect(isOpen)
                        isOpen = false
                    }
                case 5: machine.bytesReceived(now: now)
                case 6: machine.located(now: now)
                case 7: actions = machine.deviceAppeared()
                default: actions = machine.deadlineReached(now: now)
                }
                for action in actions {
                    switch action {
                    case .open(let attempt):
                        #expect(!isOpen)
                        pending = attempt
                    case .close:
                        isOpen = false
                        pending = nil
                    case .tell, .interrupted, .markStale, .fail: break
                    }
                }
                if let deadline = machine.deadline, !isOpen { #expect(deadline <= now + .seconds(10)) }
            }
        }
    }
}
