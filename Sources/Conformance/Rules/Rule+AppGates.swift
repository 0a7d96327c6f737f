internal import Formats
internal import SDLProtocol
internal import SDLSpec

// What an app may ask, and when.
extension Rule {
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
                $0.state.isRegistered ? Breach("it registers again", $0.entries) : nil
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
                $0.state.wayPoints == .yes ? Breach("it subscribes again", $0.entries) : nil
            }
        },
        Rule(
            "APP-WPT-002", .should, "An app ends no subscription of waypoints that it does not have.",
            source: "sdl_core answers IGNORED", needs: ["APP-POL-001"]
        ) { evidence in
            let cases = evidence.exchanges.filter { $0.function == "UnsubscribeWayPoints" && $0.state.isRegistered }
            return evidence.each(cases, or: "no app unsubscribed") {
                $0.state.wayPoints == .no ? Breach("it was not subscribed", $0.entries) : nil
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
                        && $0.time - end.time > Evidence.crossing
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
}
