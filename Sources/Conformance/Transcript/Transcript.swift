package import Formats
package import SDLProtocol

/// What passed between apps and a head unit, in order, with what was done to them from outside.
///
/// Rules look at nothing else, so they judge live links and recordings alike.
package struct Transcript: Sendable {
    /// Who said something.
    package enum Party: String, Hashable, Sendable {
        /// An app.
        case app
        /// The head unit.
        case headUnit = "head unit"

        /// The other one.
        package var other: Party { self == .app ? .headUnit : .app }
    }

    /// An RPC with the frames that carried it.
    package struct Message: Hashable, Sendable {
        /// What was in it.
        package enum Content: Hashable, Sendable {
            /// An RPC with a header that can be read.
            case rpc(RPC)
            /// Bytes without such a header, and why.
            case unreadable(String)
        }

        /// The header of its first frame.
        package let header: FrameHeader
        /// The largest payload of its frames, in bytes.
        package let largestFrame: Int
        /// What was in it.
        package let content: Content
    }

    /// The readable part of an RPC.
    package struct RPC: Hashable, Sendable {
        /// Type, function and correlation id.
        package let header: RPCHeader
        /// Its JSON by the letter of the standard; `nil` when it is none.
        package let json: JSONValue?
        /// Its JSON as forgiving readers take it; `nil` when they cannot either.
        package let forgivenJSON: JSONValue?
        /// How many bytes its JSON takes.
        package let jsonSize: Int
        /// The bytes behind the JSON.
        package let bulkSize: Int
    }

    /// What happened.
    package enum Event: Hashable, Sendable {
        /// The link came up.
        case opened
        /// A link was wanted and not to be had, and why.
        case unreachable(String)
        /// The link is gone; `nil` where nobody can tell by whom.
        case closed(by: Party?)
        /// A control frame.
        case control(Party, Frame)
        /// A whole message.
        case message(Party, Message)
        /// A frame that is no RPC: sound, pictures, or a query about security.
        case data(Party, FrameHeader)
        /// Bytes that are no frame, or frames that make no message.
        case malformed(Party, Malformation)
        /// Something was done from outside.
        case stimulus(Stimulus)
    }

    /// Bytes that make no sense, and why.
    package enum Malformation: Hashable, Sendable {
        /// They are no frame.
        case header(HeaderFault)
        /// They are frames that make no message.
        case message(MessageFault)
        /// The link ended within them.
        case unfinished(String)
    }

    /// An event with its moment.
    package struct Entry: Sendable {
        /// When, since the transcript began.
        package let time: Duration
        /// The number of the link; 0 for what concerns no link.
        package let connection: Int
        /// What.
        package let event: Event
        /// The recording and the line; empty on a live link.
        package let place: String
        /// In how many reads or writes the bytes of a frame came.
        package let pieces: Int
    }

    /// What happened, in order.
    package let entries: [Entry]
    /// When it was over.
    package let end: Duration
    /// How long an RPC may wait for its answer before it counts as unanswered.
    package let answerPatience: Duration
    /// How long a control frame may wait.
    package let controlPatience: Duration
    /// Whether it was cut at its bound.
    package let isCut: Bool

    /// The next entry at which something like this was done from outside; the number of entries when it was not.
    func nextStimulus(after number: Int, _ isMeant: (Stimulus) -> Bool) -> Int {
        entries.indices.dropFirst(number + 1).first { place in
            if case .stimulus(let stimulus) = entries[place].event { isMeant(stimulus) } else { false }
        } ?? entries.count
    }

    /// The events of some entries, for people.
    package func lines(_ numbers: [Int]) -> [String] {
        Set(numbers).sorted().compactMap { entries.indices.contains($0) ? entries[$0].text : nil }
    }
}

/// Something that was done to the head unit or the app from outside, as a driver, a navigation or a fault would.
package enum Stimulus: Hashable, Sendable {
    /// A driver brought the app to a level.
    case level(app: String, String)
    /// The route changed.
    case route
    /// The policy changed for an RPC; `nil` for the whole app.
    case policy(rpc: String?)
    /// A capability changed.
    case capability(String)
    /// The head unit was told to end, or its process was.
    case ending
    /// A fault of the link or of the head unit was laid on, for an app to live with.
    case fault(String)
    /// The app was told to end, by SIGINT where the check started it.
    case leave
    /// Something else, in a few words.
    case note(String)

    /// In a few words.
    package var text: String {
        switch self {
        case .level(let app, let level): "the driver brings \(app) to \(level)"
        case .route: "the route changes"
        case .policy(let rpc?): "the policy changes for \(rpc)"
        case .policy(nil): "the policy of the app changes"
        case .capability(let type): "the capability \(type) changes"
        case .ending: "the head unit is told to end"
        case .fault(let text): text
        case .leave: "the app is told to end"
        case .note(let text): text
        }
    }
}
