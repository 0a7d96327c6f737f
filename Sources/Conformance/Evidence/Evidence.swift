package import Formats
package import SDLProtocol
package import SDLSpec

/// A transcript as rules look at it: requests with their answers, notifications, and what was known at each moment.
///
/// It knows nothing of right and wrong; what it derives follows from the messages alone.
package struct Evidence: Sendable {
    /// What happened.
    package let transcript: Transcript
    /// The spec messages are held to.
    package let spec: RPCSpec
    /// The RPCs of apps, in order.
    package internal(set) var exchanges: [Exchange] = []
    /// The questions of both sides in control frames, in order.
    package internal(set) var controls: [ControlExchange] = []
    /// The notifications of the head unit and what apps sent beside requests, in order.
    package internal(set) var notices: [Notice] = []
    /// The responses of the head unit that answer nothing, by entry.
    package internal(set) var orphans: [(entry: Int, rpc: Transcript.RPC, connection: Int, session: UInt8)] = []
    /// Second responses to a request: the exchange, and the entry.
    package internal(set) var repetitions: [(exchange: Int, entry: Int)] = []
    /// Responses without a request of that id while one of the function waited: the exchange, and the entry.
    package internal(set) var misdirected: [(exchange: Int, entry: Int)] = []
    /// Answers in control frames that nobody asked for, by entry.
    package internal(set) var strayControls: [(entry: Int, frame: Frame, connection: Int)] = []
    /// The successful registrations, in order.
    package internal(set) var registrations: [Registration] = []
    /// What was known when an entry came, by entry, for frames of the head unit and apps.
    package internal(set) var states: [Int: SessionState] = [:]
    /// When each link ended, and by whom.
    package internal(set) var closures: [Int: (time: Duration, party: Transcript.Party?, entry: Int)] = [:]
    /// Where apps sent what makes no sense.
    package internal(set) var troubles: [(entry: Int, connection: Int, time: Duration)] = []
    /// The ends of links, with the sessions that were on them.
    package internal(set) var cuts:
        [(entry: Int, connection: Int, time: Duration, party: Transcript.Party?, sessions: [SessionState])] = []
    /// What was known of all sessions when something was done from outside, by entry.
    package internal(set) var snapshots: [Int: [Snapshot]] = [:]
    private let views: ViewCache
    /// What costs much to work out, and several rules ask for.
    let memory = EvidenceMemory()

    /// A session at a moment.
    package struct Snapshot: Sendable {
        package let connection: Int
        package let session: UInt8
        package let state: SessionState
    }

    /// Looks through a transcript.
    ///
    /// - Parameters:
    ///   - transcript: What happened.
    ///   - spec: What messages are held to; `nil` is the built-in part.
    package init(_ transcript: Transcript, spec: RPCSpec? = nil) {
        self.transcript = transcript
        views = spec.map { ViewCache($0) } ?? .embedded
        self.spec = views.spec
        let spec = views.spec
        var reader = EvidenceReader(spec: spec)
        reader.read(transcript)
        reader.hand(to: &self)
    }

    /// The spec as it is at a version.
    package func view(_ version: RPCVersion) -> RPCSpecView { views.view(version) }

    /// The version of the spec that holds for a session; before registration the newest.
    package func version(_ state: SessionState) -> RPCVersion {
        state.rpcVersion ?? spec.version ?? RPCVersion(8, 0, 0)
    }

    /// What the validator says of a request, at the version of its session.
    package func judgement(_ exchange: Exchange, of json: JSONValue? = nil) -> ValidationOutcome {
        guard let parameters = json ?? exchange.rpc.json ?? exchange.rpc.forgivenJSON else {
            return .invalid(report: "no JSON")
        }
        return view(version(exchange.state)).validate(
            parameters, function: exchange.rpc.header.functionID, kind: .request)
    }

    /// Whether a request is one that the spec of its session allows as it stands, with nothing to leave out.
    package func isImpeccable(_ exchange: Exchange) -> Bool {
        guard let json = exchange.rpc.json else { return false }
        guard case .valid(let left, let warnings) = judgement(exchange) else { return false }
        return warnings.isEmpty && left == json
    }
}

/// A message of the head unit with what the validator says of it.
struct Judged: Sendable {
    let entry: Int
    let name: String
    /// Its body, without the habits that hurt nobody.
    let json: JSONValue
    /// At the version of its session.
    let outcome: ValidationOutcome
    /// At the newest version of the spec.
    let newest: ValidationOutcome
}

/// What was worked out once for a transcript.
final class EvidenceMemory: Sendable {
    private let messages = Guarded<[Judged]?>(nil)

    func judged(_ make: () -> [Judged]) -> [Judged] {
        if let known = messages.with({ $0 }) { return known }
        let made = make()
        messages.with { $0 = made }
        return made
    }
}

/// Views of a spec, each made once: making one costs more than the validation of many messages.
private final class ViewCache: @unchecked Sendable {
    // Sendable although it holds plain state: the mutex guards it.
    static let embedded = ViewCache(.embedded)
    let spec: RPCSpec
    private let views = Guarded<[RPCVersion: RPCSpecView]>([:])

    init(_ spec: RPCSpec) { self.spec = spec }

    func view(_ version: RPCVersion) -> RPCSpecView {
        views.with { views in
            if let view = views[version] { return view }
            let view = spec.view(at: version)
            views[version] = view
            return view
        }
    }
}
