internal import CLinux
internal import Glibc

/// Runs something as a user that owns nothing; root would be allowed everything.
public enum Unprivileged: Sendable {
    /// Runs `body` on the calling thread with the files of user `nobody`, where that makes a difference.
    public static func run(_ body: () throws -> Void) throws {
        guard getuid() == 0 else { return try body() }
        let user = c_linux_set_file_user(65_534)
        defer { _ = c_linux_set_file_user(UInt32(bitPattern: user)) }
        try body()
    }
}
