internal import CLinux
internal import FoundationEssentials

/// What this process holds at one moment, to be compared with another one.
public struct ProcessRemains: Hashable, Sendable {
    /// Open descriptors.
    public var descriptors: Int
    /// Threads.
    public var threads: Int
    /// Bytes that the allocator has given out and that were not freed.
    public var bytes: Int

    /// Looks at the process.
    public init() {
        func entries(_ path: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? -1 }
        descriptors = entries("/proc/self/fd")
        threads = entries("/proc/self/task")
        bytes = Int(clamping: c_linux_allocated_bytes())
    }
}
