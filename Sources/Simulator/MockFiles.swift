internal import CMocks

/// The files of `Mocks/`, which are part of the program.
public enum MockFiles: Sendable {
    /// The paths of all files below `Mocks/`, sorted.
    public static var paths: [String] {
        entries.keys.sorted()
    }

    /// The bytes of a file.
    ///
    /// - Parameter path: The path below `Mocks/`, for example `modules/modern.json`.
    /// - Returns: `nil` when there is no such file.
    public static func bytes(_ path: String) -> [UInt8]? {
        guard let index = entries[path] else { return nil }
        let file = unsafe c_mocks_at(index)
        return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    private static let entries: [String: Int] = {
        var found: [String: Int] = [:]
        for index in 0..<c_mocks_count() {
            unsafe found[String(cString: c_mocks_at(index).path)] = index
        }
        return found
    }()
}
