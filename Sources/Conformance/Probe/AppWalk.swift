internal import HeadUnit
internal import SDLProtocol
internal import Simulator

/// A head unit in one form, and what is done to an app on it.
struct AppWalk: Sendable {
    /// The name that rules know it by.
    let name: String
    /// What is told of it.
    let title: String
    let module: String
    let change: @Sendable (inout MockModule) -> Void
    let faults: [(kind: AppFault, fault: Fault)]
    let walk: @Sendable (isolated AppCheck) async -> Void

    init(
        _ name: String, _ title: String? = nil, module: String = "modern",
        change: @escaping @Sendable (inout MockModule) -> Void = { _ in }, faults: [(AppFault, Fault)] = [],
        _ walk: @escaping @Sendable (isolated AppCheck) async -> Void
    ) {
        self.name = name
        self.title = title ?? name
        self.module = module
        self.change = change
        self.faults = faults.map { (kind: $0.0, fault: $0.1) }
        self.walk = walk
    }

    static func all(_ pace: Pace) -> [AppWalk] { levels + gates + endurance(pace) + ends }

    private static let levels: [AppWalk] = [
        AppWalk("full flow") { check in
            await check.untilSubscribed()
            await check.beat()
            await check.route("demo")
            await check.level("NONE")
            await check.route("loop")
            await check.level("FULL")
            await check.pause(check.pace.quiet)
            await check.beat()
        },
        AppWalk("NONE first", module: "background-ok") { check in
            await check.pause(check.pace.quiet)
            await check.level("FULL")
            await check.untilSubscribed()
        },
        AppWalk("full only", module: "full-only") { check in
            await check.untilSubscribed()
            await check.level("LIMITED")
            await check.pause(check.pace.quiet)
        },
    ]

    private static let gates: [AppWalk] =
        [
            AppWalk("late permissions", change: latePermissions) { check in
                await check.untilSubscribed(after: .seconds(2))
            },
            AppWalk("no navigation before 4.5", module: "rpc-4.4", change: withoutNavigation) { check in
                await check.pause(check.pace.level)
            },
            AppWalk("rpc-4.4", module: "rpc-4.4") { check in await check.untilSubscribed() },
        ]
        + ["not-in-policy", "waypoints-disabled", "no-navigation", "rpc-3.0"].map { module in
            AppWalk(module, module: module) { check in await check.pause(check.pace.level) }
        } + [
            AppWalk("protocol 3", module: "rpc-4.1", change: withProtocol3) { check in
                await check.untilSubscribed()
                await check.beat()
            }
        ]

    private static func endurance(_ pace: Pace) -> [AppWalk] {
        AppFault.allCases.map { kind in
            let title = "endurance: \(kind.rawValue)"
            return AppWalk("endurance", title, faults: kind.faults(pace).map { (kind, $0) }) { check in
                if kind == .generic {
                    // Without an answer about its capabilities the app need not subscribe.
                    await check.pause(pace.level)
                } else {
                    // Late answers to two questions stand before the subscription.
                    await check.untilSubscribed(after: kind == .late ? pace.lateness * 2 : .zero)
                }
                await check.route("demo")
                await check.beat(isJudged: false)
            }
        }
    }

    private static let ends: [AppWalk] = [
        AppWalk("thrown out") { check in
            await check.untilSubscribed()
            await check.exit()
            // As long as what crosses the message does not count, and a little.
            await check.pause(Evidence.crossing + .seconds(1))
        },
        AppWalk("refused", change: refusing) { check in
            await check.pause(check.pace.level)
        },
    ]

    /// OnPermissionsChange comes late.
    @Sendable
    private static func latePermissions(_ module: inout MockModule) {
        module.faults = [
            Fault(id: "late", .latency(delay: .seconds(2), jitter: .zero), rpc: "OnPermissionsChange")
        ]
    }

    /// There is no navigation, and no capability to ask for.
    @Sendable
    private static func withoutNavigation(_ module: inout MockModule) {
        module.configuration.registrationMembers["hmiCapabilities"] = [
            "navigation": false, "phoneCall": true, "videoStreaming": false,
        ]
    }

    /// The head unit has waypoints, and protocol 3.
    @Sendable
    private static func withProtocol3(_ module: inout MockModule) {
        module.configuration.connection.maximumVersion = ProtocolVersion(3, 0, 0)
    }

    /// StartService is refused.
    @Sendable
    private static func refusing(_ module: inout MockModule) {
        module.faults = [Fault(id: "refused", .nak(service: 7, reason: "busy", rejectedParams: []))]
    }
}

extension AppFault {
    /// The faults of our head unit that bring it about.
    func faults(_ pace: Pace) -> [Fault] {
        switch self {
        case .unknownMember:
            [nil, "OnHMIStatus", "OnPermissionsChange", "OnWayPointChange"].map { rpc in
                Fault(id: "unknown \(rpc ?? "")", .members(["fromTheFuture": ["a": [1, "b"]]]), rpc: rpc)
            }
        case .unknownValue:
            [
                Fault(
                    id: "zone", .members(["hmiZoneCapabilities": ["FRONT", "FROM_THE_FUTURE"]]),
                    rpc: "RegisterAppInterface"),
                Fault(id: "context", .members(["systemContext": "FROM_THE_FUTURE"]), rpc: "OnHMIStatus"),
            ]
        case .warnings:
            ["GetWayPoints", "SubscribeWayPoints"].map { rpc in
                Fault(id: rpc, .resultCode("WARNINGS", success: true, info: "something is odd"), rpc: rpc)
            }
        case .ignored:
            [Fault(id: "ignored", .resultCode("IGNORED", success: false, info: nil), rpc: "SubscribeWayPoints")]
        case .late:
            ["GetSystemCapability", "GetWayPoints"].map { rpc in
                Fault(id: rpc, .latency(delay: pace.lateness, jitter: .zero), rpc: rpc)
            }
        case .reordered:
            [Fault(id: "first", .notificationFirst(wait: .milliseconds(500)), rpc: "SubscribeWayPoints")]
        case .twice:
            [
                Fault(id: "responses", .duplicate(copies: 1)),
                Fault(id: "changes", .duplicate(copies: 1), rpc: "OnWayPointChange"),
            ]
        case .generic:
            [Fault(id: "generic", .genericResponse("INVALID_DATA"), rpc: "GetSystemCapability")]
        }
    }
}
