extension String {
    /// The text up to its first so many code points, the unit in which SDL counts what a text may hold.
    ///
    /// - Parameter limit: The most that is left, at least 0.
    package func prefix(codePoints limit: Int) -> String {
        // A code point takes a byte at least.
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        return String(unicodeScalars.prefix(limit))
    }
}
