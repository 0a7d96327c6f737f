import HeadUnit
import SDLProtocol
import Simulator
import TestKit
import Testing

@Suite("Module files")
struct ModuleFileTests {
    @Test("Every module that comes with the program loads", arguments: MockModule.names)
    func loads(name: String) throws {
        let module = try MockModule(named: name)
        #expect(module.name == name)
        #expect(!module.configuration.registrationMembers.isEmpty)
        #expect(module.configuration.policy.policy(of: "any app") != nil)
    }

    @Test("Module sdl-core-8.2 has the settings and habits of a stock sdl_core")
    func core() throws {
        let module = try MockModule(named: "sdl-core-8.2").configuration
        #expect(module.connection.faultPolicy == .asCore)
        #expect(module.connection.heartbeatTimeout == .seconds(7))
        #expect(module.connection.frameLimit == FrequencyLimit(count: 1_000, window: .seconds(1)))
        #expect(module.connection.receiveLimits.version5 == 131_072)
        #expect(module.requestLimit == FrequencyLimit(count: 1_000, window: .milliseconds(10)))
        #expect(module.requestLimitInNone == FrequencyLimit(count: 100, window: .milliseconds(10)))
        #expect(module.pendingRequestLimit == 5_000)
        #expect(module.vehicleDataLimit == 5)
        #expect(module.hmiTimeout + module.hmiTimeoutCompensation == .seconds(11))
        #expect(module.quirks == Set(HeadUnitQuirk.allCases))
        #expect(module.messageIDs == .asCore)
        #expect(module.jsonStyle == .asCore)
        #expect(module.policyFlavour == .proprietary)
    }

    @Test(
        "A fault in a module file is told with its place",
        arguments: [
            ("\"behaviour\":\"odd\"", "behaviour"), ("\"policyFlavour\":\"FREE\"", "policyFlavour"),
            ("\"quirks\":[\"none\"]", "quirks"), ("\"limits\":{\"heartbeat\":-1}", "limits.heartbeat"),
            ("\"limits\":{\"frames\":{\"count\":1}}", "limits.frames"), ("\"limits\":{\"odd\":1}", "limits.odd"),
            ("\"sessionIds\":\"many\"", "sessionIds"), ("\"devices\":\"one\"", "devices"), ("\"odd\":1", "odd"),
        ])
    func faults(member: String, path: String) throws {
        let modern = String(decoding: try SharedData.packageBytes("Mocks/modules/modern.json"), as: UTF8.self)
        let changed = "{\(member)," + modern.drop { $0 != "{" }.dropFirst()
        #expect {
            try MockModule(json: Array(changed.utf8), file: "test.json")
        } throws: { error in
            (error as? MockModuleError)?.path == path
        }
    }
}
