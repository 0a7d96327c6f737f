import Formats
import Testing

@testable import SDLApp

@Suite("After a session")
struct ReconnectTests {
    @Test(
        "Every reason of OnAppInterfaceUnregistered ends the session; two of them for good",
        arguments: AppInterfaceUnregisteredReason.knownValues + [.unrecognized("NEW_REASON")])
    func reasons(_ reason: AppInterfaceUnregisteredReason) {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.notify(.onAppInterfaceUnregistered, ["reason": .string(reason.rawValue)])
        let error = SDLError.unregistered(reason)
        if reason == .appUnauthorized || reason == .protocolViolation {
            #expect(harness.phases.last == .ended(.failed(error)))
            harness.pass(.seconds(100))
            #expect(harness.attempts == 1)
        } else {
            #expect(harness.phases.last == .reconnecting(after: .seconds(1), because: error))
            harness.pass(.seconds(1))
            #expect(harness.machine.phase.info?.generation == 2)
        }
    }

    @Test("A missing reason is no reason to stay away")
    func noReason() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.notify(.onAppInterfaceUnregistered, [:])
        #expect(harness.phases.last == .reconnecting(after: .seconds(1), because: .unregistered(nil)))
    }

    @Test("A fatal reason wins over the loss of the link right behind it")
    func fatalThenLost() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.head.isManual = true
        let request = harness.send(GetWayPoints(wayPointType: .all))
        harness.notify(.onAppInterfaceUnregistered, ["reason": "APP_UNAUTHORIZED"])
        harness.dropLink()
        harness.pass(.seconds(100))
        #expect(harness.phases.last == .ended(.failed(.unregistered(.appUnauthorized))))
        #expect(harness.attempts == 1)
        #expect(harness.failure(of: request) == .unregistered(.appUnauthorized))
    }

    @Test("The reason may come behind the end of the session")
    func reasonBehindEndService() {
        var harness = MachineHarness()
        harness.start()
        harness.fromHead { $0.endService() + $0.notify(.onAppInterfaceUnregistered, ["reason": "TOO_MANY_REQUESTS"]) }
        #expect(harness.phases.last == .ended(.failed(.unregistered(.tooManyRequests))))
    }

    @Test("During a stop the reason changes nothing")
    func reasonDuringStop() {
        var harness = MachineHarness()
        harness.head.answers[.unregisterAppInterface] = .silence
        harness.start()
        let stopper = harness.stop()
        harness.notify(.onAppInterfaceUnregistered, ["reason": "IGNITION_OFF"])
        #expect(harness.completion(of: stopper) == .done)
        #expect(harness.phases.last == .ended(.stopped))
    }

    @Test("A lost link is tried again by the policy, with growing pauses and up to a bound")
    func exponential() {
        var harness = MachineHarness {
            $0.reconnectPolicy = .exponential(
                initialDelay: .seconds(1), maximumDelay: .seconds(5), maximumAttempts: 5)
        }
        harness.start()
        harness.reachability = .refused
        harness.dropLink()
        harness.pass(.seconds(1000))
        let pauses = harness.phases.compactMap { phase -> Duration? in
            if case .reconnecting(let pause, _) = phase { pause } else { nil }
        }
        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(harness.phases.last == .ended(.failed(.connectFailed(reason: "refused", systemCode: 111))))
        #expect(harness.attempts == 6)
    }

    @Test("A head unit that drops every session at once is asked after growing pauses only, up to the bound")
    func stormWithoutRest() {
        var harness = MachineHarness {
            $0.reconnectPolicy = .exponential(
                initialDelay: .seconds(1), maximumDelay: .seconds(60), maximumAttempts: 4)
        }
        harness.start()
        var pauses: [Duration] = []
        harness.dropLink()
        while case .reconnecting(let pause, _)? = harness.phases.last {
            pauses.append(pause)
            harness.pass(pause)
            #expect(harness.machine.isReady)
            harness.dropLink()
        }
        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(harness.phases.last == .ended(.failed(.connectionLost(reason: "gone"))))
    }

    @Test("A session that outlasts the pause sets the count of failures back")
    func countBegins() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1), maximumAttempts: 2) }
        harness.start()
        for _ in 0..<10 {
            harness.pass(.milliseconds(1001))
            harness.dropLink()
            harness.pass(.seconds(1))
            #expect(harness.machine.isReady)
        }
        #expect(harness.attempts == 11)
    }

    @Test("The first attempt is repeated only where the policy says so", arguments: [true, false])
    func firstAttempt(_ isRepeated: Bool) {
        var harness = MachineHarness {
            $0.reconnectPolicy = .fixed(.seconds(1), includesFirstConnection: isRepeated)
        }
        harness.reachability = .refused
        let caller = harness.start()
        if isRepeated {
            harness.pass(.milliseconds(2500))
            #expect(harness.attempts == 3)
            #expect(harness.completion(of: caller) == nil)
            harness.reachability = .open
            harness.pass(.seconds(1))
            #expect(harness.machine.phase.info?.generation == 4)
            #expect(harness.completions(of: caller).count == 1)
        } else {
            #expect(harness.failure(of: caller) != nil)
            #expect(harness.attempts == 1)
        }
    }

    @Test("A stop during the pause is final")
    func stopDuringPause() {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.dropLink()
        let stopper = harness.stop()
        #expect(harness.completion(of: stopper) == .done)
        harness.pass(.seconds(100))
        #expect(harness.attempts == 1)
        #expect(harness.phases.last == .ended(.stopped))
    }

    @Test("Nothing of an old session is known in the pause and in the next one")
    func nothingLeaks() throws {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.perform(harness.machine.updateCapability(harness.next(), .navigation, .hmiLevel, now: harness.now))
        #expect(harness.machine.facts.capabilities[.navigation] != nil)
        harness.dropLink()
        #expect(harness.machine.facts == SessionFacts())
        harness.head.opening = [.level("NONE")]
        harness.head.hmiCapabilities = nil
        harness.pass(.seconds(1))
        #expect(harness.machine.facts.hmiLevel == HMILevel.none)
        #expect(harness.machine.facts.capabilities[.navigation] == nil)
        #expect(harness.machine.facts.capabilities.hmi == nil)
        #expect(harness.machine.facts.permissions == PermissionTable())
    }

    @Test("Pauses never shrink, whatever the policy's numbers are")
    func oddPolicies() {
        let odd = ReconnectPolicy(
            maximumAttempts: nil, initialDelay: .seconds(-5), factor: 0.1, maximumDelay: .seconds(-1),
            includesFirstConnection: false)
        #expect(odd.delay(afterFailures: 0) == .zero)
        #expect(odd.delay(afterFailures: 1000) == .zero)
        let steep = ReconnectPolicy.exponential()
        #expect(steep.delay(afterFailures: .max) == .seconds(30))
        for factor in [Double.nan, .infinity, -.infinity, 1e300, -1] {
            let wild = ReconnectPolicy(
                maximumAttempts: nil, initialDelay: .seconds(1), factor: factor, maximumDelay: .seconds(30),
                includesFirstConnection: false)
            let last = wild.delay(afterFailures: 50)
            #expect(last == .seconds(factor > 1 ? 30 : 1), "\(factor)")
        }
        let endless = ReconnectPolicy(
            maximumAttempts: nil, initialDelay: .seconds(Int64.max), factor: 2, maximumDelay: .seconds(Int64.max),
            includesFirstConnection: false)
        #expect(endless.delay(afterFailures: 50) == .seconds(365 * 86_400))
        #expect(ReconnectPolicy.never.delay(afterFailures: 0) == nil)
    }
}
