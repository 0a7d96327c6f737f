internal import Formats
internal import GNSS
public import HeadUnit
internal import SDLProtocol
internal import Synchronization
public import Transport

/// Writes down what happens at a head unit, as JSON, one frame, message or position a line (Docs/recordings.md).
///
/// Each line has `t` (seconds since the recording began), `dir` (`app->hu`, `hu->app`, `hu->hmi`, `hmi->hu` or `event`)
/// and `conn`. Frames have `hex`, `header`, and the decoded `bson`, or `rpc` and `json`; of a message of several frames
/// the last one has the decoded content. Bytes that are not whole frames are written as they were read.
public final class TrafficRecorder: Sendable {
    private struct State {
        var transcript = TrafficTranscript()
        /// Whether an app has connected: what the head unit asks at its start is left out.
        var hasBegun = false
    }

    private let writer: FileWriter
    private let state = Mutex(State())

    /// Begins a recording.
    ///
    /// - Parameter writer: The file.
    public init(writer: FileWriter) {
        self.writer = writer
    }

    /// Records a mock head unit from now on: its module, its connections, what passes between it and its HMI, and where
    /// its vehicle is.
    ///
    /// - Parameter unit: The head unit, which does not listen yet.
    public func attach(to unit: MockHeadUnit) async {
        let module = JSONValue.object([
            "t": 0, "conn": 0, "dir": "event", "note": .string("module \(unit.module.name)"),
            "module": unit.module.source,
        ])
        writer.append(module.serialized() + [UInt8(ascii: "\n")])
        await unit.headUnit.observeHMITraffic { [self] time, event in record(time, event) }
        let reactor = unit.reactor
        await unit.hmi.observePositions { [self] fix in record(reactor.now, fix) }
    }

    /// The observer of the wire to hand to a head unit.
    public var observer: HeadUnit.TrafficObserver {
        { [self] connection, time, event in record(connection, time, event) }
    }

    /// Ends the recording when all lines are written.
    ///
    /// - Returns: How many lines are missing because the disk was too slow.
    /// - Throws: `TransportError` when a line could not be written.
    public func finish() async throws(TransportError) -> Int {
        try await writer.finish()
    }

    private func record(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        state.withLock { state in
            state.hasBegun = true
            for line in state.transcript.take(connection, time, event) { write(line) }
        }
    }

    // MARK: HMI and vehicle

    private func record(_ time: Duration, _ event: HeadUnit.HMITrafficEvent) {
        state.withLock { state in
            guard state.hasBegun else { return }
            var json: [String: JSONValue] = ["jsonrpc": "2.0"]
            var direction = "hu->hmi"
            switch event {
            case .asked(let request):
                json["id"] = .int(Int64(request.id))
                json["method"] = .string(request.method.rawValue)
                json["params"] = request.parameters
            case .told(let notification):
                json["method"] = .string(notification.method.rawValue)
                json["params"] = notification.parameters
            case .answered(let request, let answer):
                direction = "hmi->hu"
                json["id"] = .int(Int64(request.id))
                json.merge(Self.members(answer, to: request.method)) { _, new in new }
            case .notified(let notification):
                direction = "hmi->hu"
                json["method"] = .string(notification.method.rawValue)
                json["params"] = notification.parameters
            case .requested(let number, let method, let parameters):
                direction = "hmi->hu"
                json["id"] = .int(Int64(number))
                json["method"] = .string(method.rawValue)
                json["params"] = parameters
            case .gotAnswer(let number, let method, let answer):
                json["id"] = .int(Int64(number))
                json.merge(Self.members(answer, to: method)) { _, new in new }
            }
            write(state.transcript.line(time, 0, direction, ["json": .object(json)]))
        }
    }

    /// The members of a JSON-RPC response.
    private static func members(_ answer: HMIAnswer, to method: HMIMethod) -> [String: JSONValue] {
        guard case .object(var members) = answer.json else { return [:] }
        switch (answer, members["result"], members["error"]) {
        case (.result, .object(var result), _):
            result["method"] = .string(method.rawValue)
            members["result"] = .object(result)
        case (.error, _, .object(var error)):
            error["data"] = ["method": .string(method.rawValue)]
            members["error"] = .object(error)
        default: break
        }
        return members
    }

    private func record(_ time: Duration, _ fix: Fix) {
        state.withLock { state in
            var position: [String: JSONValue] = [:]
            if let place = fix.coordinate, !fix.isStale {
                position["latitude"] = .double(place.latitude)
                position["longitude"] = .double(place.longitude)
                position["altitude"] = fix.altitude.map { .double($0) }
                position["speed"] = fix.speed.map { .double($0) }
                position["course"] = fix.course.map { .double($0) }
            }
            position["time"] = fix.time.map { .string("\($0)") }
            write(
                state.transcript.line(time, 0, "event", ["note": "position", "position": .object(position)]))
        }
    }

    private func write(_ line: TrafficTranscript.Line) {
        writer.append(line.json.serialized() + [UInt8(ascii: "\n")])
    }
}
