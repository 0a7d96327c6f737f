private import Glibc

/// Numbers spelt as C's `%g` spells them, which is what SDL head units show in reports and send.
package enum NumberText {
    /// A number with at most so many significant digits and without trailing zeros.
    package static func general(_ value: Double, digits: Int) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = unsafe withVaList([Int32(clamping: digits), value]) {
            unsafe vsnprintf(&buffer, buffer.count, "%.*g", $0)
        }
        let length = max(0, min(Int(count), buffer.count - 1))
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
