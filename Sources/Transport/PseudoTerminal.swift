internal import CLinux
internal import Glibc

/// A serial device made of software: this end plays the device, the path is what others open as a serial port.
///
/// Closing it is what unplugging is to a real device.
public final class PseudoTerminal: ByteStream, @unchecked Sendable {
    // Sendable although it holds plain state: every member that touches it checks that it runs on the reactor's thread.

    /// The reactor whose thread owns this end.
    public let reactor: Reactor
    /// The path of the other end, for example `/dev/pts/3`.
    public let path: String
    private let descriptor: Int32
    /// Held so that the device lives on while nobody has it open.
    private let other: Int32
    private var isOpen = true
    private var isStarted = false
    private var onBytes: (([UInt8]) -> Void)?
    private var unsent = UnsentBytes()
    /// Bytes kept while nobody reads them; what does not fit any more is lost, as in a real device.
    private static let unsentByteLimit = 1 << 20
    private var lost = 0

    /// Makes a device whose line is raw from the start.
    ///
    /// - Parameters:
    ///   - baud: The speed it begins with.
    ///   - reactor: Where this end lives.
    /// - Throws: ``TransportError`` when the system has no pseudo-terminal left.
    public init(baud: Int = 115_200, on reactor: Reactor) throws(TransportError) {
        var name = [CChar](repeating: 0, count: 64)
        descriptor = unsafe c_linux_pty_open(&name, 64)
        guard descriptor >= 0 else { throw TransportError(system: "open a pseudo-terminal") }
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        other = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard other >= 0 else {
            let error = TransportError(system: "open \(path)")
            Glibc.close(descriptor)
            throw error
        }
        _ = c_linux_serial_configure(other, Int32(clamping: baud))
        c_linux_serial_release(other)
        self.reactor = reactor
    }

    deinit {
        if isOpen {
            Glibc.close(descriptor)
            Glibc.close(other)
        }
    }

    /// The path of the other end.
    public var peer: String { path }

    /// The speed that whoever opened it has set, in baud; `nil` when it has no name.
    public var baud: Int? {
        let speed = c_linux_serial_speed(other)
        return speed < 0 ? nil : Int(speed)
    }

    /// Bytes not taken by the system yet.
    public var unsentByteCount: Int {
        reactor.checkIsolated()
        return unsent.count
    }

    /// Bytes that were written and lost because nobody read.
    public var lostByteCount: Int {
        reactor.checkIsolated()
        return lost
    }

    /// Begins to deliver what is written to the device; there is no closure but ``close()``.
    public func start(onBytes: @escaping ([UInt8]) -> Void, onClosure: @escaping (StreamClosure) -> Void) {
        reactor.checkIsolated()
        guard isOpen else { return }
        self.onBytes = onBytes
        watch()
    }

    /// What the device sends; up to 1 MiB is kept until somebody reads it, what goes beyond that is lost and counted.
    public func write(_ bytes: [UInt8]) {
        reactor.checkIsolated()
        guard isOpen, !bytes.isEmpty else { return }
        guard unsent.count + bytes.count <= Self.unsentByteLimit else {
            lost += bytes.count
            return
        }
        unsent.append(bytes[...])
        flush()
    }

    /// Unplugs the device.
    public func close() {
        reactor.checkIsolated()
        guard isOpen else { return }
        isOpen = false
        onBytes = nil
        reactor.unregister(descriptor: descriptor)
        Glibc.close(descriptor)
        Glibc.close(other)
    }

    private func watch() {
        guard !isStarted else { return }
        isStarted = true
        _ = reactor.register(descriptor: descriptor, events: .readable) { [weak self] events in self?.ready(events) }
    }

    private func ready(_ events: ReadinessEvents) {
        if events.contains(.writable) { flush() }
        guard isOpen, events.contains(.readable) else { return }
        if case .bytes(let bytes) = ReadOutcome(reading: descriptor) { onBytes?(bytes) }
    }

    private func flush() {
        while let chunk = unsent.first {
            let count = unsafe chunk.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            unsent.removeFirst(count)
        }
        if !unsent.isEmpty { watch() }
        if isStarted {
            reactor.change(descriptor: descriptor, events: unsent.isEmpty ? .readable : [.readable, .writable])
        }
    }
}
