internal import Glibc

/// Plain blocking sockets on this machine, for peers that are none of ours.
public enum Loopback: Sendable {
    /// A connection to a port of this machine; nil where there is none to be had.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - isIPv6: Whether it is that of `::1`, not of `127.0.0.1`.
    ///   - waits: Whether to wait until the connection stands; without, reads and writes do not block either.
    /// - Returns: A descriptor that belongs to the caller.
    public static func connect(port: UInt16, isIPv6: Bool = false, waits: Bool = true) -> Int32? {
        var type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        if !waits { type |= SOCK_NONBLOCK.rawValue }
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(type), 0)
        guard descriptor >= 0 else { return nil }
        let status = isIPv6 ? connectIPv6(descriptor, port) : connectIPv4(descriptor, port)
        guard status == 0 || !waits && errno == EINPROGRESS else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func connectIPv4(_ descriptor: Int32, _ port: UInt16) -> Int32 {
        var address = Self.address(port: port)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func connectIPv6(_ descriptor: Int32, _ port: UInt16) -> Int32 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        unsafe address.sin6_addr.__in6_u.__u6_addr8.15 = 1
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    fileprivate static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A listener on `127.0.0.1`, at a port of the system's choice.
public final class LoopbackListener: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let descriptor: Int32

    /// Opens it; nil where the system does not allow that.
    ///
    /// - Parameter queue: How many connections may wait to be accepted, beside one.
    public init?(queue: Int32 = 4) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = Loopback.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && listen(descriptor, queue) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isOpen else {
            close(descriptor)
            return nil
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits for the next connection; nil when there will be none.
    ///
    /// - Returns: A descriptor that belongs to the caller.
    public func accept() -> Int32? {
        let connection = Glibc.accept(descriptor, nil, nil)
        return connection < 0 ? nil : connection
    }
}
