/// Cuts bytes that come piece by piece into lines.
///
/// Each byte is looked at once, and a line without an end takes no more than a limit.
package struct LineSplitter: Sendable {
    /// A line is longer than the limit.
    package struct TooLong: Error, Hashable {
        /// The most bytes of a line.
        package let limit: Int
    }

    private let limit: Int
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []

    /// Makes a splitter.
    ///
    /// - Parameter limit: The most bytes of a line, without its end.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next bytes.
    ///
    /// - Returns: The lines that are complete, without their ends.
    /// - Throws: ``TooLong``; the lines of these bytes are lost then.
    package mutating func append(_ bytes: [UInt8]) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var unread = bytes[...]
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            try take(unread[..<end])
            lines.append(rest)
            rest = []
            unread = unread[(end + 1)...]
        }
        try take(unread)
        return lines
    }

    /// The last line, if it lacks its end.
    package mutating func finish() -> [UInt8]? {
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) throws(TooLong) {
        guard rest.count + bytes.count <= limit else { throw TooLong(limit: limit) }
        rest += bytes
    }
}
