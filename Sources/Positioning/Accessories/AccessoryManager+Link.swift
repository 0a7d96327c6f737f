internal import Transport

extension AccessoryManager {
    /// The connection of a location source: a session for positions and, where the accessory has one, a session for
    /// corrections; both or none.
    ///
    /// Servers that were not looked at yet are waited for, some seconds at most. An accessory without a protocol of
    /// corrections takes none.
    ///
    /// - Parameters:
    ///   - name: The accessory; `nil` for the first one connected.
    ///   - protocolName: The protocol of the positions; `nil` for its first one.
    /// - Throws: ``AccessoryError``.
    func openLink(name: String?, protocolName: String?) async throws(AccessoryError) -> OpenedLink {
        await firstLook(at: name)
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
        return OpenedLink(
            reading: reading, writing: writing, takesCorrections: writing != nil,
            accessory: accessory.origin(positions.name))
    }

    /// The serial port where an accessory tells its positions, for a look at the device itself; `nil` for a server, and
    /// where no accessory of that name is known.
    ///
    /// - Parameters:
    ///   - name: The accessory; `nil` for the first one connected, else the first one known.
    ///   - protocolName: The protocol of the positions; `nil` for its first one.
    func serialPort(of name: String?, protocolName: String?) async -> (path: String, baud: Int)? {
        await firstLook(at: name)
        let accessory =
            if let name {
                registry.accessory(named: name)
            } else {
                (try? firstConnected(supporting: protocolName.map { [$0] })) ?? registry.accessories.first
            }
        switch accessory?.positions(protocolName)?.endpoint {
        case .serial(let path, let baud): return (path, baud)
        case .tcp, nil: return nil
        }
    }
}
