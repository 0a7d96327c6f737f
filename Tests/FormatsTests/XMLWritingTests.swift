import Formats
import Testing

@Suite("XML written") struct XMLWritingTests {
    @Test("What is written reads back the same, markup characters and namespaces included")
    func roundTrip() throws {
        let inner = XMLElement(
            name: "b", namespace: "urn:two", attributes: ["x": "1 < 2 & \"3\""], text: "a < b & c > d")
        let root = XMLElement(
            name: "a", namespace: "urn:one",
            children: [
                inner, XMLElement(name: "c", namespace: "urn:one", text: "ü漢😀"),
                XMLElement(name: "d", namespace: "urn:one"),
            ])
        let back = try XMLElement(parsing: root.serialized())
        #expect(back.namespace == "urn:one")
        #expect(back.children.map(\.name) == ["b", "c", "d"])
        #expect(back.children.map(\.namespace) == ["urn:two", "urn:one", "urn:one"])
        #expect(back.children[0].attributes == inner.attributes)
        #expect(back.children.map(\.text) == ["a < b & c > d", "ü漢😀", ""])
    }

    @Test("Characters that XML cannot hold are replaced")
    func controls() throws {
        let text = try XMLElement(name: "a", attributes: ["b": "\u{1}"], text: "x\u{0}y\u{B}z").serialized()
        let back = try XMLElement(parsing: text)
        #expect(back.text == "x\u{FFFD}y\u{FFFD}z" && back["b"] == "\u{FFFD}")
    }

    @Test("Names that are none, and bottomless trees, are refused", arguments: ["", "1a", "a b", "a:b", "<"])
    func names(_ name: String) {
        #expect(throws: XMLError.self) { try XMLElement(name: name).serialized() }
        #expect(throws: XMLError.self) { try XMLElement(name: "a", attributes: [name: ""]).serialized() }
        #expect(throws: XMLError.self) { try XMLElement(name: "a", children: [XMLElement(name: name)]).serialized() }
    }

    @Test("A tree that is too deep is refused")
    func depth() {
        var element = XMLElement(name: "a")
        for _ in 0..<100 { element = XMLElement(name: "a", children: [element]) }
        #expect(throws: XMLError.self) { try element.serialized() }
    }
}
