private import CXML

extension XMLElement {
    /// Parses a text and returns its outermost element.
    ///
    /// Nothing is fetched, no entity but the five of XML itself is known, and a document type ends the parsing.
    ///
    /// - Parameters:
    ///   - text: The bytes, in any encoding that the text declares and libxml2 knows.
    ///   - options: The limits.
    /// - Throws: ``XMLError`` with the line of the first fault.
    public init(parsing text: [UInt8], options: XMLOptions = XMLOptions()) throws(XMLError) {
        guard text.count <= min(options.maximumBytes, Int(Int32.max) - 1) else { throw XMLError(.tooLarge, line: 0) }
        XMLLibrary.start
        self = try XMLReader.read(text, options).get()
    }
}

/// Set up once per process, as libxml2 asks for.
private enum XMLLibrary {
    static let start: Void = xmlInitParser()
}

/// Called by the parser at `<!DOCTYPE`, before any entity can be declared.
private func stopAtDocumentType(
    context: UnsafeMutableRawPointer?, name: UnsafePointer<xmlChar>?, external: UnsafePointer<xmlChar>?,
    system: UnsafePointer<xmlChar>?
) {
    guard let context = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
    // The field for the caller's own use tells this stop from a syntax fault.
    unsafe context.pointee._private = UnsafeMutableRawPointer(context)
    unsafe xmlStopParser(context)
}

private struct XMLReader {
    let options: XMLOptions
    var elements = 0

    static func read(_ text: [UInt8], _ options: XMLOptions) -> Result<XMLElement, XMLError> {
        guard let context = unsafe xmlNewParserCtxt() else {
            return .failure(XMLError(.malformed("no memory"), line: 0))
        }
        defer { unsafe xmlFreeParserCtxt(context) }
        unsafe context.pointee.sax?.pointee.internalSubset = unsafe stopAtDocumentType
        let flags = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
                | XML_PARSE_NOCDATA.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_BIG_LINES.rawValue)
        let document = unsafe text.withUnsafeBytes { buffer in
            unsafe xmlCtxtReadMemory(
                context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), nil,
                nil, flags)
        }
        defer { unsafe xmlFreeDoc(document) }
        if unsafe context.pointee._private != nil {
            return .failure(XMLError(.documentType, line: Int(unsafe context.pointee.input?.pointee.line ?? 0)))
        }
        guard let document = unsafe document, unsafe context.pointee.wellFormed != 0 else {
            guard !text.isEmpty else { return .failure(XMLError(.empty, line: 0)) }
            let fault = unsafe xmlCtxtGetLastError(context)
            let words = unsafe fault?.pointee.message.map { unsafe String(cString: $0) } ?? "not well-formed"
            let sentence = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? words
            return .failure(XMLError(.malformed(sentence), line: Int(unsafe fault?.pointee.line ?? 0)))
        }
        guard let root = unsafe xmlDocGetRootElement(document) else { return .failure(XMLError(.empty, line: 0)) }
        var reader = XMLReader(options: options)
        do {
            return .success(unsafe try reader.element(root, depth: 1))
        } catch {
            return .failure(error)
        }
    }

    private mutating func element(_ node: UnsafeMutablePointer<xmlNode>, depth: Int) throws(XMLError) -> XMLElement {
        let line = Int(unsafe xmlGetLineNo(node))
        guard depth <= options.maximumDepth else { throw XMLError(.tooDeep, line: line) }
        elements += 1
        guard elements <= options.maximumElements else { throw XMLError(.tooManyElements, line: line) }
        var children: [XMLElement] = []
        var text = ""
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            switch unsafe current.pointee.type {
            case XML_ELEMENT_NODE: children.append(unsafe try element(current, depth: depth + 1))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += unsafe Self.string(current.pointee.content) ?? ""
            default: break
            }
            unsafe child = unsafe current.pointee.next
        }
        return unsafe XMLElement(
            name: Self.string(node.pointee.name) ?? "", namespace: Self.string(node.pointee.ns?.pointee.href),
            attributes: Self.attributes(of: node), children: children, text: text, line: line)
    }

    private static func attributes(of node: UnsafeMutablePointer<xmlNode>) -> [String: String] {
        var result: [String: String] = [:]
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            var value = ""
            var part = unsafe current.pointee.children
            while let piece = unsafe part {
                value += unsafe string(piece.pointee.content) ?? ""
                unsafe part = unsafe piece.pointee.next
            }
            if let name = unsafe string(current.pointee.name) { result[name] = value }
            unsafe attribute = unsafe current.pointee.next
        }
        return result
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
