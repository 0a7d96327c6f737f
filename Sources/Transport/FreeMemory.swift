internal import CLinux

/// Memory of this process that was freed, but is still held.
public enum FreeMemory: Sendable {
    /// Gives it back to the system.
    ///
    /// The C library keeps most of what was freed for the next request. That is waste after work that is done once, such
    /// as reading files at the start of a program that then runs for days.
    public static func giveBack() {
        c_linux_trim_memory()
    }
}
