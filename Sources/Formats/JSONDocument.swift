/// A parsed JSON text, kept as json-c's own tree and read through borrowed cursors.
///
/// It is the cheap way into typed values: nothing is copied until a ``JSONCursor`` is asked for it. The tree is freed
/// with the document; the compiler keeps cursors from outliving it.
public struct JSONDocument: ~Copyable {
    private let tree: JSONNode

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: The bytes, UTF-8.
    ///   - options: The grammar and the limits.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing text: Span<UInt8>, options: JSONOptions = .strict) throws(JSONError) {
        let scan = try JSONGuard(text, options: options)
        let isStrict = options.dialect == .strict
        let outcome: Result<JSONNode, JSONError>
        if scan.patches.isEmpty {
            outcome = JSONNode.parse(text.extracting(0..<scan.end), depth: options.maximumDepth, isStrict: isStrict)
        } else {
            let patched = scan.patches.applied(to: text, end: scan.end)
            outcome = JSONNode.parse(patched.span, depth: options.maximumDepth, isStrict: isStrict)
        }
        switch outcome {
        case .success(let tree):
            // Every member that the text names must be in the tree, else a later one displaced an earlier one.
            if isStrict, Self.members(of: tree) != scan.members {
                tree.free()
                let twin = JSONDuplicate.find(in: text)
                throw JSONError(.duplicateKey(twin.key), offset: twin.offset)
            }
            self.tree = tree
        case .failure(let error):
            let offset = scan.patches.original(of: error.offset)
            guard error.code == .truncated, offset < scan.end else { throw JSONError(error.code, offset: offset) }
            throw JSONError(.unexpectedByte(text[offset]), offset: offset)
        }
    }

    /// Parses a text held in an array.
    ///
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing text: [UInt8], options: JSONOptions = .strict) throws(JSONError) {
        try self.init(parsing: text.span, options: options)
    }

    deinit {
        tree.free()
    }

    /// The outermost value.
    public var root: JSONCursor {
        @_lifetime(borrow self)
        get { JSONCursor(tree) }
    }
}

// json-c's counts are not atomic, but a document is never shared: whoever owns it owns the whole tree, and cursors
// only read. Moving it to another thread is therefore safe.
extension JSONDocument: @unchecked Sendable {}

extension JSONDocument {
    /// How many members the objects of a tree have; the depth is bounded by the parser.
    private static func members(of node: JSONNode) -> Int {
        var total = 0
        switch node.kind {
        case .object:
            total = node.count
            var entry = node.firstEntry
            while let current = entry {
                total += members(of: current.value)
                entry = current.next
            }
        case .array:
            for index in 0..<node.count { total += members(of: node.element(index)) }
        case .null, .bool, .int, .double, .string:
            break
        }
        return total
    }
}
