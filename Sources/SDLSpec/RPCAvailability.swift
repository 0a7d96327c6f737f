/// In which versions an item of the spec holds: from `since` on, up to but without `until`.
public struct RPCAvailability: Hashable, Sendable {
    /// The first version with this item; `nil` means that of what surrounds it.
    public var since: RPCVersion?
    /// The first version without this item.
    public var until: RPCVersion?
    /// Whether use is discouraged.
    public var isDeprecated: Bool
    /// Whether the item is gone from `since` on; earlier forms are in the history.
    public var isRemoved: Bool

    /// Makes an availability; without arguments it holds always.
    public init(
        since: RPCVersion? = nil, until: RPCVersion? = nil, isDeprecated: Bool = false, isRemoved: Bool = false
    ) {
        self.since = since
        self.until = until
        self.isDeprecated = isDeprecated
        self.isRemoved = isRemoved
    }

    /// Whether the item exists in a version.
    public func includes(_ version: RPCVersion) -> Bool {
        if isRemoved { return false }
        if let since, version < since { return false }
        if let until, version >= until { return false }
        return true
    }
}
