internal import SDLProtocol

/// Puts the ids of live sessions in the place of recorded ones, in what an app writes on one connection.
struct ReplaySessions {
    private let recorded: [(id: UInt8, hash: UInt32?)]
    private let ours: [(id: UInt8, hash: UInt32?)]

    /// Pairs the sessions that were opened, each side's in order.
    init(recorded: [(id: UInt8, hash: UInt32?)], ours: [(id: UInt8, hash: UInt32?)]) {
        let count = min(recorded.count, ours.count)
        self.recorded = Array(recorded.prefix(count))
        self.ours = Array(ours.prefix(count))
    }

    /// Whether the live ids are the recorded ones.
    private var isSame: Bool {
        zip(recorded, ours).allSatisfy { $0.id == $1.id && $0.hash == $1.hash }
    }

    /// The write with our ids; as it is where it does not consist of whole frames.
    func inOurTerms(_ bytes: [UInt8]) -> [UInt8] {
        guard !isSame else { return bytes }
        var decoder = FrameDecoder()
        decoder.append(bytes)
        var result: [UInt8] = []
        var size = 0
        while let item = decoder.next() {
            guard case .frame(let frame) = item else { return bytes }
            size += frame.header.encodedSize + frame.payload.count
            result += inOurTerms(frame).encode()
        }
        return size == bytes.count ? result : bytes
    }

    private func inOurTerms(_ frame: Frame) -> Frame {
        guard let index = recorded.lastIndex(where: { $0.id == frame.header.sessionID }), index < ours.count else {
            return frame
        }
        var header = frame.header
        header.sessionID = ours[index].id
        var payload = frame.payload
        if header.controlInfo == .endService, let hash = recorded[index].hash, let own = ours[index].hash {
            let end = ControlPayload.EndService(parsing: payload, headerVersion: header.version)
            if end.hashID == hash {
                payload = ControlPayload.EndService(hashID: own).encode(headerVersion: header.version)
            }
        }
        return Frame(header: header, payload: payload)
    }
}
