/// Why an accessory cannot be used, and what to do.
public enum AccessoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No supported accessory is connected.
    case noAccessories
    /// The accessory is known but not there: it never came, or vanished before it was connected.
    case notFound(name: String)
    /// The accessory does not offer the protocol.
    case notOffered(name: String, protocolName: String)
    /// The protocol of the accessory is in session already.
    case busy(name: String, protocolName: String)
    /// It failed for another reason.
    case unknown(name: String, reason: String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .noAccessories:
            "no supported accessory is connected: switch the receiver on and plug it in or pair it, and check that the "
                + "file given by --accessories lists it"
        case .notFound(let name):
            "\(name) is not connected: switch it on, and plug it in or pair it again"
        case .notOffered(let name, let protocolName):
            "\(name) does not offer \(protocolName): name one of its protocols"
        case .busy(let name, let protocolName):
            "\(protocolName) of \(name) is in session already: end that session first"
        case .unknown(let name, let reason):
            "\(name): \(reason); disconnect it, connect it again and retry"
        }
    }

    var code: LocationSourceError.Code {
        switch self {
        case .noAccessories, .notFound: .notFound
        case .notOffered: .badSource
        case .busy: .busy
        case .unknown: .other
        }
    }
}
