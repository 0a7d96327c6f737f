/// Makes a tree of what is written to a ``JSONWriter``, as parsing the text would.
///
/// All that is still open lies on one stack: a list or an object takes its elements from the top when it ends. Where the
/// structure is wrong (an end too many), the tree is too, and nothing worse happens.
struct JSONTreeMaker: Sendable {
    private struct Item: Sendable {
        var key: String
        var value: JSONValue
    }

    private struct Container: Sendable {
        var key: String
        var isObject: Bool
        var start: Int
    }

    private var items: [Item] = []
    private var open: [Container] = []
    private var key = ""

    mutating func setKey(_ name: String) { key = name }

    mutating func add(_ value: JSONValue) {
        items.append(Item(key: key, value: value))
        key = ""
    }

    mutating func begin(isObject: Bool) {
        open.append(Container(key: key, isObject: isObject, start: items.count))
        key = ""
    }

    mutating func end() {
        guard let container = open.popLast() else { return }
        let inside = items[container.start...]
        let value: JSONValue
        if container.isObject {
            var members: [String: JSONValue] = [:]
            members.reserveCapacity(inside.count)
            for item in inside { members[item.key] = item.value }
            value = .object(members)
        } else {
            value = .array(inside.map(\.value))
        }
        items.removeSubrange(container.start...)
        key = container.key
        add(value)
    }

    /// The value written first; `null` where there is none.
    var value: JSONValue { items.first?.value ?? .null }
}
