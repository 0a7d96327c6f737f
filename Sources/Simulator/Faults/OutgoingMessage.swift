internal import Formats
internal import Navigation
internal import SDLProtocol

/// A message of the head unit on its way out: its frames, and the RPC in them where there is one.
struct OutgoingMessage: Sendable {
    /// The header of the first frame.
    let header: FrameHeader
    /// The bytes of all frames.
    private(set) var bytes: [UInt8]
    private(set) var rpc: RPCPayload?
    /// The most payload of one frame.
    private let limit: Int

    /// Cuts one write of the head unit, which holds whole messages, into them.
    static func messages(in bytes: [UInt8]) -> [OutgoingMessage] {
        var decoder = FrameDecoder()
        decoder.append(bytes)
        var messages: [OutgoingMessage] = []
        var open: (frames: [Frame], isOpen: Bool) = ([], false)
        while case .frame(let frame)? = decoder.next() {
            switch frame.header.type {
            case .control, .single:
                messages.append(OutgoingMessage([frame]))
            case .first:
                open = ([frame], true)
            case .consecutive:
                open.frames.append(frame)
                if open.isOpen, frame.header.info == 0 {
                    messages.append(OutgoingMessage(open.frames))
                    open = ([], false)
                }
            }
        }
        return messages
    }

    private init(_ frames: [Frame]) {
        let first = frames.first ?? Frame(header: FrameHeader(version: 1, type: .single, service: .rpc, sessionID: 0))
        header = first.header
        bytes = frames.flatMap { $0.encode() }
        let payload = frames.count == 1 ? first.payload : frames.dropFirst().flatMap(\.payload)
        limit = PayloadLimits().limit(version: header.version, service: .rpc) - 477
        guard header.type != .control, header.version > 1, !header.isEncrypted,
            header.service == .rpc || header.service == .bulk
        else { return }
        rpc = try? RPCPayload(parsing: payload)
    }

    /// The JSON body; `nil` for anything but an RPC.
    var body: JSONValue? {
        rpc.flatMap { try? JSONValue(parsing: $0.json) }
    }

    /// Replaces the RPC, with the frames made anew.
    mutating func replace(_ change: (inout RPCPayload) -> Void) {
        guard var rpc else { return }
        change(&rpc)
        self.rpc = rpc
        let splitter = FrameSplitter(
            version: header.version, sessionID: header.sessionID, service: header.service,
            messageID: header.messageID, limit: limit)
        bytes = splitter.encode(rpc)
    }

    /// Lays an object over the body.
    mutating func overlay(_ members: JSONValue) {
        guard let body else { return }
        let json = body.overlaid(with: members).serialized()
        replace { $0.json = json }
    }

    /// Leaves out the end of the last frame, though its header announces it; a header at least remains.
    mutating func truncate(_ count: Int) {
        bytes.removeLast(min(count, max(bytes.count - header.encodedSize, 0)))
    }

    /// Changes bytes in the first header or behind it.
    mutating func corrupt(_ count: Int, inHeader: Bool, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = min(header.encodedSize, bytes.count)
        let range = inHeader || size == bytes.count ? 0..<size : size..<bytes.count
        for _ in 0..<count {
            let place = Int.random(in: range, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        }
    }
}

extension JSONValue {
    /// This value with another laid over it: objects are merged member by member, `null` removes, all else replaces.
    func overlaid(with other: JSONValue) -> JSONValue {
        guard case .object(var members) = self, case .object(let more) = other else { return other }
        for (key, value) in more {
            if value.isNull {
                members[key] = nil
            } else if let old = members[key] {
                members[key] = old.overlaid(with: value)
            } else {
                members[key] = value
            }
        }
        return .object(members)
    }
}
