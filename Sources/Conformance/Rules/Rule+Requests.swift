internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What every request passes, whatever it asks for.
extension Rule {
    static let requests: [Rule] = [
        Rule(
            "HU-REQ-001", .must, "Each request is answered.",
            source: "MOBILE_API; a silent navigation ends in GENERIC_ERROR, recording waypoints_hmi_silent",
            walk: "requests"
        ) { evidence in
            let cases = evidence.exchanges.filter { exchange in
                guard exchange.function != "RegisterAppInterface", !exchange.followsTrouble, !exchange.isInFrames,
                    !exchange.hasStrayAnswer
                else { return false }
                // A session that somebody has ended answers nothing.
                return exchange.answer != nil
                    || evidence.isUnanswered(exchange) && exchange.state.isStarted && !exchange.state.wasEndedByHeadUnit
            }
            return evidence.each(cases, or: "nobody asked anything") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "HU-REQ-002", .must, "No request is answered twice.",
            source: "MOBILE_API; recording waypoints_hmi_protocol_faults",
            walk: "requests"
        ) { evidence in
            let cases = evidence.exchanges.indices.filter { evidence.exchanges[$0].answer != nil }
            return evidence.each(cases, or: "no request was answered") { place in
                let again = evidence.repetitions.first { $0.exchange == place }
                return again.map { Breach("a second answer", evidence.exchanges[place].entries + [$0.entry]) }
            }
        },
        Rule(
            "HU-REQ-003", .must,
            "Each response has function, session and correlation id of a request that waits for it.",
            source: "protocol spec 5.4.1, RPC payload", walk: "requests"
        ) { evidence in
            let answered = evidence.exchanges.filter { $0.answer != nil }
            guard !answered.isEmpty || !evidence.misdirected.isEmpty || !evidence.orphans.isEmpty else {
                return .notApplicable("no response came")
            }
            let faults =
                evidence.misdirected.filter { !evidence.isAboutDamaged($0.entry) }.map { wrong in
                    Breach("it belongs to no request", evidence.exchanges[wrong.exchange].entries + [wrong.entry])
                }
                + evidence.orphans.filter { !evidence.isAboutDamaged($0.entry) }.map {
                    Breach("it belongs to no request", [$0.entry])
                }
            return faults.isEmpty ? .passed(count: answered.count) : .failed(faults)
        },
        Rule(
            "HU-REQ-004", .must, "success is true with SUCCESS, and false with a code that stands for failure.",
            source: "MOBILE_API, Result; recording waypoints_hmi_error_codes", walk: "requests"
        ) { evidence in
            let cases = evidence.exchanges.filter {
                $0.resultCode != nil && $0.answer?.json?["success"]?.boolValue != nil
            }
            return evidence.each(cases, or: "no request was answered") { exchange in
                let code = exchange.resultCode ?? ""
                let isFine =
                    exchange.succeeded
                    ? Evidence.successCodes.contains(code) : !["SUCCESS", "WARNINGS", "SAVED"].contains(code)
                return isFine ? nil : Breach("\(code) with success \(exchange.succeeded)", exchange.entries)
            }
        },
        Rule(
            "HU-REQ-005", .must, "A request of an app that is not registered is answered APPLICATION_NOT_REGISTERED.",
            source: "MOBILE_API, Result; recordings requests_before_register, requests_after_unregister",
            needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.exchanges.filter { exchange in
                exchange.function != "RegisterAppInterface" && exchange.answer != nil && exchange.function != nil
                    && !exchange.state.isRegistered && !exchange.state.isChangingRegistration
                    && exchange.stateAtAnswer?.isRegistered == false && exchange.rpc.header.correlationID >= 0
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "APPLICATION_NOT_REGISTERED" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REQ-006", .must, "A request with a body that is no JSON object is answered INVALID_DATA.",
            source: "MOBILE_API, Result; recording rpc_json_faults", needs: ["HU-REG-001"], walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter {
                $0.rpc.forgivenJSON?.objectValue == nil && $0.rpc.header.correlationID >= 0 && $0.rpc.jsonSize > 0
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "INVALID_DATA" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REQ-015", .should, "A request without a body is answered INVALID_DATA.",
            source: "sdl_core 8.2, recording rpc_json_faults", needs: ["HU-REG-001", "HU-REQ-006"], walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter {
                $0.rpc.header.correlationID >= 0 && $0.rpc.jsonSize == 0
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "INVALID_DATA" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REQ-007", .must,
            "A request without a mandatory parameter, or with one of another type or range, is refused as INVALID_DATA.",
            source: "MOBILE_API at the version of the session; recording waypoints_invalid_requests",
            needs: ["HU-REG-003", "HU-REG-005"], walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard exchange.rpc.forgivenJSON?.objectValue != nil, exchange.function != "RegisterAppInterface",
                    exchange.rpc.header.correlationID >= 0, evidence.exists(exchange),
                    case .invalid = evidence.judgement(exchange), !evidence.mayBePassedOn(exchange),
                    !evidence.isWithoutResource(exchange)
                else { return false }
                return exchange.function.map { exchange.state.allows($0) == true } ?? false
            }
            return evidence.each(cases, or: evidence.unjudged("GetWayPoints")) {
                $0.resultCode == "INVALID_DATA" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REQ-008", .should, "A parameter that nobody knows is no fault of a request.",
            source: "sdl_core 8.2, recording waypoints_invalid_requests; newer apps send it", needs: ["HU-REG-001"],
            walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard let json = exchange.rpc.json, exchange.isAboutWayPoints, evidence.exists(exchange),
                    case .valid(let left, let warnings) = evidence.judgement(exchange)
                else { return false }
                return warnings.isEmpty && left.objectValue?.count != json.objectValue?.count
            }
            return evidence.each(cases, or: evidence.unjudged("GetWayPoints")) {
                $0.resultCode == "INVALID_DATA" ? Breach("it is INVALID_DATA", $0.entries) : nil
            }
        },
        Rule(
            "HU-REQ-009", .must, "A request with a function number that no version knows is refused.",
            source: "MOBILE_API, UNSUPPORTED_REQUEST and GenericResponse; recording rpc_header_faults",
            needs: ["HU-REG-001"], walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter {
                $0.function == nil
                    && ($0.rpc.header.functionID == 0 || $0.rpc.header.functionID > 0xFFFF
                        || (60_000...65_534).contains($0.rpc.header.functionID))
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.succeeded ? Breach("it succeeds", $0.entries) : nil
            }
        },
        Rule(
            "HU-REQ-010", .must, "A function that the version agreed upon does not know is refused.",
            source: "MOBILE_API at the version of the session", needs: ["HU-REG-001"]
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { $0.function != nil && !evidence.exists($0) }
            return evidence.each(cases, or: "the version knows all that was asked") {
                $0.succeeded ? Breach("it succeeds", $0.entries) : nil
            }
        },
        Rule(
            "HU-REQ-011", .should, "A negative correlation id is refused as INVALID_ID, under that id.",
            source: "sdl_core 8.2, recording rpc_header_faults", needs: ["HU-REG-001"], walk: "requests"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { $0.rpc.header.correlationID < 0 }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "INVALID_ID" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REQ-012", .should, "A correlation id that still waits for its answer is refused as INVALID_ID.",
            source: "sdl_core 8.2, recording waypoints_same_correlation_id", needs: ["HU-REG-001"]
        ) { evidence in
            let cases = evidence.steadyExchanges.compactMap { exchange -> (Exchange, Exchange)? in
                guard let place = exchange.earlierOfSameID else { return nil }
                let earlier = evidence.exchanges[place]
                // What was answered at once may have been answered before the second was read.
                guard let first = earlier.answeredAt, let second = exchange.answeredAt,
                    max(first, second) - exchange.time > .milliseconds(20),
                    // A refusal does not wait for the navigation, however slow the machine is.
                    earlier.succeeded || exchange.succeeded
                else { return nil }
                return (earlier, exchange)
            }
            return evidence.each(cases, or: "no answer took long enough") { earlier, exchange in
                exchange.resultCode == "INVALID_ID" || earlier.resultCode == "INVALID_ID"
                    ? nil : Breach("both are served", earlier.entries + exchange.entries)
            }
        },
        Rule(
            "HU-REQ-013", .should, "A message without a readable RPC header does not harm its session.",
            source: "sdl_core 8.2, recording rpc_header_faults", needs: ["HU-REG-001"], walk: "requests"
        ) { evidence in
            let cases = evidence.exchanges.filter { exchange in
                exchange.followsTrouble && evidence.isBehindUnreadable(exchange.request)
                    && (exchange.answer != nil || evidence.isUnanswered(exchange))
            }
            return evidence.each(cases, or: "nobody sent one") {
                $0.answer == nil ? Breach("what follows is not answered", $0.entries) : nil
            }
        },
        Rule(
            "HU-REQ-014", .must, "A request in several frames is answered as one in a single frame.",
            source: "protocol spec 5.4.1, multiple frames; recording framing_multiframe_request", needs: ["HU-REG-001"],
            walk: "framing"
        ) { evidence in
            let cases = evidence.exchanges.filter {
                $0.isInFrames && ($0.answer != nil || evidence.isUnanswered($0))
            }
            return evidence.each(cases, or: "nobody sent one") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
    ]
}

extension Exchange {
    /// Whether it is one of the waypoint RPCs.
    var isAboutWayPoints: Bool { function?.hasSuffix("WayPoints") ?? false }
}

extension Evidence {
    /// The codes that may come with success.
    static let successCodes: Set<String> = [
        "SUCCESS", "WARNINGS", "WRONG_LANGUAGE", "RETRY", "SAVED", "TRUNCATED_DATA", "RESUME_FAILED",
        "UNSUPPORTED_RESOURCE", "VEHICLE_DATA_NOT_AVAILABLE", "IGNORED",
    ]

    /// The answered requests of registered apps during which nothing changed that decides over them.
    var steadyExchanges: [Exchange] {
        exchanges.filter { $0.answer != nil && $0.state.isRegistered && $0.wasSteady }
    }

    /// Whether the function of a request exists at the version of its session.
    func exists(_ exchange: Exchange) -> Bool {
        exchange.function.map { view(version(exchange.state)).function($0, .request) != nil } ?? false
    }

    /// Whether a request is refused for lack of a resource, as good ones of its function, or of its kind, are.
    func isWithoutResource(_ exchange: Exchange) -> Bool {
        let codes: Set<String> = ["UNSUPPORTED_RESOURCE", "UNSUPPORTED_REQUEST"]
        guard codes.contains(exchange.resultCode ?? "") else { return false }
        return exchanges.contains {
            $0.request != exchange.request && codes.contains($0.resultCode ?? "") && isImpeccable($0)
                && ($0.function == exchange.function || $0.isAboutWayPoints && exchange.isAboutWayPoints)
        }
    }

    /// Whether a response may be about a message of the app that did not become whole, or could not be read.
    fileprivate func isAboutDamaged(_ entry: Int) -> Bool {
        guard case .message(_, let message) = transcript.entries[entry].event, case .rpc(let rpc) = message.content,
            rpc.json?["success"] == false, ["INVALID_DATA", "GENERIC_ERROR"].contains(rpc.json?["resultCode"])
        else { return false }
        let connection = transcript.entries[entry].connection
        return transcript.entries[..<entry].contains { earlier in
            guard earlier.connection == connection else { return false }
            switch earlier.event {
            case .malformed(.app, .message): return true
            // Its header may have been good enough to answer it.
            case .message(.app, let message):
                if case .unreadable = message.content { return true } else { return false }
            default: return false
            }
        }
    }

    /// Whether a provider of an app service may get a request as it is.
    fileprivate func mayBePassedOn(_ exchange: Exchange) -> Bool {
        exchanges.contains {
            $0.function == "PublishAppService" && $0.succeeded && $0.request < exchange.request
        }
    }

    /// Whether what the app sent on that link just before an entry is an RPC that cannot be read.
    func isBehindUnreadable(_ entry: Int) -> Bool {
        let connection = transcript.entries[entry].connection
        let before = transcript.entries[..<entry].last { candidate in
            guard candidate.connection == connection else { return false }
            switch candidate.event {
            case .control(.app, _), .message(.app, _), .data(.app, _), .malformed(.app, _): return true
            default: return false
            }
        }
        if case .message(_, let message)? = before?.event, case .unreadable = message.content { return true }
        return false
    }
}
