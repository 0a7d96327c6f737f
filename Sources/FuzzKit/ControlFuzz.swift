import SDLProtocol

/// Payloads of control frames, BSON documents, and the binary headers of messages.
///
/// The first byte is the version of the frame's header, the rest is the payload. What is read is written and read
/// again: from the second reading on nothing may change.
public enum ControlFuzz: FuzzTarget {
    /// What went wrong with the payload; `nil` if all is well.
    public static func finding(in input: [UInt8]) -> String? {
        var choice = Choice(input)
        let version = choice.byte() % 8
        let payload = choice.remaining
        return documentFinding(payload) ?? controlFinding(payload, version) ?? messageFinding(payload)
    }

    // MARK: - Documents

    private static func documentFinding(_ payload: [UInt8]) -> String? {
        guard let document = try? BSONDocument(parsing: payload) else { return nil }
        guard document.elements.count <= BSONDocument.Limit.readKeys else { return "BSON: too many keys" }
        for element in document.elements where document[element.key] == nil { return "BSON: a key is not found" }
        let bytes: [UInt8]
        do {
            bytes = try document.encode()
        } catch {
            // More may be read than is written; everything else that was read can be written.
            return error == .count ? nil : "BSON: what was read cannot be written: \(error)"
        }
        // Compared as bytes, since a number that is not a number differs from itself.
        guard let again = try? BSONDocument(parsing: bytes), (try? again.encode()) == bytes else {
            return "BSON: another document when written and read again"
        }
        return nil
    }

    // MARK: - Control payloads

    private static func controlFinding(_ payload: [UInt8], _ version: UInt8) -> String? {
        let kinds: [(String, ([UInt8]) -> [UInt8])] = [
            ("StartService", { ControlPayload.StartService(parsing: $0).encode() }),
            ("video", { ControlPayload.StartService(video: ControlPayload.StartService(parsing: $0).video).encode() }),
            (
                "StartServiceACK",
                {
                    ControlPayload.StartServiceACK(parsing: $0, headerVersion: version).encode(headerVersion: version)
                }
            ),
            (
                "EndService",
                { ControlPayload.EndService(parsing: $0, headerVersion: version).encode(headerVersion: version) }
            ),
            (
                "EndService as sdl_core",
                {
                    ControlPayload.EndService(parsing: $0, headerVersion: version, onlyInt32: true)
                        .encode(headerVersion: version)
                }
            ),
            ("Refusal", { ControlPayload.Refusal(parsing: $0, headerVersion: version).encode(headerVersion: version) }),
            ("TransportEventUpdate", { ControlPayload.TransportEventUpdate(parsing: $0)?.encode() ?? [] }),
        ]
        for (name, rewrite) in kinds {
            let once = rewrite(payload)
            if rewrite(once) != once { return "\(name): another payload when written and read again" }
        }
        if let text = ControlPayload.StartService(parsing: payload).protocolVersion,
            let version = ProtocolVersion(parsing: text),
            ProtocolVersion(parsing: version.description) != version
        {
            return "protocolVersion: \(text) is \(version)"
        }
        return nil
    }

    // MARK: - Binary headers

    private static func messageFinding(_ payload: [UInt8]) -> String? {
        if let message = try? RPCPayload(parsing: payload), message.encode() != payload {
            return "RPC: other bytes when written again"
        }
        if let query = try? SecurityQuery(parsing: payload), query.encode() != payload {
            return "security query: other bytes when written again"
        }
        return nil
    }
}
