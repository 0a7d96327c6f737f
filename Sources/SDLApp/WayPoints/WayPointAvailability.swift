/// Whether an app can use waypoints now, and if not, what stands in the way.
///
/// Apps disable their buttons by it. It consists of gates that are passed one after the other; the first that is closed
/// gives the reason and what can be done about it. What is not known yet comes up only if nothing is closed.
public struct WayPointAvailability: Hashable, Sendable, CustomStringConvertible {
    /// The things that have to be right, in the order in which they are looked at.
    public enum Gate: String, Hashable, Sendable, CaseIterable {
        /// There is a ready session.
        case session
        /// The head unit is new enough: waypoints exist since RPC 4.1.
        case rpcVersion
        /// The head unit has a navigation (`hmiCapabilities.navigation`).
        case navigation
        /// The navigation offers waypoints (`getWayPointsEnabled`; can be asked for since RPC 4.5).
        case capability
        /// The policy knows GetWayPoints, SubscribeWayPoints and OnWayPointChange for this app.
        case policy
        /// The driver agrees.
        case consent
        /// The app is in an HMI level in which they are permitted.
        case hmiLevel
        /// The head unit does not demand encryption for them, or the service is protected.
        case encryption
    }

    /// What a gate says.
    public enum State: Hashable, Sendable {
        /// Passed.
        case open
        /// Not passed, why, and what can be done.
        case closed(reason: String, remedy: String)
        /// Cannot be told yet, and what would tell.
        case unknown(remedy: String)
    }

    /// What one gate says.
    public struct Finding: Hashable, Sendable {
        /// The gate.
        public let gate: Gate
        /// What it says.
        public let state: State
    }

    /// Every gate in order; without a session only the first.
    public let findings: [Finding]

    /// Whether every gate is open.
    public var isAvailable: Bool { findings.allSatisfy { $0.state == .open } }

    /// The first gate that is closed; if none is, the first of which it is not known.
    public var obstacle: Finding? {
        let closed = findings.first { if case .closed = $0.state { true } else { false } }
        return closed ?? findings.first { $0.state != .open }
    }

    /// Why waypoints cannot be used; nil if they can.
    public var reason: String? {
        guard let obstacle else { return nil }
        return switch obstacle.state {
        case .closed(let reason, _): reason
        case .unknown where obstacle.gate == .policy: "it is not known yet what the head unit permits"
        case .unknown where obstacle.gate == .encryption: "the service is not protected yet"
        case .unknown: "it is not known yet whether the navigation offers waypoints"
        case .open: nil
        }
    }

    /// What can be done about it; nil if nothing has to be.
    public var remedy: String? {
        switch obstacle?.state {
        case .closed(_, let remedy), .unknown(let remedy): remedy
        case .open, nil: nil
        }
    }

    /// One line for people.
    public var description: String {
        guard let reason else { return "available" }
        return "unavailable: \(reason)" + (remedy.map { "; \($0)" } ?? "")
    }
}
