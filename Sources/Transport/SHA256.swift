internal import COpenSSL

/// The hash SHA-256 (FIPS 180-4).
public enum SHA256: Sendable {
    /// The hash of some bytes, as 64 hexadecimal digits in lower case.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = unsafe COpenSSL.SHA256(bytes, bytes.count, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
