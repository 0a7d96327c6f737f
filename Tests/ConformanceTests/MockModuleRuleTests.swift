import Conformance
import HeadUnit
import Simulator
import Testing
import Transport

@Suite("The head unit of this package keeps to the rules", .timeLimit(.minutes(1)))
struct MockModuleRuleTests {
    /// A rule that must hold but cannot be judged with some modules, and why.
    struct Skip {
        let rule: String
        let reason: String
        let modules: Set<String>

        init(_ rule: String, _ reason: String, in modules: Set<String>) {
            (self.rule, self.reason, self.modules) = (rule, reason, modules)
        }

        init(_ rule: String, _ reason: String, everywhereBut modules: Set<String>) {
            self.init(rule, reason, in: Set(MockModule.names).subtracting(modules))
        }
    }

    static let skips = [
        Skip("HU-CAP-001", "version 2.0.0 has no GetSystemCapability", in: ["rpc-2.0"]),
        Skip("HU-CAP-001", "version 3.0.0 has no GetSystemCapability", in: ["rpc-3.0"]),
        Skip("HU-CAP-001", "version 4.1.0 has no GetSystemCapability", in: ["legacy-protocol-2", "rpc-4.1"]),
        Skip("HU-CAP-001", "version 4.4.0 has no GetSystemCapability", in: ["rpc-4.4"]),
        Skip("HU-CAP-002", "version 2.0.0 has no GetSystemCapability", in: ["rpc-2.0"]),
        Skip("HU-CAP-002", "version 3.0.0 has no GetSystemCapability", in: ["rpc-3.0"]),
        Skip("HU-CAP-002", "version 4.1.0 has no GetSystemCapability", in: ["legacy-protocol-2", "rpc-4.1"]),
        Skip("HU-CAP-002", "version 4.4.0 has no GetSystemCapability", in: ["rpc-4.4"]),
        Skip("HU-CAP-003", "capabilities are subscribed to from version 5.1 on", in: ["rpc-4.5", "rpc-5.0"]),
        Skip("HU-CAP-003", "version 2.0.0 has no GetSystemCapability", in: ["rpc-2.0"]),
        Skip("HU-CAP-003", "version 3.0.0 has no GetSystemCapability", in: ["rpc-3.0"]),
        Skip("HU-CAP-003", "version 4.1.0 has no GetSystemCapability", in: ["legacy-protocol-2", "rpc-4.1"]),
        Skip("HU-CAP-003", "version 4.4.0 has no GetSystemCapability", in: ["rpc-4.4"]),
        Skip("HU-CAP-004", "capabilities are subscribed to from version 5.1 on", in: ["rpc-4.5", "rpc-5.0"]),
        Skip("HU-CAP-004", "version 2.0.0 has no GetSystemCapability", in: ["rpc-2.0"]),
        Skip("HU-CAP-004", "version 3.0.0 has no GetSystemCapability", in: ["rpc-3.0"]),
        Skip("HU-CAP-004", "version 4.1.0 has no GetSystemCapability", in: ["legacy-protocol-2", "rpc-4.1"]),
        Skip("HU-CAP-004", "version 4.4.0 has no GetSystemCapability", in: ["rpc-4.4"]),
        Skip("HU-HBT-001", "nobody sent one in such a session", everywhereBut: ["rpc-3.0"]),
        Skip("HU-LVL-003", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-LVL-003", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-POL-001", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-POL-001", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-POL-002", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-POL-002", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip(
            "HU-POL-002", "waypoints are not allowed to the app, or nobody asked for them",
            in: ["encryption-required", "not-in-policy", "user-disallowed"]),
        Skip("HU-POL-007", "the permissions want nothing encrypted", everywhereBut: ["encryption-required"]),
        Skip("HU-POL-008", "nobody changed the policy", in: ["not-in-policy"]),
        Skip("HU-POL-008", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-POL-008", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-REQ-008", "nobody tried", in: ["rpc-2.0", "rpc-3.0"]),
        Skip(
            "HU-REQ-010", "the version knows all that was asked",
            everywhereBut: ["legacy-protocol-2", "rpc-2.0", "rpc-3.0", "rpc-4.1", "rpc-4.4"]),
        Skip(
            "HU-SRV-004", "no service was started in version 5",
            in: ["legacy-protocol-2", "rpc-2.0", "rpc-3.0", "rpc-4.1"]),
        Skip(
            "HU-SRV-007", "no service was started in version 5",
            in: ["legacy-protocol-2", "rpc-2.0", "rpc-3.0", "rpc-4.1"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is DISALLOWED", in: ["not-in-policy"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is ENCRYPTION_NEEDED", in: ["encryption-required"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is GENERIC_ERROR", in: ["silent-navigation"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is REJECTED", in: ["rejecting-navigation"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is UNSUPPORTED_RESOURCE", in: ["no-navigation"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is USER_DISALLOWED", in: ["user-disallowed"]),
        Skip("HU-WPT-002", "SubscribeWayPoints is UNSUPPORTED_RESOURCE", in: ["waypoints-disabled"]),
        Skip("HU-WPT-002", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-WPT-002", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-WPT-003", "nobody tried", in: ["encryption-required", "not-in-policy", "user-disallowed"]),
        Skip("HU-WPT-003", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-WPT-003", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-WPT-004", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-WPT-004", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is DISALLOWED", in: ["not-in-policy"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is ENCRYPTION_NEEDED", in: ["encryption-required"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is GENERIC_ERROR", in: ["silent-navigation"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is REJECTED", in: ["rejecting-navigation"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is UNSUPPORTED_RESOURCE", in: ["no-navigation"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is USER_DISALLOWED", in: ["user-disallowed"]),
        Skip("HU-WPT-005", "SubscribeWayPoints is UNSUPPORTED_RESOURCE", in: ["waypoints-disabled"]),
        Skip("HU-WPT-005", "version 2.0.0 has no waypoints", in: ["rpc-2.0"]),
        Skip("HU-WPT-005", "version 3.0.0 has no waypoints", in: ["rpc-3.0"]),
    ]

    /// What the real system does and a module leaves out on purpose.
    static let shortcomings = ["no-limits": ["HU-LIM-004"]]

    // Not by `arguments:`: they would run one after the other, and most of their time is waiting.
    @Test("Every module passes what it must, and skips the rest for the right reason")
    func modules() async throws {
        #expect(MockModule.names.count == 24)
        try await MutantHeadUnitTests.each(MockModule.names) { try await judge($0) }
    }

    private func judge(_ name: String) async throws {
        let bench = try await HeadUnitBench(name, Self.hasten)
        let (report, outcome) = await bench.check()
        for item in report.items {
            if case .skipped(let reason) = item.state, item.rule.severity == .must {
                let expected = Self.skips.first {
                    $0.rule == item.rule.id && $0.modules.contains(name) && $0.reason == reason
                }
                #expect(expected != nil, "\(name): \(item.rule.id) is skipped: \(reason)")
            }
            guard case .failed(let faults) = item.state, Self.shortcomings[name]?.contains(item.rule.id) != true else {
                continue
            }
            let shown = faults.prefix(2).flatMap { [$0.text] + report.transcript.lines($0.entries) }
            Issue.record("\(name): \(item.rule.id) \(item.rule.sentence)\n\(shown.joined(separator: "\n"))")
        }
        #expect(outcome.noConnection == nil, "\(name)")
        #expect(report.isPassed, "\(name)")
        for skip in Self.skips where skip.modules.contains(name) {
            #expect(report.ids("skipped").contains(skip.rule), "\(name): \(skip.rule) is not skipped")
        }
    }

    /// Takes from a module the waiting that is not its point.
    @Sendable
    static func hasten(_ module: inout MockModule) {
        module.configuration.hmiTimeout = min(module.configuration.hmiTimeout, .milliseconds(150))
        module.configuration.hmiTimeoutCompensation = .milliseconds(10)
        for key in module.behaviours.keys { module.behaviours[key]?.delay /= 50 }
        module.faults = module.faults.map { fault in
            guard case .latency = fault.kind else { return fault }
            var fault = fault
            fault.kind = .latency(delay: .milliseconds(1), jitter: .milliseconds(3))
            return fault
        }
    }

    @Test("Without a driver, what takes one is skipped and says so")
    func withoutDriver() async throws {
        let (report, _) = await (try await HeadUnitBench("modern")).check(hasDriver: false)
        #expect(report.ids("failed").isEmpty)
        for item in report.items {
            guard case .skipped(let reason) = item.state, item.rule.isDriven else { continue }
            #expect(reason == "it takes a driver: give --control, or a terminal", "\(item.rule.id)")
        }
        #expect(report.items.contains { $0.rule.id == "HU-WPT-005" && $0.state.word == "skipped" })
    }
}
