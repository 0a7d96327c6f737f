internal import Formats
internal import SDLProtocol

/// Makes a transcript of bytes and events as they come.
///
/// Bounded: beyond ``entryLimit`` entries and ``byteLimit`` bytes nothing more is kept, and the transcript says so.
package struct TranscriptBuilder: Sendable {
    /// One direction of a link: frames cut from the stream, messages put together from frames.
    private struct Flow: Sendable {
        // Frames that are too large are read, so that somebody can say so.
        var decoder = FrameDecoder(
            configuration: .init(limits: PayloadLimits(maximumPayloadSize: 2 * PayloadLimits.standard)))
        var assembler = MessageAssembler(limits: .init(message: 8 << 20, unfinishedPerSession: 16, timeout: .zero))
        /// In how many pieces the bytes of the frame under way have come.
        var pieces = 1
        /// The largest frame of each unfinished message, by session and message id.
        var largest: [UInt64: Int] = [:]
    }

    /// The most entries; a whole check of a head unit makes some seven hundred.
    package static let entryLimit = 20_000
    /// The most bytes of both sides together.
    package static let byteLimit = 64 << 20

    private(set) var entries: [Transcript.Entry] = []
    private(set) var isCut = false
    private var byteCount = 0
    private var flows: [Int: [Transcript.Party: Flow]] = [:]

    /// Makes an empty one.
    package init() {}

    /// How many entries there are.
    package var count: Int { entries.count }

    /// A link came up.
    package mutating func opened(_ connection: Int, at time: Duration, place: String = "") {
        flows[connection] = [:]
        add(.opened, connection, time, place)
    }

    /// A link is gone.
    package mutating func closed(_ connection: Int, by party: Transcript.Party?, at time: Duration, place: String = "")
    {
        guard let flow = flows.removeValue(forKey: connection) else { return }
        for party in [Transcript.Party.app, .headUnit] {
            guard let flow = flow[party] else { continue }
            if flow.decoder.bufferedByteCount > 0 {
                add(
                    .malformed(
                        party, .unfinished("the link ends \(flow.decoder.bufferedByteCount) bytes into a frame")),
                    connection, time, place)
            } else if flow.assembler.unfinishedCount > 0 {
                add(.malformed(party, .unfinished("the link ends within a message")), connection, time, place)
            }
        }
        add(.closed(by: party), connection, time, place)
    }

    /// Something was done from outside.
    package mutating func stimulus(_ stimulus: Stimulus, at time: Duration, connection: Int = 0, place: String = "") {
        add(.stimulus(stimulus), connection, time, place)
    }

    /// A link was wanted and not to be had.
    package mutating func unreachable(_ connection: Int, _ reason: String, at time: Duration) {
        add(.unreachable(reason), connection, time, "")
    }

    /// What was announced from outside was not done after all.
    ///
    /// - Parameters:
    ///   - number: The entry that announced it.
    ///   - reason: Why it was not done.
    package mutating func withdraw(_ number: Int, reason: String) {
        guard entries.indices.contains(number), case .stimulus(let stimulus) = entries[number].event else { return }
        let old = entries[number]
        entries[number] = Transcript.Entry(
            time: old.time, connection: old.connection,
            event: .stimulus(.note("not done: \(stimulus.text) (\(reason))")), place: old.place, pieces: old.pieces)
    }

    /// Bytes came from somebody.
    package mutating func bytes(
        _ bytes: [UInt8], from party: Transcript.Party, _ connection: Int, at time: Duration, place: String = ""
    ) {
        // Bytes on a link that is gone are those of a peer that did not know it yet.
        guard var flow = flows[connection] == nil ? nil : flows[connection]?[party] ?? Flow() else { return }
        byteCount += bytes.count
        guard byteCount <= Self.byteLimit else {
            isCut = true
            return
        }
        flow.pieces = flow.decoder.bufferedByteCount > 0 ? flow.pieces + 1 : 1
        flow.decoder.append(bytes)
        while let item = flow.decoder.next() {
            switch item {
            case .malformed(let fault): add(.malformed(party, .header(fault)), connection, time, place)
            case .frame(let frame):
                take(frame, &flow, party, connection, time, place)
                flow.pieces = 1
            }
        }
        flows[connection]?[party] = flow
    }

    /// What has come together.
    ///
    /// - Parameters:
    ///   - end: When it is over.
    ///   - answerPatience: How long an RPC may wait for its answer.
    ///   - controlPatience: How long a control frame may wait.
    package func transcript(
        end: Duration, answerPatience: Duration, controlPatience: Duration
    ) -> Transcript {
        Transcript(
            entries: entries, end: end, answerPatience: answerPatience, controlPatience: controlPatience, isCut: isCut)
    }

    // MARK: Frames

    private mutating func take(
        _ frame: Frame, _ flow: inout Flow, _ party: Transcript.Party, _ connection: Int, _ time: Duration,
        _ place: String
    ) {
        let header = frame.header
        if header.type == .control {
            add(.control(party, frame), connection, time, place, flow.pieces)
            return
        }
        guard header.service == .rpc || header.service == .bulk, !header.isEncrypted else {
            add(.data(party, header), connection, time, place)
            return
        }
        let key = UInt64(header.sessionID) << 32 | UInt64(header.messageID)
        switch header.type {
        case .control: break
        case .single:
            add(
                .message(party, Self.message(header, frame.payload, largest: frame.payload.count)), connection, time,
                place, flow.pieces)
        case .first:
            flow.largest[key] = 0
            note(
                flow.assembler.firstFrame(header, frame.payload[...], now: time), &flow, party, connection, time, place)
        case .consecutive:
            flow.largest[key] = max(flow.largest[key] ?? 0, frame.payload.count)
            note(
                flow.assembler.consecutiveFrame(header, frame.payload[...], now: time), &flow, party, connection, time,
                place)
        }
        if flow.largest.count > 64 { flow.largest = [:] }
    }

    private mutating func note(
        _ outcome: MessageAssembler.Outcome, _ flow: inout Flow, _ party: Transcript.Party, _ connection: Int,
        _ time: Duration, _ place: String
    ) {
        switch outcome {
        case .more: break
        case .complete(let header, let payload):
            let key = UInt64(header.sessionID) << 32 | UInt64(header.messageID)
            let largest = flow.largest.removeValue(forKey: key) ?? 0
            add(.message(party, Self.message(header, payload, largest: largest)), connection, time, place)
        case .damaged(_, _, let fault), .dropped(let fault):
            add(.malformed(party, .message(fault)), connection, time, place)
        }
    }

    private static func message(_ header: FrameHeader, _ payload: [UInt8], largest: Int) -> Transcript.Message {
        guard header.version > 1 else {
            return Transcript.Message(
                header: header, largestFrame: largest, content: .unreadable("an RPC of protocol version 1"))
        }
        do {
            let rpc = try RPCPayload(parsing: payload)
            let strict = try? JSONValue(parsing: rpc.json)
            return Transcript.Message(
                header: header, largestFrame: largest,
                content: .rpc(
                    Transcript.RPC(
                        header: rpc.header, json: strict,
                        forgivenJSON: strict ?? (try? JSONValue(parsing: rpc.json, options: .asCore)),
                        jsonSize: rpc.json.count, bulkSize: rpc.bulk.count)))
        } catch {
            return Transcript.Message(header: header, largestFrame: largest, content: .unreadable("\(error)"))
        }
    }

    private mutating func add(
        _ event: Transcript.Event, _ connection: Int, _ time: Duration, _ place: String, _ pieces: Int = 1
    ) {
        guard entries.count < Self.entryLimit else {
            isCut = true
            return
        }
        entries.append(Transcript.Entry(time: time, connection: connection, event: event, place: place, pieces: pieces))
    }
}
