internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// What goes wrong on one connection, without its socket and clock: bytes of both sides in, actions out.
///
/// Duties: know which app is on the connection, apply the faults that concern it to messages of the head unit, hold
/// back and cut what is written and read. Not its duties: what the head unit decides, and the list of faults, which
/// all connections share and which comes with every event. What is held back is bounded; the connection ends beyond.
struct FaultLayer: Sendable {
    /// What is to be done, in order.
    enum Action: Hashable, Sendable {
        /// Sends bytes to the app.
        case write([UInt8])
        /// Hands bytes to the head unit.
        case deliver([UInt8])
        /// Reads from the app, or leaves its bytes with the system.
        case setReading(Bool)
        /// Cuts the connection; the text says why.
        case cut(String)
    }

    /// A message that waits for its time.
    private struct Delayed: Sendable {
        var due: Duration
        var bytes: [UInt8]
        /// A response that a notification may overtake.
        var yieldsToNotification: Bool
        var session: UInt8
    }

    /// Bytes held back, of both directions together.
    static let heldLimit = 8 << 20
    /// How often a message comes again at the most, however many faults want it.
    static let mostCopies = 100
    private static let tick = Duration.milliseconds(20)

    private let spec = RPCSpec.embedded
    /// Name, id and full id of each session's app, in lower case.
    private var apps: [UInt8: Set<String>] = [:]
    private var assembler = MessageAssembler()
    private var incoming = FrameDecoder()
    /// How many bytes of the frame that is incomplete in `incoming` were delivered already.
    private var deliveredOfFrame = 0
    /// The beginning of a frame that may have to be refused, not delivered yet.
    private var heldTail: [UInt8] = []
    private var delayed: [Delayed] = []
    /// When the last message that was delayed with its whole connection is due: the later ones stay behind it.
    private var lastDue = Duration.zero
    /// What may be written as soon as the pace allows.
    private var outbox = ByteQueue()
    private var outboxFreeAt = Duration.zero
    private var inbox = ByteQueue()
    private var inboxFreeAt = Duration.zero
    private var isReading = true
    /// Messages since a fault that counts them went on, by its generation.
    private var counts: [Int: Int] = [:]
    private var cutReason: String?

    /// Bytes that wait here for the app.
    var unsentByteCount: Int { outbox.count + delayed.reduce(0) { $0 + $1.bytes.count } }

    // MARK: Events

    /// The head unit wrote whole messages.
    mutating func sent(_ bytes: [UInt8], now: Duration, faults: inout FaultSet) -> [Action] {
        if faults.isEmpty, delayed.isEmpty, outbox.isEmpty { return [.write(bytes)] }
        for message in OutgoingMessage.messages(in: bytes) { take(message, now: now, faults: &faults) }
        return flush(now: now, faults: faults)
    }

    /// Bytes came from the app.
    mutating func received(_ bytes: [UInt8], now: Duration, faults: inout FaultSet) -> [Action] {
        let raw = heldTail + bytes
        heldTail = []
        incoming.append(bytes)
        var kept: [UInt8] = []
        var hasRefused = false
        while let item = incoming.next() {
            guard case .frame(let frame) = item else { continue }
            // A frame whose beginning the head unit has got already cannot be taken back.
            if deliveredOfFrame == 0, let refusal = refusal(of: frame, faults: &faults) {
                hasRefused = true
                outbox.append(refusal)
                continue
            }
            note(frame, now: now)
            if Self.endsMessage(frame.header) { count(faults) }
            kept += frame.encode().dropFirst(deliveredOfFrame)
            deliveredOfFrame = 0
        }
        // Where nothing was refused the head unit gets the bytes as they came, garbage and all.
        let tail = max(0, min(incoming.bufferedByteCount - deliveredOfFrame, raw.count))
        if faults.refusesServices {
            heldTail = Array(raw.suffix(tail))
            inbox.append(hasRefused ? kept : raw.dropLast(tail))
        } else {
            inbox.append(raw)
            deliveredOfFrame = incoming.bufferedByteCount
        }
        return flush(now: now, faults: faults)
    }

    /// Time went on; call when ``nextDeadline`` is reached.
    mutating func timePassed(now: Duration, faults: inout FaultSet) -> [Action] {
        flush(now: now, faults: faults)
    }

    /// When ``timePassed(now:faults:)`` is wanted next.
    var nextDeadline: Duration? {
        var next = delayed.map(\.due).min()
        if !outbox.isEmpty { next = min(next ?? outboxFreeAt, outboxFreeAt) }
        if !inbox.isEmpty { next = min(next ?? inboxFreeAt, inboxFreeAt) }
        return next
    }

    // MARK: From the app

    /// Learns from a registration which app is on a session.
    private mutating func note(_ frame: Frame, now: Duration) {
        let header = frame.header
        if header.controlInfo == .endService, header.service == .rpc {
            apps[header.sessionID] = nil
            return
        }
        guard header.service == .rpc || header.service == .bulk, !header.isEncrypted, header.version > 1 else { return }
        var payload: [UInt8]?
        switch header.type {
        case .control: break
        case .single: payload = frame.payload
        case .first: _ = assembler.firstFrame(header, frame.payload[...], now: now)
        case .consecutive:
            if case .complete(_, let whole) = assembler.consecutiveFrame(header, frame.payload[...], now: now) {
                payload = whole
            }
        }
        // Only registrations are read: their number is the first thing in the message.
        guard let payload, payload.starts(with: [0, 0, 0, 1]), let rpc = try? RPCPayload(parsing: payload),
            let body = try? JSONValue(parsing: rpc.json)
        else { return }
        let names = ["appName", "appID", "fullAppID"].compactMap { body[$0]?.stringValue?.lowercased() }
        apps[header.sessionID] = Set(names)
    }

    /// The answer to a StartService that is to be refused.
    private func refusal(of frame: Frame, faults: inout FaultSet) -> [UInt8]? {
        let header = frame.header
        guard header.controlInfo == .startService,
            let refusal = faults.refusal(ofService: header.service.rawValue)
        else { return nil }
        let payload = ControlPayload.Refusal(rejectedParams: refusal.rejectedParams, reason: refusal.reason)
        let isNew = header.version >= 5 || (header.version == 1 && !frame.payload.isEmpty)
        let version = isNew ? 5 : header.version
        return Frame(
            control: .startServiceNAK, version: version, service: header.service, sessionID: header.sessionID,
            payload: payload.encode(headerVersion: version)
        ).encode()
    }

    /// Whether a message is complete with that frame: the last one of several has the number 0.
    private static func endsMessage(_ header: FrameHeader) -> Bool {
        switch header.type {
        case .control, .single: true
        case .first: false
        case .consecutive: header.info == 0
        }
    }

    private var allApps: Set<String> { apps.values.reduce(into: []) { $0.formUnion($1) } }

    /// Counts a message towards the end of the connection.
    private mutating func count(_ faults: FaultSet) {
        guard !faults.isEmpty else { return }
        for (kind, generation) in faults.standing(for: allApps) {
            guard case .disconnect(let limit) = kind else { continue }
            let count = (counts[generation] ?? 0) + 1
            counts[generation] = count
            if count >= limit { cutReason = "the connection was cut after \(count) messages" }
        }
    }

    // MARK: To the app

    private mutating func take(_ message: OutgoingMessage, now: Duration, faults: inout FaultSet) {
        var message = message
        let session = message.header.sessionID
        let isResponse = message.rpc?.rpcType == .response
        let kind: RPCMessageKind = isResponse ? .response : .notification
        let name = message.rpc.flatMap { spec.function($0.functionID, kind)?.name }
        let hits = faults.hits(
            on: FaultSet.Subject(rpc: name, isResponse: isResponse, app: apps[session] ?? []))
        var copies = 1
        var due = now
        var isWaiting = false
        for hit in hits {
            switch hit.kind {
            case .latency(let delay, let jitter):
                let share = Double(hit.random >> 11) * 0x1p-53
                let late = now + delay + jitter * share
                // A slow link keeps its order, a slow RPC does not hold up the others.
                due = max(due, hit.isForOneRPC ? late : max(late, lastDue))
                if !hit.isForOneRPC { lastDue = due }
            case .noAnswer:
                copies = 0
            case .resultCode(let code, let success, let info):
                message.overlay([
                    "resultCode": .string(code), "success": .bool(success), "info": info.map { .string($0) } ?? .null,
                ])
            case .wrongCorrelationID(let offset):
                message.replace { $0.header.correlationID &+= offset }
            case .duplicate(let more):
                // Several of them multiply, up to what one fault may ask for.
                copies = min(copies * (1 + min(max(0, more), Self.mostCopies)), 1 + Self.mostCopies)
            case .genericResponse(let code):
                let json = JSONValue.object(["success": false, "resultCode": .string(code)]).serialized()
                message.replace {
                    $0.header.functionID = Self.genericResponse
                    $0.json = json
                }
            case .notificationFirst(let wait):
                isWaiting = true
                due = max(due, now + wait)
            case .truncate(let bytes):
                message.truncate(bytes)
            case .corrupt(let bytes, let inHeader):
                message.corrupt(bytes, inHeader: inHeader, seed: hit.random)
            case .members(let members):
                message.overlay(members)
            case .splitWrites, .disconnect, .halfOpen, .slowReader, .slowWriter, .nak, .unregister, .levelFlapping:
                break  // these do not concern single messages
            }
        }
        var held = copies > 0 ? unsentByteCount + inbox.count : 0
        for _ in 0..<copies {
            guard held <= Self.heldLimit else { break }  // cut by the flush that follows
            held += message.bytes.count
            delayed.append(
                Delayed(due: due, bytes: message.bytes, yieldsToNotification: isWaiting, session: session))
        }
        if message.rpc?.rpcType == .notification { release(session: session, behind: due) }
        if copies > 0 { count(faults) }
    }

    private static let genericResponse: UInt32 = 31

    /// A notification is on its way: the responses of its session that waited for one follow.
    private mutating func release(session: UInt8, behind due: Duration) {
        var followers: [Delayed] = []
        delayed.removeAll { entry in
            guard entry.yieldsToNotification, entry.session == session else { return false }
            followers.append(entry)
            return true
        }
        for var follower in followers {
            follower.due = due
            follower.yieldsToNotification = false
            delayed.append(follower)
        }
    }

    // MARK: Pace

    private struct Pace {
        var isHalfOpen = false
        var piece = Int.max
        var gap = Duration.zero
        var bytesOut: Int?
        var bytesIn: Int?
    }

    private func pace(_ faults: FaultSet) -> Pace {
        var pace = Pace()
        guard !faults.isEmpty else { return pace }
        for (kind, _) in faults.standing(for: allApps) {
            switch kind {
            case .halfOpen: pace.isHalfOpen = true
            case .splitWrites(let bytes, let gap): (pace.piece, pace.gap) = (bytes, gap)
            case .slowReader(let rate): pace.bytesIn = rate
            case .slowWriter(let rate): pace.bytesOut = rate
            default: break
            }
        }
        return pace
    }

    private mutating func flush(now: Duration, faults: FaultSet) -> [Action] {
        var actions: [Action] = []
        // In the order in which they are due, and of equal ones in the order in which they came.
        var due = delayed.enumerated().filter { $0.element.due <= now }
        due.sort { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }
        if !due.isEmpty {
            delayed.removeAll { $0.due <= now }
            for entry in due { outbox.append(entry.element.bytes) }
        }
        let pace = pace(faults)
        if pace.isHalfOpen {
            outbox.removeAll()
            inbox.removeAll()
        }
        outboxFreeAt = max(outboxFreeAt, now - Self.tick)
        while !outbox.isEmpty, outboxFreeAt <= now {
            let piece = outbox.removeFirst(min(pace.piece, Self.share(of: pace.bytesOut)))
            outboxFreeAt += Self.time(of: piece.count, at: pace.bytesOut)
            // The time between pieces is never made up for.
            if pace.gap > .zero, !outbox.isEmpty { outboxFreeAt = max(outboxFreeAt, now + pace.gap) }
            actions.append(.write(piece))
        }
        inboxFreeAt = max(inboxFreeAt, now - Self.tick)
        while !inbox.isEmpty, inboxFreeAt <= now {
            let piece = inbox.removeFirst(Self.share(of: pace.bytesIn))
            inboxFreeAt += Self.time(of: piece.count, at: pace.bytesIn)
            actions.append(.deliver(piece))
        }
        // A slow reader leaves with the system what it cannot take: the app feels it.
        let wantsMore = isReading ? inbox.count < 64 << 10 : inbox.count < 16 << 10
        if wantsMore != isReading {
            isReading = wantsMore
            actions.append(.setReading(wantsMore))
        }
        if unsentByteCount + inbox.count > Self.heldLimit {
            cutReason = "more than 8 MiB were held back"
            outbox.removeAll()
            delayed = []
            inbox.removeAll()
        }
        if let cutReason, outbox.isEmpty {
            self.cutReason = nil
            actions.append(.cut(cutReason))
        }
        return actions
    }

    /// How much may go at once: what fits into one tick.
    private static func share(of rate: Int?) -> Int {
        rate.map { max(1, $0 / 50) } ?? .max
    }

    private static func time(of bytes: Int, at rate: Int?) -> Duration {
        rate.map { .nanoseconds(Int64(Double(bytes) / Double($0) * 1e9)) } ?? .zero
    }
}
