internal import Glibc

/// A listener on loopback that accepts nothing and whose queue is full: connections to it stay in the making.
public final class FullListener: Sendable {
    /// Where it listens.
    public let port: UInt16
    private let descriptors: [Int32]

    /// Opens it, and fills its queue; nil where the system does not allow that.
    public init?() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe bind(listener, address, length) == 0, listen(listener, 0) == 0 else { return Int32(-1) }
                return unsafe getsockname(listener, address, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        var opened = [listener]
        for _ in 0..<3 {
            let client = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
            opened.append(client)
            _ = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(client, $0, length)
                }
            }
        }
        descriptors = opened
        guard status == 0 else { return nil }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
