internal import Formats
internal import SDLProtocol
internal import SDLSpec

// Frames, messages, and the schema of what is in them.
extension Rule {
    static let framing: [Rule] = [
        Rule(
            "HU-FRM-001", .must, "What the head unit sends consists of well-formed frames and nothing else.",
            source: "protocol spec 5.4.1, frame header"
        ) { evidence in
            evidence.each(evidence.framesOfHeadUnit, or: "the head unit sent nothing") { number in
                guard case .malformed(_, .header(let fault)) = evidence.transcript.entries[number].event else {
                    return nil
                }
                return Breach("no frame begins like this: \(fault)", [number])
            }
        },
        Rule(
            "HU-FRM-002", .must, "No frame is larger than the head unit announced, nor than its version allows.",
            source: "protocol spec 5.4.1, MTU; sdl_core counts the payload alone", needs: ["HU-SRV-007"]
        ) { evidence in
            evidence.each(evidence.messagesOfHeadUnit, or: "the head unit sent no message") { number, message in
                let announced = evidence.states[number]?.mtu
                let limit: Int64 =
                    switch message.header.version {
                    case 0...2: 1488
                    case 3, 4: 131_072
                    default: announced ?? 131_072
                    }
                guard Int64(message.largestFrame) > limit else { return nil }
                return Breach("a frame has \(message.largestFrame) bytes, at most \(limit) are allowed", [number])
            }
        },
        Rule(
            "HU-FRM-003", .must, "A message of several frames is whole, and its frames are numbered in order.",
            source: "protocol spec 5.4.1, multiple frames", walk: "framing"
        ) { evidence in
            evidence.each(evidence.multiFrameOfHeadUnit, or: "no message took several frames") { number in
                guard case .malformed(_, .message(let fault)) = evidence.transcript.entries[number].event else {
                    return nil
                }
                return Breach("\(fault)", [number])
            }
        },
        Rule(
            "HU-FRM-004", .should, "Messages to a registered app have the version of the frame that registered it.",
            source: "sdl_core 8.2, recordings protocol_version_mixed, protocol_v2_session",
            needs: ["HU-REG-001", "HU-FRM-008"]
        ) { evidence in
            let cases = evidence.messagesOfHeadUnit.filter { number, _ in
                evidence.states[number].map { $0.isRegistered && !$0.isChangingRegistration } ?? false
            }
            return evidence.each(cases, or: "no app was registered") { number, message in
                guard let version = evidence.states[number]?.registrationFrameVersion,
                    version != message.header.version
                else { return nil }
                return Breach("version \(message.header.version), registered in version \(version)", [number])
            }
        },
        Rule(
            "HU-FRM-005", .must, "Each message has an RPC header that can be read.",
            source: "protocol spec 5.4.1, RPC payload"
        ) { evidence in
            let cases = evidence.messagesOfHeadUnit.filter { $0.message.header.version > 1 }
            return evidence.each(cases, or: "the head unit sent no message") { number, message in
                guard case .unreadable(let reason) = message.content else { return nil }
                return Breach(reason, [number])
            }
        },
        Rule(
            "HU-FRM-006", .must, "The body of each message is a JSON object.", source: "RFC 8259; MOBILE_API"
        ) { evidence in
            evidence.each(evidence.rpcsOfHeadUnit, or: "the head unit sent no RPC") { number, rpc in
                rpc.json?.objectValue == nil ? Breach("the body is no JSON object", [number]) : nil
            }
        },
        Rule(
            "HU-FRM-007", .should, "The head unit sends requests to none but the providers of app services.",
            source: "MOBILE_API; sdl_core 8.2, recording app_service_provider"
        ) { evidence in
            evidence.each(evidence.rpcsOfHeadUnit, or: "the head unit sent no RPC") { number, rpc in
                let provides = evidence.states[number]?.capabilities.contains("APP_SERVICES") ?? false
                return rpc.header.rpcType == .request && !provides ? Breach("a request to an app", [number]) : nil
            }
        },
        Rule(
            "HU-FRM-008", .must,
            "Messages to a registered app have no version above the one agreed upon, or used by it.",
            source: "protocol spec 5.4.1, version negotiation", needs: ["HU-REG-001"]
        ) { evidence in
            let cases = evidence.messagesOfHeadUnit.filter { number, _ in
                evidence.states[number].map { $0.isRegistered && !$0.isChangingRegistration } ?? false
            }
            return evidence.each(cases, or: "no app was registered") { number, message in
                guard let state = evidence.states[number], let agreed = state.protocolVersion else { return nil }
                let highest = max(agreed.major, UInt16(state.registrationFrameVersion ?? 0))
                return UInt16(message.header.version) <= highest
                    ? nil : Breach("version \(message.header.version), agreed was \(agreed)", [number])
            }
        },
        Rule(
            "HU-FRM-009", .should,
            "An answer to StartService or EndService has a question before it, which is answered once.",
            source: "protocol spec 5.4.1, control frames; sdl_core 8.2, all recordings"
        ) { evidence in
            let kinds: Set<ControlFrameInfo> = [.startServiceACK, .startServiceNAK, .endServiceACK, .endServiceNAK]
            let strays = Set(evidence.strayControls.map(\.entry))
            let cases = evidence.controlsOfHeadUnit.filter { $0.frame.header.controlInfo.map(kinds.contains) ?? false }
            return evidence.each(cases, or: "no service was started or ended") { number, _ in
                strays.contains(number) ? Breach("nobody asked", [number]) : nil
            }
        },
        Rule(
            "HU-SCH-001", .must, "Each response and notification keeps to the spec at the version agreed upon.",
            source: "MOBILE_API at the version of the session"
        ) { evidence in
            evidence.each(evidence.judgedOfHeadUnit, or: "nothing that the spec describes was received") { item in
                guard case .invalid(let report) = item.outcome else { return nil }
                return Breach("\(item.name): \(report)", [item.entry])
            }
        },
        Rule(
            "HU-SCH-002", .should, "No message holds an enum value that no version of the spec knows.",
            source:
                "MOBILE_API; sdl_core tells values of newer versions to old apps, recording register_old_rpc_versions",
            needs: ["HU-SCH-001"]
        ) { evidence in
            evidence.each(evidence.judgedOfHeadUnit, or: "nothing that the spec describes was received") { item in
                guard case .valid(_, let warnings) = item.newest, !warnings.isEmpty else { return nil }
                return Breach("\(item.name): \(warnings.joined(separator: "; "))", [item.entry])
            }
        },
        Rule(
            "HU-SCH-003", .should, "No message holds a member that no version of the spec knows.",
            source: "MOBILE_API; sdl_core leaves members of newer versions in, and so may others",
            needs: ["HU-SCH-001"]
        ) { evidence in
            evidence.each(evidence.judgedOfHeadUnit, or: "nothing that the spec describes was received") { item in
                let unknown = Evidence.unknownMembers(item)
                return unknown.isEmpty
                    ? nil : Breach("\(item.name): unknown \(unknown.joined(separator: ", "))", [item.entry])
            }
        },
    ]
}

extension Evidence {
    /// The entries of the head unit.
    var framesOfHeadUnit: [Int] {
        transcript.entries.indices.filter { number in
            switch transcript.entries[number].event {
            case .control(.headUnit, _), .message(.headUnit, _), .data(.headUnit, _), .malformed(.headUnit, .header):
                true
            default: false
            }
        }
    }

    /// The control frames of the head unit, by entry.
    fileprivate var controlsOfHeadUnit: [(number: Int, frame: Frame)] {
        transcript.entries.enumerated().compactMap { number, entry in
            if case .control(.headUnit, let frame) = entry.event { (number, frame) } else { nil }
        }
    }

    /// The messages of the head unit, by entry.
    var messagesOfHeadUnit: [(number: Int, message: Transcript.Message)] {
        transcript.entries.enumerated().compactMap { number, entry in
            if case .message(.headUnit, let message) = entry.event { (number, message) } else { nil }
        }
    }

    /// The messages of the head unit in several frames, and those that did not become one.
    var multiFrameOfHeadUnit: [Int] {
        transcript.entries.indices.filter { number in
            switch transcript.entries[number].event {
            case .message(.headUnit, let message): message.header.type == .first
            case .malformed(.headUnit, .message): true
            default: false
            }
        }
    }

    /// The RPCs of the head unit, by entry.
    var rpcsOfHeadUnit: [(number: Int, rpc: Transcript.RPC)] {
        messagesOfHeadUnit.compactMap { number, message in
            if case .rpc(let rpc) = message.content { (number, rpc) } else { nil }
        }
    }

    /// What the validator says of the responses and notifications that the spec describes.
    var judgedOfHeadUnit: [Judged] { memory.judged { judgeHeadUnit() } }

    private func judgeHeadUnit() -> [Judged] {
        rpcsOfHeadUnit.compactMap { number, rpc in
            let kind: RPCMessageKind = rpc.header.rpcType == .response ? .response : .notification
            guard rpc.header.rpcType != .request, let function = spec.function(rpc.header.functionID, kind),
                var json = rpc.json
            else { return nil }
            var state = states[number] ?? SessionState()
            // The registration itself tells which version holds from then on.
            if function.name == "RegisterAppInterface" {
                state.rpcVersion = EvidenceReader.version(json["syncMsgVersion"]) ?? state.rpcVersion
            }
            json = Self.forgiven(json)
            var outcome = view(version(state)).validate(json, function: function.name, kind: kind, unknownItems: .drop)
            // A refusal need not hold what the answer would have told.
            if case .invalid(let report) = outcome, json["success"] == false,
                let missing = report.split(separator: "Missing mandatory parameter: ").last,
                missing.count < report.count, missing != "success", missing != "resultCode"
            {
                outcome = .valid(json, warnings: [])
            }
            let newest = spec.version.map {
                view($0).validate(json, function: function.name, kind: kind, unknownItems: .drop)
            }
            return Judged(
                entry: number, name: function.name, json: json, outcome: outcome, newest: newest ?? outcome)
        }
    }

    /// A message without the two habits of sdl_core that hurt nobody: an empty `info`, and fields for images that do not
    /// tell which types they take.
    private static func forgiven(_ json: JSONValue) -> JSONValue {
        guard case .object(var members) = json else { return json }
        if members["info"] == "" { members["info"] = nil }
        if case .object(var display)? = members["displayCapabilities"], let fields = display["imageFields"]?.arrayValue
        {
            display["imageFields"] = .array(
                fields.map { field in
                    guard case .object(var parts) = field, parts["imageTypeSupported"] == nil else { return field }
                    parts["imageTypeSupported"] = ["GRAPHIC_PNG"]
                    return .object(parts)
                })
            members["displayCapabilities"] = .object(display)
        }
        return .object(members)
    }

    /// The members of a message, at any depth, that the newest version does not know.
    fileprivate static func unknownMembers(_ item: Judged) -> [String] {
        guard case .valid(let left, _) = item.newest else { return [] }
        return missing(in: left, of: item.json, at: "")
    }

    private static func missing(in left: JSONValue, of given: JSONValue, at path: String) -> [String] {
        switch (given, left) {
        case (.object(let all), .object(let known)):
            all.keys.sorted().flatMap { key -> [String] in
                let place = path.isEmpty ? key : "\(path).\(key)"
                guard let value = all[key] else { return [] }
                guard let rest = known[key] else { return [place] }
                return missing(in: rest, of: value, at: place)
            }
        case (.array(let all), .array(let known)) where all.count == known.count:
            zip(all, known).enumerated().flatMap { missing(in: $1.1, of: $1.0, at: "\(path).\($0)") }
        default: []
        }
    }
}
