import RTCM

@testable import Positioning

/// What the reply parser and what lies behind it conclude from the bytes of a caster.
struct Conclusion {
    private(set) var result: String?
    private(set) var version: Int?
    private(set) var isChunked: Bool?
    private(set) var failure: NTRIPFailure?
    private(set) var wireBody: [UInt8] = []
    private(set) var data: [UInt8] = []
    private(set) var table: SourceTable?
    private var reader: SourceTableReader?
    private var body: NTRIPBody?
    private var parser = NTRIPReplyParser()
    private(set) var replies = 0

    mutating func feed(_ pieces: [[UInt8]], closes: Bool) {
        for piece in pieces { take(parser.append(piece, now: .zero)) }
        take(closes ? parser.finish() : parser.advance(to: .seconds(1)))
        if var reader { table = reader.finish() }
    }

    private mutating func take(_ events: [NTRIPReplyEvent]) {
        for event in events {
            switch event {
            case .reply(let reply): take(reply)
            case .body(let bytes):
                wireBody += bytes
                guard let content = body?.append(bytes) else { continue }
                data += content
                _ = reader?.append(content)
            }
        }
    }

    private mutating func take(_ reply: NTRIPReply) {
        replies += 1
        switch reply {
        case .stream(let version, let isChunked):
            result = version == nil ? "raw-stream" : "stream"
            self.version = version?.rawValue
            self.isChunked = isChunked
            body = NTRIPBody(isChunked: isChunked)
        case .sourceTable(let version, let isChunked):
            result = "sourcetable"
            self.version = version.rawValue
            body = NTRIPBody(isChunked: isChunked)
            reader = SourceTableReader()
        case .refused(let failure):
            self.failure = failure
            result =
                switch failure.kind {
                case .unauthorized: "unauthorized"
                case .forbidden: "forbidden"
                case .mountpointUnknown: "not-found"
                case .conflict: "conflict"
                case .busy: "busy"
                case .banned: "banned"
                case .redirect: "redirect"
                case .versionNotSupported: "version-not-supported"
                case .wrongProtocol: "wrong-protocol"
                case .closedWithoutAByte: "closed-without-a-byte"
                case .refused: "refused"
                default: "\(failure.kind)"
                }
        }
    }
}
