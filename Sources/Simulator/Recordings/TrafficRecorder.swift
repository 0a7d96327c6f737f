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
    /// One direction of a connection: frames cut from the stream, messages put together from frames.
    private struct Flow {
        var decoder = FrameDecoder()
        var lines = FrameLines()
        var isWhole = true
    }

    private struct State {
        var start: Duration?
        var flows: [Int: (fromApp: Flow, toApp: Flow)] = [:]
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
        write(0, 0, "event", ["note": .string("module \(unit.module.name)"), "module": unit.module.source])
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

    // MARK: Frames

    private func record(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) {
        state.withLock { state in
            state.hasBegun = true
            let seconds = Self.seconds(time, &state)
            switch event {
            case .opened(let peer):
                state.flows[connection] = (Flow(), Flow())
                write(seconds, connection, "event", ["note": "tcp connected", "peer": .string(peer)])
            case .closed(let end):
                guard state.flows.removeValue(forKey: connection) != nil else { return }
                write(seconds, connection, "event", ["note": .string(Self.note(end))])
            case .bytes(.fromApp, let bytes):
                for line in lines(&state.flows[connection, default: (Flow(), Flow())].fromApp, bytes, time) {
                    write(seconds, connection, "app->hu", line)
                }
            case .bytes(.toApp, let bytes):
                for line in lines(&state.flows[connection, default: (Flow(), Flow())].toApp, bytes, time) {
                    write(seconds, connection, "hu->app", line)
                }
            }
        }
    }

    private static func note(_ end: HeadUnit.End) -> String {
        switch end {
        case .app: "closed by the app"
        case .headUnit: "closed by the head unit"
        case .line: "link dropped"
        }
    }

    /// A line a frame where the bytes are whole frames; else they are written as they are, and decoded where a frame
    /// ends in them.
    private func lines(_ flow: inout Flow, _ bytes: [UInt8], _ time: Duration) -> [[String: JSONValue]] {
        let wasWhole = flow.isWhole
        flow.decoder.append(bytes)
        var lines: [[String: JSONValue]] = []
        var size = 0
        var faults: [String] = []
        while let item = flow.decoder.next() {
            switch item {
            case .frame(let frame):
                size += frame.header.encodedSize + frame.payload.count
                lines.append(flow.lines.members(of: frame, now: time))
            case .malformed(let fault):
                faults.append("not a frame: \(fault)")
            }
        }
        flow.isWhole = flow.decoder.bufferedByteCount == 0
        guard !wasWhole || !faults.isEmpty || size != bytes.count else { return lines }
        var line = lines.count == 1 ? lines[0] : [:]
        if !faults.isEmpty { line["note"] = .string(faults.joined(separator: "; ")) }
        line["header"] = nil
        line["hex"] = .string(FrameLines.hex(bytes))
        return [line]
    }

    // MARK: HMI and vehicle

    private func record(_ time: Duration, _ event: HeadUnit.HMITrafficEvent) {
        state.withLock { state in
            guard state.hasBegun else { return }
            let seconds = Self.seconds(time, &state)
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
            write(seconds, 0, direction, ["json": .object(json)])
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
            write(Self.seconds(time, &state), 0, "event", ["note": "position", "position": .object(position)])
        }
    }

    // MARK: Lines

    private func write(_ seconds: Double, _ connection: Int, _ direction: String, _ members: [String: JSONValue]) {
        var line = members
        line["t"] = .double(seconds)
        line["conn"] = .int(Int64(connection))
        line["dir"] = .string(direction)
        writer.append(JSONValue.object(line).serialized() + [UInt8(ascii: "\n")])
    }

    /// Seconds since the first line, to the microsecond.
    private static func seconds(_ time: Duration, _ state: inout State) -> Double {
        let start = state.start ?? time
        state.start = start
        let parts = (time - start).components
        let microseconds = Double(parts.seconds) * 1e6 + (Double(parts.attoseconds) / 1e12).rounded()
        return microseconds / 1e6
    }
}
