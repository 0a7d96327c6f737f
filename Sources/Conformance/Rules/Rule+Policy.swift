internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Permissions: what is told, and what is done.
extension Rule {
    static let policy: [Rule] = [
        Rule(
            "HU-POL-001", .must, "A request that the permissions do not allow in the level is refused for that.",
            source: "MOBILE_API, OnPermissionsChange; recordings waypoints_in_none, waypoints_policy",
            needs: ["HU-LVL-003", "HU-REG-005"], walk: "policy", isDriven: true
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard let function = exchange.function, exchange.state.allows(function) == false,
                    function != "RegisterAppInterface", exchange.rpc.header.correlationID >= 0,
                    exchange.earlierOfSameID == nil, evidence.exists(exchange), exchange.rpc.json != nil
                else { return false }
                if case .valid = evidence.judgement(exchange) { return true }
                return false
            }
            let codes: Set<String> = [
                "DISALLOWED", "USER_DISALLOWED", "ENCRYPTION_NEEDED", "TOO_MANY_PENDING_REQUESTS",
            ]
            return evidence.each(cases, or: "nobody asked for what is not allowed") {
                codes.contains($0.resultCode ?? "") ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-POL-002", .must,
            "A waypoint request that the permissions allow in the level is not refused for lack of them.",
            source: "MOBILE_API, OnPermissionsChange; recordings waypoints_levels, waypoints_background",
            needs: ["HU-LVL-003", "HU-REG-005", "HU-POL-008"], walk: "waypoints", isDriven: true
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard let function = exchange.function, exchange.isAboutWayPoints, evidence.exists(exchange),
                    !exchange.state.requiresEncryption(function), exchange.rpc.json != nil,
                    case .valid = evidence.judgement(exchange)
                else { return false }
                return exchange.state.allows(function) == true
            }
            let codes: Set<String> = ["DISALLOWED", "USER_DISALLOWED"]
            return evidence.each(cases, or: "waypoints are not allowed to the app, or nobody asked for them") {
                // With a text it is the navigation that refuses.
                codes.contains($0.resultCode ?? "") && $0.answer?.json?["info"] == nil
                    ? Breach("it is \($0.code)", $0.entries) : nil
            }
        },
        Rule(
            "HU-POL-003", .must, "No notification comes that the permissions do not allow in the level.",
            source: "MOBILE_API, OnPermissionsChange; recordings waypoints_levels, vehicle_data_two_apps",
            needs: ["HU-LVL-003", "HU-REG-005"], walk: "policy", isDriven: true
        ) { evidence in
            let own: Set<String> = ["OnHMIStatus", "OnPermissionsChange", "OnAppInterfaceUnregistered"]
            let cases = evidence.notices.filter { notice in
                guard let function = notice.function, !own.contains(function) else { return false }
                return notice.party == .headUnit && notice.state.isRegistered
                    && notice.state.allows(function) != nil
            }
            return evidence.each(cases, or: "no notification came") { notice in
                let function = notice.function ?? ""
                guard notice.state.allows(function) == false, !evidence.isAllowedAtOnce(notice) else { return nil }
                return Breach("\(function) in \(notice.state.level ?? "no level")", [notice.entry])
            }
        },
        Rule(
            "HU-POL-004", .must, "OnPermissionsChange names no level both as allowed and as refused by the user.",
            source: "MOBILE_API, PermissionItem; recordings consent_group", needs: ["HU-REG-005"], walk: "registration"
        ) { evidence in
            evidence.each(evidence.permissionNotices, or: "no permissions were told") { notice in
                for item in notice.rpc.json?["permissionItem"]?.arrayValue ?? [] {
                    let allowed = Set(item["hmiPermissions"]?["allowed"]?.arrayValue ?? [])
                    let refused = Set(item["hmiPermissions"]?["userDisallowed"]?.arrayValue ?? [])
                    guard allowed.isDisjoint(with: refused) else {
                        return Breach("\(item["rpcName"]?.stringValue ?? "an RPC") is both in a level", [notice.entry])
                    }
                }
                return nil
            }
        },
        Rule(
            "HU-POL-009", .should, "OnPermissionsChange names each RPC once.",
            source: "sdl_core 8.2, recording consent_group", needs: ["HU-REG-005"], walk: "registration"
        ) { evidence in
            evidence.each(evidence.permissionNotices, or: "no permissions were told") { notice in
                let names = (notice.rpc.json?["permissionItem"]?.arrayValue ?? []).compactMap {
                    $0["rpcName"]?.stringValue
                }
                return Set(names).count == names.count ? nil : Breach("an RPC comes twice", [notice.entry])
            }
        },
        Rule(
            "HU-POL-005", .should, "OnPermissionsChange is sorted by the names of the RPCs.",
            source: "sdl_core 8.2, recording register_and_unregister", needs: ["HU-REG-005"], walk: "registration"
        ) { evidence in
            evidence.each(evidence.permissionNotices, or: "no permissions were told") { notice in
                let names = (notice.rpc.json?["permissionItem"]?.arrayValue ?? []).compactMap {
                    $0["rpcName"]?.stringValue
                }
                return names == names.sorted() ? nil : Breach("it is not", [notice.entry])
            }
        },
        Rule(
            "HU-POL-006", .should, "A request that is broken and not allowed is INVALID_DATA.",
            source: "sdl_core 8.2, recording waypoints_in_none", needs: ["HU-LVL-003", "HU-REG-005"], walk: "policy",
            isDriven: true
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard let function = exchange.function, exchange.state.allows(function) == false,
                    exchange.rpc.forgivenJSON?.objectValue != nil, evidence.exists(exchange),
                    function != "RegisterAppInterface", case .invalid = evidence.judgement(exchange)
                else { return false }
                return exchange.rpc.header.correlationID >= 0
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "INVALID_DATA" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-POL-007", .must, "A plain request that the permissions want encrypted is answered ENCRYPTION_NEEDED.",
            source: "MOBILE_API, requireEncryption", needs: ["HU-REG-003", "HU-REG-005"]
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard let function = exchange.function, exchange.state.requiresEncryption(function),
                    exchange.state.allows(function) == true
                else { return false }
                return !exchange.header.isEncrypted && evidence.isImpeccable(exchange)
            }
            return evidence.each(cases, or: "the permissions want nothing encrypted") {
                $0.resultCode == "ENCRYPTION_NEEDED" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-POL-008", .must, "OnPermissionsChange tells an app when the policy changes for it.",
            source: "MOBILE_API, OnPermissionsChange; recording policy_update_runtime",
            needs: ["HU-REG-003", "HU-REG-005"],
            walk: "policy", isDriven: true
        ) { evidence in
            evidence.each(evidence.policyChanges, or: "nobody changed the policy") { change in
                change.isTold ? nil : Breach("no OnPermissionsChange", evidence.aftermath(of: change.entry))
            }
        },
    ]
}

extension Evidence {
    /// What the head unit told of permissions.
    var permissionNotices: [Notice] { notices.filter { $0.function == "OnPermissionsChange" && $0.party == .headUnit } }

    /// Whether the permissions that allow a notification come right behind it, as sdl_core sends them.
    fileprivate func isAllowedAtOnce(_ notice: Notice) -> Bool {
        guard let function = notice.function, notice.state.permissions?[function] == nil else { return false }
        return permissionNotices.contains { told in
            guard told.entry > notice.entry, told.connection == notice.connection, told.session == notice.session,
                told.time - notice.time < .seconds(1)
            else { return false }
            return (told.rpc.json?["permissionItem"]?.arrayValue ?? []).contains { item in
                item["rpcName"]?.stringValue == function
            }
        }
    }

    /// How long the registration of a session went on after a moment.
    func lasted(_ session: Snapshot, since time: Duration) -> Duration {
        session.state.registration.map { registrations[$0].ended - time } ?? .zero
    }

    /// Changes of the policy for one RPC, and whether a registered app was told.
    fileprivate var policyChanges: [(entry: Int, isTold: Bool)] {
        transcript.entries.enumerated().flatMap { number, entry -> [(entry: Int, isTold: Bool)] in
            guard case .stimulus(.policy(rpc: .some)) = entry.event else { return [] }
            return (snapshots[number] ?? []).filter { $0.state.isRegistered }.compactMap { session in
                let next = transcript.nextStimulus(after: number) { if case .policy = $0 { true } else { false } }
                let isTold = permissionNotices.contains {
                    $0.entry > number && $0.entry < next && $0.connection == session.connection
                        && $0.session == session.session
                }
                return isTold || lasted(session, since: entry.time) >= transcript.controlPatience
                    ? (number, isTold) : nil
            }
        }
    }
}
