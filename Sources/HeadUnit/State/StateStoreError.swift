/// Why a file of kept state cannot be used, or not any more.
public struct StateStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is the matter.
    public enum Kind: Hashable, Sendable {
        /// The file cannot be opened or made.
        case unusable
        /// It can be read, but not written.
        case readOnly
        /// The disk has no room.
        case full
        /// It is no database, or a broken one.
        case corrupt
        /// It was written by a newer version of this program, whose schema has that number.
        case newerSchema(Int)
        /// It is a database of another program.
        case foreign
        /// Another process holds it.
        case busy
        /// Anything else.
        case failed
    }

    /// What is the matter.
    public let kind: Kind
    /// The file.
    public let path: String
    /// What SQLite says.
    public let reason: String

    /// File and reason.
    public var description: String {
        switch kind {
        case .newerSchema(let version):
            "\(path): written by a newer version (schema \(version), this one knows \(StateDatabase.schema))"
        case .foreign: "\(path): a database of another program"
        case .unusable: "\(path): cannot be opened (\(reason))"
        case .readOnly: "\(path): cannot be written (\(reason))"
        case .full: "\(path): no room on the disk (\(reason))"
        case .corrupt: "\(path): damaged (\(reason))"
        case .busy: "\(path): in use by another process"
        case .failed: "\(path): \(reason)"
        }
    }
}
