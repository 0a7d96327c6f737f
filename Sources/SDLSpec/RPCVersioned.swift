/// An item of a spec that does not hold in all versions.
public protocol RPCVersioned {
    /// The versions in which it holds.
    var availability: RPCAvailability { get }
    /// Earlier forms, oldest first.
    var history: [RPCAvailability] { get }
}

extension RPCVersioned {
    /// Whether the item exists in a version.
    public func exists(at version: RPCVersion) -> Bool {
        availability.includes(version) || history.contains { $0.includes(version) }
    }
}
