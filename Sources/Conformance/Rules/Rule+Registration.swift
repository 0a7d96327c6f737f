internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Registration and what follows it.
extension Rule {
    static let registration: [Rule] = [
        Rule(
            "HU-REG-001", .must,
            "A RegisterAppInterface that keeps to the spec succeeds, or is refused for a reason of its own.",
            source: "MOBILE_API, RegisterAppInterface; recording register_and_unregister", needs: ["HU-SRV-002"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.goodRegistrations.filter { exchange in
                guard exchange.answer != nil else {
                    return evidence.isUnanswered(exchange) && !exchange.hasStrayAnswer
                        && !evidence.isThrownOut(after: exchange)
                }
                // Who never lets anybody in has to name a reason that lies in the app.
                let excuses = evidence.registrations.isEmpty ? Evidence.refusalsOfApp : Evidence.refusals
                return !excuses.contains(exchange.resultCode ?? "")
            }
            return evidence.each(cases, or: evidence.reasonWithoutRegistration) { exchange in
                guard exchange.answer != nil else { return Breach("no answer", exchange.entries) }
                return exchange.succeeded ? nil : Breach("refused with \(exchange.code)", exchange.entries)
            }
        },
        Rule(
            "HU-REG-002", .must,
            "The response to RegisterAppInterface tells a version of the spec not above the app's.",
            source:
                "MOBILE_API, syncMsgVersion; sdl_core answers apps below 5.0 with 4.5.1, recording register_old_rpc_versions",
            needs: ["HU-REG-001"], walk: "registration"
        ) { evidence in
            evidence.each(evidence.registrations, or: "no app was registered") { registration in
                guard let told = EvidenceReader.version(registration.answer["syncMsgVersion"]) else {
                    return Breach("syncMsgVersion is missing", [registration.entry])
                }
                guard let asked = EvidenceReader.version(registration.parameters["syncMsgVersion"]) else { return nil }
                let isFine = told <= asked || (asked < RPCVersion(5, 0) && told < RPCVersion(5, 0))
                return isFine ? nil : Breach("\(told), the app has \(asked)", [registration.entry])
            }
        },
        Rule(
            "HU-REG-003", .must, "OnHMIStatus tells a registered app its level.",
            source: "MOBILE_API, OnHMIStatus; recording register_and_unregister", needs: ["HU-REG-001"],
            walk: "registration"
        ) { evidence in
            let patience = min(evidence.transcript.answerPatience, .seconds(1))
            let cases = evidence.registrations.filter {
                $0.ended - $0.time >= patience || evidence.firstNotice("OnHMIStatus", of: $0) != nil
            }
            return evidence.each(cases, or: "no app was registered long enough") { registration in
                evidence.firstNotice("OnHMIStatus", of: registration) == nil
                    ? Breach("no OnHMIStatus", [registration.entry]) : nil
            }
        },
        Rule(
            "HU-REG-004", .should, "The first level after a registration is NONE.",
            source: "sdl_core 8.2, recordings register_policy_variants, resumption_waypoints", needs: ["HU-REG-003"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrations.compactMap { registration in
                evidence.firstNotice("OnHMIStatus", of: registration)
            }
            return evidence.each(cases, or: "no level was told") { notice in
                let level = notice.rpc.json?["hmiLevel"]?.stringValue ?? "none"
                return level == "NONE" ? nil : Breach("it is \(level)", [notice.entry])
            }
        },
        Rule(
            "HU-REG-005", .must, "An app that is served is told its permissions.",
            source: "MOBILE_API, OnPermissionsChange; apps ask nothing before it", needs: ["HU-REG-001"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrations.compactMap { registration in
                evidence.servedExchange(of: registration).map { (registration, $0) }
            }
            return evidence.each(cases, or: "no app was served") { registration, served in
                evidence.firstNotice("OnPermissionsChange", of: registration) == nil
                    ? Breach("no OnPermissionsChange, but an answer", [registration.entry] + served.entries) : nil
            }
        },
        Rule(
            "HU-REG-006", .should, "The level is told before the permissions.",
            source: "sdl_core 8.2, all registrations of the recordings", needs: ["HU-REG-003", "HU-REG-005"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrations.compactMap { registration -> (Notice, Notice)? in
                guard let level = evidence.firstNotice("OnHMIStatus", of: registration),
                    let permissions = evidence.firstNotice("OnPermissionsChange", of: registration)
                else { return nil }
                return (level, permissions)
            }
            return evidence.each(cases, or: "no app was told both") { level, permissions in
                level.entry < permissions.entry
                    ? nil : Breach("OnPermissionsChange comes first", [permissions.entry, level.entry])
            }
        },
        Rule(
            "HU-REG-007", .should, "No notification comes before the response to RegisterAppInterface.",
            source: "sdl_core 8.2, recording register_and_unregister; sdl_core #3499 has it otherwise",
            needs: ["HU-REG-001"], walk: "registration"
        ) { evidence in
            let cases = evidence.acknowledgedStarts
            return evidence.each(cases, or: "no session was started") { start, ack in
                let early = evidence.notices.first {
                    $0.party == .headUnit && $0.connection == start.connection && $0.session == ack.header.sessionID
                        && $0.entry > start.request && $0.state.isStarted && !$0.state.wasRegistered
                        && !$0.state.wasEndedByHeadUnit && $0.function != "OnAppInterfaceUnregistered"
                }
                return early.map { Breach("\($0.function ?? "a notification") comes", [$0.entry]) }
            }
        },
        Rule(
            "HU-REG-008", .must, "A RegisterAppInterface that breaks the spec does not succeed.",
            source: "MOBILE_API, RegisterAppInterface; recording register_invalid", needs: ["HU-SRV-002"],
            walk: "bad registrations"
        ) { evidence in
            let cases = evidence.registrationRequests.filter { exchange in
                guard exchange.answer != nil else { return false }
                if case .invalid = evidence.judgement(exchange) { return true }
                return false
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.succeeded ? Breach("it succeeds", $0.entries) : nil
            }
        },
        Rule(
            "HU-REG-009", .should, "A refused registration ends the session, and the link with it.",
            source: "sdl_core 8.2, recordings register_invalid, register_policy_variants", needs: ["HU-REG-008"],
            walk: "bad registrations"
        ) { evidence in
            let cases = evidence.registrationRequests.filter { exchange in
                guard exchange.answer != nil, !exchange.succeeded, exchange.state.isStarted,
                    !exchange.state.isRegistered,
                    exchange.resultCode != "APPLICATION_REGISTERED_ALREADY", exchange.resultCode != "INVALID_ID"
                else { return false }
                // With several sessions on the link only the one ends.
                let isAlone = !evidence.registrations.contains {
                    $0.connection == exchange.connection && $0.time < exchange.time && $0.ended > exchange.time
                }
                let closure = evidence.closures[exchange.connection]
                let open = (closure?.time ?? evidence.transcript.end) - (exchange.answeredAt ?? .zero)
                return isAlone && (closure?.party == .headUnit || open >= evidence.transcript.controlPatience)
            }
            return evidence.each(cases, or: "no registration was refused") { exchange in
                let ended = evidence.controls.contains {
                    $0.party == .headUnit && $0.asks == .endService
                        && $0.connection == exchange.connection && $0.request > exchange.request
                }
                guard let closure = evidence.closures[exchange.connection], closure.party == .headUnit else {
                    return Breach("the link stays open", exchange.entries)
                }
                return ended ? nil : Breach("no EndService", exchange.entries + [closure.entry])
            }
        },
        Rule(
            "HU-REG-010", .must, "An app that is registered in a session is not registered there again.",
            source: "MOBILE_API, APPLICATION_REGISTERED_ALREADY; recording register_twice", needs: ["HU-REG-001"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrationRequests.filter { exchange in
                guard let place = exchange.state.registration, exchange.answer != nil, exchange.wasSteady else {
                    return false
                }
                let before = evidence.registrations[place].parameters
                return before["appID"] == exchange.rpc.json?["appID"]
                    && before["fullAppID"] == exchange.rpc.json?["fullAppID"]
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "APPLICATION_REGISTERED_ALREADY" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REG-011", .must, "UnregisterAppInterface of a registered app succeeds.",
            source: "MOBILE_API, UnregisterAppInterface; recording register_and_unregister",
            needs: ["HU-REG-003", "HU-REG-005"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.exchanges.filter {
                $0.function == "UnregisterAppInterface" && $0.state.isRegistered && !$0.state.isChangingRegistration
                    && $0.answer != nil && $0.rpc.json != nil && $0.state.allows("UnregisterAppInterface") == true
            }
            return evidence.each(cases, or: "nobody unregistered") {
                $0.succeeded ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-REG-012", .should,
            "WRONG_LANGUAGE comes when the app's languages are not the head unit's, and only then.",
            source: "MOBILE_API, WRONG_LANGUAGE; recording register_language_mismatch", needs: ["HU-REG-001"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrations.filter {
                $0.answer["language"]?.stringValue != nil && $0.answer["hmiDisplayLanguage"]?.stringValue != nil
                    && $0.parameters["hashID"] == nil
            }
            return evidence.each(cases, or: "no response told a language") { registration in
                let isSame =
                    registration.answer["language"] == registration.parameters["languageDesired"]
                    && registration.answer["hmiDisplayLanguage"] == registration.parameters["hmiDisplayLanguageDesired"]
                let isWrong = registration.answer["resultCode"] == "WRONG_LANGUAGE"
                guard isSame == isWrong else { return nil }
                let code = registration.answer["resultCode"]?.stringValue ?? "none"
                return Breach(
                    "\(code) although the languages are \(isSame ? "the same" : "others")", [registration.entry])
            }
        },
        Rule(
            "HU-REG-013", .should, "A second app of the same name on one link is refused with DUPLICATE_NAME.",
            source: "MOBILE_API, DUPLICATE_NAME; recording register_twice", needs: ["HU-REG-001"],
            walk: "several apps"
        ) { evidence in
            let cases = evidence.goodRegistrations.filter { exchange in
                guard exchange.answer != nil, let name = exchange.rpc.json?["appName"] else { return false }
                return evidence.registrations.contains {
                    $0.connection == exchange.connection && $0.session != exchange.session && $0.time < exchange.time
                        && $0.ended > (exchange.answeredAt ?? .zero) && $0.parameters["appName"] == name
                        && $0.parameters["appID"] != exchange.rpc.json?["appID"]
                }
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.resultCode == "DUPLICATE_NAME" ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
        Rule(
            "HU-LVL-001", .should, "OnHMIStatus comes only when something in it changes.",
            source: "sdl_core 8.2, recordings media_over_navigation, consent_device", needs: ["HU-LVL-003"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.notices.filter { $0.function == "OnHMIStatus" && $0.state.status != nil }
            return evidence.each(cases, or: "no level changed") {
                $0.state.status == $0.rpc.json ? Breach("nothing has changed", [$0.entry]) : nil
            }
        },
        Rule(
            "HU-LVL-002", .should, "In BACKGROUND and NONE no sound is heard of an app, and no video is shown.",
            source: "sdl_core 8.2, recordings waypoints_levels, media_over_navigation", needs: ["HU-REG-003"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.notices.filter {
                let level = $0.rpc.json?["hmiLevel"]
                return $0.function == "OnHMIStatus" && (level == "NONE" || level == "BACKGROUND")
            }
            return evidence.each(cases, or: "no such level was told") { notice in
                let json = notice.rpc.json ?? .null
                if let sound = json["audioStreamingState"]?.stringValue, sound != "NOT_AUDIBLE" {
                    return Breach("audioStreamingState is \(sound)", [notice.entry])
                }
                if let video = json["videoStreamingState"]?.stringValue, video != "NOT_STREAMABLE" {
                    return Breach("videoStreamingState is \(video)", [notice.entry])
                }
                return nil
            }
        },
        Rule(
            "HU-LVL-003", .must, "OnHMIStatus follows when a driver changes the level of an app.",
            source: "MOBILE_API, OnHMIStatus; recording waypoints_levels", needs: ["HU-REG-003"], walk: "policy",
            isDriven: true
        ) { evidence in
            evidence.each(evidence.levelChanges, or: "nobody changed a level") { change in
                change.told == nil
                    ? Breach("no OnHMIStatus with \(change.level)", evidence.aftermath(of: change.entry)) : nil
            }
        },
    ]
}

extension Exchange {
    /// The result as people call it.
    var code: String { resultCode ?? (answer == nil ? "unanswered" : "without a resultCode") }
}

extension Evidence {
    /// The codes by which a registration is refused although it keeps to the spec.
    static let refusals: Set<String> = refusalsOfApp.union(["REJECTED", "OUT_OF_MEMORY"])

    /// Those that tell what the app, or the policy for it, lacks.
    static let refusalsOfApp: Set<String> = [
        "DISALLOWED", "USER_DISALLOWED", "DUPLICATE_NAME", "APPLICATION_REGISTERED_ALREADY",
        "TOO_MANY_PENDING_REQUESTS", "TOO_MANY_APPLICATIONS",
    ]

    /// The RegisterAppInterface requests.
    var registrationRequests: [Exchange] { exchanges.filter { $0.function == "RegisterAppInterface" } }

    /// Those that keep to the spec, in a session that waits for one.
    var goodRegistrations: [Exchange] {
        registrationRequests.filter { exchange in
            guard exchange.state.isStarted, !exchange.state.isRegistered, !exchange.isInFrames, exchange.pieces == 1,
                exchange.rpc.header.correlationID >= 0, let json = exchange.rpc.json,
                case .valid = judgement(exchange)
            else { return false }
            return !Self.hasBlankText(json)
        }
    }

    /// Whether a text is blank or holds tabs or new lines, which head units look at themselves.
    private static func hasBlankText(_ json: JSONValue) -> Bool {
        switch json {
        case .string(let text):
            text.allSatisfy { $0 == " " } || text.contains { $0 == "\t" || $0 == "\n" } || text.contains("\\n")
                || text.contains("\\t")
        case .array(let values): values.contains(where: hasBlankText)
        case .object(let members): members.values.contains(where: hasBlankText)
        case .null, .bool, .int, .double: false
        }
    }

    /// Why there is no registration to judge.
    var reasonWithoutRegistration: String {
        guard let refused = goodRegistrations.first(where: { $0.answer != nil }) else { return "nobody registered" }
        return "the head unit does not let the app in: \(refused.code)"
    }

    /// Whether the head unit ended the registration in place of an answer.
    func isThrownOut(after exchange: Exchange) -> Bool {
        notices.contains {
            $0.function == "OnAppInterfaceUnregistered" && $0.connection == exchange.connection
                && $0.session == exchange.session && $0.entry > exchange.request
        }
    }

    /// The first notification of a name that a registration brought.
    func firstNotice(_ name: String, of registration: Registration) -> Notice? {
        notices.first {
            $0.party == .headUnit && $0.function == name && $0.entry > registration.entry
                && $0.connection == registration.connection && $0.session == registration.session
                && $0.state.isRegistered && registrations[$0.state.registration ?? 0].entry == registration.entry
        }
    }

    /// A request of a registration that was served, beside its beginning and end.
    func servedExchange(of registration: Registration) -> Exchange? {
        exchanges.first {
            $0.connection == registration.connection && $0.session == registration.session && $0.succeeded
                && $0.request > registration.entry && $0.function != "UnregisterAppInterface"
                && $0.state.registration.map { registrations[$0].entry == registration.entry } ?? false
        }
    }

    /// What drivers did to levels, and where the app was told.
    var levelChanges: [(entry: Int, level: String, told: Notice?)] {
        transcript.entries.enumerated().compactMap { number, entry in
            guard case .stimulus(.level(let app, let level)) = entry.event else { return nil }
            guard
                let session = snapshots[number]?.last(where: { snapshot in
                    snapshot.state.registration.map { registrations[$0].appName == app } ?? false
                }), session.state.level != level, let place = session.state.registration,
                registrations[place].ended - entry.time >= .milliseconds(1)
            else { return nil }
            let lasted = registrations[place].ended - entry.time
            let next = transcript.nextStimulus(after: number) { if case .level = $0 { true } else { false } }
            let told = notices.first {
                $0.function == "OnHMIStatus" && $0.entry > number && $0.entry < next
                    && $0.connection == session.connection
                    && $0.session == session.session && $0.rpc.json?["hmiLevel"]?.stringValue == level
            }
            return told != nil || lasted >= transcript.controlPatience ? (number, level, told) : nil
        }
    }
}
