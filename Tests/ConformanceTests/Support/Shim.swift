import Formats
import SDLProtocol
import SDLSpec
import Transport

/// What breaks one behaviour of a head unit: it sits between the head unit and the link and changes what passes.
///
/// One for each link; lives on the reactor's thread.
class Shim {
    /// An RPC on its way to the app.
    struct RPC {
        var type: RPCType
        var function: UInt32
        var id: Int32
        var json: JSONValue
        /// The session of the frame.
        var session: UInt8
        var name: String

        subscript(key: String) -> JSONValue? {
            get { json[key] }
            set {
                guard case .object(var members) = json else { return }
                members[key] = newValue
                json = .object(members)
            }
        }
        var isResponse: Bool { type == .response }
        var code: String? { json["resultCode"]?.stringValue }

        mutating func refuse(_ code: String) {
            self["resultCode"] = .string(code)
            self["success"] = false
        }
        mutating func accept() {
            self["resultCode"] = "SUCCESS"
            self["success"] = true
        }
    }

    private var decoder = FrameDecoder()
    private var appDecoder = FrameDecoder()
    /// Which link it is, counted from 1.
    let link: Int
    /// What the app sent last in each session.
    private(set) var lastRequest: [UInt8: RPC] = [:]
    weak var end: PipeEnd?
    /// Whether nothing passes any more, in either direction.
    var isDeaf = false

    init(link: Int) { self.link = link }

    /// Bytes of the head unit.
    final func toApp(_ bytes: [UInt8]) -> [[UInt8]] {
        if isDeaf { return [] }
        decoder.append(bytes)
        var pieces: [[UInt8]] = []
        while case .frame(let frame)? = decoder.next() { pieces += frames(frame) }
        return [pieces.flatMap { $0 }]
    }

    private func frames(_ frame: Frame) -> [[UInt8]] {
        guard frame.header.type == .single, frame.header.service == .rpc,
            let payload = try? RPCPayload(parsing: frame.payload),
            let json = try? JSONValue(parsing: payload.json)
        else { return control(frame) }
        let kind: RPCMessageKind = payload.rpcType == .response ? .response : .notification
        let rpc = RPC(
            type: payload.rpcType, function: payload.functionID, id: payload.correlationID, json: json,
            session: frame.header.sessionID,
            name: RPCSpec.embedded.function(payload.functionID, kind)?.name ?? "")
        return message(rpc, frame)
    }

    /// A control frame, or a frame of a message in several.
    func control(_ frame: Frame) -> [[UInt8]] { [frame.encode()] }

    /// An RPC.
    func message(_ rpc: RPC, _ frame: Frame) -> [[UInt8]] { [encode(rpc, frame)] }

    final func encode(_ rpc: RPC, _ frame: Frame, json: [UInt8]? = nil) -> [UInt8] {
        var header = frame.header
        header.sessionID = rpc.session
        return Frame(
            header: header,
            payload: RPCPayload(
                rpcType: rpc.type, functionID: rpc.function, correlationID: rpc.id,
                json: json ?? rpc.json.serialized()
            ).encode()
        ).encode()
    }

    /// A notification that the head unit did not send.
    final func notification(_ name: String, _ json: JSONValue, like frame: Frame) -> [UInt8] {
        encode(
            RPC(
                type: .notification, function: RPCSpec.embedded.function(name, .notification)?.id ?? 0, id: -1,
                json: json, session: frame.header.sessionID, name: name), frame)
    }

    /// Bytes of the app.
    final func fromApp(_ bytes: [UInt8]) -> [[UInt8]] {
        if isDeaf { return [] }
        guard let changed = raw(bytes) else { return [] }
        appDecoder.append(changed)
        while case .frame(let frame)? = appDecoder.next() {
            guard frame.header.type == .single, let payload = try? RPCPayload(parsing: frame.payload) else {
                appSent(frame)
                continue
            }
            lastRequest[frame.header.sessionID] = RPC(
                type: payload.rpcType, function: payload.functionID, id: payload.correlationID,
                json: (try? JSONValue(parsing: payload.json)) ?? .null, session: frame.header.sessionID,
                name: RPCSpec.embedded.function(payload.functionID, .request)?.name ?? "")
            appSent(frame)
        }
        return isDeaf ? [] : [changed]
    }

    /// Bytes of the app as they come; `nil` keeps them from the head unit.
    func raw(_ bytes: [UInt8]) -> [UInt8]? { bytes }

    /// A frame of the app.
    func appSent(_ frame: Frame) {}
}

/// A shim made of closures.
final class Hook: Shim {
    var onControl: ((Hook, Frame) -> [[UInt8]])?
    var onMessage: ((Hook, RPC, Frame) -> [[UInt8]])?
    var onRaw: ((Hook, [UInt8]) -> [UInt8]?)?
    var onAppFrame: ((Hook, Frame) -> Void)?
    /// Whatever a mutant has to remember.
    var flag = false
    var held: [UInt8] = []

    override func control(_ frame: Frame) -> [[UInt8]] { onControl?(self, frame) ?? [frame.encode()] }
    override func message(_ rpc: RPC, _ frame: Frame) -> [[UInt8]] {
        onMessage?(self, rpc, frame) ?? [encode(rpc, frame)]
    }
    override func raw(_ bytes: [UInt8]) -> [UInt8]? { onRaw.map { $0(self, bytes) } ?? bytes }
    override func appSent(_ frame: Frame) { onAppFrame?(self, frame) }
}
