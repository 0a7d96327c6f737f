/// Decides which updates one reader of permissions gets.
struct PermissionWatch: Sendable {
    let elements: [PermissionElement]
    let trigger: PermissionTrigger
    private var last: PermissionUpdate?

    init(elements: [PermissionElement], trigger: PermissionTrigger) {
        self.elements = elements
        self.trigger = trigger
    }

    /// What the reader is to be told after something may have changed; called once at the beginning too.
    mutating func update(for snapshot: PermissionSnapshot) -> PermissionUpdate? {
        let current = snapshot.update(for: elements)
        let previous = last
        last = current
        switch trigger {
        case .any:
            return current == previous ? nil : current
        case .allAllowed:
            let wasAllowed = previous?.group == .allowed
            return wasAllowed == (current.group == .allowed) ? nil : current
        }
    }
}
