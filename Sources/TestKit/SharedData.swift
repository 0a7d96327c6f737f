internal import FoundationEssentials

/// Reads the data that lies beside the project and is not part of it: recordings, corpora, public specs.
///
/// The directory is named by the environment variable `SDL_SHARED`; without it, it is `../shared` beside the package.
/// Tests that need it say so: `.enabled(if: SharedData.isAvailable, "needs the shared data: …")`.
public enum SharedData: Sendable {
    /// A file that could not be read.
    public struct Unreadable: Error, Sendable, CustomStringConvertible {
        /// The path that was tried.
        public let path: String

        /// A sentence for the test log.
        public var description: String { "shared data: cannot read \(path)" }
    }

    /// The text for a test's condition.
    public static let hint = "needs the shared data: set SDL_SHARED or place ../shared"

    /// The directory of this package, found from the place of this source file.
    public static let packageRoot: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)  // Sources/TestKit/SharedData.swift
        return parts.joined(separator: "/")
    }()

    /// The directory of the shared data, whether it exists or not.
    public static let root: String = {
        if let named = ProcessInfo.processInfo.environment["SDL_SHARED"], !named.isEmpty {
            return named
        }
        return packageRoot + "/../shared"
    }()

    /// Whether the shared data can be read.
    public static let isAvailable: Bool = FileManager.default.fileExists(atPath: root + "/vectors")

    /// The path of a file of the shared data.
    ///
    /// - Parameter relative: The path below the shared directory, such as `vectors/wire.jsonl`.
    public static func path(_ relative: String) -> String { root + "/" + relative }

    /// The content of a file of the shared data.
    ///
    /// - Parameter relative: The path below the shared directory.
    public static func bytes(_ relative: String) throws(Unreadable) -> [UInt8] {
        try contents(of: path(relative))
    }

    /// The content of a file of the shared data as text, one element a line, without empty lines.
    ///
    /// - Parameter relative: The path below the shared directory.
    public static func lines(_ relative: String) throws(Unreadable) -> [String] {
        let text = String(decoding: try bytes(relative), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The names of the files in a directory of the shared data that end in a suffix, sorted.
    ///
    /// - Parameters:
    ///   - relative: The path below the shared directory.
    ///   - suffix: The end of the names, such as `.jsonl`.
    public static func files(in relative: String, suffix: String = "") throws(Unreadable) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path(relative)) else {
            throw Unreadable(path: path(relative))
        }
        return names.filter { $0.hasSuffix(suffix) }.sorted()
    }

    /// The content of a file of the package itself, such as one in `Tests/Fixtures`.
    ///
    /// - Parameter relative: The path below the package's directory.
    public static func packageBytes(_ relative: String) throws(Unreadable) -> [UInt8] {
        try contents(of: packageRoot + "/" + relative)
    }

    private static func contents(of path: String) throws(Unreadable) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw Unreadable(path: path) }
        return [UInt8](data)
    }
}
