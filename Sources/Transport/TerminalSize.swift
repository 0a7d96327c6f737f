internal import CLinux

/// How much a terminal shows.
public struct TerminalSize: Hashable, Sendable {
    /// Characters in a line.
    public let columns: Int
    /// Lines.
    public let rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Asks a terminal.
    ///
    /// - Parameter descriptor: The open terminal.
    /// - Returns: `nil` when it is no terminal or does not know its size.
    public init?(of descriptor: Int32) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard unsafe c_linux_terminal_size(descriptor, &columns, &rows) == 0 else { return nil }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}
