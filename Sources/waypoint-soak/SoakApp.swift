import Formats
import Transport

/// An app of the crowd, with its connections one after the other.
///
/// It lives on the reactor of its ``Soak``.
final class SoakApp {
    /// What it is like.
    enum Kind: String, CaseIterable {
        /// Stays, asks now and then.
        case steady
        /// Stays, but does not read for seconds.
        case slow
        /// Comes and goes, in each of the ways there are, some through a proxy that delays, splits and cuts.
        case reconnecting
        /// Keeps to the frames but not to the rules.
        case misbehaving
        /// Does not even keep to the frames.
        case malformed

        /// Whether its connection may end by the head unit's will.
        var mayBeCutOff: Bool { self == .misbehaving || self == .malformed }
    }

    let number: Int
    let kind: Kind
    let usesProxy: Bool
    var session: SoakSession?
    var stream: TCPStream?
    /// When it does something next: connects, asks, leaves.
    var nextAct = Duration.zero
    /// When this connection ends, for apps that come and go.
    var leavesAt: Duration?
    /// When it reads again; nil while it reads.
    var readsAt: Duration?
    /// Before this moment nothing counts as late: it did not read.
    var grace = Duration.zero
    /// The hash of the session that was lost, to resume it.
    var hashID: String?
    var isConnecting = false
    /// Counts connections, so that a late callback of an old one is known.
    var generation = 0
    /// A registration was refused that many times in a row.
    var refusals = 0

    init(number: Int, kind: Kind, usesProxy: Bool) {
        self.number = number
        self.kind = kind
        self.usesProxy = usesProxy
    }

    var name: String { "Soak \(number)" }

    /// What it says of itself.
    var registration: JSONValue {
        var members: [String: JSONValue] = [
            "syncMsgVersion": ["majorVersion": 8, "minorVersion": 0], "appName": .string(name),
            "appID": .string("soak\(number)"), "isMediaApplication": false, "languageDesired": "EN-US",
            "hmiDisplayLanguageDesired": "EN-US", "appHMIType": ["NAVIGATION"],
        ]
        if let hashID { members["hashID"] = .string(hashID) }
        return .object(members)
    }
}
