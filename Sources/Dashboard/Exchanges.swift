internal import Formats
internal import Simulator

/// What rows tell beyond their own line: the app's name, the time from a request to its answer, earlier frames.
struct Exchanges: Sendable {
    private struct Session: Hashable {
        let connection: Int
        let session: Int64
    }

    private struct Request: Hashable {
        let session: Session
        let correlation: Int64
        let direction: String
    }

    /// Most requests without an answer, and most sessions, that are remembered; the oldest make room.
    private static let limit = 2048

    private var names: [Session: String] = [:]
    private var open: [Request: Double] = [:]
    private(set) var unfinished = UnfinishedMessages()

    /// Whether a line is a frame of a message that goes on.
    func isPart(_ line: TrafficTranscript.Line) -> Bool {
        guard let header = line.json["header"], line.json["rpc"] == nil else { return false }
        let type = header["frameType"]?.intValue ?? 0
        return type == 2 || (type == 3 && header["frameInfo"]?.intValue != 0)
    }

    /// Keeps a frame for the row of its message.
    mutating func keep(_ kept: TrafficLog.Line, of line: TrafficTranscript.Line) {
        unfinished.keep(kept, of: Self.message(of: line))
    }

    /// The frames that came before the last one of a message, and how many of them are not kept any more.
    mutating func parts(before line: TrafficTranscript.Line) -> (lines: [TrafficLog.Line], missing: Int) {
        guard line.json["header"]?["frameType"]?.intValue == 3 else { return ([], 0) }
        return unfinished.take(Self.message(of: line))
    }

    /// The messages that a connection, which is over, has not ended.
    mutating func leftOvers(of line: TrafficTranscript.Line) -> [(lines: [TrafficLog.Line], missing: Int)] {
        guard line.direction == "event", TrafficTranscript.isEnd(line) else { return [] }
        return unfinished.takeAll(of: line.connection)
    }

    /// What is told of a message that its connection did not live to end.
    func leftOverBrief(of line: TrafficTranscript.Line, number: Int, epoch: Double, size: Int) -> JSONValue {
        [
            "n": .int(Int64(number)), "t": .double(line.seconds), "w": .double(epoch + line.seconds * 1000),
            "conn": .int(Int64(line.connection)), "size": .int(Int64(size)), "type": "event",
            "name": "message without its end",
        ]
    }

    mutating func brief(of line: TrafficTranscript.Line, number: Int, epoch: Double, size: Int) -> JSONValue {
        let session = Self.session(of: line)
        var members: [String: JSONValue] = [
            "n": .int(Int64(number)), "t": .double(line.seconds), "w": .double(epoch + line.seconds * 1000),
            "conn": .int(Int64(line.connection)), "size": .int(Int64(size)),
        ]
        if line.direction != "event" { members["from"] = line.direction == "app->hu" ? "app" : "headUnit" }
        if let rpc = line.json["rpc"] {
            describe(rpc, line, session, &members)
        } else if let note = line.json["note"] {
            members["type"] = "event"
            members["name"] = note
            if TrafficTranscript.isEnd(line) { forget(line.connection) }
        } else {
            members["type"] = "control"
            members["name"] = .string(Self.controlName(line.json["header"]))
        }
        members["app"] = names[session].map { .string($0) }
        return .object(members)
    }

    private mutating func describe(
        _ rpc: JSONValue, _ line: TrafficTranscript.Line, _ session: Session, _ members: inout [String: JSONValue]
    ) {
        let type = rpc["type"]?.stringValue ?? "?"
        let name = rpc["function"]?.stringValue ?? "function \(rpc["functionId"]?.intValue ?? -1)"
        members["type"] = .string(type)
        members["name"] = .string(name)
        let correlation = rpc["correlationId"]?.intValue ?? 0
        if type != "notification" { members["id"] = .int(correlation) }
        if name == "RegisterAppInterface", type == "request", let app = line.json["json"]?["appName"]?.stringValue,
            names.count < Self.limit
        {
            names[session] = app
        }
        let opposite = line.direction == "app->hu" ? "hu->app" : "app->hu"
        if type == "request" {
            if open.count >= Self.limit { forgetOldRequests() }
            open[Request(session: session, correlation: correlation, direction: line.direction)] = line.seconds
        } else if type == "response" {
            members["code"] = line.json["json"]?["resultCode"]
            let asked = open.removeValue(
                forKey: Request(session: session, correlation: correlation, direction: opposite))
            if let asked { members["ms"] = .double(((line.seconds - asked) * 100_000).rounded() / 100) }
        }
    }

    /// A connection is over; its number does not come again.
    private mutating func forget(_ connection: Int) {
        names = names.filter { $0.key.connection != connection }
        open = open.filter { $0.key.session.connection != connection }
    }

    /// Those that nobody will answer any more, most likely.
    private mutating func forgetOldRequests() {
        let times = open.values.sorted()
        let middle = times[times.count / 2]
        open = open.filter { $0.value > middle }
    }

    private static func message(of line: TrafficTranscript.Line) -> UnfinishedMessages.Name {
        let session = session(of: line)
        return .init(connection: session.connection, session: session.session, direction: line.direction)
    }

    private static func session(of line: TrafficTranscript.Line) -> Session {
        Session(connection: line.connection, session: line.json["header"]?["sessionId"]?.intValue ?? -1)
    }

    /// The names of control frames (protocol spec, frame info of control frames).
    private static func controlName(_ header: JSONValue?) -> String {
        switch header?["frameInfo"]?.intValue {
        case 0: "Heartbeat"
        case 1: "StartService"
        case 2: "StartServiceACK"
        case 3: "StartServiceNAK"
        case 4: "EndService"
        case 5: "EndServiceACK"
        case 6: "EndServiceNAK"
        case 7: "RegisterSecondaryTransport"
        case 8: "RegisterSecondaryTransportACK"
        case 9: "RegisterSecondaryTransportNAK"
        case 0xFD: "TransportEventUpdate"
        case 0xFE: "ServiceDataACK"
        case 0xFF: "HeartbeatACK"
        case let other?: "control frame \(other)"
        case nil: "bytes"
        }
    }
}
