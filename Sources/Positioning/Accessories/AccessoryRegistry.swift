/// Which accessories are connected, from which of their places are there.
///
/// An accessory is connected when all its places are there. Events come in the order in which the world changed; a
/// change that is told twice counts once.
struct AccessoryRegistry: Sendable {
    let accessories: [Accessory]
    private var present: Set<AccessoryEndpoint> = []
    private var connections: [String: Int] = [:]
    private var lastConnection = 0

    init(_ accessories: [Accessory]) {
        self.accessories = accessories
    }

    /// The connected ones, the longest connected first.
    var connected: [Accessory] {
        accessories.filter { connections[$0.name] != nil }.map { current($0) }
            .sorted { $0.connectionID < $1.connectionID }
    }

    /// All places, each once.
    var endpoints: [AccessoryEndpoint] { accessories.flatMap(\.endpoints) }

    func isPresent(_ endpoint: AccessoryEndpoint) -> Bool { present.contains(endpoint) }

    func accessory(named name: String) -> Accessory? {
        accessories.first { $0.name == name }.map { current($0) }
    }

    mutating func appeared(_ endpoint: AccessoryEndpoint) -> [AccessoryEvent] {
        guard present.insert(endpoint).inserted else { return [] }
        return owners(of: endpoint).compactMap { accessory in
            guard connections[accessory.name] == nil, accessory.endpoints.allSatisfy(present.contains) else {
                return nil
            }
            lastConnection += 1
            connections[accessory.name] = lastConnection
            return .connected(current(accessory))
        }
    }

    mutating func vanished(_ endpoint: AccessoryEndpoint) -> [AccessoryEvent] {
        guard present.remove(endpoint) != nil else { return [] }
        return owners(of: endpoint).compactMap { accessory in
            let before = current(accessory)
            guard connections.removeValue(forKey: accessory.name) != nil else { return nil }
            return .disconnected(before)
        }
    }

    private func owners(of endpoint: AccessoryEndpoint) -> [Accessory] {
        accessories.filter { $0.endpoints.contains(endpoint) }
    }

    private func current(_ accessory: Accessory) -> Accessory {
        var copy = accessory
        copy.connectionID = connections[accessory.name] ?? 0
        return copy
    }
}
