import Formats
import Testing
import Transport

@testable import SDLApp

@Suite("Whether a head unit supports waypoints")
struct WayPointSupportTests {
    /// A row of the guide's truth table, as far as it is decided without asking the head unit.
    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        var isRegistered = true
        var isReady = true
        var navigation: Bool? = true
        var version: RPCVersion? = RPCVersion(8, 0)
        var capability: NavigationCapability?
        var isSubscribed = false
        var isQueryable = true
        let verdict: WayPointSupport.Verdict

        var testDescription: String { "row \(number): \(verdict)" }
    }

    private static func capability(_ enabled: Bool?) -> NavigationCapability {
        NavigationCapability(getWayPointsEnabled: enabled)
    }

    static let rows: [Row] = [
        Row(number: 1, navigation: nil, verdict: .unsupported),
        Row(number: 1, isRegistered: false, navigation: nil, verdict: .failure(.notConnected)),
        Row(number: 2, navigation: nil, verdict: .unsupported),
        Row(number: 3, navigation: false, verdict: .unsupported),
        Row(number: 4, isRegistered: false, verdict: .failure(.notConnected)),
        Row(number: 4, isRegistered: false, capability: capability(true), verdict: .failure(.notConnected)),
        Row(number: 5, version: nil, verdict: .supported),
        Row(number: 6, version: RPCVersion(4, 0, 9), verdict: .unsupported),
        Row(number: 6, version: RPCVersion(3, 0), verdict: .unsupported),
        Row(number: 7, version: RPCVersion(4, 1), verdict: .supported),
        Row(number: 7, version: RPCVersion(4, 4, 9), verdict: .supported),
        Row(number: 8, version: RPCVersion(4, 4), capability: capability(true), verdict: .supported),
        Row(number: 8, version: RPCVersion(4, 4), capability: capability(nil), verdict: .supported),
        Row(number: 8, version: RPCVersion(4, 4), capability: capability(false), verdict: .unsupported),
        Row(number: 9, capability: capability(true), verdict: .supported),
        Row(number: 9, navigation: false, version: RPCVersion(4, 5), capability: capability(true), verdict: .supported),
        Row(number: 10, capability: capability(false), verdict: .unsupported),
        Row(number: 11, capability: capability(nil), verdict: .unsupported),
        Row(number: 12, isQueryable: false, verdict: .failure(.hmiNone)),
        Row(number: 13, isReady: false, verdict: .failure(.notReady)),
        Row(number: 14, version: RPCVersion(4, 5, 0), verdict: .query),
        Row(number: 15, version: RPCVersion(5, 0, 9), verdict: .query),
        Row(number: 16, version: RPCVersion(5, 1, 0), verdict: .query),
        Row(number: 22, isSubscribed: true, verdict: .unsupported),
        Row(number: 22, capability: capability(true), isSubscribed: true, verdict: .supported),
    ]

    @Test("The truth table, as far as nothing is asked", arguments: rows)
    func table(_ row: Row) {
        let support = WayPointSupport(
            isRegistered: row.isRegistered, isReady: row.isReady, hasNavigation: row.navigation ?? false,
            rpcVersion: row.version, capability: row.capability, isSubscribed: row.isSubscribed,
            isQueryable: row.isQueryable)
        #expect(support.verdict == row.verdict)
    }

    /// How the head unit answers the question, and what comes of it.
    struct Reply: Sendable, CustomTestStringConvertible {
        let number: Int
        let answer: ScriptedHead.Answer
        let expected: Outcome

        enum Outcome: Sendable {
            case value(Bool)
            case error(@Sendable (SDLError) -> Bool)
        }

        var testDescription: String { "row \(number)" }
    }

    private static func answer(_ capability: JSONValue) -> ScriptedHead.Answer {
        .code("SUCCESS", true, nil, ["systemCapability": capability])
    }

    static let replies: [Reply] = [
        Reply(
            number: 14, answer: .generic,
            expected: .error { if case .unsupportedFunction(.getSystemCapability, _) = $0 { true } else { false } }),
        Reply(
            number: 15, answer: .code("DISALLOWED", false, "no"),
            expected: .error {
                if case .refused(let failure) = $0 {
                    failure.resultCode == .disallowed && failure.info == "no"
                } else {
                    false
                }
            }),
        Reply(
            number: 15, answer: .code("DATA_NOT_AVAILABLE", false),
            expected: .error {
                if case .refused(let failure) = $0 { failure.resultCode == .dataNotAvailable } else { false }
            }),
        Reply(
            number: 17, answer: .success, expected: .error { $0 == .unknownCapability(.navigation) }),
        Reply(
            number: 17, answer: answer(["systemCapabilityType": "TELEPORT"]),
            expected: .error { $0 == .unknownCapability(.navigation) }),
        Reply(number: 18, answer: answer(["systemCapabilityType": "NAVIGATION"]), expected: .value(false)),
        Reply(
            number: 19, answer: answer(ScriptedHead.navigation(["getWayPointsEnabled": true])), expected: .value(true)),
        Reply(
            number: 20, answer: answer(ScriptedHead.navigation(["getWayPointsEnabled": false])), expected: .value(false)
        ),
        Reply(number: 21, answer: answer(ScriptedHead.navigation([:])), expected: .value(false)),
    ]

    @Test("The truth table, as far as the head unit is asked", .timeLimit(.minutes(1)), arguments: replies)
    func asked(_ reply: Reply) async throws {
        let (head, manager) = try await connected { $0.answers[.getSystemCapability] = reply.answer }
        let result: Result<Bool, SDLError>
        do throws(SDLError) {
            result = .success(try await manager.systemCapabilityManager.supportsWayPoints())
        } catch {
            result = .failure(error)
        }
        switch (reply.expected, result) {
        case (.value(let expected), .success(let value)): #expect(value == expected)
        case (.error(let matches), .failure(let error)): #expect(matches(error), "\(error)")
        case (.value, .failure), (.error, .success): Issue.record("row \(reply.number): \(result)")
        }
        #expect(await head.count(.getSystemCapability) == 1)
        await manager.stop()
        head.reactor.stop()
    }

    @Test("Row 16: a lost link ends the question, once", .timeLimit(.minutes(1)))
    func lost() async throws {
        let (head, manager) = try await connected { $0.answers[.getSystemCapability] = .silence }
        let answer = Task { try await manager.systemCapabilityManager.supportsWayPoints() }
        await head.wait(for: .getSystemCapability)
        await head.drop()
        await #expect(throws: SDLError.self) { try await answer.value }
        head.reactor.stop()
    }

    @Test("Row 12: in NONE an error, and no answer at all is given away", .timeLimit(.minutes(1)))
    func none() async throws {
        let (head, manager) = try await connected { $0.opening = [.level("NONE"), .permissions] }
        await #expect(throws: SDLError.hmiNone) { try await manager.systemCapabilityManager.supportsWayPoints() }
        #expect(await head.count(.getSystemCapability) == 0)
        // The policy permits the question in NONE: who wants to may ask.
        try await #expect(manager.systemCapabilityManager.supportsWayPoints(gate: .byPermission))
        await manager.stop()
        head.reactor.stop()
    }

    @Test("The answer follows the updates of the head unit, without asking again", .timeLimit(.minutes(1)))
    func updates() async throws {
        let (head, manager) = try await connected()
        let capabilities = await manager.systemCapabilityManager.updates(of: .navigation)
        var iterator = capabilities.makeAsyncIterator()
        var current = await iterator.next()
        while current == .some(nil) { current = await iterator.next() }
        try await #expect(manager.systemCapabilityManager.supportsWayPoints())
        await head.notify(
            .onSystemCapabilityUpdated, ["systemCapability": ScriptedHead.navigation(["getWayPointsEnabled": false])])
        #expect(
            await iterator.next()
                == SystemCapability(
                    systemCapabilityType: .navigation,
                    navigationCapability: NavigationCapability(getWayPointsEnabled: false)))
        try await #expect(!manager.systemCapabilityManager.supportsWayPoints())
        // Row 22: emptied by an update while subscribed.
        await head.notify(.onSystemCapabilityUpdated, ["systemCapability": ["systemCapabilityType": "NAVIGATION"]])
        _ = await iterator.next()
        try await #expect(!manager.systemCapabilityManager.supportsWayPoints())
        #expect(await head.count(.getSystemCapability) == 1)
        await manager.stop()
        head.reactor.stop()
    }
}

/// A head unit and an app that is registered with it.
func connected(
    _ change: @Sendable (inout ScriptedHead) -> Void = { _ in },
    configuration: (inout SDLConfiguration) -> Void = { _ in }
) async throws -> (head: TestHead, manager: SDLManager) {
    var script = ScriptedHead()
    change(&script)
    let head = TestHead(reactor: try Reactor(), script: script)
    let manager = try SDLManager(head.configuration(configuration), reactor: head.reactor)
    try await manager.start()
    return (head, manager)
}
