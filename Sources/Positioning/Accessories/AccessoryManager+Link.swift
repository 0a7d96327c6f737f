internal import Transport

extension AccessoryManager {
    /// The connection of a location source: a session for positions and, where the accessory has one, a session for
    /// corrections; both or none.
    ///
    /// - Parameters:
    ///   - name: The accessory; `nil` for the first one connected.
    ///   - protocolName: The protocol of the positions; `nil` for its first one.
    /// - Throws: ``AccessoryError``.
    func openLink(name: String?, protocolName: String?) async throws(AccessoryError) -> OpenedLink {
        let accessory: Accessory =
            if let name {
                try self.accessory(named: name)
            } else {
                try firstConnected(supporting: protocolName.map { [$0] })
            }
        guard let positions = accessory.positions(protocolName) else {
            throw .notOffered(name: accessory.name, protocolName: protocolName ?? "a protocol of positions")
        }
        let reading = try await openSession(accessory, positions.name)
        var writing: AccessorySession?
        if let corrections = accessory.corrections() {
            do {
                writing = try await openSession(accessory, corrections.name)
            } catch {
                reading.close()
                throw error
            }
        }
        return OpenedLink(reading: reading, writing: writing, accessory: accessory.origin(positions.name))
    }
}
