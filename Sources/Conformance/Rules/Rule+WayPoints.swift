internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Waypoints, and what else an app subscribes to.
extension Rule {
    static let wayPoints: [Rule] = [
        Rule(
            "HU-WPT-001", .should, "GetWayPoints for DESTINATION tells one point.",
            source: "HMI guidelines, GetWayPoints; recording waypoints_full_flow", needs: ["HU-POL-002"],
            walk: "waypoints"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter {
                $0.function == "GetWayPoints" && $0.succeeded && $0.rpc.json?["wayPointType"] == "DESTINATION"
                    && $0.answer?.json?["wayPoints"] != nil
            }
            return evidence.each(cases, or: "no destination was told") {
                let count = $0.answer?.json?["wayPoints"]?.arrayValue?.count ?? 0
                return count == 1 ? nil : Breach("\(count) points", $0.entries)
            }
        },
        Rule(
            "HU-WPT-002", .should, "SubscribeWayPoints of a subscriber is IGNORED, without success.",
            source: "sdl_core 8.2, recording waypoints_subscribe_twice",
            needs: ["HU-REG-003", "HU-REG-005", "HU-REQ-004"],
            walk: "waypoints"
        ) { evidence in
            let cases = evidence.permitted("SubscribeWayPoints").filter { $0.state.wayPoints == .yes }
            return evidence.each(cases, or: evidence.unjudged("SubscribeWayPoints", or: "no subscriber tried")) {
                $0.resultCode == "IGNORED" && !$0.succeeded ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-WPT-003", .should, "UnsubscribeWayPoints of an app that is no subscriber is IGNORED, without success.",
            source: "sdl_core 8.2, recording waypoints_subscribe_twice",
            needs: ["HU-REG-003", "HU-REG-005", "HU-REQ-004"],
            walk: "waypoints"
        ) { evidence in
            let cases = evidence.permitted("UnsubscribeWayPoints").filter {
                $0.state.wayPoints == .no && !evidence.isWithoutResource($0)
            }
            return evidence.each(cases, or: evidence.unjudged("UnsubscribeWayPoints")) {
                $0.resultCode == "IGNORED" && !$0.succeeded ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-WPT-004", .must, "OnWayPointChange goes to subscribers only.",
            source: "MOBILE_API, OnWayPointChange; recordings waypoints_full_flow, waypoints_two_apps",
            needs: ["HU-REG-001"], walk: "waypoints", isDriven: true
        ) { evidence in
            let told = evidence.notices.filter { $0.function == "OnWayPointChange" && $0.party == .headUnit }
            let changes = evidence.routeChanges
            guard !told.isEmpty || !changes.isEmpty else { return .notApplicable("the route did not change") }
            let faults = told.filter {
                $0.state.isRegistered && $0.state.wayPoints == .no && !evidence.hasCrossedTheEnd($0)
            }.map {
                Breach("the app is no subscriber", [$0.entry])
            }
            return faults.isEmpty ? .passed(count: max(told.count, changes.count)) : .failed(faults)
        },
        Rule(
            "HU-WPT-005", .must,
            "OnWayPointChange tells each subscriber, in a level that allows it, that the route changed.",
            source: "MOBILE_API, OnWayPointChange; recordings waypoints_two_apps, waypoints_levels",
            needs: ["HU-LVL-003", "HU-REG-005"], walk: "waypoints", isDriven: true
        ) { evidence in
            // A navigation that took a subscription without being able to serve it tells no subscriber anything.
            let isUnserved = evidence.exchanges.contains {
                $0.function == "SubscribeWayPoints" && $0.resultCode == "UNSUPPORTED_RESOURCE"
            }
            let cases = evidence.routeChanges.filter {
                $0.session.state.wayPoints == .yes && $0.isAllowed && !isUnserved
                    && ($0.told != nil
                        || evidence.lasted($0.session, since: $0.time) >= evidence.transcript.answerPatience)
            }
            let nothing = "the route did not change for a subscriber"
            // What was said to a subscriber who asked once more is not why.
            let wasSubscribed = evidence.exchanges.contains {
                $0.function == "SubscribeWayPoints" && $0.resultCode == "SUCCESS"
            }
            return evidence.each(
                cases,
                or: wasSubscribed && !isUnserved ? nothing : evidence.unjudged("SubscribeWayPoints", or: nothing)
            ) {
                $0.told == nil
                    ? Breach(
                        "session \($0.session.session) of link \($0.session.connection) is not told",
                        evidence.aftermath(of: $0.entry, on: $0.session.connection))
                    : nil
            }
        },
        Rule(
            "HU-WPT-006", .should, "OnHashChange follows each change of the subscription.",
            source: "sdl_core 8.2, recordings waypoints_full_flow, waypoints_two_apps", needs: ["HU-REG-001"],
            walk: "waypoints"
        ) { evidence in
            let cases = evidence.subscriptionChanges.filter { exchange in
                evidence.hashChange(after: exchange) != nil
                    || evidence.lasted(exchange) >= evidence.transcript.controlPatience
            }
            return evidence.each(cases, or: "no subscription changed") {
                evidence.hashChange(after: $0) == nil ? Breach("no OnHashChange", $0.entries) : nil
            }
        },
        Rule(
            "HU-WPT-007", .should, "OnHashChange does not overtake the response that caused it.",
            source: "sdl_core 8.2, recordings waypoints_*", needs: ["HU-REG-001", "HU-WPT-006"], walk: "waypoints"
        ) { evidence in
            evidence.each(evidence.subscriptionChanges, or: "no subscription changed") { exchange in
                let early = evidence.notices.first {
                    $0.function == "OnHashChange" && $0.connection == exchange.connection
                        && $0.session == exchange.session && $0.entry > exchange.request
                        && $0.entry < exchange.response ?? 0
                        && !evidence.isOwedHash(exchange)
                }
                return early.map { Breach("it comes first", exchange.entries + [$0.entry]) }
            }
        },
        Rule(
            "HU-WPT-008", .should, "The responses to SubscribeWayPoints and UnsubscribeWayPoints hold no waypoints.",
            source: "sdl_core 8.2, recordings waypoints_*", needs: ["HU-REG-001"], walk: "waypoints"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { $0.isAboutWayPoints && $0.function != "GetWayPoints" }
            return evidence.each(cases, or: "nobody subscribed") {
                $0.answer?.json?["wayPoints"] == nil ? nil : Breach("there are some", $0.entries)
            }
        },
        Rule(
            "HU-VEH-001", .must, "OnVehicleData goes to subscribers only, with the items that they subscribed to.",
            source: "MOBILE_API, OnVehicleData; recordings vehicle_data_gps, vehicle_data_two_apps",
            needs: ["HU-REG-001"], walk: "vehicle data", isDriven: true
        ) { evidence in
            let cases = evidence.notices.filter {
                $0.function == "OnVehicleData" && $0.party == .headUnit && $0.state.isRegistered
                    && !$0.state.vehicleData.contains("*")
            }
            return evidence.each(cases, or: "no vehicle data came") { notice in
                let items = Set((notice.rpc.json?.objectValue ?? [:]).keys)
                let strange = items.subtracting(notice.state.vehicleData).sorted()
                return strange.isEmpty
                    ? nil : Breach("nobody subscribed to \(strange.joined(separator: ", "))", [notice.entry])
            }
        },
        Rule(
            "HU-VEH-002", .must, "GetVehicleData tells nothing that was not asked for.",
            source: "MOBILE_API, GetVehicleData; recording vehicle_data_faults", needs: ["HU-REG-001"],
            walk: "vehicle data"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter {
                $0.function == "GetVehicleData" && $0.answer?.json?.objectValue != nil && $0.rpc.json != nil
            }
            return evidence.each(cases, or: "nobody asked for vehicle data") { exchange in
                let asked = Set(
                    (exchange.rpc.json?.objectValue ?? [:]).filter { $0.value == true }.keys)
                let told = Set((exchange.answer?.json?.objectValue ?? [:]).keys)
                let more = told.subtracting(asked).subtracting(["success", "resultCode", "info"]).sorted()
                return more.isEmpty ? nil : Breach("\(more.joined(separator: ", ")) as well", exchange.entries)
            }
        },
        Rule(
            "HU-VEH-003", .should, "SubscribeVehicleData for what an app has already is IGNORED, without success.",
            source: "sdl_core 8.2, recording vehicle_data_gps", needs: ["HU-REG-003", "HU-REG-005", "HU-REQ-004"],
            walk: "vehicle data"
        ) { evidence in
            let cases = evidence.permitted("SubscribeVehicleData").filter { exchange in
                let items = Set((exchange.rpc.json?.objectValue ?? [:]).filter { $0.value == true }.keys)
                return !items.isEmpty && items.isSubset(of: exchange.state.vehicleData)
                    && evidence.hasSubscribed(items, before: exchange)
            }
            return evidence.each(cases, or: evidence.unjudged("SubscribeVehicleData")) {
                $0.resultCode == "IGNORED" && !$0.succeeded ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-VEH-004", .should, "GetVehicleData that asks for nothing is INVALID_DATA.",
            source: "sdl_core 8.2, recording vehicle_data_faults", needs: ["HU-REG-003", "HU-REG-005"],
            walk: "vehicle data"
        ) { evidence in
            let cases = evidence.permitted("GetVehicleData").filter {
                !($0.rpc.json?.objectValue ?? [:]).values.contains(true)
            }
            return evidence.each(cases, or: evidence.unjudged("GetVehicleData")) {
                $0.resultCode == "INVALID_DATA" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-LOC-001", .should, "SendLocation with neither both coordinates nor an address does not succeed.",
            source: "sdl_core 8.2, recording send_location", needs: ["HU-REG-003", "HU-REG-005"], walk: "vehicle data"
        ) { evidence in
            let cases = evidence.permitted("SendLocation").filter {
                let json = $0.rpc.json ?? .null
                let hasPlace = json["latitudeDegrees"] != nil && json["longitudeDegrees"] != nil
                return !hasPlace && json["address"] == nil
            }
            return evidence.each(cases, or: evidence.unjudged("SendLocation")) {
                $0.succeeded ? Breach("it succeeds", $0.entries) : nil
            }
        },
    ]
}

extension Evidence {
    /// The answered, impeccable and permitted requests of a function.
    func permitted(_ function: String) -> [Exchange] {
        let refused: Set<String> = [
            "DISALLOWED", "USER_DISALLOWED", "ENCRYPTION_NEEDED", "TOO_MANY_PENDING_REQUESTS", "INVALID_ID",
        ]
        return steadyExchanges.filter { exchange in
            guard exchange.function == function, exchange.rpc.json != nil, exists(exchange),
                exchange.state.allows(function) == true, !refused.contains(exchange.resultCode ?? ""),
                case .valid = judgement(exchange)
            else { return false }
            return true
        }
    }

    /// Why no request of a function can be judged: the codes it was refused with, where somebody asked.
    func unjudged(_ function: String, or nothing: String = "nobody tried") -> String {
        let codes = steadyExchanges.filter { $0.function == function && $0.resultCode != "SUCCESS" }
            .compactMap(\.resultCode)
        return codes.isEmpty ? nothing : "\(function) is \(Set(codes).sorted().joined(separator: " or "))"
    }

    /// Changes of the route, for each registered session.
    var routeChanges: [(entry: Int, time: Duration, session: Snapshot, isAllowed: Bool, told: Notice?)] {
        transcript.entries.enumerated().flatMap { number, entry -> [(Int, Duration, Snapshot, Bool, Notice?)] in
            guard entry.event == .stimulus(.route) else { return [] }
            return (snapshots[number] ?? []).filter { $0.state.isRegistered }.map { session in
                let next = transcript.nextStimulus(after: number) { $0 == .route }
                let told = notices.first {
                    $0.function == "OnWayPointChange" && $0.entry > number && $0.entry < next
                        && $0.connection == session.connection && $0.session == session.session
                }
                return (number, entry.time, session, session.state.allows("OnWayPointChange") == true, told)
            }
        }
    }

    /// Whether an OnWayPointChange belongs to a change of the route from before the end of the subscription, that was not
    /// told until then.
    fileprivate func hasCrossedTheEnd(_ notice: Notice) -> Bool {
        let end = exchanges.last {
            $0.function == "UnsubscribeWayPoints" && $0.succeeded && $0.connection == notice.connection
                && $0.session == notice.session && ($0.response ?? .max) < notice.entry
        }
        guard let end, let answered = end.answeredAt, notice.time - answered < transcript.answerPatience,
            let change = transcript.entries[..<end.request].lastIndex(where: { $0.event == .stimulus(.route) })
        else { return false }
        return !notices.contains {
            $0.function == "OnWayPointChange" && $0.connection == notice.connection && $0.session == notice.session
                && $0.entry > change && $0.entry < notice.entry
        }
    }

    /// The requests that changed a waypoint subscription, at versions that have OnHashChange.
    var subscriptionChanges: [Exchange] {
        exchanges.filter {
            $0.isAboutWayPoints && $0.function != "GetWayPoints" && $0.succeeded
                && view(version($0.state)).function("OnHashChange", .notification) != nil
                && $0.state.allows("OnHashChange") != false
        }
    }

    /// The OnHashChange that an exchange brought.
    fileprivate func hashChange(after exchange: Exchange) -> Notice? {
        notices.first {
            $0.function == "OnHashChange" && $0.connection == exchange.connection && $0.session == exchange.session
                && $0.entry > exchange.request
        }
    }

    /// How long the registration went on after an answer.
    fileprivate func lasted(_ exchange: Exchange) -> Duration {
        let ended = exchange.state.registration.map { registrations[$0].ended } ?? .zero
        return ended - (exchange.answeredAt ?? ended)
    }

    /// Whether an earlier answer of the registration may still owe its OnHashChange when a request is sent.
    fileprivate func isOwedHash(_ exchange: Exchange) -> Bool {
        guard let registration = exchange.state.registration else { return true }
        let start = registrations[registration].entry
        // Commands, choice sets and vehicle data bring one as well, and a resumption does.
        let owed = exchanges.count {
            $0.connection == exchange.connection && $0.session == exchange.session && $0.request > start
                && ($0.response ?? .max) < exchange.request && $0.succeeded
                && $0.function != "GetWayPoints" && $0.function != "GetSystemCapability"
                && $0.function != "GetVehicleData"
        }
        let paid = notices.count {
            $0.function == "OnHashChange" && $0.connection == exchange.connection && $0.session == exchange.session
                && $0.entry > start && $0.entry < exchange.request
        }
        return owed > paid || registrations[registration].parameters["hashID"] != nil
    }

    /// Whether items were subscribed to by an earlier request that succeeded.
    fileprivate func hasSubscribed(_ items: Set<String>, before exchange: Exchange) -> Bool {
        exchanges.contains {
            $0.function == "SubscribeVehicleData" && $0.succeeded && $0.request < exchange.request
                && $0.state.registration == exchange.state.registration && $0.resultCode == "SUCCESS"
                && items.isSubset(of: Set(($0.rpc.json?.objectValue ?? [:]).filter { $0.value == true }.keys))
        }
    }
}
