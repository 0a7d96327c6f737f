/// The kinds of JSON values.
public enum JSONKind: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number without fraction and exponent.
    case int
    /// Any other number.
    case double
    /// A text.
    case string
    /// A list.
    case array
    /// An object.
    case object
}

/// A place in a ``JSONDocument``, borrowed: it copies nothing and cannot outlive the document.
public struct JSONCursor: ~Escapable {
    private let node: JSONNode

    @_lifetime(immortal)
    init(_ node: JSONNode) {
        self.node = node
    }

    /// What stands here.
    public var kind: JSONKind { node.kind }

    /// The value of a Boolean, else `nil`.
    public var bool: Bool? { node.bool }

    /// The value of an integer, else `nil`.
    public var int: Int64? { node.int }

    /// The value of any number, else `nil`.
    public var number: Double? { node.number }

    /// The value of a text, else `nil`; bytes that are not UTF-8 (lenient dialect only) become U+FFFD.
    public var string: String? { node.string }

    /// How many elements or members there are; 0 for anything but lists and objects.
    public var count: Int { node.count }

    /// An element of a list; `null` if there is none.
    public subscript(index: Int) -> JSONCursor {
        @_lifetime(copy self)
        get {
            let isElement = node.kind == .array && index >= 0 && index < node.count
            return JSONCursor(isElement ? node.element(index) : .null)
        }
    }

    /// The member of an object; `nil` if there is none or this is no object.
    @_lifetime(copy self)
    public func member(_ key: StaticString) -> JSONCursor? {
        guard node.kind == .object, let member = node.member(key) else { return nil }
        return JSONCursor(member)
    }

    /// The members of an object for reading by name; `nil` if this is no object.
    @_lifetime(copy self)
    public func members() -> JSONMembers? {
        node.kind == .object ? JSONMembers(node) : nil
    }

    /// A copy of the whole subtree.
    public var jsonValue: JSONValue { Self.jsonValue(of: node) }

    static func jsonValue(of node: JSONNode) -> JSONValue {
        switch node.kind {
        case .null: return .null
        case .bool: return .bool(node.bool ?? false)
        case .int: return .int(node.int ?? 0)
        case .double: return .double(node.number ?? 0)
        case .string: return .string(node.string ?? "")
        case .array: return .array((0..<node.count).map { jsonValue(of: node.element($0)) })
        case .object:
            var members: [String: JSONValue] = Dictionary(minimumCapacity: node.count)
            var entry = node.firstEntry
            while let current = entry {
                members[current.key] = jsonValue(of: current.value)
                entry = current.next
            }
            return .object(members)
        }
    }
}

@available(*, unavailable)
extension JSONCursor: Sendable {}

/// The members of an object, read by name.
///
/// Reading in alphabetical order is fastest when the sender wrote in that order, as SDL head units do.
public struct JSONMembers: ~Escapable {
    private let object: JSONNode
    private var next: JSONNode.Entry?

    /// How many members were not taken yet.
    public private(set) var remaining: Int

    @_lifetime(immortal)
    init(_ object: JSONNode) {
        self.object = object
        remaining = object.count
        next = object.firstEntry
    }

    /// The member of that name, or `nil`; each name may be taken once.
    @_lifetime(copy self)
    public mutating func take(_ key: StaticString) -> JSONCursor? {
        guard remaining > 0 else { return nil }
        if let entry = next, entry.isNamed(key) {
            remaining -= 1
            next = entry.next
            return JSONCursor(entry.value)
        }
        guard let found = object.member(key) else { return nil }
        remaining -= 1
        return JSONCursor(found)
    }

    /// The members whose names are not among those given.
    public func others(than known: [StaticString]) -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        var entry = object.firstEntry
        while let current = entry {
            if !known.contains(where: current.isNamed) {
                result[current.key] = JSONCursor.jsonValue(of: current.value)
            }
            entry = current.next
        }
        return result
    }
}

@available(*, unavailable)
extension JSONMembers: Sendable {}
