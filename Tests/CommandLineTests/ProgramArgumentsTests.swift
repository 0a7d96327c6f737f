import Testing

@testable import waypoint_sim

@Suite("The words of the command line")
struct ProgramArgumentsTests {
    @Test(
        "The system's form has a zero behind each word, empty ones too",
        arguments: [
            ("waypoint-sim\0", []), ("waypoint-sim\0serve\0--port\u{0}0\0", ["serve", "--port", "0"]),
            ("waypoint-sim\0app\0--connect\0\0", ["app", "--connect", ""]), ("", []), ("no zero", []),
            ("a\0ä b\0", ["ä b"]),
        ])
    func system(_ text: String, _ words: [String]) {
        #expect(ProgramArguments.words(ofSystem: Array(text.utf8)) == words)
    }
}
