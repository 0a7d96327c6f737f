internal import Formats
internal import SDLProtocol
internal import SDLSpec

/// The RPCs of one recorded session, as a head unit needs them that says the same again.
struct RecordedSession: Sendable {
    /// Something that was said.
    struct Item: Sendable {
        /// Seconds since the recording began.
        let time: Double
        let content: Content
    }

    enum Content: Sendable {
        /// The app asked.
        case request(RPCPayload)
        /// The head unit answered the request at that index.
        case answer(to: Int, RPCPayload)
        /// The head unit told.
        case notification(RPCPayload)
        /// The head unit ended the session or the connection.
        case end
    }

    /// The protocol version of the frames.
    let version: UInt8
    /// In the order of the recording.
    private(set) var items: [Item] = []
    /// The index of the answer to each request that got one.
    private(set) var answers: [Int: Int] = [:]
    private var isOver = false

    private init(version: UInt8) {
        self.version = version
    }

    /// The request whose answer brings the first list of waypoints; `nil` where none does.
    var passage: Int? {
        items.indices.first { index in
            guard case .request(let request) = items[index].content, request.isFunction("GetWayPoints"),
                let answer = answer(to: index)
            else { return false }
            return answer.isSuccess && answer.value?["wayPoints"]?.arrayValue?.isEmpty == false
        }
    }

    /// The answer to the request at an index.
    func answer(to request: Int) -> RPCPayload? {
        guard let index = answers[request], case .answer(_, let payload) = items[index].content else { return nil }
        return payload
    }

    // MARK: Reading

    /// All sessions of a recording, in the order in which they were opened.
    static func all(of recording: Recording) -> [RecordedSession] {
        var streams: [Int: (app: Stream, headUnit: Stream)] = [:]
        var open: [Key: Int] = [:]
        var sessions: [RecordedSession] = []
        for event in recording.events {
            switch event.line {
            case .fromApp(let connection, let bytes):
                for message in streams[connection, default: (Stream(), Stream())].app.read(bytes, at: event.time) {
                    guard case .rpc(let payload) = message.content,
                        let index = open[Key(connection: connection, session: message.session)]
                    else { continue }
                    sessions[index].appSaid(payload, at: event.time)
                }
            case .toApp(let connection, let bytes):
                let messages = streams[connection, default: (Stream(), Stream())].headUnit.read(bytes, at: event.time)
                for message in messages {
                    let key = Key(connection: connection, session: message.session)
                    switch message.content {
                    case .rpc(let payload):
                        if let index = open[key] { sessions[index].headUnitSaid(payload, at: event.time) }
                    case .started(let version):
                        // The service was started again on a session that there is.
                        if open[key] != nil { continue }
                        open[key] = sessions.count
                        sessions.append(RecordedSession(version: version))
                    case .ended:
                        if let index = open[key] { sessions[index].end(at: event.time) }
                    }
                }
            case .closedByHeadUnit(let connection):
                for (key, index) in open where key.connection == connection { sessions[index].end(at: event.time) }
            case .connected, .closedByApp, .toHMI, .fromHMI, .policy, .terminated, .killed, .other:
                continue
            }
        }
        return sessions
    }

    private struct Key: Hashable {
        let connection: Int
        let session: UInt8
    }

    private mutating func appSaid(_ payload: RPCPayload, at time: Double) {
        guard payload.rpcType == .request, !isOver else { return }
        items.append(Item(time: time, content: .request(payload)))
    }

    private mutating func headUnitSaid(_ payload: RPCPayload, at time: Double) {
        switch payload.rpcType {
        case .notification:
            items.append(Item(time: time, content: .notification(payload)))
        case .response:
            let request = items.indices.first { index in
                guard case .request(let request) = items[index].content, answers[index] == nil else { return false }
                return request.correlationID == payload.correlationID
            }
            guard let request else { return }
            answers[request] = items.count
            items.append(Item(time: time, content: .answer(to: request, payload)))
        case .request:
            // What apps that provide a service are asked.
            break
        }
    }

    private mutating func end(at time: Double) {
        guard !isOver else { return }
        isOver = true
        items.append(Item(time: time, content: .end))
    }

    /// One direction of a connection.
    private struct Stream {
        enum Content {
            case rpc(RPCPayload)
            case started(version: UInt8)
            case ended
        }

        private var decoder = FrameDecoder()
        private var assembler = MessageAssembler()

        mutating func read(_ bytes: [UInt8], at time: Double) -> [(session: UInt8, content: Content)] {
            decoder.append(bytes)
            var messages: [(session: UInt8, content: Content)] = []
            while let item = decoder.next() {
                guard case .frame(let frame) = item, let content = content(of: frame, at: time) else { continue }
                messages.append((frame.header.sessionID, content))
            }
            return messages
        }

        private mutating func content(of frame: Frame, at time: Double) -> Content? {
            let header = frame.header
            switch header.type {
            case .control:
                guard header.service == .rpc else { return nil }
                switch header.controlInfo {
                case .startServiceACK: return .started(version: header.version)
                case .endService: return .ended
                default: return nil
                }
            case .single:
                guard header.service == .rpc || header.service == .bulk, header.version > 1 else { return nil }
                return (try? RPCPayload(parsing: frame.payload)).map { .rpc($0) }
            case .first:
                _ = assembler.firstFrame(header, frame.payload[...], now: .seconds(time))
                return nil
            case .consecutive:
                let outcome = assembler.consecutiveFrame(header, frame.payload[...], now: .seconds(time))
                guard case .complete(_, let payload) = outcome else { return nil }
                return (try? RPCPayload(parsing: payload)).map { .rpc($0) }
            }
        }
    }
}

extension RPCPayload {
    /// The JSON as a value.
    var value: JSONValue? { try? JSONValue(parsing: json) }

    /// Whether it is a response that tells success.
    var isSuccess: Bool { value?["success"] == true }

    /// The name of the function; its number where the spec does not know it.
    var functionName: String {
        let kind = RPCMessageKind(rawValue: rpcType.rawValue)
        return kind.flatMap { RPCSpec.embedded.function(functionID, $0)?.name } ?? "\(functionID)"
    }

    func isFunction(_ name: String) -> Bool { functionName == name }
}
