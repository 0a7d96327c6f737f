import Formats
import Testing

@Suite("Texts cut to a number of code points")
struct CodePointTests {
    @Test(
        "Keeps no more code points than asked for, and a short text whole",
        arguments: [
            ("", 0, ""), ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc"), ("abcd", 0, ""), ("äöü", 3, "äöü"),
            ("äöüß", 3, "äöü"), ("e\u{301}\u{302}\u{303}", 3, "e\u{301}\u{302}"), ("a\0bc", 2, "a\0"), ("🚗🚙🚕", 2, "🚗🚙"),
        ])
    func cuts(_ text: String, _ limit: Int, _ kept: String) {
        #expect(Array(text.prefix(codePoints: limit).unicodeScalars) == Array(kept.unicodeScalars))
    }
}
