/// A place where our head unit need not say what was recorded, and why: these, all in one table, and no other.
///
/// Beside them the comparison passes over what the recordings' README names: random ids and hashes, the moment of
/// OnHashChange, OnSystemRequest and OnDriverDistraction, and how sessions of one connection are woven together.
package struct RecordingException: Hashable, Sendable {
    /// In what way it may differ.
    package enum Kind: Hashable, Sendable {
        /// The app's write was read before the one in front of it, which came at the same moment on another connection.
        case readFirst
        /// The frame came before others that were due earlier.
        case early
        /// Writes of the app that follow each other within 5 ms were read as one.
        case joinedWrites
        /// An OnHashChange within 60 ms of the end never left the socket.
        case lostHash
        /// What a second start asks the HMI is not compared.
        case shortStart
        /// Second 0 of the recording was so long after a second of the clock began.
        case clockPhase(Duration)
    }

    /// The recording, with the line where it is one line that differs.
    package let place: String
    /// What may differ.
    package let kind: Kind
    /// Why it may.
    package let reason: String
    /// Whether the README of the recordings tells of it.
    package let isNamedByREADME: Bool

    private init(place: String, kind: Kind, reason: String, isNamedByREADME: Bool = false) {
        self.place = place
        self.kind = kind
        self.reason = reason
        self.isNamedByREADME = isNamedByREADME
    }

    private static let slow = "its control frames overtake a registration that is still at work; ours is done at once"
    private static let order = "the order after a registration, which the README says held in 167 of 173"
    private static let socket = "its socket held small frames for 40 ms, and the connection ended within them"

    /// All of them.
    package static let all = [
        RecordingException(
            place: "waypoints_overlapping_subscriptions:35", kind: .readFirst,
            reason: "two connections were written to within a millisecond"),
        RecordingException(place: "heartbeat_head_asks_answered:8", kind: .early, reason: slow),
        RecordingException(place: "heartbeat_not_answered:7", kind: .early, reason: slow),
        RecordingException(place: "heartbeat_app_stops:7", kind: .early, reason: slow),
        RecordingException(
            place: "resumption_after_ignition", kind: .shortStart,
            reason: "its second start asks less, for it keeps the answers of an HMI of the same version"),
        RecordingException(
            place: "vehicle_data_faults", kind: .clockPhase(.milliseconds(509)),
            reason: "a limit counts within seconds of the clock, and the recording does not tell where they began"),
        RecordingException(
            place: "client_java", kind: .joinedWrites,
            reason: "EndService overtook the answer to UnregisterAppInterface 4 ms before it"),
        RecordingException(place: "protocol_v3_session:9", kind: .early, reason: order, isNamedByREADME: true),
        RecordingException(place: "client_js:9", kind: .early, reason: order, isNamedByREADME: true),
        RecordingException(place: "client_java:8", kind: .early, reason: order, isNamedByREADME: true),
        RecordingException(
            place: "unregister_with_subscription", kind: .lostHash, reason: socket, isNamedByREADME: true),
        RecordingException(place: "link_lost_abruptly", kind: .lostHash, reason: socket, isNamedByREADME: true),
        RecordingException(place: "core_killed", kind: .lostHash, reason: socket, isNamedByREADME: true),
    ]

    /// How many the README does not name.
    package static var ownCount: Int { all.filter { !$0.isNamedByREADME }.count }

    /// Whether a recording or a line of it, such as `client_js:9`, may differ in a way.
    package static func has(_ place: String, _ kind: Kind) -> Bool {
        all.contains { $0.place == place && $0.kind == kind }
    }

    /// How long after a second of the clock a recording began; nothing for those where that does not matter.
    package static func clockPhase(of name: String) -> Duration? {
        all.lazy.filter { $0.place == name }.compactMap { exception in
            if case .clockPhase(let phase) = exception.kind { phase } else { nil }
        }.first
    }
}
