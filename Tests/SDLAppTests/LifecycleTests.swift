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
        #expect(harness.head.requests.map(\.correlationID) == [1])
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
}

extension SessionPhase {
    var info: SessionInfo? { if case .ready(let info) = self { info } else { nil } }
}
