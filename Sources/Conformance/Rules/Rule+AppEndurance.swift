internal import Formats
internal import SDLProtocol

// What an app has to live with.
extension Rule {
    static let appEndurance: [Rule] = AppFault.allCases.map { kind in
        Rule(kind.id, .must, kind.sentence, source: kind.source, walk: "endurance") { evidence in
            let laidOn = evidence.linksWith(kind)
            guard !laidOn.isEmpty else { return .notApplicable("no app was tried") }
            let met = laidOn.compactMap { link in evidence.firing(of: kind, on: link).map { (link, $0) } }
            guard !met.isEmpty else { return .notApplicable("the app asked for nothing that meets it") }
            return evidence.each(
                met.compactMap { evidence.trial(of: kind, on: $0, from: $1) }, or: "nothing tells whether the app lives"
            ) { $0.breach }
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

    /// Where head units do so, or apps did not bear it.
    var source: String {
        switch self {
        case .unknownMember:
            "recordings register_old_rpc_versions: sdl_core tells members of newer versions to old apps"
        case .unknownValue: "recordings register_old_rpc_versions, system_capabilities; sdl_ios #1159"
        case .warnings: "MOBILE_API, WARNINGS; recording waypoints_hmi_error_codes"
        case .ignored: "recording waypoints_subscribe_twice; sdl_core #2445, #2460"
        case .late: "recording waypoints_hmi_silent; sdl_ios #1847, #1783"
        case .reordered: "recordings waypoints_*; sdl_core #2395"
        case .twice: "sdl_core #3004, #3234"
        case .generic: "MOBILE_API, GenericResponse; sdl_javascript_suite #231"
        }
    }
}

/// What became of an app that met a fault.
struct AppTrial {
    /// What shows that it did not bear it; `nil` when it did.
    let breach: Breach?
}

extension Evidence {
    /// The links on which something was laid on for the app.
    func linksWith(_ kind: AppFault) -> [Int] {
        Set(transcript.entries.filter { $0.event == .stimulus(.fault(kind.rawValue)) }.map(\.connection)).sorted()
    }

    /// Where an app on a link first met what was laid on; `nil` when it asked for nothing that meets it.
    func firing(of kind: AppFault, on connection: Int) -> Int? {
        let asked = exchanges.filter { $0.connection == connection }
        let wayPoints = asked.filter { $0.isAboutWayPoints }
        switch kind {
        case .unknownMember: return message(on: connection) { $0["fromTheFuture"] != nil }
        case .unknownValue:
            return message(on: connection) {
                $0["systemContext"] == "FROM_THE_FUTURE"
                    || $0["hmiZoneCapabilities"]?.arrayValue?.contains("FROM_THE_FUTURE") == true
            }
        case .warnings: return wayPoints.first { $0.resultCode == "WARNINGS" }?.response
        case .ignored: return wayPoints.first { $0.resultCode == "IGNORED" }?.response
        case .late:
            return asked.first { exchange in
                guard let answered = exchange.answeredAt else { return exchange.isDelayed }
                return exchange.isDelayed && answered - exchange.time >= .milliseconds(300)
            }?.request
        case .reordered:
            return notices.first { notice in
                notice.connection == connection && notice.function == "OnHashChange"
                    && wayPoints.contains { $0.request < notice.entry && notice.entry < $0.response ?? 0 }
            }?.entry
        case .twice: return repetitions.first { exchanges[$0.exchange].connection == connection }?.entry
        case .generic: return asked.first { $0.isGenericResponse }?.response
        }
    }

    private func message(on connection: Int, _ isMeant: (JSONValue) -> Bool) -> Int? {
        rpcsOfHeadUnit.first { number, rpc in
            transcript.entries[number].connection == connection && rpc.json.map(isMeant) ?? false
        }?.number
    }

    /// What became of an app on a link from an entry on; `nil` where nothing tells.
    func trial(of kind: AppFault, on connection: Int, from start: Int) -> AppTrial? {
        let end = leave(on: connection) ?? transcript.entries.count
        // Without an answer about its capabilities the head unit may have nothing for the app, which then leaves in order.
        if kind == .generic, ends(of: .rpc).contains(where: { $0.connection == connection && $0.request > start }) {
            return AppTrial(breach: nil)
        }
        if let closure = closures[connection], closure.party == .app, closure.entry > start, closure.entry < end {
            return AppTrial(breach: Breach("the app closes the link", [start, closure.entry]))
        }
        let farewell =
            ends(of: .rpc).first { $0.connection == connection && $0.request > start && $0.request < end }?.request
            ?? exchanges.first {
                $0.function == "UnregisterAppInterface" && $0.connection == connection && $0.request > start
                    && $0.request < end
            }?.request
        if let farewell { return AppTrial(breach: Breach("the app leaves", [start, farewell])) }
        let beats = controls.filter {
            $0.party == .headUnit && $0.asks == .heartbeat && $0.connection == connection && $0.request > start
        }
        let saysGoodBye = framesOfApps.contains { transcript.entries[$0].connection == connection && $0 > end }
        if saysGoodBye || beats.contains(where: { $0.answer != nil }) { return AppTrial(breach: nil) }
        // Who answers no heartbeat at all need not answer these.
        guard controls.contains(where: { $0.party == .headUnit && $0.asks == .heartbeat && $0.answer != nil }),
            !beats.isEmpty, beats.allSatisfy({ hasVerdict($0) })
        else { return nil }
        return AppTrial(
            breach: Breach("the app does not answer a heartbeat any more", [start] + beats.map(\.request)))
    }
}

extension Exchange {
    /// Whether it is one that the head unit answers late where that is laid on.
    fileprivate var isDelayed: Bool { function == "GetSystemCapability" || function == "GetWayPoints" }
}
