internal import Glibc

/// Small files that are read or written whole; not for a reactor's thread.
public enum SmallFile: Sendable {
    /// Puts new content in the place of a file, so that a reader finds the old or the new one and never half of it.
    ///
    /// - Parameters:
    ///   - path: The file; another one beside it, with `.new` behind its name, is used meanwhile.
    ///   - bytes: The content.
    /// - Throws: ``TransportError`` when it cannot be written; the old content is there then.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(TransportError) {
        let new = path + ".new"
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw TransportError(system: "create \(new)") }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                unsafe Glibc.write(descriptor, raw.baseAddress.map { unsafe $0 + written }, raw.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = TransportError(system: "write \(new)")
                Glibc.close(descriptor)
                throw error
            }
            written += count
        }
        Glibc.close(descriptor)
        guard unsafe rename(new, path) == 0 else { throw TransportError(system: "rename \(new)") }
    }

    /// The whole content of a file, read at once: not for a reactor's thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes to take.
    /// - Throws: ``TransportError`` when the file cannot be read; `EFBIG` when it is larger than the limit, `EINVAL` when
    ///   it is no regular file.
    public static func read(_ path: String, limit: Int) throws(TransportError) -> [UInt8] {
        // A pipe or device without a writer must not hold up whoever asks.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw TransportError(system: "open \(path)") }
        defer { Glibc.close(descriptor) }
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw TransportError(system: "stat \(path)") }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw TransportError(code: EINVAL, operation: "read \(path), which is no regular file")
        }
        var all: [UInt8] = []
        while true {
            var code: Int32 = 0
            let block = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if got < 0 { code = errno }
                filled = max(got, 0)
            }
            if code == EINTR { continue }
            guard code == 0 else { throw TransportError(code: code, operation: "read \(path)") }
            if block.isEmpty { return all }
            guard all.count + block.count <= limit else { throw TransportError(code: EFBIG, operation: "read \(path)") }
            all += block
        }
    }
}
