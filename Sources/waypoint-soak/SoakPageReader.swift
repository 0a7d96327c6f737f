import Synchronization
import Web

/// A reader of the page, with its connections one after the other.
///
/// It lives on the reactor of its ``SoakPage``; what it is told is looked at on the thread of its connection.
final class SoakPageReader {
    /// What it is like.
    enum Kind: String {
        /// Reads all the time.
        case steady
        /// Does not read for seconds, now and then.
        case slow
        /// Comes and goes, in order and not.
        case reconnecting
        /// Connects and never reads: after a while the page must let it go.
        case silent
    }

    /// What the reader has seen, for both threads.
    final class Eyes: Sendable {
        private let view: Mutex<SoakPageView>

        init(secrets: [String]) { view = Mutex(SoakPageView(secrets: secrets)) }

        func look<Result>(_ body: (inout SoakPageView) -> sending Result) -> sending Result {
            view.withLock { body(&$0) }
        }
    }

    let number: Int
    let kind: Kind
    let eyes: Eyes
    var client: WebSocketClient?
    var isConnecting = false
    /// Counts connections, so that a late callback of an old one is known.
    var generation = 0
    /// When it does something next: connects, pauses, leaves.
    var nextAct = Duration.zero
    /// When it reads again; nil while it reads.
    var readsAt: Duration?
    /// Before this moment nothing counts as late: it did not read.
    var grace = Duration.zero

    init(number: Int, kind: Kind, secrets: [String]) {
        self.number = number
        self.kind = kind
        eyes = Eyes(secrets: secrets)
    }

    var name: String { "page reader \(number) (\(kind.rawValue))" }
}
