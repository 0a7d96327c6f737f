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
            "APP-HBT-001", .must, "An app answers heartbeats in sessions of protocol 3.",
            source: "protocol spec 5.4.1, section 4.5", walk: "protocol 3"
        ) { evidence in
            let cases = evidence.heartbeatsOfHeadUnit.filter { ($0.state.protocolVersion?.major ?? 0) == 3 }
            return evidence.each(cases, or: "no app was asked in such a session") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "APP-HBT-002", .should, "An app answers heartbeats in sessions of protocol 4 or more.",
            source: "recordings client_js, client_java; the protocol spec deprecates them there",
            needs: ["APP-HBT-001"],
            walk: "full flow"
        ) { evidence in
            let cases = evidence.heartbeatsOfHeadUnit.filter { ($0.state.protocolVersion?.major ?? 0) >= 4 }
            return evidence.each(cases, or: "no app was asked in such a session") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "APP-END-001", .must,
            "An app that leaves ends its RPC service, from protocol 5 on with the hash id it was given, and never with another.",
            source: "protocol spec 5.4.1, end of a service; recordings client_js, client_java", walk: "full flow"
        ) { evidence in
            let cases = evidence.departures
            return evidence.each(cases, or: "no app left by itself") { departure in
                let ends = evidence.ends(of: .rpc).filter { $0.connection == departure.connection }
                guard let end = ends.last else {
                    let isTold = evidence.leave(on: departure.connection) != nil
                    return Breach(
                        isTold ? "no EndService, although the app was told to end" : "no EndService",
                        [departure.entry] + evidence.endings(behind: departure.entry))
                }
                let hash = evidence.hash(of: end)
                if hash == nil, (end.state.protocolVersion?.major ?? 0) < 5 { return nil }
                return end.state.hash == nil || hash == end.state.hash ? nil : Breach("another hash id", end.entries)
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
        Rule(
            "APP-END-003", .should, "Before protocol 5, too, EndService names the hash id.",
            source: "protocol spec 5.4.1, end of a service; the iOS library leaves it out", needs: ["APP-END-001"],
            walk: "protocol 3"
        ) { evidence in
            let cases = evidence.ends(of: .rpc).filter {
                $0.state.hash != nil && ($0.state.protocolVersion?.major ?? 0) < 5
            }
            return evidence.each(cases, or: "no app ended such a session") {
                evidence.hash(of: $0) == nil ? Breach("there is none", $0.entries) : nil
            }
        },
    ]
}

extension Evidence {
    /// The first thing that each app sent on its link.
    var firstOfApps: [Int] {
        var links: Set<Int> = []
        return framesOfApps.filter { links.insert(transcript.entries[$0].connection).inserted }
    }

    /// The entries of apps.
    var framesOfApps: [Int] {
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
    var messagesOfApps: [(number: Int, message: Transcript.Message)] {
        transcript.entries.enumerated().compactMap { number, entry in
            if case .message(.app, let message) = entry.event { (number, message) } else { nil }
        }
    }

    /// What an app sends so long after a message of the head unit may have been on its way before it.
    static let crossing = Duration.seconds(1)

    /// The heartbeats of the head unit that show whether an app answers them.
    fileprivate var heartbeatsOfHeadUnit: [ControlExchange] {
        controls.filter {
            $0.party == .headUnit && $0.asks == .heartbeat && !isAfterFault($0.request) && hasVerdict($0)
        }
    }

    /// Where the app on a link was told to end.
    func leave(on connection: Int) -> Int? {
        transcript.entries.firstIndex { $0.connection == connection && $0.event == .stimulus(.leave) }
    }

    /// How the program of an app ended behind an entry, where the check started it.
    fileprivate func endings(behind entry: Int) -> [Int] {
        let connection = transcript.entries[entry].connection
        return transcript.entries.indices.filter { number in
            guard number > entry, case .stimulus(.note) = transcript.entries[number].event else { return false }
            return transcript.entries[number].connection == connection
        }
    }

    /// Whether a level or permission that forbids a request came so shortly before that the app need not have read it.
    func isJustTold(_ exchange: Exchange) -> Bool {
        notices.contains {
            ($0.function == "OnHMIStatus" || $0.function == "OnPermissionsChange") && $0.entry < exchange.request
                && $0.state.allows(exchange.function ?? "") == true
                && $0.connection == exchange.connection && $0.session == exchange.session
                && exchange.time - $0.time < Self.crossing
        }
    }

    /// Links that apps closed although nobody had ended them.
    var departures: [(entry: Int, connection: Int)] {
        cuts.compactMap { cut in
            guard cut.party == .app, !isDoomed(cut.connection) else { return nil }
            return (cut.entry, cut.connection)
        }
    }

    /// Whether an entry is of a link whose only StartService was refused.
    func isRefused(_ entry: Int) -> Bool {
        let starts = firstStarts.filter { $0.connection == transcript.entries[entry].connection && $0.request < entry }
        return !starts.isEmpty && starts.allSatisfy { $0.isRefused }
    }

    /// Whether the head unit refused or ended what was on a link, or something was broken on it.
    func isDoomed(_ connection: Int) -> Bool {
        let isRefused = firstStarts.contains { $0.connection == connection && $0.isRefused }
        let isEnded = notices.contains {
            $0.connection == connection && $0.function == "OnAppInterfaceUnregistered"
        }
        return isRefused || isEnded
            || transcript.entries.contains { entry in
                guard entry.connection == connection, case .stimulus(.fault) = entry.event else { return false }
                return true
            } || !acknowledgedStarts.contains { $0.start.connection == connection }
    }

    /// Whether a fault was laid on a link before an entry.
    func isAfterFault(_ entry: Int) -> Bool {
        transcript.entries[..<entry].contains { earlier in
            guard earlier.connection == transcript.entries[entry].connection,
                case .stimulus(.fault) = earlier.event
            else { return false }
            return true
        }
    }
}
