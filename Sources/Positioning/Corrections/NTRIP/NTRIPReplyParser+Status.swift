extension NTRIPReplyParser {
    /// Decides by the first line of the reply.
    mutating func takeFirstLine(_ line: [UInt8]) -> [NTRIPReplyEvent] {
        let text = String(lenient: line)
        if text.hasPrefix("SOURCETABLE") {
            state = .tableHead(hasHeaders: false)
            return [.reply(.sourceTable(.one, isChunked: false))]
        }
        if text.hasPrefix("ERROR") {
            return refuse(NTRIPFailure(Self.kind(ofText: text), text: NTRIPFailure.text(of: line)))
        }
        if text.hasPrefix("ICY ") {
            guard let code = Self.code(text.dropFirst(4)) else { return refuse(NTRIPFailure(.wrongProtocol)) }
            if code == 200 {
                state = .icyTail(hasHeaders: false)
                return [.reply(.stream(.one, isChunked: false))]
            }
            status = Status(code: code, text: Self.reason(text.dropFirst(4)))
            state = .headers
            return []
        }
        if text.hasPrefix("HTTP/"), let blank = text.firstIndex(of: " ") {
            let rest = text[blank...].drop { $0 == " " }
            if let code = Self.code(rest) {
                status = Status(code: code, text: Self.reason(rest))
                state = .headers
                return []
            }
        }
        if let code = Self.code(text[...]), 200...599 ~= code {
            status = Status(code: code, text: Self.reason(text[...]))
            state = .headers
            return []
        }
        let isSSH = text.hasPrefix("SSH-")
        return refuse(
            NTRIPFailure(
                .wrongProtocol, text: NTRIPFailure.text(of: line),
                hint: isSSH ? "that is an SSH server" : "check host and port, and whether TLS is wanted"))
    }

    /// Three digits at the begin of a text, not followed by a fourth.
    private static func code(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return digits.utf8.count == 3 ? Int(digits) : nil
    }

    private static func reason(_ text: Substring) -> String {
        NTRIPFailure.text(of: text.dropFirst(3).utf8)
    }

    private static func kind(ofText text: String) -> NTRIPFailure.Kind {
        let words = text.lowercased()
        if words.contains("banned") { return .banned }
        return words.contains("assword") || words.contains("authori") ? .unauthorized : .refused
    }

    /// Decides by status and headers.
    mutating func takeStatus() -> [NTRIPReplyEvent] {
        let headers = status.headers
        let codings = headers.all("transfer-encoding").flatMap { $0.split(separator: ",") }.map { String($0).trimmed }
            .map { $0.lowercased() }
        let isChunked = codings.last == "chunked"
        let content = headers["content-encoding"]?.lowercased() ?? "identity"
        if 200...299 ~= status.code {
            let strange = codings.first { $0 != "chunked" && $0 != "identity" && !$0.isEmpty }
            if let coding = content != "identity" ? content : strange {
                let text = DisplayText.cleaned(coding, limit: 40)
                return refuse(NTRIPFailure(.encodingNotSupported, text: text, status: status.code))
            }
            return takeSuccess(headers, isChunked: isChunked)
        }
        var failure = NTRIPFailure(Self.kind(of: status), text: status.text, status: status.code)
        if let challenge = headers["www-authenticate"] {
            failure.scheme = challenge.split(separator: " ").first.map {
                DisplayText.cleaned($0.lowercased(), limit: 40)
            }
            failure.realm = Self.realm(challenge)
        }
        state = .refusalText(failure, isChunked: isChunked, length: headers["content-length"].flatMap { Int($0) })
        return []
    }

    private mutating func takeSuccess(_ headers: HTTPHeaders, isChunked: Bool) -> [NTRIPReplyEvent] {
        guard let type = headers["content-type"]?.lowercased(), !type.isEmpty else {
            state = .untyped(isChunked: isChunked)
            return []
        }
        if type.hasPrefix("gnss/sourcetable") || type.hasPrefix("text/plain") {
            state = .body
            return [.reply(.sourceTable(.two, isChunked: isChunked))]
        }
        if type.hasPrefix("text/") {
            let failure = NTRIPFailure(.refused, status: 200, hint: "that is a web page, not a caster")
            state = .refusalText(failure, isChunked: isChunked, length: headers["content-length"].flatMap { Int($0) })
            return []
        }
        state = .body
        return [.reply(.stream(.two, isChunked: isChunked))]
    }

    private static func kind(of status: Status) -> NTRIPFailure.Kind {
        switch status.code {
        case 401: .unauthorized
        case 403: .forbidden
        case 404, 410: .mountpointUnknown
        case 409: .conflict
        case 429, 503: .busy(retryAfter: retryAfter(status.headers))
        case 301, 302, 303, 307, 308: .redirect(location: location(status.headers))
        case 400, 413, 431, 501, 505: .versionNotSupported
        case 408, 425, 500...599:
            // A gateway's or caster's bad moment, unless it says otherwise.
            kind(ofText: status.text) == .banned ? .banned : .casterFault
        default: kind(ofText: status.text)
        }
    }

    /// Seconds only: the other form, a date, needs a clock that agrees with the caster's.
    private static func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        guard let text = headers["retry-after"], let seconds = Int(text), 0...86_400 ~= seconds else { return nil }
        return .seconds(seconds)
    }

    private static func location(_ headers: HTTPHeaders) -> String {
        let location = NTRIPFailure.text(of: (headers["location"] ?? "an unnamed place").utf8)
        // Whatever login stands in it is nobody's business.
        let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty, let at = parts[2].lastIndex(of: "@") else { return location }
        let place = parts[2][parts[2].index(after: at)...]
        return (parts[..<2] + [place] + parts[3...]).joined(separator: "/")
    }

    private static func realm(_ challenge: String) -> String? {
        guard let start = challenge.range(ofLowercased: "realm=\"") else { return nil }
        let rest = challenge[start.upperBound...]
        return rest.firstIndex(of: "\"").map { DisplayText.cleaned(rest[..<$0], limit: 100) }
    }
}

extension String {
    /// Where a text in lower case stands, whatever the case here.
    fileprivate func range(ofLowercased text: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            let end = self.index(index, offsetBy: text.count, limitedBy: endIndex)
            guard let end else { return nil }
            if self[index..<end].lowercased() == text { return index..<end }
            index = self.index(after: index)
        }
        return nil
    }
}
