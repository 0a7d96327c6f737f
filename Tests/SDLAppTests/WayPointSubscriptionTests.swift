import Formats
import TestKit
import Testing

@testable import SDLApp

@Suite("The subscription to waypoints")
struct WayPointSubscriptionTests {
    private func read(_ harness: inout MachineHarness) -> UInt64 {
        let reader = harness.next()
        harness.perform(harness.machine.addWayPointReader(reader, now: harness.now))
        return reader
    }

    private func leave(_ harness: inout MachineHarness, _ reader: UInt64) {
        harness.perform(harness.machine.removeReader(reader, now: harness.now))
    }

    private func names(_ harness: MachineHarness, _ reader: UInt64) -> [[String?]] {
        harness.lists(of: reader).map { $0.map(\.locationName) }
    }

    private func change(_ harness: inout MachineHarness, _ names: String...) {
        harness.notify(.onWayPointChange, ["wayPoints": .array(names.map { ["locationName": .string($0)] })])
    }

    private func failure(_ harness: MachineHarness, _ reader: UInt64) -> SDLError? {
        for case .fail(reader, let error) in harness.log { return error }
        return nil
    }

    @Test("A reader may come before the start; the list is asked for once and then followed")
    func early() {
        var harness = MachineHarness()
        let reader = read(&harness)
        harness.start()
        #expect(harness.sequence == [.registerAppInterface, .subscribeWayPoints, .getWayPoints])
        #expect(names(harness, reader) == [["Home", "Shop"]])
        change(&harness, "Home")
        change(&harness, "Home")
        #expect(names(harness, reader) == [["Home", "Shop"], ["Home"]])
        leave(&harness, reader)
        #expect(harness.sequence.last == .unsubscribeWayPoints)
    }

    @Test("The second reader gets what is known, and only the last one unsubscribes")
    func second() {
        var harness = MachineHarness()
        harness.start()
        let first = read(&harness)
        let second = read(&harness)
        #expect(names(harness, second) == [["Home", "Shop"]])
        leave(&harness, first)
        #expect(harness.count(.unsubscribeWayPoints) == 0)
        change(&harness, "Shop")
        #expect(names(harness, first).count == 1)
        #expect(names(harness, second).count == 2)
        leave(&harness, second)
        #expect(harness.count(.subscribeWayPoints) == 1)
        #expect(harness.count(.unsubscribeWayPoints) == 1)
    }

    @Test("No route is an empty list")
    func noRoute() {
        var harness = MachineHarness()
        harness.head.wayPoints = nil
        harness.start()
        let reader = read(&harness)
        #expect(names(harness, reader) == [[]])
        change(&harness)
        #expect(names(harness, reader) == [[]])
        harness.notify(.onWayPointChange, [:])
        #expect(names(harness, reader) == [[]])
        change(&harness, "Home")
        harness.notify(.onWayPointChange, [:])
        #expect(names(harness, reader) == [[], ["Home"], []])
    }

    @Test("A list that comes before the answer to the subscription is not asked for again")
    func listBeforeAnswer() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let reader = read(&harness)
        change(&harness, "Cached")
        harness.answer(.subscribeWayPoints, .success)
        #expect(names(harness, reader) == [["Cached"]])
        #expect(harness.count(.getWayPoints) == 0)
    }

    @Test("A list of which nothing can be read says nothing: what is known stays")
    func unreadable() {
        var harness = MachineHarness()
        harness.start()
        let reader = read(&harness)
        for list: JSONValue in ["none", 7, [1, 2], [:]] {
            harness.head.wayPoints = list
            harness.level("NONE")
            harness.level("FULL")
            harness.notify(.onWayPointChange, ["wayPoints": list])
        }
        #expect(harness.count(.getWayPoints) == 5)
        #expect(names(harness, reader) == [["Home", "Shop"]])
        harness.head.wayPoints = [7, ["locationName": "Readable"]]
        harness.level("NONE")
        harness.level("FULL")
        #expect(names(harness, reader) == [["Home", "Shop"], ["Readable"]])
    }

    @Test("What is missed while the list is asked for is asked for afterwards", arguments: [true, false])
    func missedWhileAsking(_ succeeds: Bool) {
        var harness = MachineHarness()
        harness.head.answers[.getWayPoints] = .silence
        harness.start()
        let reader = read(&harness)
        harness.level("NONE")
        harness.level("FULL")
        #expect(harness.count(.getWayPoints) == 1)
        harness.head.answers[.getWayPoints] = nil
        harness.answer(
            .getWayPoints,
            succeeds ? .code("SUCCESS", true, nil, ["wayPoints": [["locationName": "Old"]]]) : .code("IN_USE", false))
        #expect(harness.count(.getWayPoints) == 2)
        #expect(names(harness, reader).last == ["Home", "Shop"])
    }

    @Test("A list that came without a subscription is not taken for the present one later")
    func listBeforeSubscription() {
        var harness = MachineHarness()
        harness.start()
        change(&harness, "Long ago")
        let reader = read(&harness)
        #expect(harness.count(.getWayPoints) == 1)
        #expect(names(harness, reader) == [["Home", "Shop"]])
    }

    @Test("A time in NONE counts whatever is under way: while subscribing, and while nobody reads")
    func inaudibleTimes() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let reader = read(&harness)
        change(&harness, "Before")
        harness.level("NONE")
        harness.level("FULL")
        harness.head.isManual = false
        harness.answer(.subscribeWayPoints, .success)
        #expect(names(harness, reader) == [["Before"], ["Home", "Shop"]])

        harness.head.answers[.unsubscribeWayPoints] = .code("REJECTED", false)
        leave(&harness, reader)
        harness.level("NONE")
        harness.head.answers[.unsubscribeWayPoints] = .silence
        harness.level("FULL")
        harness.answer(.unsubscribeWayPoints, .code("REJECTED", false))
        harness.head.wayPoints = [["locationName": "After"]]
        let next = read(&harness)
        #expect(names(harness, next).last == ["After"])
    }

    @Test("A refusal belongs to the circumstances in which the request was sent, the unknown table among them")
    func refusedMeanwhile() {
        var harness = MachineHarness()
        harness.head.opening = [.level("FULL")]
        harness.start()
        harness.head.isManual = true
        let reader = read(&harness)
        #expect(harness.count(.subscribeWayPoints) == 1)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        harness.head.isManual = false
        harness.answer(.subscribeWayPoints, .code("DISALLOWED", false))
        #expect(harness.count(.subscribeWayPoints) == 2)
        #expect(names(harness, reader) == [["Home", "Shop"]])
    }

    @Test("A restored subscription that nobody reads any more is given up, and only one of the library's own")
    func restored() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        let reader = read(&harness)
        harness.notify(.onHashChange, ["hashID": "h"])
        harness.dropLink()
        leave(&harness, reader)
        harness.head.answers[.unsubscribeWayPoints] = .silence
        harness.pass(.seconds(1))
        #expect(harness.machine.phase.info?.resumption == .resumed)
        #expect(harness.count(.unsubscribeWayPoints) == 1)
        harness.head.answers[.unsubscribeWayPoints] = nil
        harness.answer(.unsubscribeWayPoints, .success)
        #expect(harness.count(.unsubscribeWayPoints) == 1)
        harness.notify(.onHashChange, ["hashID": "i"])
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.count(.unsubscribeWayPoints) == 1)

        var foreign = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        foreign.start()
        foreign.send(SubscribeWayPoints())
        foreign.notify(.onHashChange, ["hashID": "h"])
        foreign.dropLink()
        foreign.pass(.seconds(1))
        #expect(foreign.machine.phase.info?.resumption == .resumed)
        #expect(foreign.count(.unsubscribeWayPoints) == 0)
    }

    @Test("A change that overtakes the answer to the question for the list is the newer one")
    func overtaken() {
        var harness = MachineHarness()
        harness.head.answers[.getWayPoints] = .silence
        harness.start()
        let reader = read(&harness)
        change(&harness, "New")
        harness.answer(.getWayPoints, .code("SUCCESS", true, nil, ["wayPoints": [["locationName": "Old"]]]))
        #expect(names(harness, reader) == [["New"]])
    }

    @Test(
        "A question for the list that fails for a passing reason is put again, with growing pauses",
        arguments: ["IN_USE", "TIMED_OUT", "GENERIC_ERROR", "REJECTED", "TOO_MANY_PENDING_REQUESTS"])
    func busyNavigation(_ code: String) {
        var harness = MachineHarness()
        harness.head.answers[.getWayPoints] = .code(code, false)
        harness.start()
        let reader = read(&harness)
        #expect(harness.count(.getWayPoints) == 1)
        harness.pass(.seconds(3))
        #expect(harness.count(.getWayPoints) == 3)
        harness.pass(.seconds(300))
        #expect((8...16).contains(harness.count(.getWayPoints)))
        harness.head.answers[.getWayPoints] = nil
        harness.pass(.seconds(32))
        #expect(names(harness, reader) == [["Home", "Shop"]])
        let count = harness.count(.getWayPoints)
        harness.pass(.seconds(300))
        #expect(harness.count(.getWayPoints) == count)
    }

    @Test("The list is not asked for again after a change, without readers, or where it cannot be had")
    func noSecondQuestion() {
        var harness = MachineHarness()
        harness.head.answers[.getWayPoints] = .code("IN_USE", false)
        harness.start()
        let reader = read(&harness)
        change(&harness, "Told")
        harness.pass(.seconds(100))
        #expect(harness.count(.getWayPoints) == 1)
        #expect(names(harness, reader) == [["Told"]])

        var left = MachineHarness()
        left.head.answers[.getWayPoints] = .code("IN_USE", false)
        left.start()
        let short = read(&left)
        leave(&left, short)
        left.pass(.seconds(100))
        #expect(left.count(.getWayPoints) == 1)

        var lost = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(50)) }
        lost.head.answers[.getWayPoints] = .code("IN_USE", false)
        lost.start()
        _ = read(&lost)
        lost.dropLink()
        lost.pass(.seconds(40))
        #expect(lost.count(.getWayPoints) == 1)

        var without = MachineHarness()
        without.head.answers[.getWayPoints] = .code("UNSUPPORTED_RESOURCE", false)
        without.start()
        _ = read(&without)
        without.pass(.seconds(100))
        #expect(without.count(.getWayPoints) == 1)
    }

    /// How a head unit may answer a subscription, and what comes of it.
    struct Answer: Sendable, CustomTestStringConvertible {
        let code: String
        let success: Bool
        /// Whether the reader goes on.
        let isSubscribed: Bool
        /// Whether the stream ends with an error.
        let fails: Bool
        var testDescription: String { "\(code) \(success)" }
    }

    static let answers = [
        Answer(code: "SUCCESS", success: true, isSubscribed: true, fails: false),
        Answer(code: "WARNINGS", success: true, isSubscribed: true, fails: false),
        Answer(code: "IGNORED", success: false, isSubscribed: true, fails: false),
        Answer(code: "UNSUPPORTED_RESOURCE", success: true, isSubscribed: true, fails: false),
        Answer(code: "UNSUPPORTED_RESOURCE", success: false, isSubscribed: false, fails: true),
        Answer(code: "REJECTED", success: false, isSubscribed: false, fails: true),
        Answer(code: "GENERIC_ERROR", success: false, isSubscribed: false, fails: true),
        Answer(code: "DISALLOWED", success: false, isSubscribed: false, fails: false),
        Answer(code: "USER_DISALLOWED", success: false, isSubscribed: false, fails: false),
    ]

    @Test("What the answers to a subscription mean", arguments: answers)
    func answer(_ answer: Answer) {
        var harness = MachineHarness()
        harness.head.answers[.subscribeWayPoints] = .code(answer.code, answer.success)
        harness.start()
        let reader = read(&harness)
        #expect((failure(harness, reader) != nil) == answer.fails)
        let asked = harness.count(.subscribeWayPoints)
        leave(&harness, reader)
        #expect(harness.count(.unsubscribeWayPoints) == (answer.isSubscribed ? 1 : 0))
        // The next reader begins anew.
        harness.head.answers[.subscribeWayPoints] = nil
        if answer.fails { _ = read(&harness) }
        #expect(harness.count(.subscribeWayPoints) == asked + (answer.fails ? 1 : 0))
    }

    @Test("Silence and an unknown function end the stream with their errors")
    func silence() {
        var harness = MachineHarness()
        harness.head.answers[.subscribeWayPoints] = .silence
        harness.start()
        let reader = read(&harness)
        harness.pass(.seconds(15))
        #expect(failure(harness, reader) == .timedOut(.subscribeWayPoints))
        harness.head.answers[.subscribeWayPoints] = .generic
        let second = read(&harness)
        guard case .unsupportedFunction(.subscribeWayPoints, _)? = failure(harness, second) else {
            Issue.record("\(harness.log)")
            return
        }
    }

    @Test("In NONE nothing is asked; the subscription follows when the app leaves NONE")
    func none() {
        var harness = MachineHarness()
        harness.head.opening = [.level("NONE"), .permissions]
        harness.start()
        let reader = read(&harness)
        #expect(harness.sequence == [.registerAppInterface])
        harness.level("FULL")
        #expect(harness.sequence == [.registerAppInterface, .subscribeWayPoints, .getWayPoints])
        #expect(names(harness, reader) == [["Home", "Shop"]])
    }

    @Test("After a time in NONE the list is asked for again: changes were not told")
    func backFromNone() {
        var harness = MachineHarness()
        harness.start()
        let reader = read(&harness)
        harness.level("NONE")
        harness.head.wayPoints = [["locationName": "Elsewhere"]]
        harness.level("BACKGROUND")
        #expect(names(harness, reader) == [["Home", "Shop"], ["Elsewhere"]])
        harness.level("FULL")
        #expect(harness.count(.getWayPoints) == 2)
        #expect(harness.count(.subscribeWayPoints) == 1)
    }

    @Test("A refusal is tried again only under other circumstances")
    func refusal() {
        var harness = MachineHarness()
        harness.head.answers[.subscribeWayPoints] = .code("DISALLOWED", false)
        harness.start()
        let reader = read(&harness)
        for _ in 0..<5 { harness.notify(.onPermissionsChange, harness.head.permissions) }
        let asked = harness.count(.subscribeWayPoints)
        #expect(asked == 1)
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(functions: []))
        #expect(harness.count(.subscribeWayPoints) == asked)
        harness.head.answers[.subscribeWayPoints] = nil
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.count(.subscribeWayPoints) == asked + 1)
        harness.level("NONE")
        harness.level("LIMITED")
        #expect(harness.count(.subscribeWayPoints) == asked + 1)
        #expect(failure(harness, reader) == nil)
    }

    @Test("Every new session subscribes again, and IGNORED means that it is subscribed already")
    func reconnect() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        let reader = read(&harness)
        harness.notify(.onHashChange, ["hashID": "h"])
        harness.head.answers[.subscribeWayPoints] = .code("IGNORED", false)
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.count(.subscribeWayPoints) == 2)
        #expect(names(harness, reader) == [["Home", "Shop"]], "an equal list is not repeated")
        harness.head.wayPoints = [["locationName": "New"]]
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(names(harness, reader) == [["Home", "Shop"], ["New"]])
        #expect(failure(harness, reader) == nil)
    }

    @Test("A link lost while the subscription is open ends no stream")
    func lostWhileSubscribing() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.head.answers[.subscribeWayPoints] = .silence
        harness.start()
        let reader = read(&harness)
        harness.dropLink()
        harness.head.answers[.subscribeWayPoints] = nil
        harness.pass(.seconds(1))
        #expect(failure(harness, reader) == nil)
        #expect(names(harness, reader) == [["Home", "Shop"]])
    }

    @Test("Who leaves and comes back while a step is open: the last wish counts")
    func changesOfMind() {
        var harness = MachineHarness()
        harness.start()
        harness.head.isManual = true
        let first = read(&harness)
        leave(&harness, first)
        let second = read(&harness)
        leave(&harness, second)
        #expect(harness.sequence.suffix(1) == [.subscribeWayPoints])
        harness.answer(.subscribeWayPoints, .success)
        #expect(harness.sequence.suffix(1) == [.unsubscribeWayPoints])
        let third = read(&harness)
        harness.answer(.unsubscribeWayPoints, .code("IGNORED", false))
        #expect(harness.sequence.suffix(1) == [.subscribeWayPoints])
        harness.answer(.subscribeWayPoints, .success)
        change(&harness, "Home")
        #expect(names(harness, third) == [["Home"]])
    }

    @Test("A head unit that does not let go keeps the subscription, and the next reader takes it over")
    func stuck() {
        var harness = MachineHarness()
        harness.start()
        let reader = read(&harness)
        harness.head.answers[.unsubscribeWayPoints] = .code("REJECTED", false)
        leave(&harness, reader)
        #expect(harness.count(.unsubscribeWayPoints) == 1)
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.count(.unsubscribeWayPoints) == 1)
        let next = read(&harness)
        change(&harness, "Home")
        #expect(names(harness, next).last == ["Home"])
        #expect(harness.count(.subscribeWayPoints) == 1)
    }

    @Test("Plain requests and notifications stay what they are: nothing is sent for a reader of notifications")
    func plain() {
        var harness = MachineHarness()
        harness.start()
        change(&harness, "Home")
        #expect(harness.sequence == [.registerAppInterface])
        #expect(harness.notifications.contains(.onWayPointChange))
    }

    @Test("Random readers, levels, answers and losses: subscriptions stay balanced", arguments: 0..<30 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        var readers: [UInt64] = []
        let answers: [ScriptedHead.Answer] = [
            .success, .success, .code("IGNORED", false), .code("DISALLOWED", false), .code("WARNINGS", true), .silence,
            .code("REJECTED", false),
        ]
        for _ in 0..<150 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: readers.append(read(&harness))
            case 2, 3:
                if let reader = readers.popLast() { leave(&harness, reader) }
            case 4: harness.level(["FULL", "NONE", "BACKGROUND"].randomElement(using: &random) ?? "NONE")
            case 5:
                let function =
                    [FunctionID.subscribeWayPoints, .unsubscribeWayPoints, .getWayPoints]
                    .randomElement(using: &random) ?? .getWayPoints
                harness.head.answers[function] = answers.randomElement(using: &random)
            case 6: harness.pass(.milliseconds(Int.random(in: 0..<9000, using: &random)))
            default:
                if Int.random(in: 0..<4, using: &random) == 0 {
                    harness.dropLink()
                    harness.pass(.seconds(1))
                } else {
                    change(&harness, "\(Int.random(in: 0..<3, using: &random))")
                }
            }
            readers.removeAll { failure(harness, $0) != nil }
        }
        // In the end everything is permitted and works: whoever still reads is served, else nothing is left behind.
        harness.head.answers = [:]
        harness.level("NONE")
        harness.pass(.seconds(30))
        harness.notify(.onPermissionsChange, ScriptedHead.permissions(functions: []))
        harness.level("FULL")
        harness.notify(.onPermissionsChange, harness.head.permissions)
        harness.pass(.seconds(30))
        readers.removeAll { failure(harness, $0) != nil }
        harness.head.wayPoints = [["locationName": "End"]]
        change(&harness, "End")
        #expect(harness.head.isSubscribed == !readers.isEmpty)
        for reader in readers { #expect(names(harness, reader).last == ["End"]) }
        for reader in readers { leave(&harness, reader) }
        #expect(!harness.head.isSubscribed)
    }
}
