internal import Transport

/// Why an accessory cannot be used, and what to do.
public enum AccessoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No supported accessory is connected.
    case noAccessories
    /// No accessory of this name is configured; with the names that are.
    case notConfigured(name: String, known: [String])
    /// The accessory is known but not there: it never came, or vanished before it was connected.
    case notFound(name: String)
    /// The accessory does not offer the protocol.
    case notOffered(name: String, protocolName: String)
    /// The protocol of the accessory is in session already.
    case busy(name: String, protocolName: String)
    /// The connection was let go while it was being made.
    case letGo
    /// It failed for another reason, of the kind that the code tells.
    case unknown(name: String, code: LocationSourceError.Code, reason: String)

    /// What is wrong and what to do.
    public var description: String { "\(reason): \(remedy)" }

    /// What is wrong.
    public var reason: String {
        switch self {
        case .noAccessories: "no supported accessory is connected"
        case .notConfigured(let name, let known):
            "no accessory is called \(name) (there are: \(known.joined(separator: ", ")))"
        case .notFound(let name): "\(name) is not connected"
        case .notOffered(let name, let protocolName): "\(protocolName) is no protocol of positions of \(name)"
        case .busy(let name, let protocolName): "\(protocolName) of \(name) is in session already"
        case .letGo: "the connection was let go while it was being made"
        case .unknown(let name, _, let reason): "\(name): \(reason)"
        }
    }

    /// What to do.
    public var remedy: String {
        switch self {
        case .noAccessories:
            "switch the receiver on and plug it in or pair it, and check that the file given by --accessories lists it"
        case .notConfigured: "check the name, or add the accessory to the file given by --accessories"
        case .notFound: "switch it on, and plug it in or pair it again"
        case .notOffered: "name one of its protocols"
        case .busy: "end that session first"
        case .letGo: "connect again if it is still wanted"
        case .unknown(let name, let code, let reason):
            LocationSourceError(code, source: name, reason: reason).remedy
                ?? "disconnect it, connect it again and retry"
        }
    }

    /// The kind of failure as sources tell it.
    var code: LocationSourceError.Code {
        switch self {
        case .noAccessories, .notFound: .notFound
        case .notConfigured, .notOffered: .badSource
        case .busy: .busy
        case .letGo: .lost
        case .unknown(_, let code, _): code
        }
    }

    /// Takes over a failure that no case of its own describes.
    init(_ error: any Error, name: String) {
        switch error {
        case let error as AccessoryError:
            self = error
        case let error as LocationSourceError:
            self = .unknown(name: name, code: error.code, reason: error.reason)
        case let error as TransportError:
            let error = LocationSourceError(error, source: name)
            self = .unknown(name: name, code: error.code, reason: error.reason)
        default:
            self = .unknown(name: name, code: .other, reason: "\(error)")
        }
    }
}

extension LocationSourceError {
    /// Puts a failure of an accessory into the words of a source.
    init(_ error: AccessoryError, source: String) {
        self.init(error.code, source: source, reason: error.reason, remedy: error.remedy)
    }
}
