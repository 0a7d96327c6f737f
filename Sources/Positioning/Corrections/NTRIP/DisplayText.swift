/// Text of a caster or proxy, made fit to be shown to people.
package enum DisplayText {
    /// The text in one line, without what a terminal would obey or what would hide or turn other words.
    ///
    /// Control characters of both sets, line ends and direction marks become a blank; blanks in a row become one.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The most characters (scalars) that remain.
    package static func cleaned(_ text: some StringProtocol, limit: Int = 500) -> String {
        var scalars = String.UnicodeScalarView()
        var count = 0
        var isBlank = true
        for scalar in text.unicodeScalars {
            guard count < limit else { break }
            let shown = isHarmless(scalar) ? scalar : " "
            if shown == " ", isBlank { continue }
            isBlank = shown == " "
            scalars.append(shown)
            count += 1
        }
        return String(scalars).trimmed
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Format characters are marks of direction and such that cannot be seen.
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
