internal import CLinux

/// Pipes between processes.
public enum Pipe: Sendable {
    /// Makes a pipe that a program started later does not inherit by accident.
    ///
    /// - Returns: The descriptors of both ends, which the caller closes.
    /// - Throws: ``TransportError`` when the system has no descriptors to give.
    public static func make() throws(TransportError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe c_linux_pipe(&ends) == 0 else { throw TransportError(system: "pipe2") }
        return (ends[0], ends[1])
    }
}
