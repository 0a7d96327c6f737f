private import CXML

extension XMLElement {
    /// The text of the element and everything below it: UTF-8, with an XML declaration, indented.
    ///
    /// Attributes are in alphabetical order. A namespace that differs from that of the element around is declared as the
    /// default one. Characters that XML cannot hold (most control characters) become U+FFFD.
    ///
    /// - Throws: ``XMLError`` when there is no memory, or a name or the depth is not fit for XML.
    public func serialized() throws(XMLError) -> [UInt8] {
        guard let document = unsafe xmlNewDoc("1.0") else { throw XMLError(.malformed("no memory"), line: 0) }
        defer { unsafe xmlFreeDoc(document) }
        let root = unsafe try node(in: document, around: nil, outerNamespace: nil, depth: 1)
        _ = unsafe xmlDocSetRootElement(document, root)
        var memory: UnsafeMutablePointer<xmlChar>?
        var length: Int32 = 0
        unsafe xmlDocDumpFormatMemoryEnc(document, &memory, &length, "UTF-8", 1)
        guard let memory = unsafe memory else { throw XMLError(.malformed("no memory"), line: 0) }
        defer { unsafe cxml_free(memory) }
        return unsafe [UInt8](UnsafeBufferPointer(start: memory, count: Int(length)))
    }

    /// Makes the node and hangs it below another, which owns it then.
    private func node(
        in document: UnsafeMutablePointer<xmlDoc>, around parent: UnsafeMutablePointer<xmlNode>?,
        outerNamespace: UnsafeMutablePointer<xmlNs>?, depth: Int
    ) throws(XMLError) -> UnsafeMutablePointer<xmlNode> {
        guard depth <= XMLOptions().maximumDepth else { throw XMLError(.tooDeep, line: line) }
        guard unsafe xmlValidateNCName(name, 0) == 0, let node = unsafe xmlNewDocNode(document, nil, name, nil) else {
            throw XMLError(.malformed("no name: \(name)"), line: line)
        }
        if let parent = unsafe parent { _ = unsafe xmlAddChild(parent, node) }
        do throws(XMLError) {
            unsafe try fill(node, in: document, outerNamespace: outerNamespace, depth: depth)
        } catch {
            // A node below another is freed with the document.
            if unsafe parent == nil { unsafe xmlFreeNode(node) }
            throw error
        }
        return unsafe node
    }

    private func fill(
        _ node: UnsafeMutablePointer<xmlNode>, in document: UnsafeMutablePointer<xmlDoc>,
        outerNamespace: UnsafeMutablePointer<xmlNs>?, depth: Int
    ) throws(XMLError) {
        var scope = unsafe outerNamespace
        let outer = unsafe outerNamespace?.pointee.href.map { unsafe String(cString: $0) }
        if let namespace, namespace != outer { unsafe scope = unsafe xmlNewNs(node, namespace, nil) }
        if namespace != nil { unsafe xmlSetNs(node, scope) }
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            guard unsafe xmlValidateNCName(key, 0) == 0 else {
                throw XMLError(.malformed("no name: \(key)"), line: line)
            }
            _ = unsafe xmlNewProp(node, key, Self.allowed(value))
        }
        if !text.isEmpty { _ = unsafe xmlAddChild(node, xmlNewDocText(document, Self.allowed(text))) }
        for child in children {
            _ = unsafe try child.node(in: document, around: node, outerNamespace: scope, depth: depth + 1)
        }
    }

    /// The text with characters replaced that XML 1.0 (section 2.2) does not allow.
    private static func allowed(_ text: String) -> String {
        let isAllowed: (Unicode.Scalar) -> Bool = { scalar in
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
            default: false
            }
        }
        guard !text.unicodeScalars.allSatisfy(isAllowed) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isAllowed(scalar) ? scalar : "\u{FFFD}") }
        return String(result)
    }
}
