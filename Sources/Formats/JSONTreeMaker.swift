/// Makes a tree of what is written to a ``JSONWriter``.
///
/// All that is still open lies on one stack: a list or an object takes its elements from the top when it ends, so that
/// each is moved once for every container around it, and never with its neighbours.
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
    private var isWrong = false

    mutating func setKey(_ name: String) { key = name }

    mutating func add(_ value: JSONValue) {
        items.append(Item(key: key, value: value))
        key = ""
    }

    mutating func begin(isObject: Bool) {
        open.append(Container(key: key, isObject: isObject, start: items.count))
        key = ""
    }

    mutating func end(isObject: Bool) {
        guard let container = open.popLast(), container.isObject == isObject else {
            isWrong = true
            return
        }
        let inside = container.start..<items.count
        let value: JSONValue
        if isObject {
            var members: [String: JSONValue] = [:]
            members.reserveCapacity(inside.count)
            for place in inside { members[items[place].key] = items[place].value }
            value = .object(members)
        } else {
            value = .array(inside.map { items[$0].value })
        }
        items.removeLast(inside.count)
        key = container.key
        add(value)
    }

    /// The value; `null` where the structure is wrong.
    var value: JSONValue {
        guard !isWrong, open.isEmpty, items.count == 1 else { return .null }
        return items[0].value
    }
}
