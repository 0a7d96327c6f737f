internal import SDLProtocol

// What a head unit bears, and how links end.
extension Rule {
    static let limits: [Rule] = [
        Rule(
            "HU-LIM-001", .should, "Bytes that are no frame, before the first StartService, are passed over.",
            source: "sdl_core 8.2, recording framing_garbage_then_good", needs: ["HU-SRV-001"],
            walk: "framing"
        ) { evidence in
            let cases = evidence.firstStarts.filter { $0.followsTrouble && evidence.hasVerdict($0) }
            return evidence.each(cases, or: "nobody tried") {
                $0.answer == nil ? Breach("StartService is not answered", $0.entries) : nil
            }
        },
        Rule(
            "HU-LIM-002", .should, "A frame behind a bad header is read.",
            source: "sdl_core 8.2, recording framing_malformed_headers", needs: ["HU-HBT-001", "HU-HBT-005"],
            walk: "framing"
        ) { evidence in
            let beats = evidence.heartbeats.filter {
                $0.followsTrouble && evidence.hasVerdict($0) && !evidence.mayBeSwallowed($0.request)
            }
            let requests = evidence.exchanges.filter {
                $0.followsTrouble && $0.state.isRegistered && !evidence.isBehindUnreadable($0.request)
                    && ($0.answer != nil || evidence.isUnanswered($0)) && !evidence.mayBeSwallowed($0.request)
            }
            let cases = beats.map { ($0.answer == nil, $0.entries) } + requests.map { ($0.answer == nil, $0.entries) }
            return evidence.each(cases, or: "nobody tried") { isSilent, entries in
                isSilent ? Breach("it is not answered", entries) : nil
            }
        },
        Rule(
            "HU-LIM-003", .must, "It makes no difference in which pieces the bytes of a frame arrive.",
            source: "protocol spec 5.4.1, transports; recording framing_split_and_joined", needs: ["HU-SRV-001"],
            walk: "framing"
        ) { evidence in
            let cases = evidence.firstStarts.filter { $0.pieces > 1 && !$0.followsTrouble && evidence.hasVerdict($0) }
            return evidence.each(cases, or: "nobody tried") {
                $0.answer == nil ? Breach("StartService in \($0.pieces) pieces is not answered", $0.entries) : nil
            }
        },
        Rule(
            "HU-LIM-004", .should, "A link with more than ten bad headers in a second is closed.",
            source: "sdl_core 8.2, recording framing_malformed_flood", walk: "limits"
        ) { evidence in
            evidence.each(evidence.badFloods, or: "nobody tried") { flood in
                flood.isClosed ? nil : Breach("it stays open", [flood.entry])
            }
        },
        Rule(
            "HU-LIM-005", .must,
            "The head unit closes no link of a registered app without OnAppInterfaceUnregistered.",
            source: "MOBILE_API, OnAppInterfaceUnregistered; recordings ignition_off, exit_reasons",
            needs: ["HU-REG-001", "HU-REG-008"]
        ) { evidence in
            let cases = evidence.cuts.filter { cut in
                cut.sessions.contains { $0.wasRegistered } && !evidence.isFlooded(cut.connection, before: cut.time)
            }
            return evidence.each(cases, or: "no link of a registered app ended") { cut in
                guard cut.party == .headUnit, cut.sessions.contains(where: { $0.isRegistered }),
                    !evidence.wasToldToEnd(before: cut.entry), !evidence.leavesUnanswered(cut.entry)
                else { return nil }
                let before = evidence.transcript.entries[..<cut.entry].indices.last {
                    evidence.transcript.entries[$0].connection == cut.connection
                }
                return Breach("the link is closed without a word", [before, cut.entry].compactMap(\.self))
            }
        },
        Rule(
            "HU-LIM-006", .should, "OnAppInterfaceUnregistered is the last notification of a registration.",
            source: "MOBILE_API, OnAppInterfaceUnregistered; recordings exit_reasons, too_many_requests_none",
            needs: ["HU-REG-001"], walk: "farewell", isDriven: true
        ) { evidence in
            let cases = evidence.notices.filter { $0.function == "OnAppInterfaceUnregistered" }
            return evidence.each(cases, or: "the head unit ended no registration") { end in
                let late = evidence.notices.first {
                    $0.party == .headUnit && $0.entry > end.entry && $0.connection == end.connection
                        && $0.session == end.session && $0.state.wasThrownOut && !$0.state.isRegistered
                        && $0.function != "OnAppInterfaceUnregistered" && !$0.state.isChangingRegistration
                }
                return late.map { Breach("\($0.function ?? "a notification") comes after it", [end.entry, $0.entry]) }
            }
        },
        Rule(
            "HU-LIM-007", .must, "A head unit that took a link takes others after it.",
            source: "protocol spec 5.4.1, transports; recordings register_and_unregister, framing_malformed_flood"
        ) { evidence in
            let cases = evidence.transcript.entries.indices.filter { number in
                switch evidence.transcript.entries[number].event {
                case .opened: true
                case .unreachable: !evidence.wasToldToEnd(before: number)
                default: false
                }
            }
            return evidence.each(cases, or: "nobody connected") { number in
                guard case .unreachable = evidence.transcript.entries[number].event else { return nil }
                return Breach("the head unit takes no link any more", [number - 1, number])
            }
        },
    ]
}

extension Evidence {
    /// Whether the bad bytes before a frame may look like the beginning of a large one, as those with service 0x33 do.
    fileprivate func mayBeSwallowed(_ entry: Int) -> Bool {
        let connection = transcript.entries[entry].connection
        let before = transcript.entries[..<entry].last {
            if case .malformed(.app, _) = $0.event { $0.connection == connection } else { false }
        }
        guard case .malformed(_, .header(let fault))? = before?.event else { return true }
        switch fault {
        case .service: return true
        default: return false
        }
    }

    /// Links on which more than ten bad headers came within a second, with heartbeats between them.
    fileprivate var badFloods: [(entry: Int, isClosed: Bool)] {
        Set(troubles.map(\.connection)).sorted().compactMap { connection in
            let times = troubles.filter { $0.connection == connection }
            guard times.count > 11, times[11].time - times[0].time < .seconds(1) else { return nil }
            let closure = closures[connection]
            guard
                closure?.party == .headUnit
                    || (closure?.time ?? transcript.end) - times[11].time > transcript.controlPatience
            else { return nil }
            return (times[11].entry, closure?.party == .headUnit)
        }
    }

    /// Whether a link was closed, by its entry, while something waited for its answer: that is a matter of its own.
    fileprivate func leavesUnanswered(_ closing: Int) -> Bool {
        exchanges.contains { $0.cutOff == closing } || controls.contains { $0.cutOff == closing }
    }

    /// Whether more than ten bad headers came on a link within two seconds.
    func isFlooded(_ connection: Int, before time: Duration) -> Bool {
        troubles.count { $0.connection == connection && time - $0.time < .seconds(2) } > 10
    }
}
