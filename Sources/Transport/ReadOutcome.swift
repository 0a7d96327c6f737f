internal import Glibc

/// What one read of a descriptor brought.
enum ReadOutcome {
    /// At least one byte.
    case bytes([UInt8])
    /// Nothing is there yet.
    case nothing
    case end
    case failed(TransportError)

    /// The most bytes of one read: 64 KiB, so that one busy descriptor leaves the loop time for the others.
    private static let limit = 1 << 16

    /// Reads once.
    init(reading descriptor: Int32) {
        self = unsafe withUnsafeTemporaryAllocation(byteCount: Self.limit, alignment: 16) { buffer in
            while true {
                let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 { return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(rebasing: buffer[0..<count]))) }
                if count == 0 { return .end }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .nothing
                case let code: return .failed(TransportError(code: code, operation: "read"))
                }
            }
        }
    }
}
