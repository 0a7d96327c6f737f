internal import SDLProtocol

// Services: their beginning and end.
extension Rule {
    static let services: [Rule] = [
        Rule(
            "HU-SRV-001", .must, "A StartService of the RPC service with a version-1 header is answered.",
            source: "protocol spec 5.4.1, start of a service; recordings handshake_v1_*", walk: "handshake"
        ) { evidence in
            let cases = evidence.starts(of: .rpc).filter {
                $0.version == 1 && $0.session == 0 && !$0.followsTrouble && $0.pieces == 1
            }
            return evidence.each(cases.filter { evidence.hasVerdict($0) }, or: "nobody started a service that way") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "HU-SRV-002", .must,
            "A StartService of the RPC service with a version of 5.0.0 or more, or with header version 1 and none, is acknowledged.",
            source: "protocol spec 5.4.1, version negotiation; recordings handshake_bson_versions",
            needs: ["HU-SRV-001"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.firstStarts.filter { start in
                guard start.answer != nil else { return false }
                return start.frame.payload.isEmpty && start.version == 1
                    || (evidence.askedVersion(start)?.major ?? 0) >= 5
            }
            return evidence.each(cases, or: "nobody asked for such a version") {
                $0.isAcknowledged ? nil : Breach("it is refused", $0.entries)
            }
        },
        Rule(
            "HU-SRV-003", .must, "The acknowledgement gives a session id that is not 0 and not in use on the link.",
            source: "protocol spec 5.4.1, session id", needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            evidence.each(evidence.acknowledgedStarts, or: "no service was started") { start, ack in
                let id = ack.header.sessionID
                if id == 0 { return Breach("the session id is 0", start.entries) }
                return start.sessions.contains(id) ? Breach("session \(id) exists already", start.entries) : nil
            }
        },
        Rule(
            "HU-SRV-004", .must,
            "The acknowledgement of version 5 names a protocol version of its header's major number, not above the one asked for.",
            source: "protocol spec 5.4.1, StartServiceACK", needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.acknowledgedStarts.filter { $0.ack.header.version >= 5 }
            return evidence.each(cases, or: "no service was started in version 5") { start, ack in
                let payload = ControlPayload.StartServiceACK(parsing: ack.payload, headerVersion: ack.header.version)
                guard let text = payload.protocolVersion, let version = ProtocolVersion(parsing: text) else {
                    return Breach("protocolVersion is missing", start.entries)
                }
                guard version.major == UInt16(ack.header.version) else {
                    return Breach("protocolVersion \(text) in a frame of version \(ack.header.version)", start.entries)
                }
                if let asked = evidence.askedVersion(start), version > asked {
                    return Breach("protocolVersion \(text), asked was \(asked)", start.entries)
                }
                return nil
            }
        },
        Rule(
            "HU-SRV-005", .must,
            "The acknowledgement holds the hash id: int32 in version 5, before that four bytes or nothing at all.",
            source: "protocol spec 5.4.1, StartServiceACK; the Java library ends without it", needs: ["HU-SRV-002"],
            walk: "handshake"
        ) { evidence in
            evidence.each(evidence.acknowledgedStarts, or: "no service was started") { start, ack in
                guard ack.header.version >= 5 else {
                    return ack.payload.isEmpty || ack.payload.count == 4 || ack.header.version < 2
                        ? nil : Breach("\(ack.payload.count) bytes in the place of the hash id", start.entries)
                }
                guard case .int32(let value) = evidence.document(ack)?["hashId"], value != 0 else {
                    return Breach("hashId is no int32 other than 0", start.entries)
                }
                return nil
            }
        },
        Rule(
            "HU-SRV-006", .should, "Only an acknowledgement of 5.4 or more tells the vehicle, and does so in texts.",
            source: "protocol spec 5.4.1, StartServiceACK; recording handshake_bson_versions", needs: ["HU-SRV-004"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.acknowledgedStarts.filter { $0.ack.header.version >= 5 }
            let names = ["make", "model", "modelYear", "trim", "systemSoftwareVersion", "systemHardwareVersion"]
            return evidence.each(cases, or: "no service was started in version 5") { start, ack in
                guard let document = evidence.document(ack) else { return nil }
                let told = names.filter { document[$0] != nil }
                if let name = told.first(where: { document[$0]?.string == nil }) {
                    return Breach("\(name) is no text", start.entries)
                }
                guard let version = document["protocolVersion"]?.string.flatMap({ ProtocolVersion(parsing: $0) }),
                    version < ProtocolVersion(5, 4, 0), let name = told.first
                else { return nil }
                return Breach("\(name) in version \(version)", start.entries)
            }
        },
        Rule(
            "HU-SRV-007", .must, "The acknowledgement of version 5 holds an mtu above 0, as int64.",
            source: "protocol spec 5.4.1, StartServiceACK; an int32 ends the Java library", needs: ["HU-SRV-002"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.acknowledgedStarts.filter { $0.ack.header.version >= 5 }
            return evidence.each(cases, or: "no service was started in version 5") { start, ack in
                if case .int64(let value) = evidence.document(ack)?["mtu"], value > 0 { return nil }
                return Breach("mtu is no int64 above 0", start.entries)
            }
        },
        Rule(
            "HU-SRV-008", .should, "A protocolVersion below 5, in a good document, is refused by its name.",
            source: "sdl_core 8.2, recordings handshake_bson_versions, handshake_v1_bson_versions", walk: "versions"
        ) { evidence in
            let cases = evidence.firstStarts.filter { start in
                guard start.answer != nil, let version = evidence.askedVersion(start) else { return false }
                return version.major < 5
            }
            return evidence.each(cases, or: "nobody asked for such a version") { start in
                guard let answer = start.answer, answer.header.controlInfo == .startServiceNAK else {
                    return Breach("it is acknowledged", start.entries)
                }
                let refusal = ControlPayload.Refusal(parsing: answer.payload, headerVersion: answer.header.version)
                return answer.header.version < 5 || refusal.rejectedParams.contains("protocolVersion")
                    ? nil : Breach("the refusal does not name protocolVersion", start.entries)
            }
        },
        Rule(
            "HU-SRV-009", .should, "A refusal has the version of the request.",
            source: "sdl_core 8.2, recordings handshake_v1_bson_versions, start_service_twice", walk: "handshake"
        ) { evidence in
            let cases = evidence.starts(of: nil).compactMap { start in
                start.answer.flatMap { $0.header.controlInfo == .startServiceNAK ? (start, $0) : nil }
            }
            return evidence.each(cases, or: "nothing was refused") { start, answer in
                answer.header.version == start.version
                    ? nil : Breach("version \(answer.header.version) to \(start.version)", start.entries)
            }
        },
        Rule(
            "HU-SRV-010", .must, "A second StartService of the RPC service in its own session is refused.",
            source: "protocol spec 5.4.1; recording start_service_twice", needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.starts(of: .rpc).filter {
                $0.session != 0 && $0.state.isStarted && !$0.isEncrypted && $0.answer != nil
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.isRefused ? nil : Breach("it is acknowledged", $0.entries)
            }
        },
        Rule(
            "HU-SRV-011", .should, "A StartService in a session that was never given is refused.",
            source: "sdl_core 8.2, recording start_service_unknown_session", walk: "handshake"
        ) { evidence in
            let cases = evidence.starts(of: .rpc).filter {
                $0.session != 0 && $0.state.number == 0 && $0.answer != nil
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.isRefused ? nil : Breach("it is acknowledged", $0.entries)
            }
        },
        Rule(
            "HU-SRV-012", .must, "No other service starts without a session.",
            source: "protocol spec 5.4.1; recording handshake_other_services_first", walk: "handshake"
        ) { evidence in
            let cases = evidence.starts(of: nil).filter {
                $0.service != .rpc && $0.session == 0
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.isAcknowledged
                    ? Breach("service \($0.service) is acknowledged", $0.entries) : nil
            }
        },
        Rule(
            "HU-SRV-013", .should,
            "A StartService without a version, with a header of version 2 or more, is acknowledged.",
            source: "sdl_core 8.2, recordings handshake_v1_*; the protocol spec wants version 1 for the first one",
            needs: ["HU-SRV-002"], walk: "versions"
        ) { evidence in
            let cases = evidence.firstStarts.filter {
                $0.answer != nil && $0.frame.payload.isEmpty && $0.version > 1
            }
            return evidence.each(cases, or: "nobody started a service that way") {
                $0.isAcknowledged ? nil : Breach("it is refused", $0.entries)
            }
        },
        Rule(
            "HU-END-001", .must, "EndService of the RPC service with the right hash id is acknowledged.",
            source: "protocol spec 5.4.1, end of a service; recordings end_service_*",
            needs: ["HU-SRV-003", "HU-SRV-005"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.ends(of: .rpc).filter {
                $0.version >= 2 && $0.state.isStarted && !$0.state.wasThrownOut
                    && evidence.hash(of: $0) == $0.state.hash && evidence.hasVerdict($0)
                    && evidence.refusedEnd(before: $0) == nil
            }
            return evidence.each(cases, or: "nobody ended a service") { end in
                if end.isAcknowledged { return nil }
                return Breach(end.isRefused ? "it is refused" : "no answer", end.entries)
            }
        },
        Rule(
            "HU-END-002", .must, "EndService of the RPC service with another hash id, or none, is refused.",
            source: "protocol spec 5.4.1; recording end_service_cases", needs: ["HU-SRV-005"], walk: "handshake"
        ) { evidence in
            evidence.each(evidence.wrongEnds, or: "nobody tried") {
                $0.isRefused ? nil : Breach("it is acknowledged", $0.entries)
            }
        },
        Rule(
            "HU-END-003", .should, "The refusal of a wrong hash id names hashId, from version 5 on.",
            source: "sdl_core 8.2, recording end_service_cases", needs: ["HU-END-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.wrongEnds.filter { $0.answer.map { $0.header.version >= 5 } ?? false }
            return evidence.each(cases, or: "nothing was refused in version 5") { end in
                guard let answer = end.answer else { return nil }
                let refusal = ControlPayload.Refusal(parsing: answer.payload, headerVersion: answer.header.version)
                return refusal.rejectedParams.contains("hashId")
                    ? nil : Breach("the refusal does not name hashId", end.entries)
            }
        },
        Rule(
            "HU-END-004", .must, "A session whose EndService was refused goes on.",
            source: "protocol spec 5.4.1; recording end_service_cases", needs: ["HU-END-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.ends(of: .rpc).compactMap { next -> (ControlExchange, ControlExchange)? in
                guard evidence.hasVerdict(next), next.state.isStarted else { return nil }
                return evidence.refusedEnd(before: next).map { ($0, next) }
            }
            return evidence.each(cases, or: "nobody tried") { end, next in
                next.answer == nil ? Breach("the session does not answer any more", end.entries + next.entries) : nil
            }
        },
        Rule(
            "HU-END-005", .should, "EndService of a service that does not run is refused.",
            source: "sdl_core 8.2, recording end_service_cases", needs: ["HU-END-002", "HU-END-004"], walk: "handshake"
        ) { evidence in
            let cases = evidence.controls.filter {
                $0.party == .app && $0.asks == .endService && $0.state.isStarted
                    && ($0.service == .bulk || $0.service == .control) && $0.answer != nil
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.isRefused ? nil : Breach("it is acknowledged", $0.entries)
            }
        },
        Rule(
            "HU-END-006", .must, "EndService in a session that is not there is not acknowledged.",
            source: "protocol spec 5.4.1; sdl_core stays silent, recording end_service_cases", needs: ["HU-END-002"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.ends(of: .rpc).filter {
                !$0.state.isStarted && !$0.state.wasEndedByHeadUnit && !$0.state.wasThrownOut
            }
            return evidence.each(cases, or: "nobody tried") {
                $0.isAcknowledged ? Breach("it is acknowledged", $0.entries) : nil
            }
        },
        Rule(
            "HU-END-007", .should, "The link stays open when a session was ended.",
            source: "sdl_core 8.2, recordings register_and_unregister, end_service_registered", needs: ["HU-END-001"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.ends(of: .rpc).filter { $0.isAcknowledged }
            return evidence.each(cases, or: "no session was ended") { end in
                guard let closure = evidence.closures[end.connection], closure.party == .headUnit,
                    closure.entry > end.request,
                    closure.time - end.time < evidence.transcript.controlPatience,
                    !evidence.wasToldToEnd(before: closure.entry)
                else { return nil }
                return Breach("the head unit closes the link", end.entries + [closure.entry])
            }
        },
        Rule(
            "HU-END-008", .must, "No notification comes in a session that was ended.",
            source: "protocol spec 5.4.1", needs: ["HU-END-001"], walk: "handshake"
        ) { evidence in
            let ended = evidence.ends(of: .rpc).filter { $0.isAcknowledged }
            return evidence.each(ended, or: "no session was ended") { end in
                guard let answered = end.response else { return nil }
                let late = evidence.notices.first {
                    $0.party == .headUnit && $0.entry > answered && $0.connection == end.connection
                        && $0.session == end.session && $0.state.isEnded
                        && $0.state.number == end.state.number
                }
                return late.map {
                    Breach("\($0.function ?? "a notification") comes after it", end.entries + [$0.entry])
                }
            }
        },
    ]
}

extension Evidence {
    /// The StartService frames of apps for a service; `nil` for all.
    func starts(of service: ServiceType?) -> [ControlExchange] {
        controls.filter {
            $0.party == .app && $0.asks == .startService
                && (service == nil || $0.service == service)
        }
    }

    /// The StartService frames that begin a session.
    var firstStarts: [ControlExchange] {
        starts(of: .rpc).filter { $0.session == 0 && !$0.isEncrypted }
    }

    /// Those that were acknowledged, with the acknowledgement.
    var acknowledgedStarts: [(start: ControlExchange, ack: Frame)] {
        firstStarts.compactMap { start in
            start.answer.flatMap { $0.header.controlInfo == .startServiceACK ? (start, $0) : nil }
        }
    }

    /// The EndService frames of apps for a service.
    func ends(of service: ServiceType) -> [ControlExchange] {
        controls.filter {
            $0.party == .app && $0.asks == .endService && $0.service == service
        }
    }

    /// The EndService frames with a wrong hash id that were answered.
    var wrongEnds: [ControlExchange] {
        ends(of: .rpc).filter {
            $0.version >= 2 && $0.state.isStarted && $0.state.hash != nil
                && hash(of: $0) != $0.state.hash && $0.answer != nil
        }
    }

    /// The last EndService with a wrong hash id that was refused in the session of a question before it.
    func refusedEnd(before question: ControlExchange) -> ControlExchange? {
        wrongEnds.last {
            $0.isRefused && $0.request < question.request && $0.connection == question.connection
                && $0.state.number == question.state.number
        }
    }

    /// The hash id of an EndService.
    func hash(of end: ControlExchange) -> UInt32? {
        ControlPayload.EndService(
            parsing: end.frame.payload, headerVersion: end.version, onlyInt32: true
        ).hashID
    }

    /// Whether a question was answered, waited long enough, or was cut off.
    func hasVerdict(_ question: ControlExchange) -> Bool {
        question.answer != nil || (question.waited ?? .zero) >= transcript.controlPatience || isCutOff(question.cutOff)
    }

    /// Whether a request has no answer although it waited long enough, or because the head unit closed the link.
    func isUnanswered(_ exchange: Exchange) -> Bool {
        guard exchange.answer == nil else { return false }
        return (exchange.waited ?? .zero) >= transcript.answerPatience || isCutOff(exchange.cutOff)
    }

    /// Whether the closing of a link, by its entry, has no reason that could excuse it.
    private func isCutOff(_ closing: Int?) -> Bool {
        guard let closing else { return false }
        let entry = transcript.entries[closing]
        return !wasToldToEnd(before: closing) && !isFlooded(entry.connection, before: entry.time)
    }

    /// The document of a control frame.
    func document(_ frame: Frame) -> BSONDocument? { try? BSONDocument(parsing: frame.payload) }

    /// The version that a StartService asks for; `nil` where it names none that can be read.
    func askedVersion(_ start: ControlExchange) -> ProtocolVersion? {
        guard start.version == 1 || start.version >= 5 else { return nil }
        return document(start.frame)?["protocolVersion"]?.string.flatMap { ProtocolVersion(parsing: $0) }
    }

    /// Whether somebody told the head unit to end within the last seconds.
    func wasToldToEnd(before entry: Int) -> Bool {
        let time = transcript.entries[entry].time
        return transcript.entries[..<entry].contains {
            $0.event == .stimulus(.ending) && time - $0.time < .seconds(5)
        }
    }
}
