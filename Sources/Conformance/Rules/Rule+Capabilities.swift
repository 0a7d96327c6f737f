internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Capabilities.
extension Rule {
    static let capabilities: [Rule] = [
        Rule(
            "HU-CAP-001", .must, "A capability that is told is the one that was asked for.",
            source: "MOBILE_API, SystemCapability; recording system_capabilities", needs: ["HU-REG-001"],
            walk: "capabilities"
        ) { evidence in
            let cases = evidence.steadyExchanges.compactMap { exchange -> (Exchange, String, String)? in
                guard exchange.function == "GetSystemCapability", exchange.succeeded, evidence.exists(exchange),
                    let asked = exchange.rpc.json?["systemCapabilityType"]?.stringValue,
                    let member = evidence.capabilityMember(of: asked)
                else { return nil }
                return (exchange, asked, member)
            }
            return evidence.each(cases, or: "no capability was told") { exchange, asked, member in
                guard let told = exchange.answer?.json?["systemCapability"] else {
                    return Breach("systemCapability is missing", exchange.entries)
                }
                guard told["systemCapabilityType"]?.stringValue == asked else {
                    return Breach(
                        "\(told["systemCapabilityType"]?.stringValue ?? "nothing") for \(asked)", exchange.entries)
                }
                return told[member] == nil ? Breach("\(member) is missing", exchange.entries) : nil
            }
        },
        Rule(
            "HU-CAP-002", .should, "A type of capability that nobody knows is refused.",
            source: "sdl_core 8.2, recording system_capabilities", needs: ["HU-REG-001"], walk: "capabilities"
        ) { evidence in
            let cases = evidence.steadyExchanges.filter { exchange in
                guard exchange.function == "GetSystemCapability", evidence.exists(exchange),
                    let type = exchange.rpc.json?["systemCapabilityType"]?.stringValue
                else { return false }
                return evidence.spec.enums["SystemCapabilityType"]?.elements.contains { $0.name == type } == false
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.succeeded ? Breach("it succeeds", $0.entries) : nil
            }
        },
        Rule(
            "HU-CAP-003", .must, "OnSystemCapabilityUpdated goes to subscribers only.",
            source: "MOBILE_API, GetSystemCapability; recording system_capabilities", needs: ["HU-REG-001"],
            walk: "capabilities", isDriven: true
        ) { evidence in
            let cases = evidence.notices.filter {
                $0.function == "OnSystemCapabilityUpdated" && $0.party == .headUnit && $0.state.isRegistered
            }
            let changes = evidence.capabilityChanges
            guard !cases.isEmpty || !changes.isEmpty else { return .notApplicable("no capability changed") }
            let faults = cases.compactMap { notice -> Breach? in
                let type = notice.rpc.json?["systemCapability"]?["systemCapabilityType"]?.stringValue ?? ""
                return notice.state.capabilities.contains(type)
                    ? nil : Breach("nobody subscribed to \(type)", [notice.entry])
            }
            return faults.isEmpty ? .passed(count: max(cases.count, changes.count)) : .failed(faults)
        },
        Rule(
            "HU-CAP-004", .must, "OnSystemCapabilityUpdated tells each subscriber that a capability changed.",
            source: "MOBILE_API since 5.1; recording system_capabilities", needs: ["HU-REG-003", "HU-REG-005"],
            walk: "capabilities",
            isDriven: true
        ) { evidence in
            let cases = evidence.capabilityChanges.filter { $0.isSubscribed }
            return evidence.each(cases, or: "no capability changed for a subscriber") {
                $0.isTold
                    ? nil
                    : Breach(
                        "session \($0.session) of link \($0.connection) is not told",
                        evidence.aftermath(of: $0.entry, on: $0.connection))
            }
        },
        Rule(
            "HU-CAP-005", .should, "The response to RegisterAppInterface tells hmiCapabilities from version 3.0 on.",
            source: "MOBILE_API since 3.0; recording register_and_unregister", needs: ["HU-REG-002"],
            walk: "registration"
        ) { evidence in
            let cases = evidence.registrations.filter {
                (EvidenceReader.version($0.answer["syncMsgVersion"]) ?? RPCVersion(0, 0)) >= RPCVersion(3, 0)
            }
            return evidence.each(cases, or: "no app registered with such a version") {
                $0.answer["hmiCapabilities"] == nil ? Breach("there are none", [$0.entry]) : nil
            }
        },
        Rule(
            "HU-CAP-006", .should,
            "A head unit with a navigation answers what its navigation can do, from version 4.5 on.",
            source: "MOBILE_API since 4.5; recording capability_waypoints_off",
            needs: ["HU-REG-003", "HU-REG-005", "HU-CAP-005"],
            walk: "capabilities"
        ) { evidence in
            let cases = evidence.permitted("GetSystemCapability").filter {
                $0.rpc.json?["systemCapabilityType"] == "NAVIGATION" && $0.state.hasNavigation == true
                    && evidence.knowsParameters(of: $0)
            }
            return evidence.each(cases, or: "nobody asked a head unit with a navigation") {
                $0.succeeded ? nil : Breach("it is \($0.code)", $0.entries)
            }
        },
    ]
}

extension Evidence {
    /// The member of SystemCapability that goes with a type; `nil` where the spec has none.
    ///
    /// The spec ties them by their names alone: `PHONE_CALL` and `phoneCapability`, `DISPLAYS` and `displayCapabilities`.
    func capabilityMember(of type: String) -> String? {
        guard spec.enums["SystemCapabilityType"]?.elements.contains(where: { $0.name == type }) == true else {
            return nil
        }
        let letters = type.filter { $0 != "_" }.lowercased()
        return spec.structs["SystemCapability"]?.members.map(\.name).first { name in
            guard let end = name.firstRange(of: "Capabilit") else { return false }
            return letters.hasPrefix(name[..<end.lowerBound].lowercased())
        }
    }

    /// Whether the version of the session knows all parameters of a request.
    fileprivate func knowsParameters(of exchange: Exchange) -> Bool {
        guard let function = exchange.function,
            let definition = view(version(exchange.state)).function(function, .request)
        else { return false }
        return Set((exchange.rpc.json?.objectValue ?? [:]).keys).isSubset(of: definition.parameters.map(\.name))
    }

    /// Changes of a capability, for each registered session.
    fileprivate var capabilityChanges: [(entry: Int, connection: Int, session: UInt8, isSubscribed: Bool, isTold: Bool)]
    {
        transcript.entries.enumerated().flatMap { number, entry -> [(Int, Int, UInt8, Bool, Bool)] in
            guard case .stimulus(.capability(let type)) = entry.event else { return [] }
            return (snapshots[number] ?? []).filter { $0.state.isRegistered }.compactMap { session in
                let next = transcript.nextStimulus(after: number) { $0 == .capability(type) }
                let isTold = notices.contains {
                    $0.function == "OnSystemCapabilityUpdated" && $0.entry > number && $0.entry < next
                        && $0.connection == session.connection && $0.session == session.session
                        && $0.rpc.json?["systemCapability"]?["systemCapabilityType"]?.stringValue == type
                }
                guard isTold || lasted(session, since: entry.time) >= transcript.answerPatience else { return nil }
                let isAllowed = session.state.allows("OnSystemCapabilityUpdated") == true
                return (
                    number, session.connection, session.session,
                    session.state.capabilities.contains(type) && isAllowed, isTold
                )
            }
        }
    }
}
