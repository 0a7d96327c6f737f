import Formats
import SDLProtocol
import SDLSpec
import Testing

@testable import HeadUnit

/// Plays the app's and the HMI's side of a recording into our head unit and collects what it says.
struct Replay {
    /// A frame for an app, in a form that can be compared.
    struct Said: Equatable, CustomStringConvertible {
        /// The header without the message id, which counts on from traffic before.
        let header: String
        let content: JSONValue

        var description: String { "\(header) \(String(decoding: content.serialized().prefix(700), as: UTF8.self))" }

        static func == (left: Said, right: Said) -> Bool {
            left.header == right.header && left.content.isEqualInValue(to: right.content)
        }

        /// Notifications whose moment is not part of the behaviour.
        var mayFloat: Bool {
            ["OnHashChange", "OnSystemRequest", "OnDriverDistraction"].contains { header.contains($0) }
        }
    }

    private(set) var said: [Int: [Said]] = [:]
    private(set) var recorded: [Int: [Said]] = [:]
    private(set) var toHMI: [HMIMessage] = []
    private(set) var recordedToHMI: [HMIMessage] = []

    /// A message to the HMI, ids of apps left out.
    struct HMIMessage: Equatable {
        let method: String
        let parameters: JSONValue

        static func == (left: HMIMessage, right: HMIMessage) -> Bool {
            left.method == right.method && left.parameters.isEqualInValue(to: right.parameters)
        }
    }

    private var machine: HeadUnitMachine
    private let spec = RPCSpec.embedded
    private var decoders: [Int: FrameDecoder] = [:]
    private var recordedDecoders: [Int: FrameDecoder] = [:]
    /// Our request ids by method and order, to find the one a recorded answer is for.
    private var asked: [String: [Int]] = [:]
    private var recordedAsked: [String: [Int64]] = [:]
    private var appIDs: [Int64] = []
    private var recordedAppIDs: [Int64] = []
    private var open: Set<Int> = []

    init(_ recording: Recording, configuration: HeadUnitConfiguration) {
        machine = HeadUnitMachine(configuration: configuration, random: .seeded(1))
        let addresses = Self.addresses(of: recording)
        for event in recording.events {
            let now = Duration.seconds(max(event.time, 0))
            while let deadline = machine.nextDeadline, deadline <= now { perform(machine.timePassed(now: deadline)) }
            switch event.line {
            case .connected(let connection):
                open.insert(connection)
                machine.linkOpened(LinkID(number: connection), address: addresses, now: now)
            case .closedByApp(let connection):
                open.remove(connection)
                perform(machine.linkClosed(LinkID(number: connection), now: now))
            case .fromApp(let connection, let bytes):
                perform(machine.received(bytes, on: LinkID(number: connection), now: now))
            case .toApp(let connection, let bytes):
                let items = Self.items(&recordedDecoders[connection, default: FrameDecoder()], bytes)
                recorded[connection, default: []] += items.map { said($0) }
            case .toHMI(let json):
                noteRecorded(json)
            case .fromHMI(let json):
                play(json, now: now)
            case .other:
                break
            }
        }
    }

    private static func addresses(of recording: Recording) -> String { "127.0.0.1" }

    // MARK: Our side

    private mutating func perform(_ actions: [HeadUnitMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let bytes):
                let items = Self.items(&decoders[id.number, default: FrameDecoder()], bytes)
                said[id.number, default: []] += items.map { said($0) }
            case .close(let id):
                open.remove(id.number)
                perform(machine.linkClosed(id, now: machine.now))
            case .ask(let request):
                asked[request.method.rawValue, default: []].append(request.id)
                toHMI.append(message(request.method.rawValue, request.parameters))
            case .tell(let notification):
                if notification.method == .onAppRegistered,
                    let id = notification.parameters?["application"]?["appID"]?.intValue
                {
                    appIDs.append(id)
                }
                toHMI.append(message(notification.method.rawValue, notification.parameters))
            }
        }
    }

    private static func items(_ decoder: inout FrameDecoder, _ bytes: [UInt8]) -> [Frame] {
        decoder.append(bytes)
        var frames: [Frame] = []
        while let item = decoder.next() {
            if case .frame(let frame) = item { frames.append(frame) }
        }
        return frames
    }

    // MARK: The HMI's side

    private mutating func noteRecorded(_ json: JSONValue) {
        guard let method = json["method"]?.stringValue else { return }
        if let id = json["id"]?.intValue { recordedAsked[method, default: []].append(id) }
        if method == HMIMethod.onAppRegistered.rawValue,
            let id = json["params"]?["application"]?["appID"]?.intValue
        {
            recordedAppIDs.append(id)
        }
        recordedToHMI.append(message(method, json["params"]))
    }

    private mutating func play(_ json: JSONValue, now: Duration) {
        if let method = json["method"]?.stringValue {
            let parameters = json["params"].map(withOurAppID)
            if json["id"] == nil {
                perform(
                    machine.notified(HMINotification(HMIMethod(rawValue: method), parameters: parameters), now: now))
            } else {
                perform(
                    machine.requested(HMIMethod(rawValue: method), parameters: parameters, now: now).actions)
            }
            return
        }
        // An answer: to the request of ours that stands at the same place among those of its method.
        guard let id = json["id"]?.intValue,
            let (method, place) = recordedAsked.lazy.compactMap({ entry in
                entry.value.firstIndex(of: id).map { (entry.key, $0) }
            }).first, let ours = asked[method], place < ours.count
        else { return }
        var members = json.objectValue ?? [:]
        members["id"] = nil
        members["jsonrpc"] = nil
        perform(machine.answered(ours[place], .raw(.object(members)), now: now))
    }

    private func withOurAppID(_ parameters: JSONValue) -> JSONValue {
        guard case .object(var members) = parameters, let id = members["appID"]?.intValue,
            let place = recordedAppIDs.lastIndex(of: id), place < appIDs.count
        else { return parameters }
        members["appID"] = .int(appIDs[place])
        return .object(members)
    }

    private func message(_ method: String, _ parameters: JSONValue?) -> HMIMessage {
        HMIMessage(method: method, parameters: Self.withoutIDs(parameters ?? [:]))
    }

    private static func withoutIDs(_ value: JSONValue) -> JSONValue {
        guard case .object(var members) = value else { return value }
        members["appID"] = nil
        if let application = members["application"] { members["application"] = withoutIDs(application) }
        members["deviceInfo"] = nil
        return .object(members)
    }

    // MARK: Frames as values

    private func said(_ frame: Frame) -> Said {
        let header = frame.header
        var text = "v\(header.version) \(header.type) \(header.service) info \(header.info) session \(header.sessionID)"
        if header.isEncrypted { text += " encrypted" }
        switch header.type {
        case .control:
            let document = try? BSONDocument(parsing: frame.payload)
            let content = document.map { Self.json($0) } ?? .array(frame.payload.map { .int(Int64($0)) })
            return Said(header: text, content: frame.payload.isEmpty ? .null : content)
        case .single:
            guard let rpc = try? RPCPayload(parsing: frame.payload) else {
                return Said(header: text, content: .string(String(decoding: frame.payload, as: UTF8.self)))
            }
            let kind = RPCMessageKind(rawValue: rpc.rpcType.rawValue)
            let name = kind.flatMap { spec.function(rpc.functionID, $0)?.name } ?? "\(rpc.functionID)"
            text += " \(rpc.rpcType) \(name) \(rpc.correlationID)"
            let json = (try? JSONValue(parsing: rpc.json)) ?? .string(String(decoding: rpc.json, as: UTF8.self))
            return Said(header: text, content: Self.withoutHash(json))
        case .first, .consecutive:
            return Said(header: text + " \(header.dataSize) bytes", content: .null)
        }
    }

    private static func withoutHash(_ value: JSONValue) -> JSONValue {
        guard case .object(var members) = value, members["hashID"] != nil else { return value }
        members["hashID"] = "not compared"
        return .object(members)
    }

    private static func json(_ document: BSONDocument) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for element in document.elements { members[element.key] = .string("\(element.value)") }
        return .object(members)
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
