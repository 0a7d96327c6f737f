import TestKit
import Testing

@testable import Positioning

@Suite("Places of accessories")
struct AccessoryPlaceTests {
    private func seconds(_ values: [Int]) -> [Duration] { values.map { .seconds($0) } }

    @Test("A device is there when its file is")
    func device() {
        var place = AccessoryPlace(.device)
        #expect(place.started() == [])
        #expect(place.deadline == nil)
        #expect(place.fileAppeared() == [.appeared(isNews: true)])
        // Its rights have changed.
        #expect(place.fileAppeared() == [.appeared(isNews: true)])
        let use = place.opening()
        #expect(place.fileAppeared() == [])
        #expect(place.fileVanished() == [.vanished])
        #expect(place.fileVanished() == [])
        // The end of the connection is told later than that of the device.
        #expect(place.broke(use, now: .zero) == [])
        #expect(place.deadline == nil)
        #expect(place.fileAppeared() == [.appeared(isNews: true)])
    }

    @Test("A device whose connection breaks without a word is offered again, later each time, and not as news")
    func flappingDevice() {
        var place = AccessoryPlace(.device)
        _ = place.fileAppeared()
        var now = Duration.zero
        var waits: [Duration] = []
        for look in 1...5 {
            #expect(place.broke(place.opening(), now: now) == [.vanished])
            let deadline = place.deadline ?? .zero
            waits.append(deadline - now)
            now = deadline
            #expect(place.deadlineReached(now: now) == [.look(look)])
            #expect(place.looked(look, found: true, now: now) == [.appeared(isNews: false)])
        }
        #expect(waits == seconds([1, 2, 5, 10, 10]))
        // Data begins the schedule anew, and what comes back then is news.
        let use = place.opening()
        place.heard(use)
        #expect(place.broke(use, now: now) == [.vanished])
        #expect(place.deadline == now + .seconds(1))
        #expect(place.deadlineReached(now: now + .seconds(1)) == [.look(6)])
        #expect(place.looked(6, found: true, now: now + .seconds(1)) == [.appeared(isNews: true)])
        // A device whose file has gone meanwhile is waited for.
        #expect(place.broke(place.opening(), now: now) == [.vanished])
        _ = place.deadlineReached(now: now + .seconds(2))
        #expect(place.looked(7, found: false, now: now + .seconds(2)) == [])
        #expect(place.deadline == nil)
    }

    @Test("A server is looked at less and less often while nothing changes")
    func rest() {
        var place = AccessoryPlace(.server)
        #expect(place.started() == [.look(1)])
        #expect(place.looked(1, found: true, now: .zero) == [.appeared(isNews: true)])
        var (now, look) = (Duration.zero, 1)
        var waits: [Duration] = []
        func next(found: Bool) -> [AccessoryPlace.Action] {
            let deadline = place.deadline ?? .zero
            waits.append(deadline - now)
            now = deadline
            look += 1
            #expect(place.deadlineReached(now: now) == [.look(look)])
            return place.looked(look, found: found, now: now)
        }
        for _ in 0..<9 { #expect(next(found: true) == []) }
        #expect(waits == seconds([5, 10, 20, 40, 80, 160, 320, 600, 600]))
        waits = []
        #expect(next(found: false) == [.vanished])
        for _ in 0..<6 { #expect(next(found: false) == []) }
        #expect(waits == seconds([600, 1, 2, 5, 10, 30, 30]))
        #expect(next(found: true) == [.appeared(isNews: true)])
        waits = []
        _ = next(found: true)
        #expect(waits == seconds([5]))
    }

    @Test("A connection that is open rests the looks, and what they find late counts for nothing")
    func used() {
        var place = AccessoryPlace(.server)
        _ = place.started()
        _ = place.looked(1, found: true, now: .zero)
        #expect(place.deadlineReached(now: .seconds(5)) == [.look(2)])
        let use = place.opening()
        #expect(place.looked(2, found: false, now: .seconds(5)) == [])
        #expect(place.deadline == nil)
        #expect(place.deadlineReached(now: .seconds(500)) == [])
        place.released(use, now: .seconds(500))
        #expect(place.deadline == .seconds(505))
        // The end of an earlier connection is no end of this one.
        let next = place.opening()
        #expect(place.broke(use, now: .seconds(501)) == [])
        place.released(use, now: .seconds(501))
        #expect(place.deadline == nil)
        #expect(place.broke(next, now: .seconds(502)) == [.vanished])
    }

    @Test("A server that accepts and hangs up is connected to less and less often, with its source or without")
    func hangingUp() {
        for kind in [AccessoryPlace.Kind.server, .device] {
            var place = AccessoryPlace(kind)
            var source = LinkStateMachine(
                source: "a", options: .init(retry: .local, silenceLimit: nil, staleAfter: nil))
            var (now, isPresent) = (Duration.zero, false)
            var connections: [Duration] = []
            var orders: [AccessoryPlace.Action] = []
            func act(_ actions: [LinkStateMachine.Action]) {
                for case .open(let attempt) in actions {
                    guard isPresent else {
                        let error = LocationSourceError(.notFound, source: "a", reason: "not connected")
                        act(source.openFailed(attempt: attempt, error, now: now))
                        continue
                    }
                    connections.append(now)
                    let use = place.opening()
                    act(source.opened(attempt: attempt, now: now))
                    let broken = place.broke(use, now: now)
                    act(source.lost(LocationSourceError(.lost, source: "a", reason: "closed"), now: now))
                    orders += broken
                }
            }
            orders = kind == .server ? place.started() : place.fileAppeared()
            act(source.started())
            while now < .seconds(600) {
                while !orders.isEmpty {
                    switch orders.removeFirst() {
                    case .look(let number):
                        if kind == .server { connections.append(now) }
                        orders += place.looked(number, found: true, now: now)
                    case .appeared(let isNews):
                        isPresent = true
                        if isNews { act(source.deviceAppeared()) }
                    case .vanished: isPresent = false
                    }
                }
                now = [place.deadline, source.deadline].compactMap { $0 }.min() ?? .seconds(600)
                if place.deadline == now { orders += place.deadlineReached(now: now) }
                if orders.isEmpty, source.deadline == now { act(source.deadlineReached(now: now)) }
            }
            // 16 in 40 s, and one or two each five seconds without an end, is what must not be.
            #expect(connections.count { $0 < .seconds(40) } < 12, "\(kind): \(connections)")
            #expect(connections.count { $0 >= .seconds(300) } <= (kind == .server ? 20 : 30), "\(kind): \(connections)")
        }
    }

    @Test("Any order of events keeps the rules: one look at a time, none while it is used, nothing told twice")
    func random() {
        var random = SplitMix64(seed: 15)
        for round in 0..<200 {
            var place = AccessoryPlace(round.isMultiple(of: 2) ? .server : .device)
            var (now, isPresent) = (Duration.zero, false)
            var (look, use): (Int?, Int?)
            var actions = place.started()
            for _ in 0..<200 {
                for action in actions {
                    switch action {
                    case .look(let number):
                        #expect(use == nil)
                        look = number
                    case .appeared: isPresent = true
                    case .vanished:
                        #expect(isPresent)
                        isPresent = false
                    }
                }
                if let deadline = place.deadline {
                    #expect(use == nil)
                    #expect(deadline <= now + .seconds(600))
                }
                now += .milliseconds(Int.random(in: 0...20_000, using: &random))
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    actions = place.fileAppeared()
                case 1:
                    actions = place.fileVanished()
                    use = nil
                case 2, 3:
                    actions = look.map { place.looked($0, found: Bool.random(using: &random), now: now) } ?? []
                    look = nil
                case 4:
                    actions = []
                    if use == nil, isPresent { use = place.opening() } else { use.map { place.heard($0) } }
                case 5:
                    actions = use.map { place.broke($0, now: now) } ?? []
                    use = nil
                case 6:
                    actions = []
                    use.map { place.released($0, now: now) }
                    use = nil
                default:
                    actions = place.deadlineReached(now: now)
                }
            }
        }
    }
}
