/// Finds the member that repeats an earlier key.
///
/// Runs only when a text is already known to hold one.
enum JSONDuplicate {
    /// The first repeated key and the offset of its text; the text has passed the guard and the parser.
    static func find(in text: Span<UInt8>) -> (key: String, offset: Int) {
        var open: [Set<String>] = []
        var last: (key: String, offset: Int) = ("", 0)
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
            case UInt8(ascii: ":"):
                if let top = open.indices.last, !open[top].insert(last.key).inserted { return last }
            case UInt8(ascii: "\""):
                let start = index
                index += 1
                while index < text.count, text[index] != UInt8(ascii: "\"") {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                last = (unescape(text.extracting(start..<min(index + 1, text.count))), start)
            default:
                break
            }
            index += 1
        }
        return last
    }

    /// The value of a text with its quotes: `"a"` and `"\u0061"` are the same key.
    private static func unescape(_ quoted: Span<UInt8>) -> String {
        guard let document = try? JSONDocument(parsing: quoted), let key = document.root.string else { return "" }
        return key
    }
}
