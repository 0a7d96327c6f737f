import Formats
import SDLProtocol
import SDLSpec

/// A frame for an app, or the end of its connection, in a form that can be compared.
struct Said: Equatable, CustomStringConvertible {
    /// The header; without the message id where that is one of the head unit's counter.
    let header: String
    let content: JSONValue
    /// The name of the RPC, or of the control frame.
    let name: String
    let session: UInt8
    /// The message id; `nil` where it is not one of the head unit's counter.
    var countedID: UInt32?
    /// Seconds since the recording began.
    let time: Double
    /// File and line, for a recorded frame.
    var place = ""

    var description: String {
        "\(header) \(String(decoding: content.serialized().prefix(500), as: UTF8.self)) at \(time)"
    }

    static func == (left: Said, right: Said) -> Bool {
        left.header == right.header && left.content.isEqualInValue(to: right.content)
    }

    /// Notifications whose moment is not part of the behaviour.
    var mayFloat: Bool { ["OnHashChange", "OnSystemRequest", "OnDriverDistraction"].contains(name) }
}

/// Turns the bytes of one connection into comparable frames.
struct SaidReader {
    private var decoder = FrameDecoder()
    private var message: [UInt8: [UInt8]] = [:]
    /// The hashes and the ids of services that were told.
    private(set) var hashes: [String] = []
    private static let spec = RPCSpec.embedded

    mutating func read(_ bytes: [UInt8], time: Double, place: String = "") -> [Said] {
        decoder.append(bytes)
        var frames: [Said] = []
        while let item = decoder.next() {
            if case .frame(let frame) = item { frames.append(said(frame, time, place)) }
        }
        return frames
    }

    static func closed(time: Double, place: String = "") -> Said {
        Said(header: "closed", content: .null, name: "closed", session: 0, time: time, place: place)
    }

    private mutating func said(_ frame: Frame, _ time: Double, _ place: String) -> Said {
        let header = frame.header
        var text =
            "v\(header.version) \(header.type) \(header.service) info \(header.info) session \(header.sessionID)"
            + " \(header.dataSize) bytes"
        if header.isEncrypted { text += " encrypted" }
        var name = ""
        var content = JSONValue.null
        switch header.type {
        case .control:
            name = ControlFrameInfo(rawValue: header.info).map { "\($0)" } ?? "?"
            let document = try? BSONDocument(parsing: frame.payload)
            content = document.map { Self.json($0) } ?? .array(frame.payload.map { .int(Int64($0)) })
        case .single:
            (text, name, content) = Self.message(frame.payload, text)
            if ["OnHashChange", "PublishAppService"].contains(name), let rpc = try? RPCPayload(parsing: frame.payload),
                let json = try? JSONValue(parsing: rpc.json),
                let id = (json["hashID"] ?? json["appServiceRecord"]?["serviceID"])?.stringValue
            {
                hashes.append(id)
            }
        case .first:
            message[header.sessionID] = []
            content = .array(frame.payload.map { .int(Int64($0)) })
        case .consecutive:
            message[header.sessionID, default: []] += frame.payload
            if header.info == 0 {
                (text, name, content) = Self.message(message.removeValue(forKey: header.sessionID) ?? [], text)
            }
        }
        // The answer to a heartbeat has the id of the question.
        let isCounted = header.version > 1 && name != "heartbeatACK"
        if !isCounted { text += " message \(header.messageID)" }
        return Said(
            header: name.isEmpty ? text : text + " " + name, content: content, name: name, session: header.sessionID,
            countedID: isCounted ? header.messageID : nil, time: time, place: place)
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

    private static func json(_ document: BSONDocument) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for element in document.elements { members[element.key] = .string("\(element.value)") }
        return .object(members)
    }
}

/// A message to the HMI, or the answer to one of its requests, in a form that can be compared.
struct SaidToHMI: Equatable, CustomStringConvertible {
    let method: String
    let parameters: JSONValue
    let time: Double
    var place = ""

    init(_ method: String, _ parameters: JSONValue?, time: Double, place: String = "") {
        self.method = method
        self.parameters = Self.withoutIDs(parameters ?? [:])
        self.time = time
        self.place = place
    }

    var description: String {
        "\(method) \(String(decoding: parameters.serialized().prefix(500), as: UTF8.self)) at \(time)"
    }

    static func == (left: SaidToHMI, right: SaidToHMI) -> Bool {
        left.method == right.method && left.parameters.isEqualInValue(to: right.parameters)
    }

    /// Whether messages of this name are part of the comparison.
    static func isCompared(_ method: String) -> Bool {
        let named = [
            "OnAppRegistered", "OnAppUnregistered", "ActivateApp", "CloseApplication", "UpdateDeviceList",
            "OnServiceUpdate",
        ]
        return method.hasPrefix("Navigation.") || method.hasPrefix("VehicleInfo.")
            || named.contains { method == "BasicCommunication.\($0)" }
    }

    /// The HMI's ids of apps are drawn anew in every run.
    private static func withoutIDs(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members):
            members["appID"] = nil
            return .object(members.mapValues(withoutIDs))
        case .array(let elements):
            return .array(elements.map(withoutIDs))
        case .null, .bool, .int, .double, .string:
            return value
        }
    }
}

extension JSONValue {
    /// Equality of values: 1 and 1.0 are the same number.
    func isEqualInValue(to other: JSONValue) -> Bool {
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
