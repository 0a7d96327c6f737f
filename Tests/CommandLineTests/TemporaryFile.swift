import Glibc
import Testing

/// A file that exists while a piece of work runs.
enum TemporaryFile {
    private struct NotWritten: Error {}

    /// Writes a text to a file of its own, gives its path to the work, and removes it.
    static func with(_ text: some StringProtocol, _ work: (String) async throws -> Void) async throws {
        let path = "/tmp/waypoint-sim-test-\(UInt64.random(in: 0 ... .max))"
        let bytes = Array(text.utf8)
        guard let file = unsafe fopen(path, "wxe") else { throw NotWritten() }
        defer { _ = unsafe unlink(path) }
        let written = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
        guard unsafe fclose(file) == 0, written == bytes.count else { throw NotWritten() }
        try await work(path)
    }
}
