public import Formats
internal import SDLProtocol
public import SDLSpec

extension HeadUnit {
    /// An RPC that passed between an app and the head unit, as the head unit understood it.
    public struct Message: Hashable, Sendable {
        /// Which way it went.
        public let direction: Direction
        /// The number of the connection.
        public let connection: Int
        /// The session on that connection.
        public let session: UInt8
        /// The app's name; `nil` while none is registered there.
        public let appName: String?
        /// Request, response or notification.
        public let kind: RPCMessageKind
        /// The function's number (`functionID` of the spec).
        public let functionID: UInt32
        /// The function's name; `nil` where the spec does not know the number.
        public let function: String?
        /// What ties a response to its request; below 0 for notifications.
        public let correlationID: Int32
        /// The JSON text as it is on the wire, in UTF-8; may be anything where an app sent it.
        public let json: [UInt8]
        /// The size of the binary data behind the JSON, in bytes.
        public let bulkSize: Int

        /// The JSON as a value; `nil` where it is none.
        public var parameters: JSONValue? { try? JSONValue(parsing: json) }
    }

    /// Takes messages on the head unit's reactor, in the order of the wire.
    public typealias MessageObserver = @Sendable (Message) -> Void
}

extension HeadUnitMachine {
    /// Notes a message for whoever watches; costs nothing where nobody does.
    mutating func trace(_ direction: HeadUnit.Direction, _ payload: @autoclosure () -> RPCPayload?, _ key: AppKey) {
        guard isTraced, let payload = payload() else { return }
        let kind = RPCMessageKind(rawValue: payload.rpcType.rawValue) ?? .notification
        act(
            .trace(
                HeadUnit.Message(
                    direction: direction, connection: key.link.number, session: key.session,
                    appName: apps[key]?.name, kind: kind, functionID: payload.functionID,
                    function: spec.function(payload.functionID, kind)?.name, correlationID: payload.correlationID,
                    json: payload.json, bulkSize: payload.bulk.count)))
    }
}
