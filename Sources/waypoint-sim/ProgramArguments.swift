internal import Transport

/// The words behind the name of this program.
enum ProgramArguments {
    /// The words of `CommandLine`, or of the system where those are missing.
    ///
    /// The runtime finds them on the stack, beside the environment; a preloaded library that changes the environment
    /// before (libfaketime, for one) moves that away, and `CommandLine` is empty.
    static var words: [String] {
        let words = CommandLine.arguments.dropFirst()
        guard words.isEmpty, let bytes = try? SmallFile.read("/proc/self/cmdline", limit: 4 << 20) else {
            return Array(words)
        }
        return Self.words(ofSystem: bytes)
    }

    /// The words of `/proc/self/cmdline`, each with a zero behind it, without the first.
    static func words(ofSystem bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
