package import Formats
internal import SDLProtocol
internal import SDLSpec

/// A frame for an app, or the end of its connection, in a form that can be compared.
package struct SaidFrame: Equatable, Sendable, CustomStringConvertible {
    /// The header; without the message id where that is one of the head unit's counter.
    package let header: String
    /// The document of a control frame, or the JSON of the RPC that ends with this frame; what is random is masked.
    package let content: JSONValue
    /// The name of the RPC, or of the control frame.
    package let name: String
    /// The session of the frame.
    package let session: UInt8
    /// The message id; `nil` where it is not one of the head unit's counter.
    package let countedID: UInt32?
    /// Seconds since the recording began.
    package let time: Double
    /// Recording and line, for a recorded frame.
    package let place: String

    /// What it says, in short.
    package var description: String {
        "\(header) \(String(decoding: content.serialized().prefix(500), as: UTF8.self)) at \(time)"
    }

    /// Whether two frames say the same; moments are compared by ``RecordingComparison``.
    package static func == (left: SaidFrame, right: SaidFrame) -> Bool {
        left.header == right.header && left.content.isEqualInValue(to: right.content)
    }

    /// Whether it is a notification whose moment is not part of the behaviour.
    package var mayFloat: Bool { ["OnHashChange", "OnSystemRequest", "OnDriverDistraction"].contains(name) }

    /// The end of a connection by the head unit.
    package static func closed(time: Double, place: String = "") -> SaidFrame {
        SaidFrame(
            header: "closed", content: .null, name: "closed", session: 0, countedID: nil, time: time, place: place)
    }
}

/// Turns what one connection was sent into comparable frames.
package struct SaidFrameReader: Sendable {
    private var decoder = FrameDecoder()
    private var message: [UInt8: [UInt8]] = [:]
    /// The hashes and the ids of services that were told.
    package private(set) var hashes: [String] = []
    /// The sessions and their hashes of EndService, in the order of their StartServiceACKs.
    private(set) var sessions: [(id: UInt8, hash: UInt32?)] = []
    /// The recorded sessions by whose ids these are named, in the same order; `nil` names them by their own.
    var recordedSessions: [UInt8]?
    private static let spec = RPCSpec.embedded

    /// Makes a reader for a fresh connection.
    package init() {}

    /// Reads bytes of the connection.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - time: Seconds since the recording began.
    ///   - place: Recording and line, for recorded bytes.
    /// - Returns: The frames that are complete.
    package mutating func read(_ bytes: [UInt8], time: Double, place: String = "") -> [SaidFrame] {
        decoder.append(bytes)
        var frames: [SaidFrame] = []
        while let item = decoder.next() {
            if case .frame(let frame) = item { frames.append(said(frame, time, place)) }
        }
        return frames
    }

    private mutating func said(_ frame: Frame, _ time: Double, _ place: String) -> SaidFrame {
        let header = frame.header
        noteSession(frame)
        let session = name(of: header.sessionID)
        var text =
            "v\(header.version) \(header.type) \(header.service) info \(header.info) session \(session)"
            + " \(header.dataSize) bytes"
        if header.isEncrypted { text += " encrypted" }
        var name = ""
        var content = JSONValue.null
        switch header.type {
        case .control:
            name = ControlFrameInfo(rawValue: header.info).map { "\($0)" } ?? "?"
            let document = try? BSONDocument(parsing: frame.payload)
            content = document.map { json($0) } ?? .string(FrameLines.hex(frame.payload))
            // Below version 5 the payload is the hash alone.
            if recordedSessions != nil, header.controlInfo == .startServiceACK, document == nil {
                content = "not compared"
            }
        case .single:
            (text, name, content) = Self.message(frame.payload, text)
            noteHash(name, frame.payload)
        case .first:
            message[header.sessionID] = []
            content = .string(FrameLines.hex(frame.payload))
        case .consecutive:
            message[header.sessionID, default: []] += frame.payload
            if header.info == 0 {
                (text, name, content) = Self.message(message.removeValue(forKey: header.sessionID) ?? [], text)
            }
        }
        // The answer to a heartbeat has the id of the question.
        let isCounted = header.version > 1 && name != "heartbeatACK"
        if !isCounted { text += " message \(header.messageID)" }
        return SaidFrame(
            header: name.isEmpty ? text : text + " " + name, content: content, name: name, session: session,
            countedID: isCounted ? header.messageID : nil, time: time, place: place)
    }

    private mutating func noteSession(_ frame: Frame) {
        guard frame.header.controlInfo == .startServiceACK, frame.header.service == .rpc else { return }
        let ack = ControlPayload.StartServiceACK(parsing: frame.payload, headerVersion: frame.header.version)
        sessions.append((frame.header.sessionID, ack.hashID))
    }

    /// The id by which a session is named.
    private func name(of session: UInt8) -> UInt8 {
        guard let recordedSessions, let index = sessions.lastIndex(where: { $0.id == session }),
            index < recordedSessions.count
        else { return session }
        return recordedSessions[index]
    }

    private mutating func noteHash(_ name: String, _ payload: [UInt8]) {
        guard ["OnHashChange", "PublishAppService"].contains(name), let rpc = try? RPCPayload(parsing: payload),
            let json = try? JSONValue(parsing: rpc.json),
            let id = (json["hashID"] ?? json["appServiceRecord"]?["serviceID"])?.stringValue
        else { return }
        hashes.append(id)
    }

    private static func message(_ payload: [UInt8], _ header: String) -> (String, String, JSONValue) {
        guard let rpc = try? RPCPayload(parsing: payload) else {
            return (header, "", .string(String(decoding: payload, as: UTF8.self)))
        }
        let kind = RPCMessageKind(rawValue: rpc.rpcType.rawValue)
        let name = kind.flatMap { spec.function(rpc.functionID, $0)?.name } ?? "\(rpc.functionID)"
        let json = (try? JSONValue(parsing: rpc.json)) ?? .string(String(decoding: rpc.json, as: UTF8.self))
        return ("\(header) \(rpc.rpcType) \(rpc.correlationID)", name, masked(json))
    }

    /// Random values are not compared.
    private static func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            var masked: [String: JSONValue] = [:]
            for (key, member) in members {
                masked[key] = ["hashID", "serviceID"].contains(key) ? "not compared" : Self.masked(member)
            }
            return .object(masked)
        case .array(let elements):
            return .array(elements.map(masked))
        case .null, .bool, .int, .double, .string:
            return value
        }
    }

    private func json(_ document: BSONDocument) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for element in document.elements { members[element.key] = .string("\(element.value)") }
        // It follows from ids that are not the recorded ones.
        if recordedSessions != nil, members["hashId"] != nil { members["hashId"] = "not compared" }
        return .object(members)
    }
}

extension JSONValue {
    /// Whether two values are the same, with 1 and 1.0 as one number.
    package func isEqualInValue(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isEqualInValue(to: $1) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { value.isEqualInValue(to: $0) } ?? false }
        case (.int(let left), .double(let right)), (.double(let right), .int(let left)):
            return Double(left) == right
        default:
            return self == other
        }
    }
}
