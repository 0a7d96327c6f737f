extension SecurityQuery {
    /// The frames that carry handshake bytes: single frames of the control service, never encrypted.
    ///
    /// TLS is a stream, so what is too long for one frame goes in several queries.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; for none there are no frames.
    ///   - kind: Request of the head unit or response of the app.
    ///   - number: The sequence number.
    ///   - version: The protocol version of the session.
    ///   - session: The session id.
    ///   - limit: The most payload of a frame.
    ///   - nextID: Gives the message ids.
    static func handshakeFrames(
        _ bytes: [UInt8], kind: Kind, number: UInt32, version: UInt8, session: UInt8, limit: Int,
        nextID: () -> UInt32
    ) -> [UInt8] {
        let piece = max(1, limit - 12)
        var frames: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + piece)
            let query = SecurityQuery(
                kind: kind, identifier: .handshake, sequenceNumber: number, binary: Array(bytes[start..<end]))
            frames += query.frame(version: version, session: session, messageID: nextID())
            start = end
        }
        return frames
    }

    /// The frame that carries this query.
    func frame(version: UInt8, session: UInt8, messageID: UInt32) -> [UInt8] {
        Frame(
            header: FrameHeader(
                version: version, type: .single, service: .control, sessionID: session, messageID: messageID),
            payload: encode()
        ).encode()
    }
}
