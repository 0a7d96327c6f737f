internal import Glibc

/// What went wrong with a socket, file or device, and in which operation.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure a caller may want to tell apart.
    public enum Kind: Hashable, Sendable {
        /// The system refused an operation; ``TransportError/systemCode`` has its errno.
        case system
        /// The name of the host could not be resolved.
        case unknownHost
        /// The address is not an IP address of this machine or not a valid one.
        case invalidAddress
        /// The operation took longer than it was given.
        case timedOut
        /// The object was closed before.
        case closed
        /// The peer's certificate is not to be trusted.
        case untrusted
        /// TLS broke for another reason.
        case tls
        /// The task that waited was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public let kind: Kind
    /// The system's errno, 0 when the system is not the source.
    public let systemCode: Int32
    /// What was being done, for example `connect 127.0.0.1:12345`.
    public let operation: String

    /// Makes an error that does not come from the system.
    public init(_ kind: Kind, operation: String) {
        self.kind = kind
        self.systemCode = 0
        self.operation = operation
    }

    /// Makes an error of a program that could not be started, from the system's error number.
    public init(startFailure code: Int32, program: String) {
        self.init(code: code, operation: "start \(program)")
    }

    init(code: Int32, operation: String) {
        self.kind = .system
        self.systemCode = code
        self.operation = operation
    }

    /// Takes the error number of the last system call.
    init(system operation: String) {
        self.init(code: errno, operation: operation)
    }

    /// The operation and the system's words for the failure.
    public var description: String {
        switch kind {
        case .system: "\(operation): \(Self.text(of: systemCode))"
        case .unknownHost: "\(operation): unknown host"
        case .invalidAddress: "\(operation): invalid address"
        case .timedOut: "\(operation): timed out"
        case .closed: "\(operation): closed"
        case .untrusted, .tls: operation
        case .cancelled: "\(operation): cancelled"
        }
    }

    private static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        let status = unsafe strerror_r(code, &buffer, buffer.count - 1)
        guard status == 0 else { return "error \(code)" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
