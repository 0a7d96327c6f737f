import Formats
import Glibc

/// What one reader of the page is told, over all its connections, and what must hold in that.
///
/// It does no I/O. Each connection begins with all that is known. Routes and rows of the log come in order, none twice and
/// none silently left out; points of the track follow each other. The position moves and the log grows while they have
/// reason to. No secret is told.
struct SoakPageView {
    /// What is known only from outside: what the head unit is about.
    struct Surroundings {
        /// Since when the receiver has sent epochs without a pause; nil while it does not.
        var positionsFlowSince: Duration?
        /// Since when apps have been there to talk; nil while none is.
        var appsTalkSince: Duration?
    }

    /// How long the page may take for anything.
    static let patience = Duration.seconds(10)

    /// What each connection must be told of, whatever else is known.
    private static let snapshot = ["state", "route", "log"]

    /// What did not hold.
    private(set) var violations: [String] = []
    private(set) var messages = 0
    /// Positions that differ from the one before.
    private(set) var positions = 0
    private(set) var rows = 0
    /// Rows that came and went while this reader did not read.
    private(set) var missedRows = 0
    private(set) var snapshots = 0
    /// The number of the newest route; -1 before the first.
    private(set) var route = -1
    /// How many apps are there by the newest state.
    private(set) var apps: Int?

    private let secrets: [String]
    /// Counts connections, so that a late message of an old one is known.
    private var connection = 0
    private var openedAt: Duration?
    private var lastTime: String?
    private var lastMove = Duration.zero
    private var lastRow = Duration.zero
    /// The highest number of a row in any connection.
    private var highestRow = 0
    /// What this connection has told of until now.
    private var kinds: Set<String> = []
    private var isWhole = false
    private var nextRow = 1
    private var trackPoints = 0
    private var lostEvents = 0

    init(secrets: [String] = []) {
        self.secrets = secrets
    }

    /// A connection is there; all begins anew on it.
    ///
    /// - Returns: Its number, to tell with what it brings.
    mutating func opened(now: Duration) -> Int {
        connection += 1
        openedAt = now
        lastMove = now
        lastRow = now
        kinds = []
        isWhole = false
        nextRow = 1
        trackPoints = 0
        return connection
    }

    /// The connection is over; nothing is expected until there is another one.
    mutating func closed() { openedAt = nil }

    /// Takes a message of the page.
    mutating func received(_ bytes: [UInt8], on connection: Int, now: Duration) {
        guard connection == self.connection, openedAt != nil else { return }
        messages += 1
        for secret in secrets where Self.contains(bytes, secret) { violations.append("a secret on the page") }
        guard case .object(let members)? = try? JSONValue(parsing: bytes), let (kind, content) = members.first,
            members.count == 1
        else {
            violations.append("a message that is no object with one member")
            return
        }
        switch kind {
        case "state": apps = content["apps"]?.arrayValue?.count
        case "route": take(route: content)
        case "position": take(position: content, now)
        case "track": take(track: content)
        case "log": take(log: content, now)
        default: violations.append("an unknown message: \(kind)")
        }
        kinds.insert(kind)
        if !isWhole, kinds.isSuperset(of: Self.snapshot) {
            isWhole = true
            snapshots += 1
        }
    }

    private mutating func take(route content: JSONValue) {
        let name = content["stops"]?.arrayValue?.last?["name"]?.stringValue ?? ""
        guard name.hasPrefix("S"), let number = Int(name.dropFirst()) else {
            violations.append("a route without its number")
            return
        }
        if number < route { violations.append("route \(number) was shown after \(route)") }
        route = max(route, number)
    }

    private mutating func take(position content: JSONValue, _ now: Duration) {
        guard let time = content["fix"]?["time"]?.stringValue, time != lastTime else { return }
        // Far back means that the drive has begun anew.
        if let before = lastTime.flatMap(Self.seconds), let after = Self.seconds(time), after < before,
            before - after < 60
        {
            violations.append("a position of \(time) was shown after one of \(lastTime ?? "")")
        }
        lastTime = time
        lastMove = now
        positions += 1
    }

    private mutating func take(track content: JSONValue) {
        let start = content["start"]?.intValue.map { Int($0) } ?? -1
        if start != 0, start != trackPoints {
            violations.append("points of the track from \(start), after \(trackPoints)")
        }
        trackPoints = max(start, 0) + (content["points"]?.arrayValue?.count ?? 0)
    }

    private mutating func take(log content: JSONValue, _ now: Duration) {
        let missed = content["missed"]?.intValue.map { Int($0) } ?? 0
        // What was there before the connection was not missed by it.
        if nextRow > 1 { missedRows += missed }
        nextRow += missed
        for row in content["rows"]?.arrayValue ?? [] {
            let number = row["n"]?.intValue.map { Int($0) } ?? 0
            if number != nextRow { violations.append("row \(number) of the log, where \(nextRow) was to come") }
            nextRow = number + 1
            rows += 1
        }
        if nextRow - 1 > highestRow {
            highestRow = nextRow - 1
            lastRow = now
        }
        let lost = content["lost"]?.intValue.map { Int($0) } ?? 0
        if lost < lostEvents { violations.append("the log has lost \(lost), and \(lostEvents) before") }
        lostEvents = max(lostEvents, lost)
    }

    /// Looks what has not come although it should have.
    ///
    /// - Parameter grace: Before this moment nothing counts as late: the reader did not read.
    mutating func check(_ surroundings: Surroundings, grace: Duration, now: Duration) {
        guard let openedAt else { return }
        let begin = max(openedAt, grace)
        guard now - begin > Self.patience else { return }
        for kind in Self.snapshot where kinds.insert(kind).inserted {
            violations.append("no \(kind) after a connection")
        }
        func isOverdue(_ last: Duration, _ since: Duration?) -> Bool {
            guard let since else { return false }
            return now - max(last, since, begin) > Self.patience
        }
        if isOverdue(lastMove, surroundings.positionsFlowSince) {
            violations.append("the position stands still")
            lastMove = now
        }
        if isOverdue(lastRow, surroundings.appsTalkSince) {
            violations.append("the log does not grow")
            lastRow = now
        }
    }

    /// Takes out what did not hold.
    mutating func takeViolations() -> [String] { exchange(&violations, with: []) }

    /// The time of day in `2026-05-14T09:00:00.05Z`, in seconds.
    private static func seconds(_ time: String) -> Double? {
        let parts = time.split(separator: "T").last?.dropLast().split(separator: ":").compactMap { Double($0) } ?? []
        return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
    }

    private static func contains(_ bytes: [UInt8], _ secret: String) -> Bool {
        // A search in Swift takes too long in a debug build for all that a page is told.
        unsafe (bytes + [0]).withUnsafeBytes { text in
            guard let text = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            return unsafe strstr(text, secret) != nil
        }
    }
}
