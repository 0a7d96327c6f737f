internal import Glibc

/// An IPv4 or IPv6 address with a port, in the system's own form.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    let storage: [UInt8]

    init(storage: [UInt8]) {
        self.storage = storage
    }

    /// Reads a numeric address such as `127.0.0.1` or `::1`; `nil` when it is not one.
    public init?(numericHost host: String, port: UInt16) {
        guard let first = try? SocketAddress.lookUp(host: host, port: port, flags: AI_NUMERICHOST).first else {
            return nil
        }
        self = first
    }

    /// The port.
    public var port: UInt16 {
        storage.count >= 4 ? UInt16(storage[2]) << 8 | UInt16(storage[3]) : 0
    }

    /// The address without the port.
    public var host: String {
        var text = [CChar](repeating: 0, count: 64)
        let capacity = socklen_t(text.count)
        let status = unsafe storage.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return EAI_FAIL }
            return unsafe getnameinfo(
                base.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count), &text, capacity, nil, 0,
                NI_NUMERICHOST)
        }
        guard status == 0 else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The 16 bytes of an IPv6 address; `nil` for others.
    public var ipv6Bytes: [UInt8]? { family == AF_INET6 && storage.count >= 24 ? Array(storage[8..<24]) : nil }

    /// Host and port, IPv6 hosts in brackets.
    public var description: String {
        let host = host
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    var family: Int32 {
        guard storage.count >= 2 else { return AF_UNSPEC }
        return Int32(UInt16(storage[0]) | UInt16(storage[1]) << 8)
    }

    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
        unsafe storage.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return nil }
            return unsafe body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
    }

    /// The local address of a bound socket.
    static func local(of descriptor: Int32) -> SocketAddress? {
        unsafe read { unsafe getsockname(descriptor, $0, $1) }
    }

    /// The address of the peer of a connected socket.
    static func peer(of descriptor: Int32) -> SocketAddress? {
        unsafe read { unsafe getpeername(descriptor, $0, $1) }
    }

    private static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_in6>.size)
        var length = socklen_t(bytes.count)
        let status = unsafe bytes.withUnsafeMutableBytes { raw -> Int32 in
            guard let base = raw.baseAddress else { return -1 }
            return unsafe call(base.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard status == 0 else { return nil }
        return SocketAddress(storage: [UInt8](bytes.prefix(Int(length))))
    }

    /// Asks the system's resolver; this may block for seconds unless `flags` says numeric only.
    static func lookUp(host: String, port: UInt16, flags: Int32 = 0) throws(TransportError) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = flags | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else {
            throw TransportError(.unknownHost, operation: "resolve \(host)")
        }
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        var found: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr {
                let raw = unsafe UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen))
                found.append(SocketAddress(storage: unsafe [UInt8](raw)))
            }
            unsafe next = entry.pointee.ai_next
        }
        return found
    }
}
