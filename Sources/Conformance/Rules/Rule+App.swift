internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What an app sends, and when.
extension Rule {
    static let appWire: [Rule] = [
        Rule(
            "APP-SRV-001", .must, "An app begins a link with StartService of the RPC service, in session 0.",
            source: "protocol spec 5.4.1, start of a service"
        ) { evidence in
            evidence.each(evidence.firstOfApps, or: "no app connected") { number in
                guard case .control(_, let frame) = evidence.transcript.entries[number].event,
                    frame.header.controlInfo == .startService, frame.header.service == .rpc,
                    frame.header.sessionID == 0
                else { return Breach("something else comes first", [number]) }
                return nil
            }
        },
        Rule(
            "APP-SRV-002", .note, "The first StartService has a header of version 1, which every head unit reads.",
            source: "protocol spec 5.4.1, version negotiation; the JavaScript library begins with version 5",
            needs: ["APP-SRV-001"]
        ) { evidence in
            let cases = evidence.firstStarts.filter { $0.state.number == 0 }
            return evidence.each(cases, or: "no app connected") {
                $0.version == 1 ? nil : Breach("it has version \($0.version)", $0.entries)
            }
        },
        Rule(
            "APP-FRM-001", .must, "What an app sends consists of well-formed frames and nothing else.",
            source: "protocol spec 5.4.1, frame header"
        ) { evidence in
            evidence.each(evidence.framesOfApps, or: "no app sent anything") { number in
                switch evidence.transcript.entries[number].event {
                case .malformed(_, .header(let fault)): Breach("\(fault)", [number])
                case .malformed(_, .message(let fault)): Breach("\(fault)", [number])
                default: nil
                }
            }
        },
        Rule(
            "APP-FRM-002", .must, "Messages name a session that the head unit gave.",
            source: "protocol spec 5.4.1, session id", needs: ["APP-SRV-001"]
        ) { evidence in
            let cases = evidence.messagesOfApps.filter { !evidence.isRefused($0.number) }
            return evidence.each(cases, or: "no app sent a message") { number, message in
                let isKnown = evidence.states[number].map { $0.number > 0 } ?? false
                return isKnown ? nil : Breach("session \(message.header.sessionID) was not given", [number])
            }
        },
        Rule(
            "APP-FRM-003", .must, "Messages have no version above the one agreed upon.",
            source: "protocol spec 5.4.1, version negotiation", needs: ["APP-FRM-002"]
        ) { evidence in
            evidence.each(evidence.messagesOfApps, or: "no app sent a message") { number, message in
                guard let agreed = evidence.states[number]?.protocolVersion else { return nil }
                return UInt16(message.header.version) <= agreed.major
                    ? nil : Breach("version \(message.header.version), agreed was \(agreed)", [number])
            }
        },
        Rule(
            "APP-FRM-004", .must, "No frame is larger than the head unit announced, nor than its version allows.",
            source: "protocol spec 5.4.1, MTU", needs: ["APP-FRM-002"]
        ) { evidence in
            evidence.each(evidence.messagesOfApps, or: "no app sent a message") { number, message in
                let limit: Int64 =
                    switch message.header.version {
                    case 0...2: 1488
                    case 3, 4: 131_072
                    default: evidence.states[number]?.mtu ?? 131_072
                    }
                return Int64(message.largestFrame) > limit
                    ? Breach("a frame of \(message.largestFrame) bytes", [number]) : nil
            }
        },
        Rule(
            "APP-SCH-001", .must, "Requests keep to the spec at the version agreed upon.",
            source: "MOBILE_API at the version of the session", needs: ["APP-SRV-001"]
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.function != nil && evidence.exists($0) }
            return evidence.each(cases, or: "no app asked anything") { exchange in
                guard exchange.rpc.json?.objectValue != nil else {
                    return Breach("the body is no JSON object", exchange.entries)
                }
                guard case .invalid(let report) = evidence.judgement(exchange) else { return nil }
                return Breach(report, exchange.entries)
            }
        },
        Rule(
            "APP-REQ-001", .must, "Correlation ids are not negative, and none is used while it waits for its answer.",
            source: "MOBILE_API, correlation id; sdl_core refuses both with INVALID_ID"
        ) { evidence in
            evidence.each(evidence.exchanges, or: "no app asked anything") { exchange in
                if exchange.rpc.header.correlationID < 0 { return Breach("it is negative", exchange.entries) }
                guard let earlier = exchange.earlierOfSameID else { return nil }
                return Breach("it waits already", evidence.exchanges[earlier].entries + exchange.entries)
            }
        },
        Rule(
            "APP-HBT-001", .must, "An app answers heartbeats.", source: "protocol spec 5.4.1, heartbeat",
            walk: "full flow"
        ) { evidence in
            let cases = evidence.controls.filter {
                $0.party == .headUnit && $0.asks == .heartbeat && !evidence.isAfterFault($0.request)
                    && evidence.hasVerdict($0)
            }
            return evidence.each(cases, or: "no app was asked") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "APP-END-001", .must, "An app that leaves ends its RPC service with the hash id it was given.",
            source: "protocol spec 5.4.1, end of a service; recordings client_js, client_java", walk: "full flow"
        ) { evidence in
            let cases = evidence.departures
            return evidence.each(cases, or: "no app left by itself") { departure in
                let ends = evidence.ends(of: .rpc).filter { $0.connection == departure.connection }
                guard let end = ends.last else { return Breach("no EndService", [departure.entry]) }
                return end.state.hash == nil || evidence.hash(of: end) == end.state.hash
                    ? nil : Breach("another hash id", end.entries)
            }
        },
        Rule(
            "APP-END-002", .should, "An app that leaves unregisters before it ends its service.",
            source: "MOBILE_API, UnregisterAppInterface; the JavaScript library does not", walk: "full flow"
        ) { evidence in
            let cases = evidence.departures
            return evidence.each(cases, or: "no app left by itself") { departure in
                evidence.exchanges.contains {
                    $0.function == "UnregisterAppInterface" && $0.connection == departure.connection
                } ? nil : Breach("no UnregisterAppInterface", [departure.entry])
            }
        },
    ]

    static let appGates: [Rule] = [
        Rule(
            "APP-REG-001", .must, "An app asks nothing before it is registered.",
            source: "MOBILE_API, RegisterAppInterface; recording framing_split_and_joined", needs: ["APP-FRM-002"]
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.function != "RegisterAppInterface" && !$0.state.wasRegistered }
            guard !evidence.exchanges.isEmpty else { return .notApplicable("no app asked anything") }
            let faults = cases.map { Breach("\($0.function ?? "a request") comes before", $0.entries) }
            return faults.isEmpty ? .passed(count: evidence.exchanges.count) : .failed(faults)
        },
        Rule(
            "APP-REG-002", .must, "An app that is registered does not register again in the same session.",
            source: "MOBILE_API, APPLICATION_REGISTERED_ALREADY"
        ) { evidence in
            evidence.each(evidence.registrationRequests, or: "no app registered") {
                $0.state.isRegistered ? Breach("it does", $0.entries) : nil
            }
        },
        Rule(
            "APP-VER-001", .must, "An app uses no function that the version agreed upon does not know.",
            source: "app guide, version gate; MOBILE_API at the version of the session"
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.state.isRegistered && $0.function != nil }
            return evidence.each(cases, or: "no app asked anything") { exchange in
                let version = evidence.version(exchange.state)
                return evidence.exists(exchange)
                    ? nil : Breach("\(exchange.function ?? "") with version \(version)", exchange.entries)
            }
        },
        Rule(
            "APP-POL-001", .must, "An app asks for nothing that its permissions do not allow in its level.",
            source: "app guide, permissions; MOBILE_API, OnPermissionsChange", needs: ["APP-VER-001"]
        ) { evidence in
            let cases = evidence.exchanges.filter { exchange in
                guard exchange.state.isRegistered, let function = exchange.function else { return false }
                return exchange.state.allows(function) != nil && evidence.exists(exchange)
            }
            return evidence.each(cases, or: "no app asked anything") { exchange in
                guard let function = exchange.function, exchange.state.allows(function) == false,
                    !evidence.isJustTold(exchange)
                else { return nil }
                return Breach("\(function) in \(exchange.state.level ?? "no level")", exchange.entries)
            }
        },
        Rule(
            "APP-POL-002", .must, "An app asks for waypoints only when it knows its level and its permissions.",
            source: "app guide, permissions"
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.isAboutWayPoints && $0.state.isRegistered }
            return evidence.each(cases, or: "no app asked for waypoints") { exchange in
                exchange.state.allows(exchange.function ?? "") == nil
                    ? Breach("\(exchange.function ?? "") before it is told", exchange.entries) : nil
            }
        },
        Rule(
            "APP-CAP-001", .must,
            "From version 4.5 on an app asks for waypoints only when the navigation says that it has them.",
            source: "app guide, getWayPointsEnabled", needs: ["APP-POL-002"]
        ) { evidence in
            let cases = evidence.exchanges.filter {
                $0.isAboutWayPoints && $0.state.isRegistered && $0.function != "UnsubscribeWayPoints"
                    && evidence.version($0.state) >= RPCVersion(4, 5)
            }
            return evidence.each(cases, or: "no app asked for waypoints at such a version") { exchange in
                exchange.state.navigationCapability?["getWayPointsEnabled"] == true
                    ? nil : Breach("\(exchange.function ?? "") without getWayPointsEnabled", exchange.entries)
            }
        },
        Rule(
            "APP-CAP-002", .must, "Before version 4.5 an app asks a head unit without a navigation for no waypoints.",
            source: "app guide, hmiCapabilities.navigation", needs: ["APP-POL-002"]
        ) { evidence in
            let cases = evidence.exchanges.filter {
                $0.isAboutWayPoints && $0.state.isRegistered && $0.function != "UnsubscribeWayPoints"
                    && evidence.version($0.state) < RPCVersion(4, 5)
            }
            return evidence.each(cases, or: "no app asked for waypoints at such a version") { exchange in
                exchange.state.hasNavigation == true
                    ? nil : Breach("\(exchange.function ?? "") to such a head unit", exchange.entries)
            }
        },
        Rule(
            "APP-WPT-001", .should, "An app does not subscribe to waypoints again while it is subscribed.",
            source: "sdl_core answers IGNORED; app guide", needs: ["APP-CAP-001"]
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.function == "SubscribeWayPoints" && $0.state.isRegistered }
            return evidence.each(cases, or: "no app subscribed") {
                $0.state.wayPoints == .yes ? Breach("it does", $0.entries) : nil
            }
        },
        Rule(
            "APP-WPT-002", .should, "An app ends no subscription of waypoints that it does not have.",
            source: "sdl_core answers IGNORED", needs: ["APP-POL-001"]
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.function == "UnsubscribeWayPoints" && $0.state.isRegistered }
            return evidence.each(cases, or: "no app unsubscribed") {
                $0.state.wayPoints == .no ? Breach("it does", $0.entries) : nil
            }
        },
        Rule(
            "APP-OUT-001", .must, "An app asks nothing in a session that the head unit has ended it in.",
            source: "MOBILE_API, OnAppInterfaceUnregistered; protocol spec 5.4.1, EndService", walk: "thrown out"
        ) { evidence in
            let ended = evidence.notices.filter { $0.function == "OnAppInterfaceUnregistered" }
            return evidence.each(ended, or: "no app was ended") { end in
                let late = evidence.exchanges.first {
                    $0.connection == end.connection && $0.session == end.session && $0.request > end.entry
                        && ($0.state.wasThrownOut || $0.state.wasEndedByHeadUnit)
                        && $0.function != "RegisterAppInterface" && $0.function != "UnregisterAppInterface"
                        && $0.time - end.time > .milliseconds(100)
                }
                return late.map { Breach("\($0.function ?? "a request") comes after it", [end.entry] + $0.entries) }
            }
        },
        Rule(
            "APP-OUT-002", .must, "An app whose StartService is refused sends no messages.",
            source: "protocol spec 5.4.1, StartServiceNAK", walk: "refused"
        ) { evidence in
            let cases = evidence.firstStarts.filter { $0.isRefused }
            return evidence.each(cases, or: "no app was refused") { start in
                let late = evidence.messagesOfApps.first {
                    evidence.transcript.entries[$0.number].connection == start.connection && $0.number > start.request
                        && evidence.isRefused($0.number)
                }
                return late.map { Breach("a message comes after it", start.entries + [$0.number]) }
            }
        },
    ]

    static let appEndurance: [Rule] = AppFault.allCases.map { kind in
        Rule(
            kind.id, .must, kind.sentence, source: "app guide; reports of the app libraries", needs: ["APP-HBT-001"],
            walk: "endurance"
        ) { evidence in
            evidence.each(evidence.trials(kind), or: "no app was tried") { trial in
                if let closure = trial.closure { return Breach("the app closes the link", [trial.entry, closure]) }
                return trial.isAlive
                    ? nil : Breach("the app does not answer a heartbeat any more", [trial.entry] + trial.beats)
            }
        }
    }
}

/// What an app has to live with.
enum AppFault: String, CaseIterable, Sendable {
    case unknownMember = "members that nobody knows"
    case unknownValue = "values of enums that nobody knows"
    case warnings = "WARNINGS in the place of SUCCESS"
    case ignored = "IGNORED for a subscription"
    case late = "late answers"
    case reordered = "a notification before the answer that it follows"
    case twice = "answers and notifications that come twice"
    case generic = "GenericResponse in the place of an answer"

    var id: String {
        let number = (AppFault.allCases.firstIndex(of: self) ?? 0) + 1
        return "APP-BEAR-00\(number)"
    }
    var sentence: String { "An app lives on with \(rawValue)." }
}

extension Evidence {
    /// The first thing that each app sent on its link.
    fileprivate var firstOfApps: [Int] {
        var links: Set<Int> = []
        return framesOfApps.filter { links.insert(transcript.entries[$0].connection).inserted }
    }

    /// The entries of apps.
    fileprivate var framesOfApps: [Int] {
        transcript.entries.indices.filter { number in
            switch transcript.entries[number].event {
            case .control(.app, _), .message(.app, _), .data(.app, _), .malformed(.app, .header),
                .malformed(.app, .message):
                true
            default: false
            }
        }
    }

    /// The messages of apps, by entry.
    fileprivate var messagesOfApps: [(number: Int, message: Transcript.Message)] {
        transcript.entries.enumerated().compactMap { number, entry in
            if case .message(.app, let message) = entry.event { (number, message) } else { nil }
        }
    }

    /// Whether a level or permission that forbids a request came so shortly before that the app need not have read it.
    fileprivate func isJustTold(_ exchange: Exchange) -> Bool {
        notices.contains {
            ($0.function == "OnHMIStatus" || $0.function == "OnPermissionsChange") && $0.entry < exchange.request
                && $0.state.allows(exchange.function ?? "") == true
                && $0.connection == exchange.connection && $0.session == exchange.session
                && exchange.time - $0.time < .milliseconds(100)
        }
    }

    /// Links that apps closed although nobody had ended them.
    fileprivate var departures: [(entry: Int, connection: Int)] {
        cuts.compactMap { cut in
            guard cut.party == .app, !isDoomed(cut.connection) else { return nil }
            return (cut.entry, cut.connection)
        }
    }

    /// Whether an entry is of a link whose only StartService was refused.
    fileprivate func isRefused(_ entry: Int) -> Bool {
        let starts = firstStarts.filter { $0.connection == transcript.entries[entry].connection && $0.request < entry }
        return !starts.isEmpty && starts.allSatisfy { $0.isRefused }
    }

    /// Whether the head unit refused or ended what was on a link, or something was broken on it.
    private func isDoomed(_ connection: Int) -> Bool {
        let isRefused = firstStarts.contains { $0.connection == connection && $0.isRefused }
        let isEnded = notices.contains {
            $0.connection == connection && $0.function == "OnAppInterfaceUnregistered"
        }
        return isRefused || isEnded || transcript.entries.contains { entry in
            guard entry.connection == connection, case .stimulus(.fault) = entry.event else { return false }
            return true
        } || !acknowledgedStarts.contains { $0.start.connection == connection }
    }

    /// Whether a fault was laid on a link before an entry.
    fileprivate func isAfterFault(_ entry: Int) -> Bool {
        transcript.entries[..<entry].contains { earlier in
            guard earlier.connection == transcript.entries[entry].connection,
                case .stimulus(.fault) = earlier.event
            else { return false }
            return true
        }
    }

    fileprivate typealias Trial = (entry: Int, closure: Int?, isAlive: Bool, beats: [Int])

    /// What became of apps on whose link a fault was laid.
    fileprivate func trials(_ kind: AppFault) -> [Trial] {
        transcript.entries.enumerated().compactMap { number, entry -> Trial? in
            guard entry.event == .stimulus(.fault(kind.rawValue)) else { return nil }
            let beats = controls.filter {
                $0.party == .headUnit && $0.asks == .heartbeat && $0.connection == entry.connection
                    && $0.request > number
            }
            let closure = closures[entry.connection]
            // Who says good-bye in order has not been harmed.
            let hasLeft = ends(of: .rpc).contains { $0.connection == entry.connection }
            let isClosedByApp = closure?.party == .app && !hasLeft && !beats.contains { $0.answer != nil }
            if hasLeft, beats.isEmpty { return (number, nil, true, []) }
            guard isClosedByApp || !beats.isEmpty else { return nil }
            return (number, isClosedByApp ? closure?.entry : nil, beats.contains { $0.answer != nil }, beats.map(\.request))
        }
    }
}
