import Formats
import Testing

@Suite("XML reading", .timeLimit(.minutes(1)))
struct XMLTests {
    @Test("Reads names, attributes, text, order and lines")
    func readsTree() throws {
        let text = """
            <?xml version="1.0"?>
            <!-- a comment -->
            <root xmlns="urn:x" a="1 &lt; 2" b="ä">
              <one/> text <![CDATA[<raw>]]>
              <two><one n="2">in&amp;side</one></two>
            </root>
            """
        let root = try XMLElement(parsing: Array(text.utf8))
        #expect(root.name == "root")
        #expect(root.namespace == "urn:x")
        #expect(root.attributes == ["a": "1 < 2", "b": "ä"])
        #expect(root.line == 3)
        #expect(root.children.map(\.name) == ["one", "two"])
        #expect(root.collapsedText == "text <raw>")
        #expect(root.first("two")?.first("one")?.text == "in&side")
        #expect(root.first("two")?.first("one")?["n"] == "2")
        #expect(root.first("two")?.line == 5)
        #expect(root.all("one").count == 1)
    }

    @Test(
        "Runs of white space become one blank, those at the ends go",
        arguments: [
            ("", ""), (" \n ", ""), ("one", "one"), (" one", "one"), ("one ", "one"), ("one\n\t two", "one two"),
            ("one\u{B}\u{C}two", "one two"), ("über\u{A0} Straße ", "über Straße"), ("a\u{2003}b", "a b"),
        ])
    func collapsed(_ text: String, _ wanted: String) throws {
        let element = XMLElement(name: "n", text: text)
        #expect(element.collapsedText == wanted)
    }

    @Test(
        "Refuses a document type before any entity is expanded",
        arguments: [
            #"<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>"#,
            #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"#,
        ])
    func refusesDocumentType(_ text: String) {
        #expect(throws: XMLError(.documentType, line: 1)) { try XMLElement(parsing: Array(text.utf8)) }
    }

    @Test(
        "Says in which line a text breaks",
        arguments: [("<a>\n<b></a>", 2), ("<a>\n\n&unknown;</a>", 3), ("<a b=1/>", 1), ("<a/><b/>", 1), ("no", 1)])
    func namesLine(_ text: String, _ line: Int) throws {
        let error = #expect(throws: XMLError.self) { try XMLElement(parsing: Array(text.utf8)) }
        #expect(error?.line == line)
        guard case .malformed = error?.code else {
            Issue.record("code is \(String(describing: error?.code))")
            return
        }
    }

    @Test("Holds size, depth and number of elements to their limits")
    func holdsLimits() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try XMLElement(parsing: nested(64)) }
        #expect(throws: XMLError(.tooDeep, line: 1)) { try XMLElement(parsing: nested(65)) }
        #expect(throws: XMLError.self) { try XMLElement(parsing: nested(100_000)) }
        #expect(throws: XMLError(.tooLarge, line: 0)) {
            try XMLElement(parsing: nested(2), options: XMLOptions(maximumBytes: 10))
        }
        #expect(throws: XMLError(.tooManyElements, line: 1)) {
            try XMLElement(parsing: Array("<a><b/><b/></a>".utf8), options: XMLOptions(maximumElements: 2))
        }
        #expect(throws: XMLError(.empty, line: 0)) { try XMLElement(parsing: []) }
    }
}
