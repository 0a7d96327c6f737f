import Formats
import SDLProtocol
import Testing

@testable import SDLApp

/// Every way in which a session can fail has its error and its deadline.
@Suite("Failures of a session")
struct FailureTests {
    @Test("A refused connection is told at once")
    func refused() {
        var harness = MachineHarness()
        harness.reachability = .refused
        let caller = harness.start()
        #expect(harness.failure(of: caller) == .connectFailed(reason: "refused", systemCode: 111))
    }

    @Test("A connection that does not come is given up after ten seconds")
    func silentConnect() {
        var harness = MachineHarness()
        harness.reachability = .silent
        let caller = harness.start()
        harness.pass(.milliseconds(9999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.failure(of: caller) == .connectTimedOut)
        #expect(!harness.machine.expectsTransport(1))
    }

    @Test("StartServiceNAK is told with its reason")
    func startServiceNAK() {
        var harness = MachineHarness()
        harness.head.connection = ModuleConnection(number: 1, configuration: .notReady)
        let caller = harness.start()
        let payload = ControlPayload.Refusal(rejectedParams: ["protocolVersion"], reason: "too many sessions")
        let nak = Frame(
            control: .startServiceNAK, version: 5, service: .rpc, sessionID: 0,
            payload: payload.encode(headerVersion: 5))
        harness.perform(harness.machine.received(nak.encode(), generation: 1, now: harness.now))
        #expect(
            harness.failure(of: caller)
                == .serviceRefused(reason: "too many sessions", rejectedParams: ["protocolVersion"]))
        #expect(!harness.isConnected)
    }

    @Test("StartService without an answer is given up after ten seconds")
    func silentStartService() {
        var harness = MachineHarness()
        harness.head.connection = ModuleConnection(number: 1, configuration: .notReady)
        let caller = harness.start()
        harness.pass(.milliseconds(9999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.failure(of: caller) == .serviceTimedOut)
        #expect(!harness.isConnected)
    }

    @Test("A protocol below the minimum is left before registering; an equal one passes", arguments: [4, 5])
    func protocolVersion(_ major: UInt16) {
        var configuration = ModuleConnection.Configuration.strict
        if major == 4 { configuration.maximumVersion = ProtocolVersion(4, 0, 0) }
        var harness = MachineHarness { $0.minimumProtocolVersion = ProtocolVersion(5, 4, 0) }
        harness.head = ScriptedHead(configuration: configuration)
        let caller = harness.start()
        if major == 4 {
            #expect(
                harness.failure(of: caller)
                    == .protocolVersionTooLow(
                        negotiated: ProtocolVersion(4, 0, 0), minimum: ProtocolVersion(5, 4, 0)))
            #expect(harness.head.requests.isEmpty)
            #expect(harness.head.connection.sessionIDs.isEmpty)
        } else {
            #expect(harness.machine.isReady)
        }
    }

    @Test(
        "An RPC version below the minimum is unregistered; an equal one and an unknown one pass",
        arguments: [
            (RPCVersion(4, 4, 9), false), (RPCVersion(4, 5, 0), true), (RPCVersion(5, 0, 9), true), (nil, true),
        ])
    func rpcVersion(_ version: RPCVersion?, _ passes: Bool) {
        var harness = MachineHarness { $0.minimumRPCVersion = RPCVersion(4, 5) }
        harness.head.rpcVersion = version
        let caller = harness.start()
        #expect(harness.machine.isReady == passes)
        guard !passes, let version else { return }
        #expect(harness.failure(of: caller) == .rpcVersionTooLow(actual: version, minimum: RPCVersion(4, 5)))
        #expect(harness.sequence == [.registerAppInterface, .unregisterAppInterface])
        #expect(!harness.isConnected)
    }

    @Test("A version without a patch number is one with patch 0")
    func missingPatch() {
        var harness = MachineHarness()
        harness.head.registration = .code(
            "SUCCESS", true, nil, ["syncMsgVersion": ["majorVersion": 5, "minorVersion": 1]])
        harness.start()
        #expect(harness.machine.facts.rpcVersion == RPCVersion(5, 1, 0))
    }

    @Test("A refused registration is told with code and text, ended in order and not tried again")
    func registrationRefused() throws {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1), includesFirstConnection: true) }
        harness.head.registration = .code("DISALLOWED", false, "not today")
        let caller = harness.start()
        guard case .registrationRefused(let failure)? = harness.failure(of: caller) else {
            Issue.record("\(harness.completions(of: caller))")
            return
        }
        #expect(failure.resultCode == .disallowed)
        #expect(failure.info == "not today")
        harness.pass(.seconds(60))
        #expect(harness.attempts == 1)
        #expect(harness.head.connection.sessionIDs.isEmpty)
    }

    @Test("A registration that cannot be sent fails the start")
    func registrationNotSent() {
        var harness = MachineHarness { $0.pendingRequestLimit = 0 }
        let caller = harness.start()
        #expect(harness.failure(of: caller) == .tooManyPendingRequests)
        harness.pass(.seconds(100))
        #expect(harness.phases.last == .ended(.failed(.tooManyPendingRequests)))
    }

    @Test("A registration without an answer is given up after twenty seconds")
    func silentRegistration() {
        var harness = MachineHarness()
        harness.head.registration = .silence
        let caller = harness.start()
        harness.pass(.milliseconds(19_999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.failure(of: caller) == .registrationTimedOut)
    }

    @Test("Registrations that make no sense are errors", arguments: ["", "[]", "null", "{\"success\":true}", "\u{1}"])
    func brokenRegistration(_ text: String) {
        var harness = MachineHarness()
        harness.head.registration = .text(Array(text.utf8))
        let caller = harness.start()
        guard case .invalidResponse(.registerAppInterface, _)? = harness.failure(of: caller) else {
            Issue.record("\(harness.completions(of: caller))")
            return
        }
    }

    @Test("A vehicle can be refused before and after the registration", arguments: [true, false])
    func vehicle(_ isKnownEarly: Bool) {
        var configuration = ModuleConnection.Configuration.strict
        if isKnownEarly { configuration.vehicle = VehicleInfo(make: "Example Motors") }
        var harness = MachineHarness { $0.acceptsVehicle = { $0.make != "Example Motors" } }
        harness.head = ScriptedHead(configuration: configuration)
        harness.head.registration = .code("SUCCESS", true, nil, ["vehicleType": ["make": "Example Motors"]])
        let caller = harness.start()
        #expect(harness.failure(of: caller) == .vehicleRefused)
        #expect(harness.sequence == (isKnownEarly ? [] : [.registerAppInterface, .unregisterAppInterface]))
        #expect(!harness.isConnected)
    }

    @Test("A registration that succeeds with another code is a success with a warning")
    func warning() {
        var harness = MachineHarness()
        harness.head.registration = .code("WRONG_LANGUAGE", true, "other language")
        harness.start()
        harness.level("FULL")
        #expect(harness.machine.phase.info?.resultCode == .wrongLanguage)
        #expect(harness.machine.phase.info?.info == "other language")
    }

    @Test("A lost link fails the start, whatever is being waited for", arguments: 0..<3)
    func lost(_ step: Int) {
        var harness = MachineHarness()
        switch step {
        case 0: harness.head.connection = ModuleConnection(number: 1, configuration: .notReady)
        case 1: harness.head.registration = .silence
        default: harness.head.opening = []
        }
        let caller = harness.start()
        harness.dropLink()
        #expect(harness.failure(of: caller) == .connectionLost(reason: "gone"))
    }

    @Test("A session that the head unit ends without a reason is told so after half a second")
    func endService() {
        var harness = MachineHarness()
        harness.start()
        let request = harness.send(GetWayPoints(wayPointType: .all))
        harness.fromHead { $0.endService() }
        #expect(harness.machine.phase.info != nil)
        harness.pass(.milliseconds(500))
        #expect(harness.phases.last == .ended(.failed(.sessionEndedByHeadUnit)))
        #expect(harness.completions(of: request).count == 1)
    }
}
