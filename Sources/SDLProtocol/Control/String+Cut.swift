extension String {
    /// The longest beginning of at most a number of bytes in UTF-8, cut between characters.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var result = ""
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
