internal import NMEA
internal import RTCM

/// The caster's side of one connection.
struct CasterSession: Sendable {
    enum Action: Hashable, Sendable {
        /// Send to the rover.
        case send([UInt8])
        /// Close when all is sent.
        case close
        /// The rover gets this stream from now on.
        case subscribed(String)
        /// The rover told its position.
        case position(GGA)
    }

    private enum State {
        case waiting
        case streaming
        case closed
    }

    private let configuration: CasterConfiguration
    private var state = State.waiting
    private var reader = CasterRequestReader()
    private var isChunked = false
    private var streamedBytes = 0
    private var frameCount = 0
    /// Whether the rover has asked for something.
    private(set) var wasAsked = false
    /// The stream that the rover gets.
    private(set) var mountpoint: CasterConfiguration.Mountpoint?
    /// The rover's last position.
    private(set) var position: GGA?
    /// Positions received.
    private(set) var positionCount = 0

    init(_ configuration: CasterConfiguration) {
        self.configuration = configuration
    }

    mutating func received(_ bytes: [UInt8]) -> [Action] {
        var actions: [Action] = []
        for event in reader.append(bytes) {
            if case .closed = state { break }
            switch event {
            case .request(let request):
                wasAsked = true
                actions += answer(request)
            case .position(let sentence): actions += take(sentence)
            case .upload(let upload):
                let text = upload.version == .one ? "ERROR - Bad Password\r\n" : Self.status(405, "Method Not Allowed")
                actions += close(with: text)
            case .invalid: actions += close(with: Self.status(400, "Bad Request"))
            }
        }
        return actions
    }

    /// Whether frames may go to the rover: a stream for positions waits for one.
    var isReady: Bool {
        guard case .streaming = state, let mountpoint else { return false }
        return !mountpoint.needsPosition || position != nil
    }

    /// What goes over the wire for a frame.
    mutating func frame(_ frame: RTCMFrame) -> [Action] {
        guard isReady else { return [] }
        frameCount &+= 1
        var bytes = frame.bytes
        for case .damage(let every) in configuration.faults where every > 0 && frameCount % every == 0 {
            bytes[bytes.count / 2] ^= 0x10
        }
        if configuration.faults.contains(.midFrame), frameCount == 1 { bytes = Array(bytes.dropFirst(bytes.count / 2)) }
        for fault in configuration.faults {
            switch fault {
            case .silence: return []
            case .stallAfter(let limit) where streamedBytes >= limit: return []
            case .closeAfter(let limit) where streamedBytes >= limit:
                state = .closed
                return [.close]
            default: break
            }
        }
        streamedBytes &+= bytes.count
        guard isChunked else { return [.send(bytes)] }
        guard let size = configuration.chunkSize, size > 0 else { return [.send(ChunkedDecoder.chunk(bytes))] }
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        return [.send(pieces.flatMap { ChunkedDecoder.chunk($0) })]
    }

    // MARK: Inside

    private mutating func take(_ sentence: GGA) -> [Action] {
        positionCount &+= 1
        guard GGAUpstream.prepared(sentence, allowsSimulated: true) != nil else { return [] }
        position = sentence
        return [.position(sentence)]
    }

    private mutating func close(with text: String) -> [Action] {
        state = .closed
        return (text.isEmpty ? [] : [.send(Array(text.utf8))]) + [.close]
    }

    private mutating func answer(_ request: CasterRequest) -> [Action] {
        for fault in configuration.faults {
            switch fault {
            case .closeWithoutByte: return close(with: "")
            case .noReply: return []
            case .status(let code): return close(with: Self.status(code, Self.reason(code)))
            case .banPage:
                return close(
                    with: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Your IP has been banned</html>")
            case .redirect(let target):
                return close(with: "HTTP/1.1 301 Moved Permanently\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            default: break
            }
        }
        guard let agent = request.agent, agent.uppercased().hasPrefix("NTRIP") else {
            return close(with: Self.status(401, "Unauthorized"))
        }
        let isVersionTwo = request.isHTTP11 && request.isVersionTwo
        if let only = configuration.onlyVersion, only == .two, !isVersionTwo {
            return close(with: Self.status(505, "HTTP Version Not Supported"))
        }
        let answersTwo = isVersionTwo && configuration.onlyVersion != .one
        let found = configuration.mountpoint(request.mountpoint)
        let wantsTable = found == nil && (request.mountpoint.isEmpty || !answersTwo)
        if !wantsTable || configuration.tableNeedsLogin, !isAllowed(request) {
            return close(with: unauthorized(request, isVersionTwo: answersTwo))
        }
        if wantsTable { return close(with: table(isVersionTwo: answersTwo)) }
        guard let found else { return close(with: Self.status(404, "Not Found")) }
        return stream(found, request: request, isVersionTwo: answersTwo)
    }

    private mutating func stream(
        _ found: CasterConfiguration.Mountpoint, request: CasterRequest, isVersionTwo: Bool
    ) -> [Action] {
        state = .streaming
        mountpoint = found
        var reply = "ICY 200 OK\r\n"
        if isVersionTwo {
            let glue = configuration.faults.contains(.gluedStatus) ? "" : "\r\n"
            reply = "HTTP/1.1 200 OK\(glue)Ntrip-Version: Ntrip/2.0\r\nServer: NTRIP sdl-waypoints/0.1\r\n"
            reply += "Content-Type: gnss/data\r\nCache-Control: no-store\r\nConnection: close\r\n"
            isChunked = configuration.isChunked
            if isChunked || configuration.faults.contains(.falseChunks) { reply += "Transfer-Encoding: chunked\r\n" }
            if configuration.faults.contains(.falseChunks) { isChunked = false }
            reply += "\r\n"
        }
        var actions: [Action]
        if configuration.faults.contains(.drip) {
            actions = reply.utf8.map { .send([$0]) }
        } else {
            actions = [.send(Array(reply.utf8))]
        }
        actions.append(.subscribed(found.name))
        if let position = request.position { actions += take(position) }
        if configuration.faults.contains(.acceptThenClose) {
            state = .closed
            actions.append(.close)
        }
        return actions
    }

    private func isAllowed(_ request: CasterRequest) -> Bool {
        if configuration.users.isEmpty { return true }
        guard let given = request.credentials else { return false }
        return configuration.users[given.user] == given.password
    }

    private func unauthorized(_ request: CasterRequest, isVersionTwo: Bool) -> String {
        let version = isVersionTwo ? "HTTP/1.1" : "HTTP/1.0"
        return "\(version) 401 Unauthorized\r\nServer: NTRIP sdl-waypoints/0.1\r\n"
            + "WWW-Authenticate: Basic realm=\"/\(request.mountpoint)\"\r\nConnection: close\r\n\r\n"
    }

    private func table(isVersionTwo: Bool) -> String {
        let table = configuration.table
        let start =
            isVersionTwo
            ? "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/sourcetable\r\n"
            : "SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n"
        return start + "Server: NTRIP sdl-waypoints/0.1\r\nContent-Length: \(table.utf8.count)\r\n"
            + "Connection: close\r\n\r\n" + table
    }

    private static func status(_ code: Int, _ reason: String) -> String {
        let retry = code == 503 || code == 429 ? "Retry-After: 30\r\n" : ""
        return "HTTP/1.1 \(code) \(reason)\r\nNtrip-Version: Ntrip/2.0\r\n\(retry)Connection: close\r\n\r\n"
    }

    private static func reason(_ code: Int) -> String {
        switch code {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 409: "Conflict"
        case 429: "Too Many Requests"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Refused"
        }
    }
}
