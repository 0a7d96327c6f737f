internal import Transport

/// What the head unit's policy permits the app to do.
///
/// The answers are advice: the head unit itself decides when a request comes (DISALLOWED, USER_DISALLOWED). They follow
/// from the table of the last OnPermissionsChange and the HMI level of the main window; an RPC is permitted in a level
/// that the table allows and the driver did not refuse.
public struct PermissionManager: Sendable {
    let manager: SDLManager

    /// Waits until level and table are known, over sessions if need be.
    ///
    /// Head units tell them in either order, right after the registration; before, nothing counts as permitted. Some old
    /// head units never send a table.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: Whether both are known now.
    /// - Throws: ``SDLError/notConnected`` if the manager is not started, the reason if it ends, and
    ///   ``SDLError/cancelled``.
    @discardableResult
    public func waitUntilKnown(timeout: Duration = .seconds(10)) async throws(SDLError) -> Bool {
        try await manager.waitUntilPermissionsKnown(timeout)
    }

    /// Whether an RPC is permitted now; false as long as level or table are unknown.
    public func isAllowed(_ rpc: FunctionID) async -> Bool {
        await manager.permissionSnapshot.isAllowed(rpc.name)
    }

    /// Whether a parameter of an RPC is permitted now.
    ///
    /// False too where the table says nothing about parameters of that RPC.
    public func isAllowed(_ rpc: FunctionID, parameter: String) async -> Bool {
        await manager.permissionSnapshot.isAllowed(rpc.name, parameter: parameter)
    }

    /// Whether all, some or none of a group is permitted now.
    ///
    /// Of an RPC that is permitted, the parameters decide where some are named.
    public func groupStatus(of elements: [PermissionElement]) async -> PermissionGroupStatus {
        await manager.permissionSnapshot.update(for: elements).group
    }

    /// What of a group is permitted now.
    public func statuses(of elements: [PermissionElement]) async -> [FunctionID: PermissionStatus] {
        await manager.permissionSnapshot.update(for: elements).statuses
    }

    /// Whether an RPC must not be sent in clear (since RPC 6.0); such a request fails with
    /// ``SDLError/encryptionRequired(_:)``.
    public func requiresEncryption(_ rpc: FunctionID) async -> Bool {
        await manager.permissionSnapshot.table.requiresEncryption(rpc.name)
    }

    /// Whether some RPC of the app must not be sent in clear (since RPC 6.0).
    public func requiresEncryption() async -> Bool {
        await manager.permissionSnapshot.table.requiresEncryption
    }

    /// What of a group is permitted, each time that changes.
    ///
    /// Only what is effective counts: a new table or level that changes nothing for the group is not told. Between two
    /// sessions the group is `unknown`. The stream goes on in the next session and ends with the manager; a slow reader
    /// finds only the newest update.
    ///
    /// - Parameters:
    ///   - elements: The group.
    ///   - trigger: Which changes are told, and whether the present state is told first.
    public func updates(
        for elements: [PermissionElement], trigger: PermissionTrigger = .any
    ) async -> Updates<PermissionUpdate, Never> {
        await manager.permissionUpdates(PermissionWatch(elements: elements, trigger: trigger))
    }
}

extension SDLManager {
    /// What the head unit's policy permits the app to do.
    public nonisolated var permissionManager: PermissionManager { PermissionManager(manager: self) }

    var permissionSnapshot: PermissionSnapshot { machine.facts.permissionSnapshot }

    func waitUntilPermissionsKnown(_ timeout: Duration) async throws(SDLError) -> Bool {
        switch await wait({ $0.waitUntilPermissionsKnown($1, timeout: timeout, now: $2) }) {
        case .failure(.timedOut(.onPermissionsChange)): return false
        case .failure(let error): throw error
        case .answer, .capability, .done, .ready: return true
        }
    }

    func permissionUpdates(_ watch: PermissionWatch) -> Updates<PermissionUpdate, Never> {
        let mailbox = Mailbox<PermissionUpdate, Never>.state()
        let number = nextNumber()
        streams.add(mailbox, number)
        let updates = updates(mailbox, number)
        perform(machine.addPermissionReader(number, watch))
        return updates
    }
}
