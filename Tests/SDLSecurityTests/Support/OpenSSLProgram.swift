import Glibc
import Simulator
import TestKit
import Testing
import Transport

/// `openssl s_server` or `openssl s_client` with a socket of its own: TLS bytes on one side, plain bytes on the other.
///
/// All calls block for a while at most, so whoever uses it runs on a thread of its own.
struct OpenSSLProgram: ~Copyable {
    struct Late: Error {}

    fileprivate let process: ChildProcess
    fileprivate let plain: Int32
    fileprivate let wire: Int32

    /// Starts the TLS server with a certificate.
    static func server(_ arguments: [String]) throws -> OpenSSLProgram {
        // Somebody else may take the port before it does; then it ends, and another one is tried.
        for _ in 0..<3 {
            let port = try freePort()
            let (process, plain) = try start(["s_server", "-accept", "127.0.0.1:\(port)", "-naccept", "1"] + arguments)
            for _ in 0..<200 {
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                if loopback(descriptor, port, .connect) == 0 {
                    return OpenSSLProgram(process: process, plain: plain, wire: descriptor)
                }
                close(descriptor)
                usleep(20_000)
            }
            process.terminate()
            close(plain)
        }
        throw Late()
    }

    /// Runs a command to its end.
    static func run(_ arguments: [String]) throws {
        let (process, plain) = try start(arguments)
        // The end of its output is the end of the program.
        while isReadable(plain, within: patience) {
            var byte: UInt8 = 0
            if unsafe Glibc.read(plain, &byte, 1) <= 0 { break }
        }
        process.terminate()
        close(plain)
    }

    /// Starts the TLS client, which connects to us.
    static func client(_ arguments: [String]) throws -> OpenSSLProgram {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        try #require(loopback(listener, 0, .bind) == 0)
        try #require(listen(listener, 1) == 0)
        let (process, plain) = try start(["s_client", "-connect", "127.0.0.1:\(port(of: listener))"] + arguments)
        guard isReadable(listener, within: 5_000) else { throw Late() }
        return OpenSSLProgram(process: process, plain: plain, wire: accept(listener, nil, nil))
    }

    deinit {
        close(plain)
        close(wire)
        process.terminate()
    }

    /// The program reads and writes plain bytes on one end of a pair of sockets.
    private static func start(_ arguments: [String]) throws -> (ChildProcess, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        defer { close(ends[1]) }
        let process = try ChildProcess(
            path: "/bin/sh", arguments: ["-c", "exec openssl \"$@\" >&0 2>/dev/null", "openssl"] + arguments,
            input: ends[1])
        return (process, ends[0])
    }

    private enum Wish {
        case bind, connect
    }

    /// Binds or connects a socket to a port of the loopback interface.
    private static func loopback(_ descriptor: Int32, _ port: UInt16, _ wish: Wish) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                switch wish {
                case .bind: unsafe bind(descriptor, $0, size)
                case .connect: unsafe connect(descriptor, $0, size)
                }
            }
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(loopback(descriptor, 0, .bind) == 0)
        return port(of: descriptor)
    }

    private static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) == 1
    }

    /// How long a program on a busy machine may take.
    private static let patience: Int32 = 10_000

    private static func read(_ descriptor: Int32, within milliseconds: Int32, upTo limit: Int = 65_536) -> [UInt8] {
        guard isReadable(descriptor, within: milliseconds) else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
        _ = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// TLS bytes that it sends now: whatever is there, at least one.
    func flight() throws -> [UInt8] {
        let bytes = Self.read(wire, within: Self.patience)
        if bytes.isEmpty { throw Late() }
        return bytes
    }

    func sendWire(_ bytes: [UInt8]) { Self.write(bytes, wire) }

    func sendPlain(_ bytes: [UInt8]) { Self.write(bytes, plain) }

    /// Plain bytes until there are so many.
    func plainBytes(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = Self.read(plain, within: Self.patience)
            if more.isEmpty { throw Late() }
            bytes += more
        }
        return bytes
    }

    /// One whole TLS record that it sends.
    func record() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 5 { bytes += try read(5 - bytes.count) }
        let size = 5 + Int(bytes[3]) << 8 + Int(bytes[4])
        while bytes.count < size { bytes += try read(size - bytes.count) }
        return bytes
    }

    private func read(_ count: Int) throws -> [UInt8] {
        let bytes = Self.read(wire, within: Self.patience, upTo: count)
        if bytes.isEmpty { throw Late() }
        return bytes
    }
}
