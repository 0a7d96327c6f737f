import Formats
import SDLProtocol
import Synchronization
import TestKit
import Testing

/// What an app sent and a real head unit answered, taken from a recording.
struct Exchange: Sendable, CustomTestStringConvertible {
    var recording: String
    var function: UInt32
    var body: [UInt8]
    var answer: JSONValue
    /// The version that the registration of this session agreed on; `nil` for the registration itself.
    var version: String?

    var testDescription: String { "\(recording): \(function) \(String(decoding: body.prefix(500), as: UTF8.self))" }
}

enum Recording {
    static let names = (try? SharedData.files(in: "vectors/sdl_core", suffix: ".jsonl")) ?? []

    /// The requests of a recording, each with its answer, taken from the bytes: whole streams, so that messages of
    /// several frames and frames that share a write are among them.
    static func exchanges(_ name: String) throws -> Exchanges {
        try read.withLock { read throws in
            if let exchanges = read[name] { return exchanges }
            let exchanges = try readExchanges(name)
            read[name] = exchanges
            return exchanges
        }
    }

    /// Requests with their answers, and those that got none.
    typealias Exchanges = (answered: [Exchange], unanswered: [Exchange])

    /// Every file is read once.
    private static let read = Mutex<[String: Exchanges]>([:])

    private static func readExchanges(_ name: String) throws -> Exchanges {
        var readers: [String: MessageStream] = [:]
        var pending: [String: [Exchange]] = [:]
        var versions: [String: String] = [:]
        var answered: [Exchange] = []
        for line in try SharedData.lines("vectors/sdl_core/\(name)") {
            // One recorded request holds a NaN, which the recording repeats in its decoded form.
            let text = line.replacing(": NaN", with: ": null")
            let record = try JSONValue(parsing: Array(text.utf8), options: .asCore)
            guard let direction = record["dir"]?.stringValue, direction != "event",
                let connection = record["conn"]?.intValue
            else { continue }
            let now = Duration.milliseconds(Int64((record["t"]?.doubleValue ?? 0) * 1000))
            let messages = readers["\(connection) \(direction)", default: MessageStream()]
                .messages(in: try bytes(record), now: now)
            for (session, message) in messages {
                let sessionKey = "\(connection)/\(session)"
                let key = "\(sessionKey)/\(message.correlationID)/\(message.functionID)"
                if direction == "app->hu", message.rpcType == .request {
                    pending[key, default: []].append(
                        Exchange(
                            recording: name, function: message.functionID, body: message.json, answer: .null,
                            version: versions[sessionKey]))
                } else if direction == "hu->app", message.rpcType == .response, pending[key]?.isEmpty == false,
                    var exchange = pending[key]?.removeFirst()
                {
                    exchange.answer = try JSONValue(parsing: message.json, options: .asCore)
                    if let version = exchange.answer["syncMsgVersion"], let major = version["majorVersion"]?.intValue,
                        let minor = version["minorVersion"]?.intValue
                    {
                        versions[sessionKey] = "\(major).\(minor).\(version["patchVersion"]?.intValue ?? 0)"
                    }
                    answered.append(exchange)
                }
            }
        }
        return (answered, pending.keys.sorted().flatMap { pending[$0] ?? [] })
    }

    /// The bytes of a line, with those that are stored beside it.
    private static func bytes(_ record: JSONValue) throws -> [UInt8] {
        var bytes = bytes(record["hex"]?.stringValue ?? "")
        if let payload = record["payload"]?.stringValue {
            bytes += Recording.bytes(try SharedData.lines("vectors/sdl_core/payloads/\(payload).hex").joined())
        }
        return bytes
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// One direction of a connection: bytes in, RPC messages out, with the habits of the recorded head unit.
private struct MessageStream {
    private var decoder = FrameDecoder(configuration: .init(faultPolicy: .asCore))
    private var assembler = MessageAssembler(policy: .asCore)

    /// The messages that the bytes complete, each with its session.
    mutating func messages(in bytes: [UInt8], now: Duration) -> [(session: UInt8, message: RPCPayload)] {
        decoder.append(bytes)
        var result: [(UInt8, RPCPayload)] = []
        while let item = decoder.next() {
            // Messages of version 1 have no binary header; their answers say only that the version is too old.
            guard case .frame(let frame) = item, frame.header.version >= 2, !frame.header.isEncrypted,
                frame.header.service == .rpc || frame.header.service == .bulk
            else { continue }
            var payloads = assembler.giveUpLate(now: now).compactMap(Self.payload)
            switch frame.header.type {
            case .control: break
            case .single: payloads.append(frame.payload)
            case .first: _ = assembler.firstFrame(frame.header, frame.payload[...], now: now)
            case .consecutive:
                payloads +=
                    Self.payload(assembler.consecutiveFrame(frame.header, frame.payload[...], now: now))
                    .map { [$0] } ?? []
            }
            result += payloads.compactMap { payload in
                (try? RPCPayload(parsing: payload)).map { (frame.header.sessionID, $0) }
            }
        }
        return result
    }

    private static func payload(_ outcome: MessageAssembler.Outcome) -> [UInt8]? {
        if case .complete(_, let payload) = outcome { payload } else { nil }
    }
}
