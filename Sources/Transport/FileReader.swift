internal import Glibc

/// Reads a file, a pipe or standard input in bounded blocks, on a thread of its own.
public actor FileReader {
    private let executor: BlockingExecutor
    private let path: String
    private var descriptor: Int32
    private let ownsDescriptor: Bool
    /// Whether reads are waited for by `poll`: a pipe or device that was opened without waiting for its other end.
    private var waitsByPoll = false
    /// The size of a regular file in bytes when it was opened; `nil` for pipes and devices.
    public nonisolated let size: Int64?

    /// Runs on the reader's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Opens a file; `-` is standard input.
    ///
    /// - Throws: ``TransportError`` when the file cannot be opened or is a directory.
    public init(path: String) throws(TransportError) {
        let operation = "open \(path)"
        if path == "-" {
            descriptor = 0
            ownsDescriptor = false
        } else {
            // A pipe without a writer must not hold up whoever opens it.
            descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            ownsDescriptor = true
            guard descriptor >= 0 else { throw TransportError(system: operation) }
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let error = TransportError(system: operation)
            if ownsDescriptor { Glibc.close(descriptor) }
            throw error
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            if ownsDescriptor { Glibc.close(descriptor) }
            throw TransportError(code: EISDIR, operation: operation)
        }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        size = isRegular ? Int64(status.st_size) : nil
        waitsByPoll = ownsDescriptor && !isRegular
        self.path = path
        executor = BlockingExecutor(name: "file")
    }

    /// Opens a file as ``init(path:)`` does, on a thread of its own: for a reactor's thread, which must not wait for a disk.
    ///
    /// - Throws: ``TransportError`` when the file cannot be opened or is a directory.
    public static func open(path: String) async throws(TransportError) -> FileReader {
        try await FileOpener().open(path).get()
    }

    deinit {
        if ownsDescriptor, descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Reads an open descriptor, and closes it at the end of the reader's life.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, of a pipe for example.
    ///   - name: What to call it in errors.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        ownsDescriptor = true
        size = nil
        path = name
        executor = BlockingExecutor(name: "file")
    }

    /// The next bytes, at most `count`; an empty array at the end.
    ///
    /// - Throws: ``TransportError`` when reading fails or the reader was closed.
    public func read(upTo count: Int = 1 << 16) throws(TransportError) -> [UInt8] {
        guard descriptor >= 0 else { throw TransportError(.closed, operation: "read \(path)") }
        let wanted = min(max(count, 1), 1 << 20)
        while true {
            if waitsByPoll {
                // Until a first writer has come a pipe is neither readable nor at its end.
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&request, 1, -1) >= 0 || errno == EINTR else {
                    throw TransportError(system: "read \(path)")
                }
            }
            var code: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, wanted)
                if got < 0 { code = errno }
                filled = max(got, 0)
            }
            if code == EINTR || (code == EAGAIN && waitsByPoll) { continue }
            guard code == 0 else { throw TransportError(code: code, operation: "read \(path)") }
            return bytes
        }
    }

    /// Everything from here to the end.
    ///
    /// - Parameter limit: The most bytes to take; more is an error, so that a device cannot fill the memory.
    /// - Throws: ``TransportError``; `EFBIG` when the limit is passed.
    public func readAll(limit: Int) throws(TransportError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let block = try read(upTo: 1 << 18)
            if block.isEmpty { return all }
            guard all.count + block.count <= limit else { throw TransportError(code: EFBIG, operation: "read \(path)") }
            all += block
        }
    }

    /// Closes the file; later reads throw.
    public func close() {
        if ownsDescriptor, descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}

/// Opens one file on a thread of its own.
private actor FileOpener {
    private let executor = BlockingExecutor(name: "open")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func open(_ path: String) -> Result<FileReader, TransportError> {
        Result { () throws(TransportError) in try FileReader(path: path) }
    }
}
