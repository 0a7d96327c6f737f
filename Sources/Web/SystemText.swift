internal import Glibc

/// The system's words for the error number of the last call.
enum SystemText {
    static var ofLastError: String {
        let code = errno
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
