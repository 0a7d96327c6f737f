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

    /// Most requests without an answer, and most sessions, that are remembered.
    private static let limit = 2048
    /// Most frames of a message that are kept with its row.
    private static let partLimit = 64

    private var names: [Session: String] = [:]
    private var open: [Request: Double] = [:]
    private var parts: [Session: [[UInt8]]] = [:]

    /// Whether a line is a frame of a message that goes on.
    func isPart(_ line: TrafficTranscript.Line) -> Bool {
        guard let header = line.json["header"], line.json["rpc"] == nil else { return false }
        let type = header["frameType"]?.intValue ?? 0
        return type == 2 || (type == 3 && header["frameInfo"]?.intValue != 0)
    }

    mutating func keep(_ text: [UInt8], of line: TrafficTranscript.Line) {
        let session = Self.session(of: line)
        guard parts.count < 64 || parts[session] != nil else { return }
        var kept = parts[session] ?? []
        if kept.count < Self.partLimit { kept.append(text) }
        parts[session] = kept
    }

    /// The frames that came before the last one of a message.
    mutating func parts(before line: TrafficTranscript.Line) -> [[UInt8]] {
        guard line.json["header"]?["frameType"]?.intValue == 3 else { return [] }
        return parts.removeValue(forKey: Self.session(of: line)) ?? []
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
        if type == "request", open.count < Self.limit {
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
        parts = parts.filter { $0.key.connection != connection }
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
