internal import Glibc
internal import Synchronization

/// Writes a file from a thread of its own: whoever appends never waits for the disk.
public final class FileWriter: Sendable {
    private struct Buffer {
        var bytes: [UInt8] = []
        var isScheduled = false
        var dropped = 0
        var failure: TransportError?
    }

    private let buffer = Mutex(Buffer())
    private let drain: Drain
    private let limit: Int

    /// Creates or empties a file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard output.
    ///   - limit: The most bytes that wait for the disk; beyond them whole appends are dropped and counted.
    ///   - isPrivate: Whether the file can be read by its owner alone, also where it was there before.
    /// - Throws: ``TransportError`` when the file cannot be created.
    public init(path: String, limit: Int = 64 << 20, isPrivate: Bool = false) throws(TransportError) {
        drain = try Drain(path: path, mode: isPrivate ? 0o600 : 0o644)
        self.limit = limit
    }

    /// Appends bytes after those appended before, from any thread.
    public func append(_ bytes: [UInt8]) {
        let mustSchedule = buffer.withLock { buffer in
            guard buffer.bytes.count + bytes.count <= limit else {
                buffer.dropped += 1
                return false
            }
            buffer.bytes += bytes
            defer { buffer.isScheduled = true }
            return !buffer.isScheduled
        }
        if mustSchedule { Task { await self.write() } }
    }

    /// Why nothing is written any more; `nil` as long as the disk takes it.
    public var failure: TransportError? { buffer.withLock { $0.failure } }

    /// Waits until everything appended is written, and closes the file.
    ///
    /// - Returns: How many appends were dropped because the disk was too slow.
    /// - Throws: ``TransportError`` of the first write that failed.
    public func finish() async throws(TransportError) -> Int {
        await write()
        try await drain.close()
        return buffer.withLock { $0.dropped }
    }

    private func write() async {
        await drain.write(from: self)
    }

    fileprivate func take() -> [UInt8] {
        buffer.withLock { buffer in
            let bytes = buffer.bytes
            buffer.bytes = []
            buffer.isScheduled = false
            return bytes
        }
    }

    fileprivate func fail(_ error: TransportError) { buffer.withLock { $0.failure = error } }

    private actor Drain {
        private let executor = BlockingExecutor(name: "file writer")
        private let path: String
        private var descriptor: Int32
        private var failure: TransportError?
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        init(path: String, mode: mode_t) throws(TransportError) {
            self.path = path
            descriptor = path == "-" ? 1 : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw TransportError(system: "create \(path)") }
            // The mode is for new files; one that was there for all to read must not get what is private.
            if path != "-", mode & 0o077 == 0, fchmod(descriptor, mode) != 0 {
                let error = TransportError(system: "protect \(path)")
                Glibc.close(descriptor)
                throw error
            }
        }

        func write(from writer: FileWriter) {
            let bytes = writer.take()
            var written = 0
            while written < bytes.count, failure == nil, descriptor >= 0 {
                let count = unsafe bytes.withUnsafeBytes { raw in
                    unsafe Glibc.write(descriptor, raw.baseAddress.map { unsafe $0 + written }, raw.count - written)
                }
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    let error = TransportError(system: "write \(path)")
                    failure = error
                    writer.fail(error)
                }
            }
        }

        func close() throws(TransportError) {
            if descriptor > 1 { Glibc.close(descriptor) }
            descriptor = -1
            if let failure { throw failure }
        }
    }
}
