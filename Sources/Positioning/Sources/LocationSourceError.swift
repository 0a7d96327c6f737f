internal import Glibc
internal import Transport

/// Why a source cannot deliver, or no longer, and what to do about it.
public struct LocationSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable, CaseIterable {
        /// The name of the source cannot be understood.
        case badSource
        /// There is no such file, device or host.
        case notFound
        /// This user may not open it.
        case permissionDenied
        /// Another program holds it.
        case busy
        /// It is no serial port, or does not have that speed.
        case wrongDevice
        /// The other side refused, or cannot be reached.
        case unreachable
        /// It was open and is gone: unplugged, closed by the other side, broken off.
        case lost
        /// It is open but sends nothing.
        case silent
        /// What it holds cannot be read.
        case unreadable
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public let code: Code
    /// The source as it was named.
    public let source: String
    /// What is wrong with it, in words.
    public let reason: String

    private let ownRemedy: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - source: The source as it was named.
    ///   - reason: What is wrong with it, in words.
    ///   - remedy: What helps; `nil` for what usually does.
    public init(_ code: Code = .other, source: String, reason: String, remedy: String? = nil) {
        self.code = code
        self.source = source
        self.reason = reason
        ownRemedy = remedy
    }

    /// The source and the reason.
    public var description: String { "\(source): \(reason)" }

    /// What helps; `nil` where nothing does in general.
    public var remedy: String? { ownRemedy ?? usualRemedy }

    private var usualRemedy: String? {
        switch code {
        case .badSource: "see `waypoint-sim nmea --help` for the forms of a SOURCE"
        case .notFound: "plug it in, or check the name"
        case .permissionDenied:
            "add the user to the group that owns the device (`sudo adduser $USER dialout`) and log in again"
        case .busy: "stop the program that holds it; gpsd and ModemManager take receivers on their own"
        case .wrongDevice: "check the path and the baud rate"
        case .unreachable: "check host and port, and that the other side is switched on"
        case .lost: "check its power and cable, or that the other side still runs, and open it again"
        case .silent: "run `waypoint-sim doctor` on it"
        case .unreadable, .other: nil
        }
    }

    /// Whether waiting cannot help a device that is there as it will stay.
    ///
    /// One that has just come may get its rights, or its driver, a moment later; only a wrong name stays wrong.
    var isPermanent: Bool {
        switch code {
        case .badSource, .permissionDenied, .wrongDevice, .unreadable: true
        case .notFound, .busy, .unreachable, .lost, .silent, .other: false
        }
    }
}

extension LocationSourceError {
    /// Puts a failure of the system into the words of this module.
    init(_ error: TransportError, source: String) {
        self.init(Self.code(of: error), source: source, reason: "\(error)")
    }

    private static func code(of error: TransportError) -> Code {
        switch error.kind {
        case .unknownHost, .timedOut, .untrusted, .tls: return .unreachable
        case .invalidAddress: return .badSource
        case .closed, .cancelled: return .lost
        case .system: break
        }
        switch error.systemCode {
        case ENOENT, ENODEV, ENXIO: return .notFound
        case EACCES, EPERM: return .permissionDenied
        case EBUSY, EADDRINUSE: return .busy
        case ENOTTY, EINVAL, EISDIR: return .wrongDevice
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ENETDOWN, EHOSTDOWN: return .unreachable
        case ECONNRESET, EPIPE, EIO: return .lost
        default: return .other
        }
    }

    /// Puts the end of a connection into words.
    init(_ closure: StreamClosure, source: String) {
        switch closure {
        case .endOfStream:
            self.init(.lost, source: source, reason: "the other side has closed, or the device is unplugged")
        case .failed(let error):
            self.init(.lost, source: source, reason: "\(error)")
        case .slowPeer(let count):
            self.init(.lost, source: source, reason: "it does not take what is sent to it (\(count) bytes wait)")
        }
    }
}
