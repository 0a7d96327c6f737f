package import Formats
package import HeadUnit
internal import SDLProtocol

/// Turns what goes over the wire into lines of a recording: frames cut from the bytes, decoded as far as they can be.
///
/// What a line holds is told at ``TrafficRecorder``.
package struct TrafficTranscript: Sendable {
    /// One line of a recording.
    package struct Line: Sendable {
        /// Seconds since the first line.
        package let seconds: Double
        /// The number of the connection.
        package let connection: Int
        /// `app->hu`, `hu->app`, `hu->hmi`, `hmi->hu` or `event`.
        package let direction: String
        /// All members, those above among them.
        package let json: JSONValue
    }

    /// One direction of a connection: frames cut from the stream, messages put together from frames.
    private struct Flow {
        var decoder = FrameDecoder()
        var lines = FrameLines()
        var isWhole = true
    }

    private var start: Duration?
    private var flows: [Int: (fromApp: Flow, toApp: Flow)] = [:]

    /// Begins a transcript.
    package init() {}

    /// Takes what happened on a connection at a time; the lines that follow from it.
    package mutating func take(_ connection: Int, _ time: Duration, _ event: HeadUnit.TrafficEvent) -> [Line] {
        switch event {
        case .opened(let peer):
            flows[connection] = (Flow(), Flow())
            return [line(time, connection, "event", ["note": "tcp connected", "peer": .string(peer)])]
        case .closed(let end):
            guard flows.removeValue(forKey: connection) != nil else { return [] }
            return [line(time, connection, "event", ["note": .string(Self.note(end))])]
        case .bytes(.fromApp, let bytes):
            let found = Self.lines(&flows[connection, default: (Flow(), Flow())].fromApp, bytes, time)
            return found.map { line(time, connection, "app->hu", $0) }
        case .bytes(.toApp, let bytes):
            let found = Self.lines(&flows[connection, default: (Flow(), Flow())].toApp, bytes, time)
            return found.map { line(time, connection, "hu->app", $0) }
        }
    }

    /// A line of something else.
    mutating func line(
        _ time: Duration, _ connection: Int, _ direction: String, _ members: [String: JSONValue]
    ) -> Line {
        let seconds = seconds(time)
        var json = members
        json["t"] = .double(seconds)
        json["conn"] = .int(Int64(connection))
        json["dir"] = .string(direction)
        return Line(seconds: seconds, connection: connection, direction: direction, json: .object(json))
    }

    /// Seconds since the first line, to the microsecond.
    private mutating func seconds(_ time: Duration) -> Double {
        let start = start ?? time
        self.start = start
        let parts = (time - start).components
        let microseconds = Double(parts.seconds) * 1e6 + (Double(parts.attoseconds) / 1e12).rounded()
        return microseconds / 1e6
    }

    /// Whether a line says that its connection is over.
    package static func isEnd(_ line: Line) -> Bool {
        line.direction == "event" && HeadUnit.End.allCases.contains { line.json["note"] == .string(note($0)) }
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
    private static func lines(_ flow: inout Flow, _ bytes: [UInt8], _ time: Duration) -> [[String: JSONValue]] {
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
}
