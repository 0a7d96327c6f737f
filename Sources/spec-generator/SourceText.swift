/// Swift source text under construction.
struct SourceText {
    private(set) var lines: [String]
    private static let width = 120

    /// Begins a file.
    init(imports: [String]) {
        lines = [
            "// Generated from Spec/MOBILE_API.xml by spec-generator: edit the spec and run `make generate`.",
            "// swift-format-ignore-file", "",
        ]
        if !imports.isEmpty { lines += imports + [""] }
    }

    /// The whole text.
    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ depth: Int, _ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: 4 * depth) + text)
    }

    mutating func blank() {
        lines.append("")
    }

    /// Writes a documentation comment; each paragraph is wrapped.
    mutating func documentation(_ depth: Int, _ paragraphs: [String]) {
        let prefix = String(repeating: " ", count: 4 * depth) + "///"
        for (index, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
            if index > 0 { lines.append(prefix) }
            var current = prefix
            for word in paragraph.split(separator: " ") {
                if current.count + 1 + word.count > Self.width, current != prefix {
                    lines.append(current)
                    current = prefix
                }
                current += " " + word
            }
            lines.append(current)
        }
    }

    /// Writes a list of items between an opening and a closing text, wrapped.
    mutating func list(_ depth: Int, _ open: String, _ items: [String], _ close: String) {
        let indent = String(repeating: " ", count: 4 * depth)
        let single = indent + open + items.joined(separator: ", ") + close
        if single.count <= Self.width {
            lines.append(single)
            return
        }
        lines.append(indent + open)
        let inner = indent + "    "
        var current = inner
        for item in items {
            let piece = item + ","
            if current != inner, current.count + 1 + piece.count > Self.width {
                lines.append(current)
                current = inner
            }
            current += (current == inner ? "" : " ") + piece
        }
        lines.append(current)
        lines.append(indent + close)
    }
}
