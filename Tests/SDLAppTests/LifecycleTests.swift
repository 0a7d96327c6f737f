import Formats
import SDLProtocol
import Testing

@testable import SDLApp

@Suite("Life of a session")
struct LifecycleTests {
    @Test("A good start goes through the phases in order and returns what is known")
    func goodStart() throws {
        var harness = MachineHarness()
        let caller = harness.start()
        let info = try #require(harness.machine.phase.info)
        #expect(harness.phases == [.connecting, .negotiating, .registering, .settingUp, .ready(info)])
        #expect(harness.completion(of: caller) == .ready(info))
        #expect(info.generation == 1)
        #expect(info.rpcVersion == RPCVersion(8, 0, 0))
        #expect(info.hmiLevel == .full)
        #expect(info.resumption == .notRequested)
        #expect(!info.hasWarning)
        #expect(harness.head.requests.map(\.correlationID) == [1])
    }

    @Test("The registration says who the app is")
    func registration() throws {
        var harness = MachineHarness {
            $0.fullAppID = "8c5f0cd2-1d6a-4c80-9c7e-2f0ab1e6d001"
            $0.hashID = "abc"
            $0.customizeRegistration = { $0.vrSynonyms = ["Way"] }
        }
        harness.start()
        let parameters = try #require(harness.head.requests.first?.parameters)
        #expect(parameters["appID"] == "8c5f0cd21d")
        #expect(parameters["fullAppID"] == "8c5f0cd2-1d6a-4c80-9c7e-2f0ab1e6d001")
        #expect(parameters["hashID"] == "abc")
        #expect(parameters["vrSynonyms"] == ["Way"])
        #expect(parameters["syncMsgVersion"]?["majorVersion"] == 8)
        #expect(parameters["appHMIType"] == ["NAVIGATION"])
    }

    @Test(
        "An id that is no UUID is the short id too",
        arguments: ["8675309", "way-point", "zzzzzzzz-1d6a-4c80-9c7e-2f0ab1e6d001"])
    func shortID(_ id: String) {
        #expect(SDLConfiguration.shortAppID(of: id) == id)
    }

    @Test("An orderly stop unregisters, ends the service and closes")
    func orderlyStop() {
        var harness = MachineHarness()
        harness.start()
        let caller = harness.stop()
        #expect(harness.completion(of: caller) == .done)
        #expect(harness.sequence == [.registerAppInterface, .unregisterAppInterface])
        #expect(harness.phases.last == .ended(.stopped))
        #expect(!harness.isConnected)
        #expect(harness.head.connection.sessionIDs.isEmpty)
    }

    @Test("A stop that the head unit does not answer takes two seconds")
    func silentStop() {
        var harness = MachineHarness()
        harness.head.answers[.unregisterAppInterface] = .silence
        harness.start()
        let caller = harness.stop()
        #expect(harness.machine.phase == .unregistering)
        harness.pass(.milliseconds(1999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.completion(of: caller) == .done)
        #expect(harness.head.connection.sessionIDs.isEmpty)
    }

    @Test("A stop in any phase ends without a further attempt")
    func stopAnywhere() {
        for phase in 0..<5 {
            var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1), includesFirstConnection: true) }
            switch phase {
            case 0: harness.reachability = .silent
            case 1: harness.head.connection = ModuleConnection(number: 1, configuration: .notReady)
            case 2: harness.head.registration = .silence
            case 3: harness.head.opening = []
            default: harness.reachability = .refused
            }
            let starter = harness.start()
            let stopper = harness.stop()
            harness.pass(.seconds(60))
            #expect(harness.completion(of: stopper) == .done, "phase \(phase)")
            #expect(harness.attempts == 1, "phase \(phase)")
            #expect(harness.phases.last == .ended(.stopped), "phase \(phase)")
            if phase != 3 || harness.failure(of: starter) != nil {
                #expect(harness.failure(of: starter) == .stopped, "phase \(phase)")
            }
        }
    }

    @Test("A second start is refused and disturbs nothing")
    func secondStart() throws {
        var harness = MachineHarness()
        harness.start()
        let second = harness.start()
        #expect(harness.failure(of: second) == .alreadyStarted)
        #expect(harness.machine.isReady)
        #expect(harness.attempts == 1)
    }

    @Test("A manager that has ended can be started again, with ids from 1")
    func restart() throws {
        var harness = MachineHarness()
        harness.start()
        harness.send(GetWayPoints(wayPointType: .all))
        harness.stop()
        let caller = harness.start()
        let info = try #require(harness.machine.phase.info)
        #expect(info.generation == 2)
        #expect(harness.completion(of: caller) == .ready(info))
        #expect(harness.head.requests.map(\.correlationID) == [1, 2, 3, 1])
    }

    @Test("Bytes, losses and transports of an old session change nothing in a new one")
    func generations() throws {
        var harness = MachineHarness()
        harness.start()
        harness.stop()
        harness.start()
        let before = harness.machine.phase
        harness.perform(harness.machine.transportClosed(generation: 1, reason: "late", now: harness.now))
        harness.perform(harness.machine.received([1, 2, 3], generation: 1, now: harness.now))
        harness.perform(harness.machine.transportFailed(generation: 1, .connectTimedOut, now: harness.now))
        #expect(harness.machine.phase == before)
        #expect(!harness.machine.expectsTransport(1))
        #expect(!harness.machine.expectsTransport(2))
    }

    @Test("A start that is cancelled gives the attempt up")
    func cancelledStart() {
        var harness = MachineHarness()
        harness.reachability = .silent
        let caller = harness.start()
        harness.perform(harness.machine.cancel(caller, now: harness.now))
        #expect(harness.failure(of: caller) == .cancelled)
        #expect(harness.machine.phase == .ended(.stopped))
    }

    @Test("Notifications that come before the answer to the registration count, and are told after it")
    func earlyNotifications() throws {
        var harness = MachineHarness()
        harness.head.registration = .silence
        harness.head.isManual = false
        harness.start()
        harness.level("LIMITED")
        harness.notify(.onPermissionsChange, harness.head.permissions)
        #expect(harness.notifications.isEmpty)
        harness.head.registration = nil
        let request = try #require(harness.head.requests.first)
        harness.fromHead { head in head.respond(to: request, with: head.answer(to: request)) }
        #expect(harness.notifications == [.onHMIStatus, .onPermissionsChange])
        #expect(harness.machine.phase.info?.hmiLevel == .limited)
        #expect(harness.machine.facts.permissionSnapshot.isAllowed("GetWayPoints"))
    }

    @Test("A flood before the answer to the registration is bounded")
    func earlyFlood() throws {
        var harness = MachineHarness()
        harness.head.registration = .silence
        harness.start()
        for _ in 0..<1000 { harness.level("FULL") }
        harness.head.registration = nil
        let request = try #require(harness.head.requests.first)
        harness.fromHead { head in head.respond(to: request, with: head.answer(to: request)) }
        #expect(harness.notifications.count == AppSession.earlyLimit)
        #expect(harness.machine.isReady)
    }

    @Test("The status of a widget is not the app's status")
    func widget() {
        var harness = MachineHarness()
        harness.head.opening = []
        harness.start()
        harness.level("FULL", window: 3)
        #expect(harness.machine.phase == .settingUp)
        #expect(harness.machine.facts.hmiLevel == nil)
        harness.level("NONE")
        harness.level("FULL", window: 3)
        #expect(harness.machine.facts.hmiLevel == HMILevel.none)
        #expect(harness.machine.phase.info?.hmiLevel == HMILevel.none)
    }

    @Test("Without an OnHMIStatus the session is ready after ten seconds, with an unknown level")
    func noStatus() {
        var harness = MachineHarness()
        harness.head.opening = []
        let caller = harness.start()
        harness.pass(.milliseconds(9999))
        #expect(harness.completion(of: caller) == nil)
        harness.pass(.milliseconds(1))
        #expect(harness.machine.isReady)
        #expect(harness.machine.phase.info?.hmiLevel == nil)
    }

    @Test("The newest hash is kept for the next session, and forgotten when the head unit no longer knows it")
    func resumption() throws {
        var harness = MachineHarness { $0.reconnectPolicy = .fixed(.seconds(1)) }
        harness.start()
        harness.notify(.onHashChange, ["hashID": "h1"])
        #expect(harness.machine.hashID == "h1")
        harness.dropLink()
        harness.pass(.seconds(1))
        #expect(harness.head.requests.last?.parameters["hashID"] == "h1")
        #expect(harness.machine.phase.info?.resumption == .resumed)
        harness.head.registration = .code("RESUME_FAILED", true, "Data resumption failed")
        harness.dropLink()
        harness.pass(.seconds(1))
        harness.level("FULL")
        #expect(harness.machine.phase.info?.resumption == .failed)
        #expect(harness.machine.phase.info?.hasWarning == true)
        #expect(harness.machine.hashID == nil)
    }

    @Test(
        "Only a plain success of a head unit that knows hashes counts as a resumption",
        arguments: [
            ("SUCCESS", 3, true), ("WARNINGS", 8, true), ("WRONG_LANGUAGE", 8, false), ("SUCCESS", 2, false),
            ("RESUME_FAILED", 8, false),
        ])
    func resumed(_ code: String, _ major: Int, _ isResumed: Bool) {
        var harness = MachineHarness { $0.hashID = "old" }
        harness.head.registration = .code(
            code, true, nil, ["syncMsgVersion": ["majorVersion": .int(Int64(major)), "minorVersion": 0]])
        harness.start()
        harness.level("FULL")
        #expect(harness.head.requests.first?.parameters["hashID"] == "old")
        #expect(harness.machine.phase.info?.resumption == (isResumed ? .resumed : .failed))
        #expect(harness.machine.hashID == (isResumed ? "old" : nil))
    }

    @Test("An answered unregistration ends the hash too; a silent or unwilling head unit may still know it")
    func hashAfterStop() {
        let answers: [(ScriptedHead.Answer?, String?)] = [
            (nil, nil), (.silence, "h"), (.code("REJECTED", false), "h"),
        ]
        for (answer, hash) in answers {
            var harness = MachineHarness()
            harness.head.answers[.unregisterAppInterface] = answer
            harness.start()
            harness.notify(.onHashChange, ["hashID": "h"])
            let stopper = harness.stop()
            harness.pass(.seconds(60))
            #expect(harness.completion(of: stopper) == .done)
            #expect(harness.machine.hashID == hash)
        }
    }

    @Test("A hash that comes before the answer RESUME_FAILED is the new session's and is kept")
    func earlyHash() {
        var harness = MachineHarness { $0.hashID = "old" }
        harness.head.isManual = true
        harness.start()
        harness.notify(.onHashChange, ["hashID": "new"])
        harness.answer(.registerAppInterface, .code("RESUME_FAILED", true))
        harness.level("FULL")
        #expect(harness.machine.phase.info?.resumption == .failed)
        #expect(harness.machine.hashID == "new")
    }

    @Test("A protocol 1 head unit gets and gives JSON that names the function itself")
    func protocolOne() throws {
        var session = AppSession(
            configuration: AppSession.Configuration(
                registration: SDLConfiguration(appName: "a", fullAppID: "b", transport: .tcp()).registration(
                    hashID: nil),
                deadlines: .init(), pendingRequestLimit: 10),
            now: .zero)
        _ = session.transportOpened(now: .zero)
        let ack = Frame(control: .startServiceACK, version: 1, service: .rpc, sessionID: 7).encode()
        let actions = session.received(ack, now: .zero)
        guard case .write(let bytes)? = actions.last else {
            Issue.record("no registration: \(actions)")
            return
        }
        let request = try JSONValue(parsing: Array(bytes.dropFirst(8)))
        #expect(request["request"]?["name"] == "RegisterAppInterface")
        #expect(request["request"]?["correlationID"] == 1)
        func message(_ text: String) -> [UInt8] {
            let payload = Array(text.utf8)
            return Frame(
                header: FrameHeader(version: 1, type: .single, service: .rpc, sessionID: 7, messageID: 0),
                payload: payload
            ).encode()
        }
        _ = session.received(
            message(
                #"{"response":{"name":"RegisterAppInterface","correlationID":1,"parameters":{"success":true,"resultCode":"SUCCESS"}}}"#
                    + "\0"), now: .zero)
        let ready = session.received(
            message(#"{"notification":{"name":"OnHMIStatus","parameters":{"hmiLevel":"FULL"}}}"#), now: .zero)
        #expect(ready.contains(.stage(.ready)))
        #expect(session.facts.hmiLevel == .full)
    }
}

extension SessionPhase {
    var info: SessionInfo? { if case .ready(let info) = self { info } else { nil } }
}

extension ModuleConnection.Configuration {
    /// A head unit that lets StartService wait.
    static var notReady: Self {
        var configuration = strict
        configuration.isReady = false
        return configuration
    }
}
