/// What an RPC message is; the raw value is the RPC type of the payload header (protocol spec, section on the header).
public enum RPCMessageKind: UInt8, CaseIterable, Hashable, Sendable {
    /// Asks for something and is answered.
    case request = 0
    /// Answers a request.
    case response = 1
    /// Tells something and is not answered.
    case notification = 2

    /// Reads the spec's `messagetype`.
    init?(name: String) {
        switch name {
        case "request": self = .request
        case "response": self = .response
        case "notification": self = .notification
        default: return nil
        }
    }

    /// The spec's word for it.
    public var name: String {
        switch self {
        case .request: "request"
        case .response: "response"
        case .notification: "notification"
        }
    }
}
