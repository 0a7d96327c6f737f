internal import Glibc

/// The system's limit of open files and sockets of this process (RLIMIT_NOFILE).
public enum DescriptorLimit: Sendable {
    /// How many may be open now.
    public static var current: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many this process may ask for.
    public static var maximum: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_max)
    }

    /// Raises the limit if it is lower.
    ///
    /// - Parameter count: How many descriptors are wanted.
    /// - Throws: ``TransportError`` that names RLIMIT_NOFILE and its bound when that many are not to be had.
    public static func raise(to count: Int) throws(TransportError) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw TransportError(system: "read RLIMIT_NOFILE")
        }
        guard limit.rlim_cur < rlim_t(clamping: count) else { return }
        let bound = limit.rlim_max
        limit.rlim_cur = min(rlim_t(clamping: count), bound)
        guard limit.rlim_cur >= rlim_t(clamping: count) else {
            throw TransportError(
                code: EMFILE, operation: "raise RLIMIT_NOFILE to \(count) (this process may have \(bound))")
        }
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw TransportError(system: "raise RLIMIT_NOFILE to \(count)")
        }
    }
}
