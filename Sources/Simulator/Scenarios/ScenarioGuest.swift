internal import Formats
internal import SDLApp
internal import SDLRPC
internal import Synchronization
internal import Transport

/// Another app beside the one under test: it provides a navigation (an app service of type NAVIGATION).
actor ScenarioGuest {
    /// What it is called; events of an app of this name are not those of the app under test.
    static let name = "Scenario Guest"
    /// What it can be asked to do, with the members each takes.
    static let actions = ["provide": ["wayPoints"], "tell": ["wayPoints"], "leave": []]

    /// GetWayPoints (an RPC id).
    private static let handled: [Int] = [45]

    private var manager: SDLManager?
    private let list = Mutex<[LocationDetails]>([])

    /// Does what a step says.
    ///
    /// - Returns: What went wrong; `nil` for nothing.
    func perform(_ request: JSONValue, _ address: SocketAddress, _ reactor: Reactor) async -> String? {
        let places = Self.places(request)
        do {
            switch request["guest"]?.stringValue {
            case "provide": try await provide(places, address, reactor)
            case "tell":
                guard let manager else { return "the other app is not there" }
                list.withLock { $0 = places }
                try await manager.notify(OnWayPointChange(wayPoints: places))
            default: await leave()
            }
            return nil
        } catch {
            return "the other app: \(error)"
        }
    }

    /// The waypoints that a step names; those that are none are left out.
    static func places(_ request: JSONValue) -> [LocationDetails] {
        let list: JSONValue = ["wayPoints": request["wayPoints"] ?? []]
        return (try? OnWayPointChange(jsonBytes: list.serialized()).wayPoints) ?? []
    }

    private func provide(
        _ places: [LocationDetails], _ address: SocketAddress, _ reactor: Reactor
    ) async throws {
        list.withLock { $0 = places }
        var configuration = SDLConfiguration(
            appName: Self.name, fullAppID: "scenario-guest", transport: .tcp(host: address.host, port: address.port))
        configuration.reconnectPolicy = .never
        let manager = try SDLManager(configuration, reactor: reactor)
        self.manager = manager
        try await manager.start()
        try await manager.systemCapabilityManager.waitUntilQueryable()
        try await manager.permissionManager.waitUntilKnown()
        await manager.handle(GetWayPoints.self) { [weak self] _ in
            GetWayPointsResponse(success: true, resultCode: .success, wayPoints: self?.list.withLock { $0 })
        }
        _ = try await manager.publish(
            AppServiceManifest(
                serviceType: "NAVIGATION", serviceName: "Way Service", allowAppConsumers: true,
                handledRPCs: Self.handled,
                navigationServiceManifest: NavigationServiceManifest(acceptsWayPoints: true)))
    }

    /// Says goodbye.
    func leave() async {
        await manager?.stop()
        manager = nil
    }
}
