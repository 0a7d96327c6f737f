private import CJSONC
private import Glibc

/// One object of json-c's tree; only this file and that of ``JSONTokener`` talk to json-c.
///
/// A node does not own what it points to: ``JSONDocument`` frees the tree, and only cursors that the compiler binds to
/// the document hold nodes. json-c hands out a null pointer for the literal `null`.
@safe struct JSONNode {
    private let pointer: OpaquePointer?

    @unsafe init(pointer: OpaquePointer?) {
        unsafe self.pointer = unsafe pointer
    }

    static var null: JSONNode { unsafe JSONNode(pointer: nil) }

    var kind: JSONKind {
        switch unsafe json_object_get_type(pointer) {
        case json_type_boolean: .bool
        case json_type_int: .int
        case json_type_double: .double
        case json_type_string: .string
        case json_type_array: .array
        case json_type_object: .object
        default: .null
        }
    }

    var bool: Bool? {
        kind == .bool ? unsafe json_object_get_boolean(pointer) != 0 : nil
    }

    var int: Int64? {
        kind == .int ? unsafe json_object_get_int64(pointer) : nil
    }

    var number: Double? {
        switch kind {
        case .double, .int: unsafe json_object_get_double(pointer)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    var string: String? {
        guard kind == .string, let start = unsafe json_object_get_string(pointer) else { return nil }
        let count = Int(unsafe json_object_get_string_len(pointer))
        return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// How many elements or members there are; 0 for anything but lists and objects.
    var count: Int {
        switch kind {
        case .array: Int(unsafe json_object_array_length(pointer))
        case .object: Int(unsafe json_object_object_length(pointer))
        case .null, .bool, .int, .double, .string: 0
        }
    }

    /// An element of a list; the caller has checked the kind and the index.
    func element(_ index: Int) -> JSONNode {
        unsafe JSONNode(pointer: json_object_array_get_idx(pointer, index))
    }

    /// The member of an object, found by its hash; the caller has checked the kind.
    func member(_ key: StaticString) -> JSONNode? {
        var found: OpaquePointer?
        let name = unsafe UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
        return unsafe json_object_object_get_ex(pointer, name, &found) != 0 ? JSONNode(pointer: found) : nil
    }

    /// The first member of an object; `nil` if it is empty or no object.
    var firstEntry: Entry? {
        guard let table = unsafe json_object_get_object(pointer), let entry = unsafe table.pointee.head else {
            return nil
        }
        return unsafe Entry(pointer: entry)
    }

    /// Frees the tree below this node; only the owner of the tree calls it, once.
    func free() {
        unsafe json_object_put(pointer)
    }
}

extension JSONNode {
    /// A member in json-c's list of an object's members, which keeps the order of the text.
    @safe struct Entry {
        fileprivate let pointer: UnsafeMutablePointer<lh_entry>

        fileprivate init(pointer: UnsafeMutablePointer<lh_entry>) {
            unsafe self.pointer = unsafe pointer
        }

        private var name: UnsafePointer<CChar> { unsafe pointer.pointee.k.assumingMemoryBound(to: CChar.self) }

        var key: String { unsafe String(cString: name) }

        var value: JSONNode { unsafe JSONNode(pointer: OpaquePointer(pointer.pointee.v)) }

        var next: Entry? {
            guard let next = unsafe pointer.pointee.next else { return nil }
            return unsafe Entry(pointer: next)
        }

        func isNamed(_ key: StaticString) -> Bool {
            let wanted = unsafe UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
            let given = unsafe name
            return unsafe given.pointee == wanted.pointee && strcmp(given, wanted) == 0
        }
    }
}

extension JSONNode {
    /// Parses a text that the guard has passed.
    ///
    /// - Returns: The tree, which the caller must free, or what json-c found and where.
    static func parse(_ text: Span<UInt8>, depth: Int, isStrict: Bool) -> Result<JSONNode, JSONError> {
        // json-c counts the outermost value as a level of its own.
        guard let tokener = JSONTokener.take(depth: Int32(clamping: max(1, depth)) &+ 1) else {
            return .failure(JSONError(.outOfMemory, offset: 0))
        }
        let result = tokener.parse(text, isStrict: isStrict)
        tokener.giveBack(afterBytes: text.count)
        return result
    }
}
