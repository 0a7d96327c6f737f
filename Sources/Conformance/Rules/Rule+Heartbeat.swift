internal import SDLProtocol

// Heartbeats.
extension Rule {
    static let heartbeat: [Rule] = [
        Rule(
            "HU-HBT-001", .must, "A heartbeat in a session of protocol 3 is answered.",
            source: "protocol spec 5.4.1, section 4.5", needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            let cases = evidence.judgedHeartbeats.filter { ($0.state.protocolVersion?.major ?? 0) == 3 }
            return evidence.each(cases, or: "nobody sent one in such a session") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "HU-HBT-005", .should, "A heartbeat in a session of protocol 4 or more is answered.",
            source: "sdl_core 8.2, recordings heartbeat_*; the protocol spec deprecates it there",
            needs: ["HU-SRV-002"],
            walk: "handshake"
        ) { evidence in
            let cases = evidence.judgedHeartbeats.filter { ($0.state.protocolVersion?.major ?? 0) >= 4 }
            return evidence.each(cases, or: "nobody sent one in such a session") {
                $0.answer == nil ? Breach("no answer", $0.entries) : nil
            }
        },
        Rule(
            "HU-HBT-002", .should, "The answer to a heartbeat has service 0 and the message id of the question.",
            source: "sdl_core 8.2, recording heartbeat_app_asks", needs: ["HU-HBT-001", "HU-HBT-005"], walk: "handshake"
        ) { evidence in
            evidence.each(evidence.heartbeats.filter { $0.answer != nil }, or: "none was answered") { beat in
                guard let answer = beat.answer?.header else { return nil }
                if answer.service != .control { return Breach("service \(answer.service)", beat.entries) }
                guard answer.messageID != beat.frame.header.messageID else { return nil }
                return Breach("message id \(answer.messageID), asked \(beat.frame.header.messageID)", beat.entries)
            }
        },
        Rule(
            "HU-HBT-003", .should, "The head unit sends heartbeats to none but apps that sent one.",
            source: "sdl_core 8.2, recording heartbeat_never_started", needs: ["HU-SRV-002"], walk: "handshake"
        ) { evidence in
            evidence.each(evidence.acknowledgedStarts, or: "no service was started") { start, ack in
                let beat = evidence.controls.first {
                    $0.party == .headUnit && $0.asks == .heartbeat
                        && $0.connection == start.connection && $0.request > start.request
                        && $0.session == ack.header.sessionID && !$0.state.hasAskedHeartbeat
                        && $0.state.isStarted
                }
                return beat.map { Breach("a heartbeat of the head unit", [$0.request]) }
            }
        },
        Rule(
            "HU-HBT-004", .should,
            "A session that the head unit ends was refused, thrown out, or silent to its heartbeat.",
            source: "sdl_core 8.2, recordings heartbeat_not_answered, register_invalid, frame_flood",
            needs: ["HU-REG-001"], walk: "limits"
        ) { evidence in
            let cases = evidence.controls.filter {
                $0.party == .headUnit && $0.asks == .endService && $0.service == .rpc
            }
            return evidence.each(cases, or: "the head unit ended no session") { end in
                evidence.hasReason(end) ? nil : Breach("no reason is told", [end.request])
            }
        },
    ]
}

extension Evidence {
    /// The heartbeats of apps in sessions of protocol 3 or more.
    var heartbeats: [ControlExchange] {
        controls.filter {
            $0.party == .app && $0.asks == .heartbeat && $0.state.isStarted
                && ($0.state.protocolVersion?.major ?? 0) >= 3
        }
    }

    /// Those that show whether heartbeats are answered at all.
    fileprivate var judgedHeartbeats: [ControlExchange] {
        heartbeats.filter { !$0.followsTrouble && hasVerdict($0) && refusedEnd(before: $0) == nil }
    }

    /// Whether something around an EndService of the head unit explains it.
    fileprivate func hasReason(_ end: ControlExchange) -> Bool {
        let session = end.session
        let near: (Duration) -> Bool = { abs(($0 - end.time).milliseconds) < 1000 }
        if wasToldToEnd(before: end.request) { return true }
        if notices.contains(where: {
            $0.function == "OnAppInterfaceUnregistered" && $0.connection == end.connection && near($0.time)
        }) {
            return true
        }
        if exchanges.contains(where: {
            $0.function == "RegisterAppInterface" && $0.connection == end.connection && $0.session == session
                && $0.answer != nil && !$0.succeeded && near($0.answeredAt ?? .zero)
        }) {
            return true
        }
        if starts(of: nil).contains(where: {
            $0.isEncrypted && $0.connection == end.connection && near($0.time)
        }) {
            return true
        }
        return controls.contains {
            $0.party == .headUnit && $0.asks == .heartbeat && $0.answer == nil
                && $0.connection == end.connection && $0.session == session && $0.request < end.request
        }
    }
}
