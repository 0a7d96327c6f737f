internal import NMEA

/// What a rover asked for.
struct CasterRequest: Hashable, Sendable {
    /// The stream; empty for the table.
    var mountpoint: String
    /// Whether HTTP/1.1 was spoken.
    var isHTTP11: Bool
    /// Whether the header says NTRIP 2.
    var isVersionTwo: Bool
    /// The User-Agent.
    var agent: String?
    /// User and password of Basic authentication.
    var credentials: NTRIPCredentials?
    /// Whether there was any Authorization header.
    var hasAuthorization: Bool
    /// The position in the header.
    var position: GGA?
}

/// A base that wants to push a stream.
struct CasterUpload: Hashable, Sendable {
    var mountpoint: String
    var version: NTRIPVersion
}

/// What a caster reads from a connection.
enum CasterRequestEvent: Hashable, Sendable {
    case request(CasterRequest)
    case upload(CasterUpload)
    /// A position on the stream.
    case position(GGA)
    /// Bytes that are no request.
    case invalid
}

/// Reads the request of a rover and the positions that follow it.
///
/// A head is at most 16 KiB; lines behind it that are not GGA are dropped.
struct CasterRequestReader: Sendable {
    private enum State {
        case head
        case upstream
        case over
    }

    private static let headLimit = 16_384
    private var state = State.head
    private var buffer: [UInt8] = []
    private var decoder = NMEADecoder(options: .init(epochs: nil))

    mutating func append(_ bytes: [UInt8]) -> [CasterRequestEvent] {
        switch state {
        case .over: return []
        case .upstream: return positions(bytes)
        case .head: break
        }
        buffer += bytes
        guard let end = HTTPHeaders.headEnd(buffer) else {
            // What does not begin with a letter is no request: a TLS handshake, for example.
            let isText = buffer.first.map { 0x41...0x5A ~= $0 } ?? true
            guard buffer.count > Self.headLimit || !isText else { return [] }
            state = .over
            buffer = []
            return [.invalid]
        }
        let head = Array(buffer[..<end])
        let rest = Array(buffer[end...])
        buffer = []
        let event = Self.event(head)
        if case .request = event { state = .upstream } else { state = .over }
        return [event] + (rest.isEmpty ? [] : append(rest))
    }

    private mutating func positions(_ bytes: [UInt8]) -> [CasterRequestEvent] {
        decoder.decode(bytes).compactMap { event in
            if case .sentence(.gga(let sentence), _) = event { .position(sentence) } else { nil }
        }
    }

    private static func event(_ head: [UInt8]) -> CasterRequestEvent {
        var lines = head.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { $0.last == 0x0D ? $0.dropLast() : $0 }
        let first = String(lenient: Array(lines.removeFirst()))
        let words = first.split(separator: " ").map(String.init)
        var headers = HTTPHeaders()
        for line in lines where !line.isEmpty { headers.add(line) }
        if words.first == "SOURCE", words.count >= 3 {
            return .upload(CasterUpload(mountpoint: plain(words[2]), version: .one))
        }
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return .invalid }
        if words[0] == "POST" { return .upload(CasterUpload(mountpoint: plain(words[1]), version: .two)) }
        guard words[0] == "GET" else { return .invalid }
        let authorization = headers["authorization"]
        return .request(
            CasterRequest(
                mountpoint: plain(words[1]), isHTTP11: words[2] == "HTTP/1.1",
                isVersionTwo: headers["ntrip-version"]?.lowercased() == "ntrip/2.0", agent: headers["user-agent"],
                credentials: authorization.flatMap(credentials), hasAuthorization: authorization != nil,
                position: headers["ntrip-gga"].flatMap(position)))
    }

    private static func plain(_ target: String) -> String {
        target.hasPrefix("/") ? String(target.dropFirst()) : target
    }

    private static func credentials(_ header: String) -> NTRIPCredentials? {
        let words = header.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let bytes = Base64.decode(String(words[1])) else {
            return nil
        }
        let parts = String(lenient: bytes).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return NTRIPCredentials(user: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : "")
    }

    private static func position(_ line: String) -> GGA? {
        var decoder = NMEADecoder(options: .init(epochs: nil))
        for event in decoder.decode(Array((line + "\r\n").utf8)) {
            if case .sentence(.gga(let sentence), _) = event { return sentence }
        }
        return nil
    }
}
