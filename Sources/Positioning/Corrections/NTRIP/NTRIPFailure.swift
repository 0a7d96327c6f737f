/// Why there are no corrections, or no longer.
public struct NTRIPFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure, each of which asks for something else.
    public enum Kind: Hashable, Sendable {
        /// Login wrong or missing.
        case unauthorized
        /// The login may not use this stream.
        case forbidden
        /// The caster does not have the stream.
        case mountpointUnknown
        /// Login or stream in use.
        case conflict
        /// Too many clients or requests.
        case busy(retryAfter: Duration?)
        /// The caster says that this address or login is banned.
        case banned
        /// The caster sends elsewhere; nothing follows there by itself.
        case redirect(location: String)
        /// The caster does not speak the version asked for, or did not like the request.
        case versionNotSupported
        /// Whatever listens there is no caster, or TLS is on where it should be off, or the reverse.
        case wrongProtocol
        /// The caster closed without a byte: banned, over quota, or the request was not liked.
        case closedWithoutAByte
        /// The caster, or a gateway before it, has a fault of its own that may pass: most statuses from 500 on, 408, 425.
        case casterFault
        /// The caster said no in other words.
        case refused
        /// The caster accepted, then closed before the first byte of the stream.
        case acceptedThenClosed
        /// The stream ended.
        case ended
        /// A body in chunks broke its own rules.
        case badChunk
        /// The body is compressed in a way that was never asked for.
        case encodingNotSupported
        /// The host has no address.
        case unknownHost
        /// No connection could be made, or it broke.
        case connection
        /// No connection within its time.
        case connectTimeout
        /// No reply within its time.
        case replyTimeout
        /// A reply, but no corrections within their time.
        case noData
        /// Corrections came, then stopped.
        case silence
        /// The proxy did not open a tunnel.
        case proxy
        /// The certificate is not to be trusted.
        case security
        /// TLS could not be established for another reason.
        case handshake
    }

    /// What kind of failure.
    public var kind: Kind
    /// The caster's own words, at most 500 bytes, without markup, control characters and marks of direction.
    public var text: String
    /// The status of the reply, when it had one.
    public var status: Int?
    /// The realm asked for with a login.
    public var realm: String?
    /// The way of logging in that the caster asked for, in lower case, for example `digest`.
    public var scheme: String?
    /// A hint for the user.
    public var hint: String?

    /// Makes a failure.
    public init(_ kind: Kind, text: String = "", status: Int? = nil, hint: String? = nil) {
        self.kind = kind
        self.text = text
        self.status = status
        self.hint = hint
    }

    /// Whether trying again cannot help before something is changed.
    public var isFinal: Bool {
        switch kind {
        case .unauthorized, .forbidden, .mountpointUnknown, .wrongProtocol, .redirect, .versionNotSupported, .security,
            .encodingNotSupported, .refused:
            true
        case .conflict, .busy, .banned, .casterFault, .closedWithoutAByte, .acceptedThenClosed, .ended, .badChunk,
            .unknownHost, .connection, .connectTimeout, .replyTimeout, .noData, .silence, .proxy, .handshake:
            false
        }
    }

    /// The failure, the caster's words and the hint, in one line.
    public var description: String {
        var line = summary
        if !text.isEmpty { line += " (\(text))" }
        if let hint { line += "; \(hint)" }
        return line
    }

    private var summary: String {
        switch kind {
        case .unauthorized:
            scheme.map { $0 == "basic" ? "login wrong or missing" : "the caster wants \($0) login, not basic" }
                ?? "login wrong or missing"
        case .forbidden: "the login may not use this stream"
        case .mountpointUnknown: "the caster does not have this mountpoint"
        case .conflict: "login or mountpoint in use"
        case .busy(let delay): "the caster is busy" + (delay.map { ", try again in \($0.components.seconds) s" } ?? "")
        case .banned: "banned by the caster"
        case .redirect(let location): "the caster sends to \(location); not followed"
        case .versionNotSupported: "the caster did not like the request"
        case .wrongProtocol: "no caster there"
        case .closedWithoutAByte: "closed without a byte: banned, over quota, or not liked"
        case .casterFault: "the caster has a fault" + (status.map { ", status \($0)" } ?? "")
        case .refused: "refused by the caster"
        case .acceptedThenClosed: "accepted, then closed without corrections"
        case .ended: "the stream ended"
        case .badChunk: "the stream's chunks are broken"
        case .encodingNotSupported: "the caster sends a compressed stream"
        case .unknownHost: "unknown host"
        case .connection: "no connection"
        case .connectTimeout: "no connection in time"
        case .replyTimeout: "no reply in time"
        case .noData: "accepted, but no corrections came"
        case .silence: "the corrections stopped"
        case .proxy: "the proxy opened no tunnel"
        case .security: "not secure"
        case .handshake: "no TLS connection"
        }
    }
}

extension NTRIPFailure {
    /// The failure without credentials that a caster or proxy sent back.
    func redacting(_ credentials: [NTRIPCredentials]) -> NTRIPFailure {
        var failure = self
        for credentials in credentials {
            failure.text = credentials.redacted(from: failure.text)
            failure.realm = failure.realm.map { credentials.redacted(from: $0) }
            failure.scheme = failure.scheme.map { credentials.redacted(from: $0) }
            if case .redirect(let location) = failure.kind {
                failure.kind = .redirect(location: credentials.redacted(from: location))
            }
        }
        return failure
    }

    /// Bytes of a body as one line for people.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var words: [UInt8] = []
        var isTag = false
        for byte in bytes.prefix(500) {
            if byte == UInt8(ascii: "<") { isTag = true }
            let visible = isTag || byte < 0x20 || byte == 0x7F ? 0x20 : byte
            if byte == UInt8(ascii: ">") { isTag = false }
            if visible == 0x20, words.last == 0x20 || words.isEmpty { continue }
            words.append(visible)
        }
        return DisplayText.cleaned(String(lenient: words))
    }
}
