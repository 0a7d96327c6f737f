/// Turns names of the spec into Swift names.
enum SwiftNames {
    /// Names that the rules below would make unreadable, or that clash with the standard library.
    private static let typePatches = ["Result": "ResultCode"]
    private static let casePatches = [
        "2D": "fix2D", "3D": "fix3D", "GEN3_8-INCH": "gen3EightInch", "ISO_8859_1": "iso8859Latin1",
        "CID1SET": "cid1Set", "CID2SET": "cid2Set", "TYPE2SET": "type2Set", "TYPE5SET": "type5Set",
    ]
    private static let keywords: Set<String> = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension",
        "false", "for", "func", "guard", "if", "import", "in", "init", "internal", "is", "let", "nil", "operator",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "var", "where", "while",
    ]

    /// The Swift type of an enum or a struct.
    static func type(_ name: String) -> String { typePatches[name] ?? name }

    /// The Swift property of a parameter: `tz_hour` becomes `tzHour`.
    static func property(_ name: String) -> String {
        let words = name.split(separator: "_").map(String.init)
        let first = words.first.map(loweringStart) ?? name
        return first + words.dropFirst().map(raisingStart).joined()
    }

    /// The Swift case of an enum's value: `NOT_AUDIBLE` becomes `notAudible`, `8KHZ` becomes `khz8`.
    static func enumCase(_ name: String) -> String {
        if let patch = casePatches[name] { return patch }
        if name.first?.isLowercase == true { return property(name) }
        let regional = name.split(separator: "-")
        if regional.count == 2, regional.allSatisfy({ $0.count == 2 }) {
            return regional[0].lowercased() + regional[1]  // a language with its region: EN-US becomes enUS
        }
        var words = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        if let first = words.first, first.first?.isNumber == true {
            let digits = String(first.prefix { $0.isNumber })
            let rest = String(first.dropFirst(digits.count))
            words.removeFirst()
            if !rest.isEmpty { words.insert(rest, at: 0) }
            words.append(digits)
        }
        return (words.first ?? "") + words.dropFirst().map(raisingStart).joined()
    }

    /// The static member for a function: `OnHMIStatus` becomes `onHMIStatus`.
    static func function(_ name: String) -> String { loweringStart(name) }

    /// The name as an identifier, in backticks where the language needs them.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func loweringStart(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        // Of an acronym that begins a longer name the last capital belongs to the next word.
        let count = capitals.count > 1 && capitals.count < word.count ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func raisingStart(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
